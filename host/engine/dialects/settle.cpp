#include "settle.hpp"

#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "calls.hpp"

namespace gavel {
Result<Command> settle_member(Command command, const Place& place) {
  switch (place.miss) {
    case Place::Miss::kParent:
      // RFC 6902 requires the parent to exist; MVU does not.
      if (command.origin.dialect == "mvu") return command;
      [[fallthrough]];
    case Place::Miss::kInArray:
      return Error(Code::kPathUnknown, to_dotted(place.shown) + " cannot be added: its parent does not exist",
                   "create the parent first");
    case Place::Miss::kMember:
      command.verb = Verb::kSet;
      return command;
    case Place::Miss::kNone:
      break;
    default:
      return command;
  }
  const bool element = !place.path.empty() && place.path.back().is_index;
  if (!element || place.described) command.verb = Verb::kSet;
  return command;
}

Result<Command> settle_addition(Command command, const Place& place) {
  if (place.node == nullptr || place.node->is_null()) {
    command.verb = Verb::kSet;
  } else if (place.node->is_array()) {
    command.verb = Verb::kPush;
  } else if (place.node->is_object() && command.value->is_object()) {
    command.verb = Verb::kMerge;
    if (!command.options.given.is_object()) command.options.given = Json(Json::value_t::object);
    command.options.given["mergeStrategy"] = "deep";
    command.options.merge_strategy = MergeStrategy::kDeep;
  } else {
    return Error(Code::kTypeMismatch,
                 to_dotted(place.shown) +
                     " cannot be added to: it must be an array, or an object when the value "
                     "is an object",
                 "name the key, or use set");
  }
  return command;
}

Result<Command> settle_removal(Command command, const Place& place) {
  const Json& what = *command.value;
  if (place.node == nullptr || (place.node->is_array() && !what.is_number_integer())) return command;
  // The place was looked up: from here on it is named literally.
  command.path = place.shown;
  command.raw_path.reset();
  if (place.node->is_array()) {
    if (!is_index(what))
      return Error(Code::kPathInvalid, "an array has no element " + to_text(what), "count from 0");
    command.path.push_index(what.get<std::uint64_t>());
  } else if (place.node->is_object() && (what.is_string() || what.is_number_integer())) {
    command.path.push_key(what.is_string() ? string_of(what) : to_text(what));
  } else {
    return Error(Code::kTypeMismatch, to_dotted(place.shown) + " holds nothing that could be removed from it",
                 "name an array with an element, or an object with a key");
  }
  command.verb = Verb::kDelete;
  command.value.reset();
  command.options = Options();
  return command;
}

Result<Command> settle_sum(Command command, const Place& place) {
  if (place.node != nullptr && is_container(*place.node)) command.verb = Verb::kInsert;
  return command;
}

Result<Command> settle_sum_or_member(Command command, const Place& place) {
  if (place.node != nullptr && place.node->is_number()) return command;
  command.verb = Verb::kInsert;
  return settle_member(std::move(command), place);
}

Result<Command> settle_memory(Command command, const Place& place) {
  const bool scalar = place.node != nullptr && !is_container(*place.node);
  if (scalar && command.value->is_object()) command.verb = Verb::kSet;
  return command;
}

}  // namespace gavel
