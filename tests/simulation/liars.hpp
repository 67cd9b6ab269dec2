// Stores that break their promises, to see that the simulator finds it.
#pragma once

#include <functional>
#include <memory>

#include "store/store.hpp"

namespace gavel::simulation {

enum class Lie {
  kNone,
  kNoCompareAndSet,  // changes are made whatever their maker has seen
  kNoIdempotency,    // a turn that was committed is not known, and is committed again under another id
};

// `asked`: the id of the turn that a client's request is being answered for; empty: none.
std::unique_ptr<Store> lying(Lie lie, std::unique_ptr<Store> store, std::function<std::string()> asked);

}  // namespace gavel::simulation
