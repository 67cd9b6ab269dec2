// The verdict as clients get it, field by field as CONTRACTS.md lists them.

#include <array>

#include "turn/turn.hpp"

namespace gavel {
namespace {

// Of an addition, what was added; of all else, the value.
Json as_written(const Proposal& proposal, const Amendment& amendment, const Json& value) {
  const bool adds = proposal.command && proposal.command->verb == Verb::kAdd;
  if (!adds || !amendment.before || !amendment.before->is_number() || !value.is_number()) return value;
  return difference(value, *amendment.before);
}

// What rules made of the values; the first says it in the line itself, as most have one.
void add_amendments(const Proposal& proposal, const Line& line, Json& json) {
  const Amendment& first = line.amendments.front();
  const Amendment& last = line.amendments.back();
  json["proposed"] = as_written(proposal, first, first.proposed);
  json["effective"] = as_written(proposal, last.path == first.path ? last : first,
                                 last.path == first.path ? last.effective : first.effective);
  json["rule"] = first.rule;
  json["at"] = first.at;
  if (!first.reason.empty()) json["why"] = first.reason;
  // Where a command names a place, one amendment is of that place; a call's writes name theirs.
  const bool calls = proposal.command && proposal.command->verb == Verb::kCall;
  if (line.amendments.size() == 1 && !calls) return;
  Json all(Json::value_t::array);
  for (const Amendment& one : line.amendments) {
    Json row(Json::value_t::object);
    row["path"] = path_to_json(one.path);
    row["proposed"] = one.proposed;
    row["effective"] = one.effective;
    row["rule"] = one.rule;
    row["at"] = one.at;
    if (!one.reason.empty()) row["why"] = one.reason;
    all.push_back(std::move(row));
  }
  json["amendments"] = std::move(all);
}

// Of a line of the player's, where a player and a model spoke: `by_player`.
Json line_json(const Proposal& proposal, const Line& line, std::size_t index, bool by_player) {
  const Outcome& outcome = line.outcome;
  Json json(Json::value_t::object);
  json["index"] = static_cast<std::int64_t>(index);
  if (by_player) json["actor"] = "player";
  json["status"] = std::string(status_name(outcome.status));
  json["verb"] = proposal.shown_verb();
  json["path"] = outcome.resolved ? path_to_json(outcome.path) : proposal.shown_path();
  json["dialect"] = proposal.dialect;
  json["span"] = Json::array({proposal.span.begin, proposal.span.end});
  if (proposal.command && !proposal.command->id.empty()) json["id"] = proposal.command->id;
  if (outcome.error) {
    const Error& error = *outcome.error;
    json["code"] = std::string(code_name(error.code));
    json["message"] = error.message;
    if (!error.hint.empty()) json["hint"] = error.hint;
    if (!error.where.rule.empty()) json["rule"] = error.where.rule;
    if (!error.where.file.empty()) json["at"] = error.where.file + ":" + std::to_string(error.where.line);
    if (!error.detail.empty()) json["detail"] = error.detail;
    if (!error.until.empty()) json["disabled_until"] = error.until;
  }
  if (!line.amendments.empty()) add_amendments(proposal, line, json);
  if (line.culprit) json["culprit"] = *line.culprit;
  if (outcome.result) json["result"] = *outcome.result;
  if (!line.effects.empty()) json["effects"] = line.effects;
  if (const Json* reason = member(line.audit, "reason")) json["reason"] = *reason;
  return json;
}

Json warning_json(const Warning& warning) {
  Json json(Json::value_t::object);
  json["code"] = warning.code;
  if (warning.span) json["span"] = Json::array({warning.span->begin, warning.span->end});
  json["message"] = warning.message;
  return json;
}

// What became of every call of a tool, as clients of tools expect it.
Json tool_results(const Verdict& verdict) {
  Json results(Json::value_t::array);
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Proposal& proposal = verdict.reading.proposals[i];
    const Outcome& outcome = verdict.lines[i].outcome;
    if (!proposal.command || proposal.command->verb != Verb::kCall) continue;
    Json one(Json::value_t::object);
    if (!proposal.command->id.empty()) one["id"] = proposal.command->id;
    if (i < verdict.asked) one["actor"] = "player";
    one["tool"] = outcome.path.empty() ? Json() : Json(key_of(outcome.path.back()));
    const bool broken = outcome.error && (outcome.error->code == Code::kPluginError ||
                                          outcome.error->code == Code::kPluginFuel ||
                                          outcome.error->code == Code::kPluginMemory);
    one["status"] = !outcome.error ? "ok" : broken ? "error" : "rejected";
    if (outcome.result) one["result"] = *outcome.result;
    if (outcome.error) one["reason"] = outcome.error->message;
    if (outcome.error && !outcome.error->until.empty()) one["disabled_until"] = outcome.error->until;
    results.push_back(std::move(one));
  }
  return results;
}

}  // namespace

std::string_view decision_name(Decision decision) {
  constexpr std::array<std::string_view, 3> kNames = {"accepted", "retry", "conflict_report"};
  return kNames[static_cast<std::size_t>(decision)];
}

Json verdict_json(const Verdict& verdict) {
  Json json(Json::value_t::object);
  json["turn"] = verdict.turn;
  json["attempt"] = verdict.attempt;
  json["outcome"] = std::string(decision_name(verdict.decision));
  if (!verdict.withheld) json["narration"] = verdict.reading.narration;
  if (verdict.is_draft && !verdict.withheld) json["narration_is_draft"] = true;
  Json said(Json::value_t::array);  // warnings whose spans are of the player's text
  if (verdict.user)
    for (const Warning& warning : verdict.user->warnings) said.push_back(warning_json(warning));
  Json commands(Json::value_t::array);
  Json changes = verdict.expired;
  Json warnings(Json::value_t::array);
  for (const Warning& warning : verdict.reading.warnings) warnings.push_back(warning_json(warning));
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    const bool by_player = i < verdict.asked;
    commands.push_back(line_json(verdict.reading.proposals[i], line, i, by_player));
    for (const Json& effect : line.effects) {
      Json change = effect;
      change["cause"] = "command " + std::to_string(i);
      changes.push_back(std::move(change));
    }
    for (const Warning& warning : line.outcome.warnings)
      (by_player ? said : warnings).push_back(warning_json(warning));
  }
  for (const Json& change : verdict.notes.changes) changes.push_back(change);
  for (const Warning& warning : verdict.notes.warnings) warnings.push_back(warning_json(warning));
  if (verdict.user) {
    Json user(Json::value_t::object);
    user["narration"] = verdict.user->narration;
    if (!said.empty()) user["warnings"] = std::move(said);
    json["user"] = std::move(user);
  }
  json["commands"] = std::move(commands);
  json["changes"] = std::move(changes);
  if (Json results = tool_results(verdict); !results.empty()) json["tool_results"] = std::move(results);
  if (!verdict.conflicts.empty()) {
    Json conflicts(Json::value_t::array);
    for (const Conflict& conflict : verdict.conflicts) conflicts.push_back(conflict_json(conflict));
    json["conflicts"] = std::move(conflicts);
  }
  if (!verdict.feedback.is_null() && !verdict.feedback.empty()) json["feedback"] = verdict.feedback;
  if (!verdict.messages.is_null() && !verdict.messages.empty()) json["messages_to_append"] = verdict.messages;
  if (!verdict.report.is_null()) json["report"] = verdict.report;
  const auto add = [&json](const char* name, const Json& rows) {
    if (!rows.empty()) json[name] = rows;
  };
  add("events", verdict.notes.events);
  add("rolls", verdict.notes.rolls);
  add("shadow", verdict.notes.shadow);
  add("logs", verdict.notes.logs);
  json["warnings"] = std::move(warnings);
  return json;
}

}  // namespace gavel
