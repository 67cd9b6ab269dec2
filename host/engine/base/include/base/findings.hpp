// Findings: everything that `gavel check` finds by looking closer, beside what does not load at all. Each has
// a stable name, by which an author silences it where it stands: `-- gavel: allow unused_local` in Lua,
// `# gavel: allow no_such_place` in YAML, on its line or the line above. What each means, and how to fix it,
// is in tools/workshop/docs/texts/codes.yaml.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gavel {

enum class Lint {
  // In Lua, read without running it.
  kUnknownGlobal,
  kUnknownMember,
  kUnknownCtx,
  kColonCall,
  kForbiddenCall,
  kNilWritten,
  kMissingReturn,
  kUncalledAnswer,
  kUnreturnedAnswer,
  kWrongAnswer,
  kWrongCount,
  kUndeclaredReason,
  kUnusedReason,
  kKeptBetweenCalls,
  kGlobalWrite,
  kUnusedLocal,
  kShadowedLocal,
  kUnusedParam,
  kUnknownParam,
  // In a ruleset as a whole.
  kNoSuchPlace,
  kDeniedWrite,
  kIdleRow,
  kShadowedRule,
  kMissingLanguage,
  kBudgetWithoutWindow,
  kUnsettledClaim,
  kUnknownClaim,
  kUnreadSetting,
  kSilentEvent,
  kRefusedExample,
  // In comments.
  kUnknownAllow,
};

struct LintRow {
  Lint finding;
  std::string_view name;  // "unused_local"; its code is "check.unused_local"
  bool warning;           // else an error: it will fail when its line runs
};

// All of them, in the order of the enumeration.
std::span<const LintRow> finding_rows();
const LintRow& finding_row(Lint finding);
// By its name, or its code.
std::optional<Lint> finding_of(std::string_view name);
std::string finding_code(Lint finding);

}  // namespace gavel
