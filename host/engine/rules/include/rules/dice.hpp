// Dice: chance as an input. A roll depends on the campaign's seed, the turn's id, the handler that asks and
// the how-manieth roll of that handler it is in the turn, and on nothing else: not on the attempt, not on
// what was rolled before by others. Asking again in another attempt gives the same answer.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

struct Roll {
  std::string handler;
  std::uint64_t number = 0;  // of this handler's rolls in the turn, from 1
  std::string dice;          // "2d6+1", "1..20"
  std::vector<std::int64_t> each;
  std::int64_t total = 0;
  bool undone = false;  // what it was for was refused
};

class Dice {
 public:
  Dice(std::string seed, std::string turn) : seed_(std::move(seed)), turn_(std::move(turn)) {}

  // "d20", "2d6", "3d6+2", "1d100-5": at most 100 dice of at most 1,000,000 sides.
  Result<std::int64_t> roll(std::string_view handler, std::string_view dice);
  // A number from low to high. REQUIRES: low <= high.
  std::int64_t between(std::string_view handler, std::int64_t low, std::int64_t high);

  const std::vector<Roll>& rolls() const { return rolls_; }

  // What was rolled after the first `kept` rolls was for nothing: whoever asks again gets the same again, so
  // that nobody casts a better number by having a few calls refused first. The rolls stay on record.
  void take_back(std::size_t kept);

 private:
  Roll& next(std::string_view handler, std::string dice);
  std::uint64_t draw(const Roll& roll, std::uint64_t nth, std::uint64_t below) const;

  std::string seed_;
  std::string turn_;
  std::map<std::string, std::uint64_t, std::less<>> counts_;
  std::vector<Roll> rolls_;
};

}  // namespace gavel
