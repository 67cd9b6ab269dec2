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

// Each envelope is a batch of its own.
void judge_envelopes(Document& document, const TurnInput& input, IdSource& op_ids, std::size_t& room,
                     Verdict& verdict) {
  const std::span<const Proposal> all = verdict.reading.proposals;
  verdict.lines.reserve(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].envelope == all[first].envelope) ++end;
    BatchInput batch{all.subspan(first, end - first),
                     input.context,
                     input.guards,
                     input.actor,
                     input.turn,
                     all[first].envelope,
                     first};
    for (Line& line : judge_batch(document, batch, op_ids, room)) verdict.lines.push_back(std::move(line));
    first = end;
  }
}

Json line_json(const Proposal& proposal, const Line& line, std::size_t index) {
  const Outcome& outcome = line.outcome;
  Json json(Json::value_t::object);
  json["index"] = static_cast<std::int64_t>(index);
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
  if (input.dialect != "auto") {
    if (Result<const Dialect*> dialect = find_dialect(input.dialect); !dialect)
      return std::move(dialect).error();
  }
  ReadOptions options;
  options.dialect = input.dialect;
  options.actor = input.actor;
  options.limits = input.context.limits;
  options.tags = input.tags;
  options.mounts = input.mounts;
  options.arithmetic = input.arithmetic;
  Verdict verdict;
  verdict.turn = input.turn;
  verdict.reading = read_text(input.text, options);
  verdict.expired = Json(Json::value_t::array);
  verdict.audit = Json(Json::value_t::array);
  IdSource op_ids(input.turn + "/");
  std::size_t room = input.context.limits.max_listed_effects;
  sweep(document, input, op_ids, verdict, room);
  judge_envelopes(document, input, op_ids, room, verdict);
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
