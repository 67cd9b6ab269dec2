#include "base/findings.hpp"

#include <array>
#include <cstddef>

namespace gavel {
namespace {

constexpr std::string_view kPrefix = "check.";

constexpr std::array kFindings = {
    LintRow{Lint::kUnknownGlobal, "unknown_global", false},
    LintRow{Lint::kUnknownMember, "unknown_member", false},
    LintRow{Lint::kUnknownCtx, "unknown_ctx", false},
    LintRow{Lint::kColonCall, "colon_call", false},
    LintRow{Lint::kForbiddenCall, "forbidden_call", false},
    LintRow{Lint::kNilWritten, "nil_written", false},
    LintRow{Lint::kMissingReturn, "missing_return", false},
    LintRow{Lint::kUncalledAnswer, "uncalled_answer", false},
    LintRow{Lint::kUnreturnedAnswer, "unreturned_answer", false},
    LintRow{Lint::kWrongAnswer, "wrong_answer", false},
    LintRow{Lint::kWrongCount, "wrong_count", false},
    LintRow{Lint::kUndeclaredReason, "undeclared_reason", false},
    LintRow{Lint::kUnusedReason, "unused_reason", true},
    LintRow{Lint::kKeptBetweenCalls, "kept_between_calls", false},
    LintRow{Lint::kGlobalWrite, "global_write", true},
    LintRow{Lint::kUnusedLocal, "unused_local", true},
    LintRow{Lint::kShadowedLocal, "shadowed_local", true},
    LintRow{Lint::kUnusedParam, "unused_param", true},
    LintRow{Lint::kUnknownParam, "unknown_param", false},
    LintRow{Lint::kNoSuchPlace, "no_such_place", true},
    LintRow{Lint::kDeniedWrite, "denied_write", false},
    LintRow{Lint::kIdleRow, "idle_row", true},
    LintRow{Lint::kShadowedRule, "shadowed_rule", true},
    LintRow{Lint::kMissingLanguage, "missing_language", true},
    LintRow{Lint::kBudgetWithoutWindow, "budget_without_window", true},
    LintRow{Lint::kUnsettledClaim, "unsettled_claim", true},
    LintRow{Lint::kUnknownClaim, "unknown_claim", true},
    LintRow{Lint::kUnreadSetting, "unread_setting", true},
    LintRow{Lint::kSilentEvent, "silent_event", true},
    LintRow{Lint::kRefusedExample, "refused_example", false},
    LintRow{Lint::kUnknownAllow, "unknown_allow", true},
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
