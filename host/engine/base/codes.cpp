#include "base/codes.hpp"

#include <array>
#include <cstddef>

namespace gavel {
namespace {

struct Row {
  Code code;
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array kRows = {
    Row{Code::kParseMalformed, "parse.malformed",
        "The text or the command does not have the form that it must have."},
    Row{Code::kParseTruncated, "parse.truncated",
        "The text ends before its commands do; none of them is applied."},
    Row{Code::kParseAmbiguous, "parse.ambiguous", "The text can be read in two ways, so it is not applied."},
    Row{Code::kPathInvalid, "path.invalid", "The path names no possible place."},
    Row{Code::kPathForbidden, "path.forbidden", "The path holds a segment that is never allowed."},
    Row{Code::kPathUnknown, "path.unknown", "There is nothing at the path."},
    Row{Code::kPathOutside, "path.outside",
        "The path leaves the part of the state that is open to this dialect."},
    Row{Code::kTypeMismatch, "type.mismatch", "The value, or the one at the path, has the wrong type."},
    Row{Code::kValueRange, "value.range", "A number or a time is outside its range."},
    Row{Code::kValueEnum, "value.enum", "The value is not one of those allowed."},
    Row{Code::kPreconditionEquals, "precondition.equals",
        "The present value is not the one that ifEquals names."},
    Row{Code::kPreconditionVersion, "precondition.version",
        "The object's version is not the one that ifVersion names."},
    Row{Code::kPreconditionOld, "precondition.old", "The present value is not the old value that was given."},
    Row{Code::kPreconditionUnique, "precondition.unique", "An entry under the same key is already there."},
    Row{Code::kPreconditionExists, "precondition.exists", "There is already a value at the path."},
    Row{Code::kPreconditionNotEmpty, "precondition.not_empty",
        "The container is not empty and cascade is false."},
    Row{Code::kDialectUnlisted, "dialect.unlisted", "The ruleset does not take commands of this dialect."},
    Row{Code::kDialectSuperseded, "dialect.superseded", "Another dialect in the same text was read instead."},
    Row{Code::kExpectFailed, "expect.failed",
        "The state after the command is not the one expected, so it was undone."},
    Row{Code::kTestFailed, "test.failed", "The value tested is not the one at the path."},
    Row{Code::kAuthorityDenied, "authority.denied", "This actor may not write this place, or not read it."},
    Row{Code::kProtected, "protected",
        "A protected node would have been removed, replaced or stripped of its protection."},
    Row{Code::kBatchRolledBack, "batch.rolled_back",
        "Another command of the same batch failed, so this one was undone too."},
    Row{Code::kLimitDepth, "limit.depth", "A value or a path is nested too deeply."},
    Row{Code::kLimitSize, "limit.size", "A text, a value or the whole document is too large."},
    Row{Code::kLimitCount, "limit.count", "There are too many commands, members or elements."},
    Row{Code::kToolUnknown, "tool.unknown", "No tool of that name is registered."},
    Row{Code::kToolNotAllowed, "tool.not_allowed", "The tool is not allowed in this campaign."},
    Row{Code::kToolInvalidArgs, "tool.invalid_args", "The tool's arguments do not fit."},
    Row{Code::kToolActorState, "tool.actor_state", "The actor's state does not allow the tool."},
    Row{Code::kToolRejected, "tool.rejected", "The tool itself refused."},
    Row{Code::kToolRepeatIllegal, "tool.repeat_illegal", "A refused call was repeated unchanged."},
    Row{Code::kRuleDenied, "rule.denied", "A rule of the game denied the effect."},
    Row{Code::kBudgetExceeded, "budget.exceeded", "A budget of the game is used up."},
    Row{Code::kPluginError, "plugin.error", "A plugin failed."},
    Row{Code::kPluginFuel, "plugin.fuel", "A plugin ran out of fuel."},
    Row{Code::kPluginMemory, "plugin.memory", "A plugin used too much memory."},
    Row{Code::kPluginDeadline, "plugin.deadline", "A turn's plugins took too long; the turn was given up."},
    Row{Code::kPluginInvalid, "plugin.invalid",
        "A plugin or a ruleset is not as it must be; it does not load."},
    Row{Code::kAutomationLoop, "automation.loop", "Automations did not come to rest."},
    Row{Code::kTurnConflict, "turn.conflict", "The turn id was used with another text."},
    Row{Code::kTurnRolledBack, "turn.rolled_back", "The turn was rolled back."},
    Row{Code::kStoreUnknownCampaign, "store.unknown_campaign", "The store holds no campaign of that id."},
    Row{Code::kStoreUnknown, "store.unknown", "The store holds no turn, branch or pack of that name."},
    Row{Code::kStoreExists, "store.exists", "A campaign or branch of that id is stored already."},
    Row{Code::kStoreMoved, "store.moved",
        "The campaign has changed since it was read, so nothing was stored; read it again."},
    Row{Code::kStoreInvalid, "store.invalid",
        "What was to be stored contradicts itself or what is stored; nothing was stored."},
    Row{Code::kStoreBusy, "store.busy", "Another process keeps the store locked."},
    Row{Code::kStoreFull, "store.full", "There is no room left for the store; nothing was stored."},
    Row{Code::kStoreReadOnly, "store.read_only", "The store cannot be written."},
    Row{Code::kStoreCorrupt, "store.corrupt", "What is stored, or a file to be imported, is damaged."},
    Row{Code::kStoreNewer, "store.newer", "The store or the file comes from a newer Gavel."},
    Row{Code::kStoreIo, "store.io", "The store's file or connection failed."},
    Row{Code::kEmbedderFailed, "embedder.failed",
        "A function that the embedding program gave failed; nothing was stored for it."},
    Row{Code::kHostFailed, "host.failed", "Gavel itself failed, or there was no memory left."},
    Row{Code::kUsage, "usage", "The command line, or a call of the library, is wrong."},
    Row{Code::kUnreadable, "unreadable", "A file cannot be read or written."},
};

// INVARIANT: kRows stands in the order of the enumeration, so that a code is its own index.
constexpr bool rows_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].code) != i) return false;
  }
  return kRows.size() == static_cast<std::size_t>(Code::kUnreadable) + 1;
}
static_assert(rows_in_order());

constexpr auto kCodes = [] {
  std::array<Code, kRows.size()> codes{};
  for (std::size_t i = 0; i < kRows.size(); ++i) codes[i] = kRows[i].code;
  return codes;
}();

}  // namespace

std::string_view code_name(Code code) { return kRows[static_cast<std::size_t>(code)].name; }

std::string_view code_meaning(Code code) { return kRows[static_cast<std::size_t>(code)].meaning; }

std::optional<Code> code_of(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.code;
  }
  return std::nullopt;
}

std::span<const Code> all_codes() { return kCodes; }

}  // namespace gavel
