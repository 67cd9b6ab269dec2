// Words: what plugins of Gavel may write, as numbers the host can switch on. The order here is the order in
// the vocabulary that the sandbox is given.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ruleset/vocabulary.hpp"

namespace gavel {

// What a rule, a budget's window or a tool answers.
enum class Answer : std::size_t { kAllow, kAmend, kDeny, kAbstain, kReject };

// ctx.<field>
enum class Field : std::size_t { kActor, kTurn, kNow, kSettings, kParams, kCampaign, kMemory };

// ctx.<function>()
enum class Ask : std::size_t {
  kExists,
  kBefore,
  kChanges,
  kHistory,
  kLog,
  kRoll,
  kSet,
  kMerge,
  kInsert,
  kPush,
  kPull,
  kDelete,
  kMove,
  kAdd,
  kEmit,
  kRemember,  // behind ctx.memory
  kFindNames,
  kFindWords,
};

// Arguments whose members are computed on demand.
enum class RecordKind : std::size_t { kEffect, kEvent };
enum class EffectMember : std::size_t { kPath, kBefore, kAfter, kDelta, kMatch, kVerb, kActor, kReason };
enum class EventMember : std::size_t { kName, kPath, kBefore, kAfter, kMatch, kData };

constexpr std::uint64_t bit(Ask ask) { return std::uint64_t{1} << static_cast<unsigned>(ask); }
constexpr std::uint64_t kReads = bit(Ask::kExists) | bit(Ask::kBefore) | bit(Ask::kChanges) |
                                 bit(Ask::kHistory) | bit(Ask::kLog) | bit(Ask::kRoll) | bit(Ask::kFindNames);
constexpr std::uint64_t kClaims = (kReads & ~bit(Ask::kRoll)) | bit(Ask::kFindWords);  // of a claim
constexpr std::uint64_t kPure = bit(Ask::kExists) | bit(Ask::kLog);                    // of a derived value
constexpr std::uint64_t kWrites = bit(Ask::kSet) | bit(Ask::kMerge) | bit(Ask::kInsert) | bit(Ask::kPush) |
                                  bit(Ask::kPull) | bit(Ask::kDelete) | bit(Ask::kMove) | bit(Ask::kAdd) |
                                  bit(Ask::kEmit) | bit(Ask::kRemember);

constexpr std::uint32_t bit(Field field) { return std::uint32_t{1} << static_cast<unsigned>(field); }
constexpr std::uint32_t kPureFields = bit(Field::kSettings) | bit(Field::kParams);  // of a derived value
constexpr std::uint32_t kAllFields = (bit(Field::kMemory) << 1U) - 1;

// What a handler may ask of ctx. The referee, the reference and the stubs all read it here.
struct Permission {
  std::string_view kind, handler;
  std::uint64_t functions = 0;
  std::uint32_t fields = kAllFields;
};
inline constexpr std::array kPermissions = {
    Permission{"tool", "run", kReads | kWrites},
    Permission{"tool", "when", kReads},
    Permission{"tool", "back", kReads | kWrites},
    Permission{"rule", "run", kReads},
    Permission{"budget", "window", kReads},
    Permission{"budget", "max", kReads},
    Permission{"derive", "run", kPure, kPureFields},
    Permission{"automation", "run", kReads | kWrites},
    Permission{"claim", "find", kClaims},
    Permission{"milestone", "run", kReads},
    Permission{"callback", "run", kReads | kWrites},
    Permission{"migrate", "up", kReads | kWrites},
    Permission{"migrate", "down", kReads | kWrites},
};
// A handler that stands in no row does not compile.
consteval std::uint64_t may(std::string_view kind, std::string_view handler) {
  for (const Permission& one : kPermissions)
    if (one.kind == kind && one.handler == handler) return one.functions;
  throw "there is no such handler";
}

}  // namespace gavel
