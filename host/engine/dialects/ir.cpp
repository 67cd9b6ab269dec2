// ir: commands in the one form itself, as command.hpp reads it.

#include "base/utf8.hpp"

#include "readers.hpp"

namespace gavel {
namespace {

// What can be said of a command that is not readable.
void describe(Proposal& proposal, const Json& json) {
  if (const Json* verb = member(json, "verb"); verb != nullptr && verb->is_string())
    proposal.verb = shortened(string_of(*verb), 64);
  for (const std::string_view name : {"path", "raw_path"}) {
    const Json* path = member(json, name);
    if (path != nullptr && (path->is_array() || path->is_string())) proposal.path = *path;
  }
}

}  // namespace

void read_ir_command(Sink& sink, const TokenList& tokens, std::size_t object) {
  const Span span = sink.at(tokens[object]);
  std::vector<Warning> warnings;
  Result<Json> json = sink.values(Words::kRefused, warnings).json(tokens, object);
  if (!json) return sink.refuse("ir", span, std::move(json).error());
  Proposal& proposal = sink.next("ir", span);
  proposal.warnings = std::move(warnings);
  if (const Json* options = member(*json, "options")) proposal.transaction = wishes_transaction(*options);
  Result<Command> command = read_command(*json, sink.limits(), proposal.warnings);
  for (Warning& warning : proposal.warnings) warning.span = span;
  if (command) {
    proposal.command = std::move(*command);
    proposal.command->origin.span = span;
    proposal.command->origin.actor = sink.options().actor;
  } else {
    describe(proposal, *json);
    proposal.error = std::move(command).error();
  }
}

}  // namespace gavel
