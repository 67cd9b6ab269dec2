#include "ir.hpp"

#include "state/json_reader.hpp"

namespace gavel {
namespace {

// What can be said of a command that may not be readable.
void describe(Proposal& proposal, const Json& json) {
  if (const Json* verb = member(json, "verb"); verb != nullptr && verb->is_string())
    proposal.verb = string_of(*verb);
  for (const std::string_view name : {"path", "raw_path"}) {
    const Json* path = member(json, name);
    if (path != nullptr && (path->is_array() || path->is_string())) proposal.path = *path;
  }
  const Json* options = member(json, "options");
  const Json* transaction = options == nullptr ? nullptr : member(*options, "transaction");
  // A wish for all or nothing that is not well formed is still a wish.
  const bool off = transaction == nullptr || transaction->is_null() ||
                   (transaction->is_boolean() && !transaction->get<bool>());
  proposal.transaction = !off;
}

Proposal propose(const Json& json, Span span, Actor actor, const Limits& limits) {
  Proposal proposal;
  proposal.dialect = "ir";
  proposal.span = span;
  describe(proposal, json);
  Result<Command> command = read_command(json, limits, proposal.warnings);
  if (command) {
    proposal.command = std::move(*command);
    proposal.command->origin.span = span;
    proposal.command->origin.actor = actor;
  } else {
    proposal.error = std::move(command).error();
  }
  for (Warning& warning : proposal.warnings) warning.span = span;
  return proposal;
}

}  // namespace

Result<Reading> read_ir(std::string_view text, Actor actor, const Limits& limits) {
  Reading reading;
  JsonReader reader(text, limits);
  if (text.starts_with("\xEF\xBB\xBF")) reader.seek(3);
  reader.skip_blanks();
  const bool several = reader.skip('[');
  reader.skip_blanks();
  for (bool more = !several || !reader.skip(']'); more;) {
    if (reading.proposals.size() == limits.max_commands) {
      return reader.error_at(
          reader.offset(), Code::kLimitCount,
          "more than " + std::to_string(limits.max_commands) + " commands in one text (max_commands)");
    }
    Span span;
    Result<Json> json = reader.value(&span);
    if (!json) return std::move(json).error();
    reading.proposals.push_back(propose(*json, span, actor, limits));
    reader.skip_blanks();
    more = several && reader.skip(',');
    if (several && !more && !reader.skip(']')) {
      return reader.error_at(reader.offset(), reader.at_end() ? Code::kParseTruncated : Code::kParseMalformed,
                             "the array of commands goes on with neither ',' nor ']'");
    }
  }
  reader.skip_blanks();
  if (!reader.at_end()) {
    return reader.error_at(reader.offset(), Code::kParseMalformed, "there is more text after the commands",
                           "put several commands into one JSON array");
  }
  return reading;
}

}  // namespace gavel
