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

#include "state/json.hpp"
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
  // Whether it could match a place below `path`.
  bool leads_below(PathView path) const;
  // Whether it speaks alike for what lies below either of two places.
  bool same_below(PathView one, PathView other) const;
  // Whether there may be a place for which both speak. It may say so where there is none.
  bool overlaps(const Pattern& other) const;
  // Whether it speaks for every place that `other` matches. It may say no where it does.
  bool includes(const Pattern& other) const;
  // What the wildcards stand for where the pattern covers `path`: the segment of a `*`, the text of all those
  // of a `**` ("" for none); as few as possible for each `**` from the left. Of a place below one that it
  // matches, what they stand for there. REQUIRES: covers(path).
  std::vector<Json> captures(PathView path) const;
  // The pattern of the places right above. REQUIRES: it has a last segment, which is literal.
  Pattern parent() const;
  // The patterns of the places whose children it tells apart by a number: of "party.0.hp", "party".
  std::vector<Pattern> above_numbers() const;
  // The key of the last segment, where that is a literal.
  std::optional<std::string> last_key() const;
  // How many values captures() gives.
  std::size_t wildcards() const;
  bool has_any() const;  // a `**`
  std::size_t size() const { return parts_.size(); }

  const std::string& text() const { return text_; }

  // Less: more specific, so that it wins. Equal: the same words.
  std::strong_ordering operator<=>(const Pattern& other) const;
  bool operator==(const Pattern& other) const { return (*this <=> other) == 0; }

 private:
  friend class PatternIndex;  // shares the parts
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
