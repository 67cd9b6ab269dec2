// The registry of verdict codes: every reason that Gavel can give, by its stable name (`area.what`). A code
// is part of the contract with models, clients and authors: it is never renamed, and its number never leaves
// the process.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gavel {

enum class Code {
  kParseMalformed,
  kParseTruncated,
  kParseAmbiguous,
  kPathInvalid,
  kPathForbidden,
  kPathUnknown,
  kPathOutside,
  kTypeMismatch,
  kValueRange,
  kValueEnum,
  kPreconditionEquals,
  kPreconditionVersion,
  kPreconditionOld,
  kPreconditionUnique,
  kPreconditionExists,
  kPreconditionNotEmpty,
  kDialectUnlisted,
  kDialectSuperseded,
  kExpectFailed,
  kTestFailed,
  kAuthorityDenied,
  kProtected,
  kBatchRolledBack,
  kLimitDepth,
  kLimitSize,
  kLimitCount,
  kToolUnknown,
  kToolNotAllowed,
  kToolInvalidArgs,
  kToolActorState,
  kToolRejected,
  kToolRepeatIllegal,
  kRuleDenied,
  kBudgetExceeded,
  kPluginError,
  kPluginFuel,
  kPluginMemory,
  kPluginDeadline,
  kPluginInvalid,
  kAutomationLoop,
  kTurnConflict,
  kTurnRolledBack,
  // Of a store.
  kStoreUnknownCampaign,
  kStoreUnknown,
  kStoreExists,
  kStoreMoved,
  kStoreInvalid,
  kStoreBusy,
  kStoreFull,
  kStoreReadOnly,
  kStoreCorrupt,
  kStoreNewer,
  kStoreIo,
  // Answers to a program that embeds Gavel, never part of a verdict.
  kEmbedderFailed,
  kHostFailed,
  // Answers to people at a command line and to callers of the library, never part of a verdict.
  kUsage,
  kUnreadable,
};

// The stable name, such as "parse.malformed".
std::string_view code_name(Code code);

// What the code means, in one sentence for people.
std::string_view code_meaning(Code code);

// The code of that name, or nothing.
std::optional<Code> code_of(std::string_view name);

// Every code in the order above.
std::span<const Code> all_codes();

}  // namespace gavel
