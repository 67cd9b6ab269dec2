// PatternIndex: many patterns at once. Asking which of them speak for a place costs what those cost that do,
// and little for all the others: patterns share their beginnings, and the next literal is looked up, not
// compared.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "state/path.hpp"
#include "state/pattern.hpp"

namespace gavel {

class PatternIndex {
 public:
  PatternIndex() : nodes_(1) {}

  void add(const Pattern& pattern, std::size_t id);
  // The ids of all patterns that cover the place, ascending, each once.
  void covering(PathView path, std::vector<std::size_t>& ids) const;
  // The same of those that match exactly this place.
  void matching(PathView path, std::vector<std::size_t>& ids) const;
  bool empty() const { return size_ == 0; }

 private:
  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): the library's name
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  // What patterns have in common up to here. 0 in a child: none.
  struct Node {
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> literals;
    std::size_t one = 0;
    std::size_t any = 0;
    bool repeats = false;          // stands behind `**`, which may take one more segment
    std::vector<std::size_t> ids;  // patterns that end here
  };

  void enter(std::size_t node, std::vector<std::size_t>& set) const;
  void step(const Segment& segment, const std::vector<std::size_t>& now,
            std::vector<std::size_t>& next) const;
  void take(const std::vector<std::size_t>& set, std::vector<std::size_t>& ids) const;

  std::vector<Node> nodes_;
  std::size_t size_ = 0;
};

}  // namespace gavel
