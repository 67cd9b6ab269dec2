// Matching runs all ways through the pattern side by side, one segment at a time, as an automaton does: its
// time is segments times parts, whatever the wildcards.

#include "state/pattern.hpp"

#include <algorithm>
#include <bit>

#include "state/lookup_work.hpp"
#include "state/path_text.hpp"

namespace gavel {

Result<Pattern> Pattern::parse(std::string_view text, const Limits& limits) {
  Pattern pattern;
  pattern.text_ = std::string(text);
  if (text.empty()) return pattern;
  PathText parsed = TRY(PathText::parse(text, limits));
  for (const PathText::Token& token : parsed.tokens_) {
    const std::string_view word = parsed.text_of(token);
    Part part{Part::Kind::kLiteral, std::string(word)};
    if (token.kind == PathText::Token::Kind::kIndex) part.key = std::to_string(token.index);
    if (token.kind == PathText::Token::Kind::kWord && word == "*") part = {Part::Kind::kOne, {}};
    if (token.kind == PathText::Token::Kind::kWord && word == "**") part = {Part::Kind::kAny, {}};
    // Two `**` in a row say no more than one, and would make ties look like differences.
    const bool again = part.kind == Part::Kind::kAny && !pattern.parts_.empty() &&
                       pattern.parts_.back().kind == Part::Kind::kAny;
    if (!again) pattern.parts_.push_back(std::move(part));
  }
  const std::size_t most = std::min(limits.max_pattern_segments, kMostParts);
  if (pattern.parts_.size() > most) {
    return over_limit(Code::kLimitDepth,
                      "a pattern of " + std::to_string(pattern.parts_.size()) + " segments", most,
                      "max_pattern_segments");
  }
  return pattern;
}

bool Pattern::fits(const Part& part, const Segment& segment) {
  if (part.kind != Part::Kind::kLiteral) return true;
  if (!segment.is_index) return part.key == segment.key;
  return index_of_key(part.key) == segment.index;
}

Pattern::States Pattern::skip_any(States states) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (((states >> i) & 1U) != 0 && parts_[i].kind == Part::Kind::kAny) states |= States{2} << i;
  }
  return states;
}

Pattern::States Pattern::advance(PathView path, bool& whole_on_the_way) const {
  const States whole = States{1} << parts_.size();
  lookup_work += kPatternWork;
  States now = skip_any(1);
  whole_on_the_way = (now & whole) != 0;
  for (const Segment segment : path) {
    States next = 0;
    for (States left = now & (whole - 1); left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      if (fits(parts_[i], segment)) next |= States{parts_[i].kind == Part::Kind::kAny ? 1U : 2U} << i;
    }
    now = skip_any(next);
    whole_on_the_way = whole_on_the_way || (now & whole) != 0;
    if (now == 0) break;
  }
  return now;
}

bool Pattern::matches(PathView path) const {
  bool whole = false;
  return ((advance(path, whole) >> parts_.size()) & 1U) != 0;
}

bool Pattern::covers(PathView path) const {
  bool whole = false;
  advance(path, whole);
  return whole;
}

bool Pattern::leads_below(PathView path) const {
  bool whole = false;
  const States left = advance(path, whole);
  return (left & ((States{1} << parts_.size()) - 1)) != 0;
}

bool Pattern::same_below(PathView one, PathView other) const {
  bool whole_one = false, whole_other = false;
  const States left = advance(one, whole_one), right = advance(other, whole_other);
  return whole_one == whole_other && left == right;
}

bool Pattern::overlaps(const Pattern& other) const {
  lookup_work += kPatternWork;
  for (std::size_t i = 0; i < std::min(parts_.size(), other.parts_.size()); ++i) {
    const Part &a = parts_[i], &b = other.parts_[i];
    if (a.kind == Part::Kind::kAny || b.kind == Part::Kind::kAny) return true;
    if (a.kind == Part::Kind::kLiteral && b.kind == Part::Kind::kLiteral && a.key != b.key) return false;
  }
  return true;
}

bool Pattern::includes(const Pattern& other) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].kind == Part::Kind::kAny && i + 1 == parts_.size()) return true;
    if (i == other.parts_.size()) return false;
    const bool any_one = parts_[i].kind == Part::Kind::kOne && other.parts_[i].kind != Part::Kind::kAny;
    if (!any_one && parts_[i] != other.parts_[i]) return false;
  }
  return true;
}

std::vector<Json> Pattern::captures(PathView path) const {
  const std::vector<Segment> segments(path.begin(), path.end());
  const std::size_t parts = parts_.size();
  const std::size_t width = segments.size() + 1;
  // fits_on[i * width + j]: the parts from i on cover what follows from segment j on.
  std::vector<bool> fits_on((parts + 1) * width, false);
  const bool exactly = matches(path);
  for (std::size_t j = exactly ? width - 1 : 0; j < width; ++j) fits_on[parts * width + j] = true;
  for (std::size_t i = parts; i-- > 0;) {
    for (std::size_t j = width; j-- > 0;) {
      const bool more = j + 1 < width;
      fits_on[i * width + j] = parts_[i].kind == Part::Kind::kAny
                                   ? fits_on[(i + 1) * width + j] || (more && fits_on[i * width + j + 1])
                                   : more && fits(parts_[i], segments[j]) && fits_on[(i + 1) * width + j + 1];
    }
  }
  std::vector<Json> found;
  std::size_t j = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    if (parts_[i].kind == Part::Kind::kAny) {
      Path met;
      while (!fits_on[(i + 1) * width + j]) met.push(segments[j++]);
      found.emplace_back(to_dotted(met));
      continue;
    }
    if (parts_[i].kind == Part::Kind::kOne)
      found.push_back(segments[j].is_index ? Json(segments[j].index) : Json(std::string(segments[j].key)));
    ++j;
  }
  return found;
}

Pattern Pattern::parent() const {
  Pattern above = *this;
  above.parts_.pop_back();
  above.text_ += "/..";
  return above;
}

std::vector<Pattern> Pattern::above_numbers() const {
  std::vector<Pattern> found;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (parts_[i].kind != Part::Kind::kLiteral || !index_of_key(parts_[i].key)) continue;
    Pattern above;
    above.parts_.assign(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(i));
    above.text_ = text_;
    found.push_back(std::move(above));
  }
  return found;
}

std::optional<std::string> Pattern::last_key() const {
  if (parts_.empty() || parts_.back().kind != Part::Kind::kLiteral) return std::nullopt;
  return parts_.back().key;
}

std::size_t Pattern::wildcards() const {
  return static_cast<std::size_t>(std::count_if(
      parts_.begin(), parts_.end(), [](const Part& part) { return part.kind != Part::Kind::kLiteral; }));
}

bool Pattern::has_any() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const Part& part) { return part.kind == Part::Kind::kAny; });
}

std::strong_ordering Pattern::operator<=>(const Pattern& other) const {
  const std::size_t shared = std::min(parts_.size(), other.parts_.size());
  for (std::size_t i = 0; i < shared; ++i) {
    if (const auto order = parts_[i].kind <=> other.parts_[i].kind; order != 0) return order;
    if (const auto order = parts_[i].key <=> other.parts_[i].key; order != 0) return order;
  }
  return other.parts_.size() <=> parts_.size();  // the longer one is the more specific
}

}  // namespace gavel
