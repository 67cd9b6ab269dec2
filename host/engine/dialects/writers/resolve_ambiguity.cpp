#include "resolve_ambiguity.hpp"

#include <array>
#include <optional>

#include "state/path_text.hpp"

#include "calls.hpp"

namespace gavel {
namespace {

// A few forms mean one thing on an array and another on an object. Without the document, what all of them
// that are no error would mean is what is meant; nothing: they differ.
std::optional<Command> settled(const Proposal& proposal) {
  const Command& command = *proposal.command;
  const std::array<Json, 4> nodes = {Json(), Json(1), Json(Json::value_t::object),
                                     Json(Json::value_t::array)};
  Place place;
  place.path = command.path;
  if (command.raw_path) {
    Result<PathText> text = PathText::parse(*command.raw_path, Limits());
    if (!text) return std::nullopt;
    place.path = text->resolve(Json(Json::value_t::object));
  }
  // A key of digits may be an index, and so may `-`: then nobody knows.
  if (!place.path.empty()) {
    const Segment last = place.path.back();
    if (last.is_index || last.key == "-" || index_of_key(last.key)) return std::nullopt;
  }
  place.shown = place.path;
  place.miss = Place::Miss::kMember;
  Result<Command> meant = proposal.settle(command, place);
  if (!meant) return std::nullopt;
  place.miss = Place::Miss::kNone;
  for (const Json& node : nodes) {
    place.node = &node;
    Result<Command> other = proposal.settle(command, place);
    if (other && !equal(write_command(*meant), write_command(*other))) return std::nullopt;
  }
  return std::move(*meant);
}

// MVU's remove(path, 3) takes out what is at 3, in an array as in an object.
bool removes_at_number(const Command& command) {
  return command.verb == Verb::kPull && command.value && is_index(*command.value);
}

Command removal_at_number(Command command) {
  if (command.raw_path) {
    command.raw_path = joined(*command.raw_path, *command.value);
  } else {
    command.path.push_index(command.value->get<std::uint64_t>());
  }
  command.verb = Verb::kDelete;
  command.value.reset();
  command.options = Options();
  return command;
}

}  // namespace

Command resolve_ambiguity(const Proposal& proposal, std::vector<Warning>& notes) {
  Command command = *proposal.command;
  if (proposal.settle != nullptr && removes_at_number(command)) {
    command = removal_at_number(std::move(command));
  } else if (proposal.settle != nullptr) {
    const std::optional<Command> sure = settled(proposal);
    const Verb verb = sure ? sure->verb : command.verb;
    // A sum is a sum wherever it can be one.
    if (verb != Verb::kAdd && (!sure || verb != command.verb)) {
      notes.push_back({"lowered",
                       "what `" + proposal.verb + "` does depends on the value there; it is taken for `" +
                           std::string(verb_name(verb)) + "`",
                       proposal.span});
    }
    if (sure) command = *sure;
  }
  command.origin.span = proposal.span;
  if (proposal.transaction && !command.options.transaction) {
    command.options.transaction = true;
    command.options.given["transaction"] = true;
  }
  return command;
}

}  // namespace gavel
