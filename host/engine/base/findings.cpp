#include "base/findings.hpp"

#include <array>
#include <cstddef>

namespace gavel {
namespace {

constexpr std::string_view kPrefix = "check.";

constexpr std::array kFindings = {
    LintRow{Lint::kUnknownGlobal, "unknown_global", false,
            "A name is read that is no local, no global of the plugin, and nothing that plugins are given.",
            "Correct the name, or declare it with `local`."},
    LintRow{Lint::kUnknownMember, "unknown_member", false,
            "A library, an effect or an event has no member of that name.",
            "Correct the name; gavel docs --for authors lists them."},
    LintRow{Lint::kUnknownCtx, "unknown_ctx", false, "ctx has no member of that name.",
            "Correct the name; gavel docs --for authors lists them."},
    LintRow{Lint::kColonCall, "colon_call", false, "A function of ctx is called with a colon.",
            "Call it with a dot: ctx.get(path)."},
    LintRow{Lint::kForbiddenCall, "forbidden_call", false,
            "A handler asks ctx for what its kind may not have: a rule writes, a derived value rolls dice.",
            "Write in a tool, an automation or a callback; compute from the state alone in a derive."},
    LintRow{Lint::kNilWritten, "nil_written", false, "ctx writes nil, which is no value.",
            "Remove a place with ctx.delete(path); write JSON's null with null."},
    LintRow{Lint::kMissingReturn, "missing_return", false,
            "A handler that must answer comes to its end without a `return`.",
            "Return an answer on every way: a rule allow(), a derive its value."},
    LintRow{Lint::kUncalledAnswer, "uncalled_answer", false,
            "An answer is returned as a function, not as what it says.", "Call it: return deny(\"why\")."},
    LintRow{Lint::kUnreturnedAnswer, "unreturned_answer", false,
            "An answer is made and thrown away: the handler goes on.", "Return it: return deny(\"why\")."},
    LintRow{Lint::kWrongAnswer, "wrong_answer", false, "A handler answers in a word that is not its kind's.",
            "A rule says allow deny amend abstain (amend with mode = \"amend\"), a tool reject."},
    LintRow{Lint::kWrongCount, "wrong_count", false,
            "A function is given more or fewer values than it takes.", "Give it what it takes."},
    LintRow{Lint::kUndeclaredReason, "undeclared_reason", false,
            "A tool refuses for a reason that its `rejects` does not declare.",
            "Correct the reason, or declare it: rejects = { reason = \"…\" }."},
    LintRow{Lint::kUnusedReason, "unused_reason", true, "A tool declares a reason that nothing says.",
            "Refuse with it, or take it out of `rejects`."},
    LintRow{Lint::kKeptBetweenCalls, "kept_between_calls", false,
            "A handler sets a global, or a local from outside it: that is refused when it runs.",
            "Keep it in ctx.memory, or make it a local of the handler."},
    LintRow{Lint::kGlobalWrite, "global_write", true,
            "A file sets a global, which every file of the plugin sees.",
            "Write `local` in front, or return it from a module."},
    LintRow{Lint::kUnusedLocal, "unused_local", true, "A local is never read.",
            "Take it out, or call it _ where its place must be filled."},
    LintRow{Lint::kShadowedLocal, "shadowed_local", true,
            "A local hides a local or parameter of the same function.", "Give one of them another name."},
    LintRow{Lint::kUnusedParam, "unused_param", true,
            "The manifest declares a parameter that no file of the plugin names.",
            "Read it as params.name, or take it out of plugin.yaml."},
    LintRow{Lint::kUnknownParam, "unknown_param", false,
            "A parameter is read that the manifest does not declare.",
            "Correct the name, or declare it in plugin.yaml."},
    LintRow{
        Lint::kNoSuchPlace, "no_such_place", true,
        "A pattern matches nothing in the initial state, and nothing says that it will; or one line "
        "alone names a place, and the ruleset speaks of a near one; or a name in a pattern looks like a sign "
        "of something else, such as {id}.",
        "Correct the path; where the place comes later, give it a row in `fields`."},
    LintRow{Lint::kDeniedWrite, "denied_write", false,
            "A handler writes a place that the fields table does not let it write.",
            "Let the row's `write` name the actor, or write another place."},
    LintRow{Lint::kIdleRow, "idle_row", true,
            "A row of `fields` decides nothing: more specific ones decide for every place, or it names a "
            "part of a "
            "described pair.",
            "Take it out, or fix its path."},
    LintRow{Lint::kShadowedRule, "shadowed_rule", true,
            "One line of a plugin registers two rules for the same places and actors.",
            "Name the place once in what the plugin is given, or fix a path."},
    LintRow{Lint::kMissingLanguage, "missing_language", true, "A text is there in one of the languages only.",
            "Write it in the other, too: {en: …, zh: …}."},
    LintRow{Lint::kBudgetWithoutWindow, "budget_without_window", true,
            "A budget without a window never fills up again.",
            "Say what begins it anew: window = function(ctx) … end; or that nothing does: window = false."},
    LintRow{Lint::kUnsettledClaim, "unsettled_claim", true,
            "Claims assert a kind of fact that no tool settles.",
            "Name the kind in the `settles` of the tool that makes it true."},
    LintRow{Lint::kUnknownClaim, "unknown_claim", true,
            "A tool settles a kind that no claim of the ruleset finds.",
            "Correct the kind, or use the plugin that finds it."},
    LintRow{Lint::kUnreadSetting, "unread_setting", true, "A setting is registered that nothing reads.",
            "Read it as ctx.settings[\"key\"], or take it out."},
    LintRow{Lint::kSilentEvent, "silent_event", true, "An automation waits for an event that nothing emits.",
            "Correct the name, or emit it: ctx.emit(\"name\", …)."},
    LintRow{Lint::kUnknownAllow, "unknown_allow", true, "A comment allows a finding that there is not.",
            "gavel check --codes lists them."},
};

}  // namespace

std::span<const LintRow> finding_rows() { return kFindings; }

const LintRow& finding_row(Lint finding) { return kFindings[static_cast<std::size_t>(finding)]; }

std::optional<Lint> finding_of(std::string_view name) {
  if (name.starts_with(kPrefix)) name.remove_prefix(kPrefix.size());
  for (const LintRow& row : kFindings)
    if (row.name == name) return row.finding;
  return std::nullopt;
}

std::string finding_code(Lint finding) {
  return std::string(kPrefix) + std::string(finding_row(finding).name);
}

}  // namespace gavel
