// Handlers while somebody watches: what each was given, what it answered and what it spent.

#include "lua/watched_host.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"

namespace gavel {
namespace {

Json shown_argument(const Argument& argument) {
  if (const auto* json = std::get_if<const Json*>(&argument))
    return *json == nullptr ? Json() : digest(**json);
  Record& record = **std::get_if<Record*>(&argument);
  Json shown(Json::value_t::object);
  const std::vector<std::string>& members = vocabulary().records[record.shape()].members;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (const Json* value = record.member(i)) shown[members[i]] = digest(*value);
  return shown;
}

}  // namespace

Result<Returned> RefereeState::watched(const Call& call, CallHost& host, Spent& spent) {
  Trace& trace = *facts.trace;
  Json args(Json::value_t::array);
  for (const Argument& arg : call.args) args.push_back(shown_argument(arg));
  for (const Argument& arg : call.more) args.push_back(shown_argument(arg));
  const std::size_t event = trace.begin(ruleset.registry(), call.handler, std::move(args));
  WatchedHost watched(host, sandbox, vocabulary(), event, trace);
  Host& asked = trace.with_asks ? static_cast<Host&>(watched) : host;
  Result<Returned> returned = sandbox.call(call, asked, spent);
  trace.end(event, returned, spent, vocabulary());
  return returned;
}

}  // namespace gavel
