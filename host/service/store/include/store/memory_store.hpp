// A store in memory, for tests and simulation. What it keeps ends with it. It can be told to fail, before or
// after a call has done its work, so that a simulator can crash at every place where a host waits for a
// store.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "store/store.hpp"

namespace gavel {

enum class Fault {
  kNone,
  kBefore,  // nothing is done, and the answer is `store.io`
  kAfter,   // all is done, and the answer is `store.io` all the same: the outcome is unknown to the caller
};

struct MemoryOptions {
  // Asked once in every call, with the function's name and the call's number from 1. Empty: no faults. It is
  // called under the store's lock and must not call the store.
  std::function<Fault(std::string_view function, std::uint64_t number)> fault = {};
};

std::unique_ptr<Store> open_memory_store(MemoryOptions options = {});

}  // namespace gavel
