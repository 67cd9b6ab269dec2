// Words: what plugins of Gavel may write, as numbers the host can switch on. The order here is the order in
// the vocabulary that the sandbox is given.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/vocabulary.hpp"

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

}  // namespace gavel
