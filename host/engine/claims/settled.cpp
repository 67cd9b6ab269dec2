// What a turn settled: from its own lines, or, of a turn that is only told, from what its calls are said to
// have done.

#include <algorithm>

#include "claims/claims.hpp"
#include "rules/call_host.hpp"
#include "rules/call_name.hpp"
#include "rules/referee_state.hpp"
#include "state/effects.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

// The effects since `from`, with before and after exchanged: what a call did that was taken back since.
EffectRows undone_effects(const Document& document, Document::Savepoint from, const Context& context) {
  EffectRows rows;
  EffectOptions options;
  if (!context.described.empty()) options.described = &context.described;
  visit_effects(document, from, options, [&](const Effect& effect) {
    if (effect.implied) return true;
    EffectRow& row = rows.emplace_back();
    row.path = Path(effect.path);
    if (effect.after != nullptr) row.before = *effect.after;
    if (effect.before != nullptr) row.after = *effect.before;
    return rows.size() < context.limits.max_listed_effects;
  });
  return rows;
}

}  // namespace

std::vector<std::string> settling_tools(const Ruleset& ruleset, std::string_view kind) {
  const Kinds& kinds = ruleset.kinds();
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const Tool& tool : kinds.tools) {
    if (std::ranges::find(kinds.allowed_tools, tool.source.name) == kinds.allowed_tools.end()) continue;
    const auto place = std::ranges::find(tool.settles, kind);
    if (place != tool.settles.end()) found.emplace_back(place - tool.settles.begin(), tool.source.name);
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, std::string>::first);
  std::vector<std::string> names;
  names.reserve(found.size());
  for (auto& [place, name] : found) names.push_back(std::move(name));
  return names;
}

std::vector<Settled> settled_by(std::span<const Proposal> proposals, std::span<const Line> lines,
                                const Notes& notes) {
  std::vector<Settled> all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].outcome.took_effect()) continue;
    Settled one;
    if (i < proposals.size() && proposals[i].command) {
      const Command& command = *proposals[i].command;
      if (command.verb == Verb::kCall) one.tool = call_name(command);
      if (command.value) one.args = *command.value;
    }
    if (lines[i].outcome.result) one.result = *lines[i].outcome.result;
    one.effects = lines[i].effects;
    one.amendments = lines[i].amendments;
    all.push_back(std::move(one));
  }
  if (!notes.changes.empty()) {
    Settled followed;
    followed.effects = notes.changes;
    all.push_back(std::move(followed));
  }
  return all;
}

Result<ReconstructedTurn> turn_before(const Ruleset& ruleset, Sandbox& sandbox, const Json& after,
                                      std::span<const AppliedCall> calls, const Context& context) {
  Document document = TRY(Document::load(after, Json(), context.limits));
  RefereeState state(ruleset, sandbox, document, context, TurnFacts());
  ReconstructedTurn told;
  for (std::size_t i = calls.size(); i-- > 0;) {
    Settled one{calls[i].tool, calls[i].args, Json(), {}};
    const Tool* tool = state.kinds.tool(calls[i].tool);
    const Document::Savepoint from = document.savepoint();
    bool undone = false;
    if (tool != nullptr && tool->back) {
      CallHost host(state, tool->source, Actor::kOperator);
      const std::array<Argument, 1> args = {&one.args};
      const Result<Returned> returned =
          state.run({tool->source, *tool->back, args, {}, may("tool", "back")}, host);
      undone = returned.ok() && !host.denied();
      if (!returned) return named_after(returned.error(), tool->source);
    }
    if (undone) {
      one.effects = undone_effects(document, from, context);
    } else {
      document.rollback(from);
      told.unknown.push_back(calls[i].tool);
    }
    told.settled.push_back(std::move(one));
  }
  std::ranges::reverse(told.settled);
  std::ranges::reverse(told.unknown);
  Document before = TRY(Document::load(document.data(), Json(), context.limits));
  sandbox.set_deadline(0);
  told.before = std::move(before);
  return told;
}

}  // namespace gavel
