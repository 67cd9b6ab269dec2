#include "draft.hpp"

namespace gavel {

bool wishes_transaction(const Json& options) {
  const Json* wish = member(options, "transaction");
  return wish != nullptr && !wish->is_null() && !(wish->is_boolean() && !wish->get<bool>());
}

void Draft::option(std::string_view name, Json value) {
  if (options.is_null()) options = Json(Json::value_t::object);
  options[std::string(name)] = std::move(value);
}

void Draft::finish(Actor actor) {
  if (options.is_object()) {
    proposal.transaction = proposal.transaction || wishes_transaction(options);
    const std::size_t known = proposal.warnings.size();
    command.options = read_options(std::move(options), command.verb, problems, proposal.warnings);
    for (std::size_t i = known; i < proposal.warnings.size(); ++i) proposal.warnings[i].span = proposal.span;
  }
  if (problems.empty()) {
    command.origin.dialect = proposal.dialect;
    command.origin.span = proposal.span;
    command.origin.actor = actor;
    return;
  }
  std::string message = problems.front();
  for (std::size_t i = 1; i < problems.size(); ++i) message += "; " + problems[i];
  proposal.error = Error(code_, std::move(message), example.empty() ? "" : "for example " + example);
  proposal.error->limit = std::move(limit_);
  if (proposal.path.is_null() && command.raw_path) proposal.path = *command.raw_path;
  if (proposal.path.is_null() && !command.path.empty()) proposal.path = path_to_json(command.path);
  proposal.command.reset();
  proposal.settle = nullptr;
}

}  // namespace gavel
