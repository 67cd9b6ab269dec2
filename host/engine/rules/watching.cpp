// Handlers while somebody watches: what each was given, what it answered and what it spent.

#include <chrono>

#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "state/json_writer.hpp"

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

// What a handler answered: {"deny": ["too far"]} for a word, else the value.
void note_answer(TraceRow& row, const Result<Returned>& returned) {
  if (!returned) {
    row.error = returned.error().message;
    return;
  }
  row.nothing = returned->nothing;
  if (!returned->word) {
    row.answer = digest(returned->value);
    return;
  }
  Json args(Json::value_t::array);
  for (const Json& arg : array_of(returned->value)) args.push_back(digest(arg));
  row.answer = Json(Json::value_t::object);
  row.answer[vocabulary().words[*returned->word].name] = std::move(args);
}

}  // namespace

Result<Returned> RefereeState::watched(const Call& call, CallHost& host, Spent& spent) {
  const HandlerInfo& info = ruleset.registry().handlers[call.handler];
  TraceRow row;
  row.what = TraceRow::What::kHandler;
  row.depth = trace->depth;
  row.handler = call.handler;
  row.name = ruleset.registry().all[info.registration].id + " (" + info.which + ")";
  for (const Argument& arg : call.args) row.args.push_back(shown_argument(arg));
  for (const Argument& arg : call.more) row.args.push_back(shown_argument(arg));
  row.file = info.file;
  row.line = info.line;
  const std::optional<std::size_t> place = trace->add(std::move(row));
  WatchedHost watched(host, sandbox, vocabulary(), call.handler, place, *trace);
  ++trace->depth;
  const auto started = std::chrono::steady_clock::now();
  Result<Returned> returned = sandbox.call(call, watched, spent);
  const auto took = std::chrono::steady_clock::now() - started;
  --trace->depth;
  const auto nanoseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count());
  // What is called from within another is part of what that one spent.
  if (trace->depth == 0) {
    trace->spent.fuel += spent.fuel;
    trace->spent.bytes += spent.bytes;
    trace->nanoseconds += nanoseconds;
  }
  if (!place) return returned;
  TraceRow& told = trace->rows[*place];
  note_answer(told, returned);
  told.fuel = spent.fuel;
  told.bytes = spent.bytes;
  told.nanoseconds = nanoseconds;
  return returned;
}

}  // namespace gavel
