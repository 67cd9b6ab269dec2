// A store in memory, for trials, tests and hosts that need nothing to last. What it keeps ends with it.
#pragma once

#include <memory>

#include "store/store.hpp"

namespace gavel {

std::unique_ptr<Store> open_memory_store();

}  // namespace gavel
