#include "explain/turn_story.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "rules/report_rows.hpp"

#include "own_rules.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostQuoted = 2000;  // bytes of one part of a text

Json span_json(Span span) { return Json::array({span.begin, span.end}); }

std::string quoted(std::string_view text, Span span) {
  const std::size_t begin = std::min(span.begin, text.size());
  const std::size_t end = std::clamp(span.end, begin, text.size());
  return shortened(as_utf8(text.substr(begin, end - begin)), kMostQuoted);
}

void put_text(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = text;
}

Json event_row_json(const TraceEvent& one, std::size_t depth) {
  Json json(Json::value_t::object);
  json["depth"] = depth;
  json["who"] = one.who;
  put_text(json, "which", one.which);
  put_text(json, "id", one.id);
  put_text(json, "at", one.at);
  if (one.path) json["path"] = path_to_json(*one.path);
  if (one.before) json["before"] = *one.before;
  if (one.after) json["after"] = *one.after;
  put_text(json, "answer", one.answer);
  if (one.said) json["said"] = *one.said;
  put_text(json, "said_at", one.said_at);
  put_text(json, "code", one.code);
  put_text(json, "message", one.message);
  if (!one.more.is_null()) json["more"] = one.more;
  if (one.fuel != 0) json["fuel"] = one.fuel;
  if (one.bytes != 0) json["bytes"] = one.bytes;
  return json;
}

// The text cut into its parts: what is in no region is narration.
Json text_json(std::string_view by, std::string_view text, const Reading& reading) {
  Json json(Json::value_t::object);
  json["by"] = std::string(by);
  json["bytes"] = text.size();
  Json& parts = json["regions"] = Json(Json::value_t::array);
  const auto add = [&](std::string_view kind, Span span, const std::string& dialect) {
    if (span.begin >= span.end) return;
    Json part(Json::value_t::object);
    part["kind"] = std::string(kind);
    part["span"] = span_json(span);
    put_text(part, "dialect", dialect);
    part["text"] = quoted(text, span);
    parts.push_back(std::move(part));
  };
  std::size_t at = 0;
  for (const Region& region : reading.regions) {
    add("narration", {at, region.span.begin}, "");
    add(region_name(region.kind), region.span, region.dialect);
    at = std::max(at, region.span.end);
  }
  add("narration", {at, text.size()}, "");
  if (!reading.warnings.empty()) json["warnings"] = warnings_json(reading.warnings);
  return json;
}

Json story_amendments(const Line& line) {
  Json all(Json::value_t::array);
  for (const Amendment& one : line.amendments) {
    Json json(Json::value_t::object);
    json["path"] = path_to_json(one.path);
    json["proposed"] = one.proposed;
    json["effective"] = one.effective;
    json["rule"] = one.rule;
    json["at"] = one.at;
    put_text(json, "why", one.reason);
    all.push_back(std::move(json));
  }
  return all;
}

Json command_json(const TurnSource& source, std::size_t index, OwnRules& own) {
  const Proposal& proposal = source.verdict.reading.proposals[index];
  const Line& line = source.verdict.lines[index];
  const Outcome& outcome = line.outcome;
  const TurnPart& part = source.input.parts[proposal.part];
  const std::string text = part.written();
  Json json(Json::value_t::object);
  json["index"] = index;
  json["by"] = std::string(actor_name(part.role));
  json["status"] = std::string(status_name(outcome.status));
  json["verb"] = proposal.shown_verb();
  json["path"] = outcome.resolved ? path_to_json(outcome.path) : proposal.shown_path();
  json["dialect"] = proposal.dialect;
  json["span"] = span_json(proposal.span);
  json["written"] = quoted(text, proposal.span);
  json["envelope"] = proposal.envelope;
  if (proposal.command) json["command"] = write_command(*proposal.command);
  if (outcome.error) {
    put_error(json, *outcome.error);
    Json basis = own.basis(*outcome.error, outcome.resolved ? std::optional(outcome.path) : std::nullopt,
                           text, proposal.span);
    if (!basis.is_null()) json["basis"] = std::move(basis);
  }
  if (line.culprit) json["culprit"] = *line.culprit;
  if (!line.amendments.empty()) json["amendments"] = story_amendments(line);
  if (outcome.result) json["result"] = *outcome.result;
  if (!line.effects.empty()) {
    Json& rows = json["effects"] = Json(Json::value_t::array);
    for (const EffectRow& row : line.effects) rows.push_back(effect_json(row, ""));
  }
  if (!outcome.warnings.empty()) json["warnings"] = warnings_json(outcome.warnings);
  json["asked"] = Json(Json::value_t::array);
  return json;
}

// Puts every event where it belongs: to a command, to a round of following, before or behind those.
void sort_in(const Trace& trace, Json& story) {
  Json* list = &story["before"];
  std::size_t above = 0;  // the depth of what belongs to `list`
  for (const TraceEvent& one : trace.all()) {
    if (one.what == TraceEvent::What::kAsk) continue;
    if (one.depth == 0) {
      above = 0;
      if (one.who == "command" && one.number < story["commands"].size()) {
        Json& command = array_of(story["commands"])[one.number];
        command["judged"] = one.answer;  // before the whole attempt was decided
        list = &command["asked"];
        above = 1;
        continue;
      }
      if (one.who == "follow") {
        Json round(Json::value_t::object);
        round["round"] = one.number;
        round["asked"] = Json(Json::value_t::array);
        story["following"].push_back(std::move(round));
        list = &array_of(story["following"]).back()["asked"];
        above = 1;
        continue;
      }
      list = &story[story["following"].empty() ? "before" : "behind"];
    }
    list->push_back(event_row_json(one, one.depth - std::min(one.depth, above)));
  }
  if (trace.unlisted() != 0) story["unlisted"] = trace.unlisted();
}

Json changes_json(const Verdict& verdict) {
  Json all(Json::value_t::array);
  for (const EffectRow& row : verdict.expired) all.push_back(effect_json(row, row.cause));
  for (std::size_t i = 0; i < verdict.lines.size(); ++i)
    for (const EffectRow& row : verdict.lines[i].effects)
      all.push_back(effect_json(row, "command " + std::to_string(i)));
  for (const EffectRow& row : verdict.notes.changes) all.push_back(effect_json(row, row.cause));
  return all;
}

// What asked for another try, by the ruleset's `retry.on`, and what did not although it failed.
Json reasons_json(const TurnSource& source) {
  const Verdict& verdict = source.verdict;
  const RetrySettings& retry = source.ruleset->file().retry;
  Json why(Json::value_t::array);
  if (verdict.failed) return why;
  const bool retries = may_retry(source.ruleset, source.input);
  const auto asks = [&retry](Trouble trouble) { return retry.after(trouble) != AfterRetries::kNoRetry; };
  const auto add = [&](const char* kind, std::size_t number, const std::string& what, bool counts) {
    Json one(Json::value_t::object);
    one["kind"] = kind;
    one["number"] = number;
    one["what"] = what;
    one["asks_for_retry"] = counts;
    why.push_back(std::move(one));
  };
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size(); ++i) {
    const Outcome& outcome = verdict.lines[i].outcome;
    // What was only taken back with the rest is no reason.
    if (outcome.status != Status::kRejected || outcome.error->code == Code::kBatchRolledBack) continue;
    const std::optional<Trouble> trouble = trouble_of(verdict, i);
    const auto kind = static_cast<std::size_t>(trouble.value_or(Trouble::kCommand));
    add(kTroubleNames[kind].data(), i, std::string(code_name(outcome.error->code)),
        retries && trouble && asks(*trouble));
  }
  const std::vector<LeftOpen>& open = verdict.reading.left_open;
  const bool cut_off = retries && is_cut_off(verdict);
  for (std::size_t i = 0; i < open.size(); ++i)
    add("parse", i, std::string(open[i].code) + " " + open[i].opener,
        retries && (cut_off || asks(Trouble::kParse)));
  for (std::size_t i = 0; i < verdict.conflicts.size(); ++i)
    add("conflict", i, verdict.conflicts[i].kind, retries && asks(Trouble::kConflict));
  return why;
}

Json decision_json(const TurnSource& source) {
  Json json(Json::value_t::object);
  json["outcome"] = std::string(decision_name(source.verdict.decision));
  if (source.ruleset == nullptr) return json;
  const RetrySettings& retry = source.ruleset->file().retry;
  Json on(Json::value_t::array), accepts(Json::value_t::array);
  for (std::size_t i = 0; i < kTroubleNames.size(); ++i) {
    if (retry.on[i] != AfterRetries::kNoRetry) on.push_back(std::string(kTroubleNames[i]));
    if (retry.on[i] == AfterRetries::kAccept) accepts.push_back(std::string(kTroubleNames[i]));
  }
  json["on"] = std::move(on);
  if (!accepts.empty()) json["then_accepts"] = std::move(accepts);
  const Json* most =
      source.input.settings.is_object() ? member(source.input.settings, "retry.max_retries") : nullptr;
  json["retries"] = most == nullptr ? Json(retry.max) : *most;
  json["why"] = reasons_json(source);
  return json;
}

}  // namespace

Json turn_story(const TurnSource& source) {
  const Verdict& verdict = source.verdict;
  Json story(Json::value_t::object);
  story["turn"] = verdict.turn;
  story["attempt"] = verdict.attempt;
  story["outcome"] = std::string(decision_name(verdict.decision));
  if (source.ruleset != nullptr) {
    story["ruleset"]["name"] = source.ruleset->file().name;
    story["ruleset"]["version"] = to_text(source.ruleset->file().version);
  }
  Json& texts = story["texts"] = Json(Json::value_t::array);
  for (std::size_t i = 0; i < source.input.parts.size(); ++i) {
    const TurnPart& part = source.input.parts[i];
    texts.push_back(text_json(actor_name(part.role), part.written(),
                              i < verdict.players.size() ? verdict.players[i] : verdict.reading));
  }
  for (const char* list : {"before", "commands", "following", "behind"})
    story[list] = Json(Json::value_t::array);
  OwnRules own(source.ruleset);
  for (std::size_t i = 0; i < verdict.lines.size(); ++i)
    story["commands"].push_back(command_json(source, i, own));
  sort_in(source.trace, story);
  story["changes"] = changes_json(verdict);
  const auto add_rows = [&](const char* name, const Json& rows) {
    if (!rows.empty()) story[name] = rows;
  };
  Json conflicts(Json::value_t::array);
  for (const Conflict& conflict : verdict.conflicts) conflicts.push_back(conflict_json(conflict));
  add_rows("conflicts", conflicts);
  add_rows("rolls", verdict.notes.rolls);
  add_rows("events", verdict.notes.events);
  add_rows("logs", verdict.notes.logs);
  add_rows("shadow", verdict.notes.shadow);
  add_rows("warnings", warnings_json(verdict.notes.warnings));
  if (verdict.failed) {
    story["failed"] = Json(Json::value_t::object);
    put_error(story["failed"], *verdict.failed);
  }
  story["decision"] = decision_json(source);
  add_rows("feedback", verdict.feedback);
  add_rows("messages", verdict.messages);
  if (!verdict.report.is_null()) story["report"] = verdict.report;
  return story;
}

}  // namespace gavel
