// LookBudget: how far a value may be looked for in text that was looked at before and held none. What nobody
// has looked at is read as far as it goes, and paid for once; what is looked at again is paid for out of a
// share of the text, and from there on a value in it may be a few bytes long only. So all looking together is
// linear in the text, whatever it holds.
#pragma once

#include <algorithm>
#include <cstddef>

namespace gavel {

class LookBudget {
 public:
  static constexpr std::size_t kShort = 256;  // bytes of a value once the budget is spent

  // Bytes that may be looked at from a place in the text.
  std::size_t left(std::size_t at) const {
    constexpr std::size_t kFree = 16384;  // may be looked at in vain before the text pays for it
    if (at >= seen_ || spent_ < kFree + 4 * at) return std::size_t(1) << 40U;
    return spent_ < kFree + 16 * at ? kShort : kShort / 4;
  }
  // From `begin` to `end` was looked at, and is to be looked at again.
  void spend(std::size_t begin, std::size_t end) {
    if (end > begin) spent_ += end - begin;
    seen_ = std::max(seen_, end);
  }

 private:
  std::size_t spent_ = 0;
  std::size_t seen_ = 0;
};

}  // namespace gavel
