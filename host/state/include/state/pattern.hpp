// Pattern: a path with wildcards, as rulesets write it: `*` stands for one segment, `**` for any number of
// them. A pattern speaks for every place that it matches and for everything below.
//
// Of two patterns that speak for a place, compare segments from the left: a literal before `*` before `**`;
// the first difference decides, and two literals by their keys' bytes, so that the order is total. Of two
// where one is the beginning of the other, the longer comes first. Only the same words twice are a tie, which
// the loader of a table refuses.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "state/path.hpp"

namespace gavel {

class Pattern {
 public:
  // Dotted text form. Quoted keys are always literal: `["*"]` is the key "*".
  static Result<Pattern> parse(std::string_view text, const Limits& limits);

  // Exactly this place. `**` may stand for no segment at all.
  bool matches(PathView path) const;
  // This place, or one below a place that it matches.
  bool covers(PathView path) const;

  const std::string& text() const { return text_; }

  // Less: more specific, so that it wins. Equal: the same words.
  std::strong_ordering operator<=>(const Pattern& other) const;
  bool operator==(const Pattern& other) const { return (*this <=> other) == 0; }

 private:
  struct Part {
    enum class Kind { kLiteral, kOne, kAny } kind;
    std::string key;
    auto operator<=>(const Part&) const = default;
  };

  // Bit i: parts_[i] may come next; the bit above the last part: the pattern is through.
  using States = std::uint64_t;
  static constexpr std::size_t kMostParts = 62;

  static bool fits(const Part& part, const Segment& segment);
  States advance(PathView path, bool& whole_on_the_way) const;
  States skip_any(States states) const;

  std::vector<Part> parts_;
  std::string text_;
};

}  // namespace gavel
