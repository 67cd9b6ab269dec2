// TokenBudget: who gets how much of a prompt's tokens. What a model must be given (the game's words,
// protocols, tools, directives, feedback, the player's text) is never cut. Of what is left the state comes
// first, then the summary, the examples, the history; each gets what those behind it do not want, and at
// least half of what those before it left. So what does not fit is cut in this order: the oldest turns, the
// examples of the lowest priority, the oldest of the summary, the state's last lines.
#pragma once

#include <cstddef>

namespace gavel {

// In quarters of a token (base/tokens.hpp).
class TokenBudget {
 public:
  TokenBudget(std::size_t all, std::size_t taken) : left_(all > taken ? all - taken : 0) {}

  // The most that the next part may take, where those behind it want so much together.
  std::size_t share(std::size_t wanted_behind) const {
    const std::size_t rest = left_ > wanted_behind ? left_ - wanted_behind : 0;
    return rest > left_ / 2 ? rest : left_ / 2;
  }
  // REQUIRES: no more than its share.
  void take(std::size_t quarters) { left_ -= quarters; }
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

}  // namespace gavel
