#include "turn/turn.hpp"

#include "command/audit.hpp"
#include "state/effects.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

// What has expired goes before anything is read: the turn's commands see the document without it.
void sweep(Document& document, const TurnInput& input, IdSource& op_ids, Verdict& verdict,
           std::size_t& room) {
  for (const Path& place : document.expiries().due(input.context.now)) {
    const Document::Savepoint from = document.savepoint();
    const std::optional<Expired> gone = expire(document, place);
    if (!gone) continue;
    verdict.audit.push_back(
        audit_expiry(document, from, *gone, input.context, {op_ids.next(), input.turn, 0, "ttl"}));
    if (gone->stayed) {
      const std::string message =
          to_dotted(gone->path) + " has expired, but is protected or holds what is: it stays for good";
      verdict.reading.warnings.push_back({"expiry.protected", message, {}});
      continue;
    }
    bool cut = false;
    for (Json& row : effect_rows(document, from, input.context.described, room, cut)) {
      row["cause"] = "ttl";
      verdict.expired.push_back(std::move(row));
    }
    if (cut) {
      verdict.reading.warnings.push_back(
          {"effects.unlisted", "not all that expired is listed (max_listed_effects)", {}});
    }
  }
}

Json line_json(const Proposal& proposal, const Line& line, std::size_t index) {
  const Outcome& outcome = line.outcome;
  Json json(Json::value_t::object);
  json["index"] = static_cast<std::int64_t>(index);
  json["status"] = std::string(status_name(outcome.status));
  json["verb"] = proposal.command ? std::string(verb_name(proposal.command->verb)) : proposal.verb;
  json["path"] = outcome.resolved ? path_to_json(outcome.path) : proposal.path;
  json["dialect"] = proposal.dialect;
  json["span"] = Json::array({proposal.span.begin, proposal.span.end});
  if (proposal.command && !proposal.command->id.empty()) json["id"] = proposal.command->id;
  if (outcome.error) {
    const Error& error = *outcome.error;
    json["code"] = std::string(code_name(error.code));
    json["message"] = error.message;
    if (!error.hint.empty()) json["hint"] = error.hint;
    if (!error.where.rule.empty()) json["rule"] = error.where.rule;
  }
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

}  // namespace

Result<Verdict> run_turn(Document& document, const TurnInput& input) {
  if (input.text.size() > input.context.limits.max_text_bytes) {
    return Error(Code::kLimitSize, "a text of " + std::to_string(input.text.size()) + " bytes; at most " +
                                       std::to_string(input.context.limits.max_text_bytes) +
                                       " (max_text_bytes)");
  }
  Result<const Dialect*> dialect = find_dialect(input.dialect);
  if (!dialect) return std::move(dialect).error();
  Result<Reading> reading = (*dialect)->read(input.text, input.actor, input.context.limits);
  if (!reading) return std::move(reading).error();
  Verdict verdict;
  verdict.turn = input.turn;
  verdict.reading = std::move(*reading);
  verdict.expired = Json(Json::value_t::array);
  verdict.audit = Json(Json::value_t::array);
  IdSource op_ids(input.turn + "/");
  std::size_t room = input.context.limits.max_listed_effects;
  sweep(document, input, op_ids, verdict, room);
  verdict.lines =
      judge_batch(document, {verdict.reading.proposals, input.context, input.guards, input.actor, input.turn},
                  op_ids, room);
  for (const Line& line : verdict.lines) verdict.audit.push_back(line.audit);
  return verdict;
}

Json verdict_json(const Verdict& verdict) {
  Json json(Json::value_t::object);
  json["turn"] = verdict.turn;
  json["attempt"] = 1;
  json["outcome"] = "accepted";
  json["narration"] = verdict.reading.narration;
  Json commands(Json::value_t::array);
  Json changes = verdict.expired;
  Json warnings(Json::value_t::array);
  for (const Warning& warning : verdict.reading.warnings) warnings.push_back(warning_json(warning));
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    commands.push_back(line_json(verdict.reading.proposals[i], line, i));
    for (const Json& effect : line.effects) {
      Json change = effect;
      change["cause"] = "command " + std::to_string(i);
      changes.push_back(std::move(change));
    }
    for (const Warning& warning : line.outcome.warnings) warnings.push_back(warning_json(warning));
  }
  json["commands"] = std::move(commands);
  json["changes"] = std::move(changes);
  json["warnings"] = std::move(warnings);
  return json;
}

}  // namespace gavel
