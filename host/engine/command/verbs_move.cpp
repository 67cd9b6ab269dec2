// move and copy: take the node, then put it at the path as the document then stands.

#include "command/host_keys.hpp"
#include "state/path_text.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

// Versions belong to places: what goes to a new place starts without.
void strip_versions(Json& value) {
  if (!is_container(value)) return;
  std::vector<Json*> todo{&value};
  while (!todo.empty()) {
    Json* node = todo.back();
    todo.pop_back();
    if (node->is_array()) {
      for (Json& child : array_of(*node)) todo.push_back(&child);
    } else if (node->is_object()) {
      object_of(*node).erase(kVersionKey);
      for (auto& [key, child] : object_of(*node)) todo.push_back(&child);
    }
  }
}

}  // namespace

Execution::Step Execution::relocate() {
  const bool moving = command_.verb == Verb::kMove;
  if (place_.path.empty() || from_place_.path.empty())
    return reject(Code::kPathInvalid, "the root can be neither source nor destination");
  if (from_place_.node == nullptr) {
    const std::string message = "there is nothing at " + to_dotted(from_place_.shown);
    if (options_.allow_missing.value_or(false)) return skip(Code::kPathUnknown, message);
    return reject(Code::kPathUnknown, message, nearest_hint(from_place_.shown));
  }
  const Path source = whole(from_place_);
  if (moving && whole(place_) == source) {
    raise_version(source.parent());
    return {};
  }
  if (moving && place_.path.view().starts_with(source)) {
    return reject(Code::kPathInvalid,
                  "a node cannot move into itself: " + shown() + " is below " + to_dotted(from_place_.shown));
  }
  const Json& node = *document_.find(source);
  document_.charge(weight_of(node));  // the copy, whatever becomes of it
  carries_hidden_ = has_hidden() && may_hide_in(from_place_);
  Json value = node;
  strip_versions(value);
  std::vector<std::pair<Path, Expiry>> expiries;
  if (moving) {
    expiries = document_.expiries().below(source);
    document_.erase(source);
    raise_version(source.parent());
  }
  return put_relocated(std::move(value), expiries, source.bytes().size());
}

Execution::Step Execution::put_relocated(Json value, const std::vector<std::pair<Path, Expiry>>& expiries,
                                         std::size_t source_bytes) {
  place_ = again(target_);
  outcome_.path = place_.shown;
  // Whether what is hidden in it may be written is the judge's question.
  if (carries_hidden_ && !keeps_hidden(from_place_.shown, place_.shown))
    return may_not_read_all(from_place_.shown);
  if (place_.miss == Place::Miss::kParent || place_.miss == Place::Miss::kInArray) {
    return reject(Code::kPathUnknown, "there is nothing above " + shown() + " to put it into",
                  nearest_hint(place_.shown));
  }
  const Path path = whole(place_);
  const Json* parent = document_.find(path.parent());
  if (parent != nullptr && parent->is_array() && path.back().is_index) {
    if (place_.miss == Place::Miss::kBeyond) return not_creatable(place_);
    if (Step stop = fits(path.size(), value)) return stop;
    if (Step stop = room_in(*parent, 1)) return stop;
    document_.splice(path.parent(), path.back().index, 0, {std::move(value)});
  } else if (place_.node != nullptr && options_.overwrite == false) {
    return reject(Code::kPreconditionExists, "there is already a value at " + shown(),
                  "choose another place, or allow overwriting");
  } else if (Step stop = store(place_, std::move(value))) {
    return stop;
  }
  for (const auto& [from, expiry] : expiries) {
    const PathView below(from.bytes().substr(source_bytes));
    if (names_version(below)) continue;  // versions stay behind, and so do their expiries
    Path to = path;
    for (const Segment segment : below) to.push(segment);
    if (document_.find(to) != nullptr) document_.set_expiry(to, expiry);
  }
  return {};
}

}  // namespace gavel
