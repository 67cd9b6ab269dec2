// Settling: what a form means that says one thing on an array and another on an object. See Settle in
// proposal.hpp.
#pragma once

#include "command/proposal.hpp"

namespace gavel {

// RFC 6902 `add`, MVU's insert(path, key, value): an element goes into an array, a member into an object that
// exists.
Result<Command> settle_member(Command command, const Place& place);
// MVU's insert(path, value): appends to an array, merges into an object.
Result<Command> settle_addition(Command command, const Place& place);
// MVU's remove(path, what): the index or element of an array, the member of an object.
Result<Command> settle_removal(Command command, const Place& place);
// filament's {"op": "add"} of a number: a sum where a number stands, else as RFC 6902 has it.
Result<Command> settle_sum_or_member(Command command, const Place& place);
// Tavern's add of a number: an element where an array or object is.
Result<Command> settle_sum(Command command, const Place& place);
// memory(): an object takes the place of a scalar.
Result<Command> settle_memory(Command command, const Place& place);

}  // namespace gavel
