// What a test file may write beyond what every plugin may: `test`, `fixture`, `expect`, and the functions of
// the table that tests are given. The order here is the order in the vocabulary.
#pragma once

#include <cstdint>

#include "ruleset/vocabulary.hpp"

namespace gavel {

enum class TestAsk : std::size_t {
  kExists,
  kLog,
  kState,
  kNow,
  kSettings,
  kSeed,
  kCampaign,
  kTurn,
  kCall,
  kCommand,
  kSet,
  kMerge,
  kInsert,
  kPush,
  kPull,
  kDelete,
  kMove,
  kAdd,
  kEqual,
  kNear,
  kError,
  kVerdict,
  kTrue,
};

// All of them may be called in a test.
constexpr std::uint64_t kAllTestAsks = (std::uint64_t{1} << (static_cast<unsigned>(TestAsk::kTrue) + 1)) - 1;

// The vocabulary of plugins with these. `check` is asked of every registration of the file `test_file`.
Vocabulary test_vocabulary();

}  // namespace gavel
