#include "array_diff.hpp"

#include <algorithm>

namespace gavel {
namespace {

constexpr std::ptrdiff_t kMostSteps = 64;               // removals and insertions looked for
constexpr std::ptrdiff_t kMostComparisons = 4'000'000;  // elements times steps

struct Match {
  std::size_t before;
  std::size_t after;
};

// Myers' greedy algorithm: furthest[k] is how far into the old array a path on diagonal k can get in d steps.
class Search {
 public:
  Search(std::ptrdiff_t before, std::ptrdiff_t after,
         const std::function<bool(std::size_t, std::size_t)>& same)
      : before_(before), after_(after), same_(same) {
    most_ = std::clamp<std::ptrdiff_t>(kMostComparisons / std::max<std::ptrdiff_t>(1, before + after), 2,
                                       kMostSteps);
  }

  // The elements that stay, in order; false: too far apart.
  bool run(std::vector<Match>& matches) {
    std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * most_ + 3), 0);
    for (std::ptrdiff_t steps = 0; steps <= most_; ++steps) {
      history_.push_back(furthest);
      for (std::ptrdiff_t k = -steps; k <= steps; k += 2) {
        std::ptrdiff_t x = came_down(furthest, k, steps) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
        std::ptrdiff_t y = x - k;
        while (x < before_ && y < after_ && y >= 0 &&
               same_(static_cast<std::size_t>(x), static_cast<std::size_t>(y))) {
          ++x;
          ++y;
        }
        furthest[index(k)] = x;
        if (x >= before_ && y >= after_) {
          trace(steps, matches);
          return true;
        }
      }
    }
    return false;
  }

 private:
  std::size_t index(std::ptrdiff_t k) const { return static_cast<std::size_t>(k + most_ + 1); }
  std::ptrdiff_t at(const std::vector<std::ptrdiff_t>& furthest, std::ptrdiff_t k) const {
    return furthest[index(k)];
  }

  bool came_down(const std::vector<std::ptrdiff_t>& furthest, std::ptrdiff_t k, std::ptrdiff_t steps) const {
    return k == -steps || (k != steps && at(furthest, k - 1) < at(furthest, k + 1));
  }

  void trace(std::ptrdiff_t steps, std::vector<Match>& matches) const {
    std::ptrdiff_t x = before_;
    std::ptrdiff_t y = after_;
    for (; steps >= 0; --steps) {
      const std::vector<std::ptrdiff_t>& furthest = history_[static_cast<std::size_t>(steps)];
      const std::ptrdiff_t k = x - y;
      const bool down = came_down(furthest, k, steps);
      const std::ptrdiff_t from_x = steps == 0 ? 0 : (down ? at(furthest, k + 1) : at(furthest, k - 1));
      const std::ptrdiff_t from_y = steps == 0 ? 0 : from_x - (down ? k + 1 : k - 1);
      while (x > from_x && y > from_y &&
             (steps == 0 || x > from_x + (down ? 0 : 1) || y > from_y + (down ? 1 : 0))) {
        --x;
        --y;
        matches.push_back({static_cast<std::size_t>(x), static_cast<std::size_t>(y)});
      }
      x = from_x;
      y = from_y;
    }
    std::reverse(matches.begin(), matches.end());
  }

  std::ptrdiff_t before_;
  std::ptrdiff_t after_;
  std::ptrdiff_t most_;
  const std::function<bool(std::size_t, std::size_t)>& same_;
  std::vector<std::vector<std::ptrdiff_t>> history_;
};

// What lies between two elements that stay: changes as long as both sides have something, then the rest.
void add_gap(std::vector<ArrayEdit>& edits, Match from, Match to) {
  const std::size_t old_count = to.before - from.before;
  const std::size_t new_count = to.after - from.after;
  const std::size_t both = std::min(old_count, new_count);
  for (std::size_t i = 0; i < both; ++i) {
    edits.push_back({ArrayEdit::Kind::kChange, from.before + i, from.after + i, from.after + i});
  }
  for (std::size_t i = old_count; i > both; --i) {
    edits.push_back({ArrayEdit::Kind::kRemove, from.before + i - 1, 0, from.after + i - 1});
  }
  for (std::size_t i = both; i < new_count; ++i) {
    edits.push_back({ArrayEdit::Kind::kInsert, 0, from.after + i, from.after + i});
  }
}

}  // namespace

std::vector<ArrayEdit> diff_arrays(std::size_t before, std::size_t after,
                                   const std::function<bool(std::size_t, std::size_t)>& same) {
  std::vector<Match> matches;
  if (!Search(static_cast<std::ptrdiff_t>(before), static_cast<std::ptrdiff_t>(after), same).run(matches))
    matches.clear();
  matches.push_back({before, after});  // the ends meet
  std::vector<ArrayEdit> edits;
  Match from{0, 0};
  for (const Match& match : matches) {
    add_gap(edits, from, match);
    from = {match.before + 1, match.after + 1};
  }
  return edits;
}

}  // namespace gavel
