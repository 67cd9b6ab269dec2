// Delta: the changes of an open transaction as data, so that they can be made again on a copy of what was
// there before, in another process and without knowing why they were made. What comes out is the same to the
// byte, order of members included.
//
// A delta is an array of steps, each an object {op, path, tree?, …}:
//   put     value          a member old or new, an element, or ([]) the whole tree
//   erase                  a member
//   splice  start, remove, items   elements for others
//   take    indices        elements taken out; ascending, as they stood before
// `tree` is "meta" or absent for the data.
#pragma once

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/document.hpp"
#include "state/json.hpp"

namespace gavel {

// What was done since `from`. The document is undone and redone for it, and is as it was. Price: what was
// changed.
Json delta_since(Document& document, Document::Savepoint from);

// Makes the steps on the two trees. Nothing is believed of the delta: a step that fits nothing is an error,
// and the trees are then of no use.
Result<void> apply_delta(Json& data, Json& meta, const Json& delta, const Limits& limits);

// Whether the trees may be what the steps led to: what the last step at a place left is there. Yes proves
// nothing, no does. Price: what was changed.
bool may_follow(const Json& data, const Json& meta, const Json& delta, const Limits& limits);

}  // namespace gavel
