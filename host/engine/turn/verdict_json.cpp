// The verdict as clients get it, field by field.

#include <array>
#include <utility>

#include "rules/report_rows.hpp"
#include "state/json_text.hpp"
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
template <typename Out>
void add_amendments(Out& out, const Proposal& proposal, const Line& line) {
  const Amendment& first = line.amendments.front();
  const Amendment& last = line.amendments.back();
  const Amendment& final = last.path == first.path ? last : first;
  out.member("proposed", as_written(proposal, first, first.proposed));
  out.member("effective", as_written(proposal, final, final.effective));
  out.member("rule", first.rule);
  out.member("at", first.at);
  if (!first.reason.empty()) out.member("why", first.reason);
  // Where a command names a place, one amendment is of that place; a call's writes name theirs.
  const bool calls = proposal.command && proposal.command->verb == Verb::kCall;
  if (line.amendments.size() == 1 && !calls && first.path == line.outcome.path) return;
  out.key("amendments").open_array();
  for (const Amendment& one : line.amendments) {
    out.open_object();
    out.member("path", PathView(one.path));
    out.member("proposed", one.proposed);
    out.member("effective", one.effective);
    out.member("rule", one.rule);
    out.member("at", one.at);
    if (!one.reason.empty()) out.member("why", one.reason);
    out.close_object();
  }
  out.close_array();
}

template <typename Out>
void add_line(Out& out, const Verdict& verdict, std::size_t index) {
  const Proposal& proposal = verdict.reading.proposals[index];
  const Line& line = verdict.lines[index];
  const Outcome& outcome = line.outcome;
  out.open_object();
  out.member("index", index);
  if (index < verdict.player_commands) out.member("actor", "player");
  if (verdict.players.size() > 1) out.member("part", proposal.part);
  out.member("status", status_name(outcome.status));
  out.member("verb", proposal.shown_verb());
  if (outcome.resolved) {
    out.member("path", PathView(outcome.path));
  } else {
    out.member("path", proposal.shown_path());
  }
  out.member("dialect", proposal.dialect);
  tell_span(out, proposal.span);
  if (proposal.command && !proposal.command->id.empty()) out.member("id", proposal.command->id);
  if (outcome.error) {
    tell_error(out, *outcome.error);
    if (!outcome.error->until.empty()) out.member("disabled_until", outcome.error->until);
  }
  // INVARIANT: a line that failed has no amendments, so that `rule` and `at` are said once.
  if (!line.amendments.empty()) add_amendments(out, proposal, line);
  if (line.culprit) out.member("culprit", *line.culprit);
  if (outcome.result) out.member("result", *outcome.result);
  if (!line.effects.empty()) {
    out.key("effects").open_array();
    for (const EffectRow& row : line.effects) tell_effect(out, row, "");
    out.close_array();
  }
  if (const std::string why = proposal.why(); !why.empty()) out.member("reason", why);
  out.close_object();
}

template <typename Out>
void add_warnings(Out& out, const std::vector<Warning>& warnings) {
  for (const Warning& warning : warnings) tell_warning(out, warning);
}

// The warnings about a part of the lines.
template <typename Out>
void add_warnings(Out& out, const Verdict& verdict, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) add_warnings(out, verdict.lines[i].outcome.warnings);
}

// What became of every call of a tool, as clients of tools expect it.
template <typename Out>
void add_tool_results(Out& out, const Verdict& verdict) {
  bool any = false;
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Proposal& proposal = verdict.reading.proposals[i];
    const Outcome& outcome = verdict.lines[i].outcome;
    if (!proposal.command || proposal.command->verb != Verb::kCall || proposal.twin) continue;
    if (!std::exchange(any, true)) out.key("tool_results").open_array();
    out.open_object();
    if (!proposal.command->id.empty()) out.member("id", proposal.command->id);
    if (i < verdict.player_commands) out.member("actor", "player");
    out.member("tool", outcome.path.empty() ? Json() : Json(key_of(outcome.path.back())));
    const bool broken = outcome.error && (outcome.error->code == Code::kPluginError ||
                                          outcome.error->code == Code::kPluginFuel ||
                                          outcome.error->code == Code::kPluginMemory);
    out.member("status", !outcome.error ? "ok" : broken ? "error" : "rejected");
    if (outcome.result) out.member("result", *outcome.result);
    // What a plugin raised is for people, and may quote what a model may not read.
    if (outcome.error)
      out.member("reason", broken ? std::string("the game's own rules failed here") : outcome.error->message);
    if (outcome.error && !outcome.error->until.empty()) out.member("disabled_until", outcome.error->until);
    out.close_object();
  }
  if (any) out.close_array();
}

// What changed, each with its cause.
template <typename Out>
void add_changes(Out& out, const Verdict& verdict) {
  out.key("changes").open_array();
  for (const EffectRow& row : verdict.expired) tell_effect(out, row, row.cause);
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const std::string cause = "command " + std::to_string(i);
    for (const EffectRow& row : verdict.lines[i].effects) tell_effect(out, row, cause);
  }
  for (const EffectRow& row : verdict.notes.changes) tell_effect(out, row, row.cause);
  out.close_array();
}

template <typename Out>
void add_user(Out& out, const Verdict& verdict) {
  out.key("user").open_object();
  std::string narration;
  bool any = false;
  for (const Reading& said : verdict.players) {
    narration += (&said == verdict.players.data() ? "" : "\n") + said.narration;
    any |= !said.warnings.empty();
  }
  out.member("narration", narration);
  for (std::size_t i = 0; i < verdict.player_commands; ++i) any |= !verdict.lines[i].outcome.warnings.empty();
  if (any) {
    out.key("warnings").open_array();
    for (const Reading& said : verdict.players) add_warnings(out, said.warnings);
    add_warnings(out, verdict, 0, verdict.player_commands);
    out.close_array();
  }
  out.close_object();
}

template <typename Out>
void add_verdict(Out& out, const Verdict& verdict) {
  const auto add_rows = [&out](const char* name, const Json& rows) {
    if (!rows.empty()) out.member(name, rows);
  };
  out.open_object();
  out.member("turn", verdict.turn);
  out.member("attempt", verdict.attempt);
  if (verdict.taken_attempt > 0) out.member("taken_attempt", verdict.taken_attempt);
  out.member("outcome", decision_name(verdict.decision));
  if (!verdict.withheld) out.member("narration", verdict.reading.narration);
  if (verdict.is_draft && !verdict.withheld) out.member("narration_is_draft", true);
  if (!verdict.players.empty()) add_user(out, verdict);
  out.key("commands").open_array();
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) add_line(out, verdict, i);
  out.close_array();
  add_changes(out, verdict);
  add_tool_results(out, verdict);
  if (!verdict.conflicts.empty()) {
    out.key("conflicts").open_array();
    for (const Conflict& conflict : verdict.conflicts) out.value(conflict_json(conflict));
    out.close_array();
  }
  add_rows("feedback", verdict.feedback);
  add_rows("messages_to_append", verdict.messages);
  if (!verdict.report.is_null()) out.member("report", verdict.report);
  if (!verdict.withheld && !verdict.reading.components.empty()) add_rows("displays", displays_json(verdict));
  add_rows("events", verdict.notes.events);
  add_rows("rolls", verdict.notes.rolls);
  add_rows("shadow", verdict.notes.shadow);
  add_rows("logs", verdict.notes.logs);
  out.key("warnings").open_array();
  add_warnings(out, verdict.reading.warnings);
  add_warnings(out, verdict, verdict.player_commands, verdict.lines.size());
  add_warnings(out, verdict.notes.warnings);
  out.close_array();
  out.close_object();
}

}  // namespace

std::string_view decision_name(Decision decision) {
  constexpr std::array<std::string_view, 3> kNames = {"accepted", "retry", "conflict_report"};
  return kNames[static_cast<std::size_t>(decision)];
}

Json displays_json(const Verdict& verdict) {
  Json all(Json::value_t::array);
  for (const Component& component : verdict.reading.components) {
    if (component.tag == kSwitchTag) continue;
    Json one(Json::value_t::object);
    one["tag"] = component.tag;
    one["span"] = Json::array({component.span.begin, component.span.end});
    if (!component.attributes.empty()) {
      Json& attributes = one["attributes"] = Json(Json::value_t::object);
      for (const auto& [name, value] : component.attributes) attributes[name] = value;
    }
    one["content"] = component.text;
    all.push_back(std::move(one));
  }
  return all;
}

Json verdict_json(const Verdict& verdict) {
  JsonTree tree;
  add_verdict(tree, verdict);
  return std::move(tree).take();
}

std::string verdict_text(const Verdict& verdict) {
  std::string text;
  text.reserve(verdict.reading.narration.size() + 512 * (verdict.lines.size() + 1));
  JsonText out(text);
  add_verdict(out, verdict);
  return text;
}

}  // namespace gavel
