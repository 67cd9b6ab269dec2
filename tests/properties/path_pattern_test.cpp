// Patterns against a matcher that tries everything.
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/path_text.hpp"
#include "state/pattern.hpp"
#include "state/pattern_index.hpp"

#include "json_random.hpp"

using gavel::Limits;
using gavel::Path;
using gavel::Pattern;
using gavel::Segment;
using gavel::testing::chosen_seed;
using gavel::testing::Random;

namespace {

using Words = std::vector<std::string>;

struct Made {
  Pattern pattern;
  Words words;
};

Made random_pattern(Random& random) {
  static const Words kWords = {"a", "b", "0", "1", "*", "*", "**", "**"};
  Words words;
  std::string text;
  for (std::size_t n = random.below(6); n > 0; --n) {
    words.push_back(random.pick(kWords));
    text += (text.empty() ? "" : ".") + words.back();
  }
  auto parsed = Pattern::parse(text, Limits());
  REQUIRE(parsed.ok());
  return {std::move(*parsed), words};
}

std::vector<Segment> random_segments(Random& random) {
  std::vector<Segment> segments;
  for (std::size_t n = random.below(6); n > 0; --n) {
    static const Words kKeys = {"a", "b", "0", "c"};
    if (random.chance(30)) {
      segments.push_back({{}, random.below(3), true});
    } else {
      segments.push_back({random.pick(kKeys), 0, false});
    }
  }
  return segments;
}

Path path_of(const std::vector<Segment>& segments) {
  Path path;
  for (const Segment& segment : segments) path.push(segment);
  return path;
}

bool fits(const std::string& word, const Segment& segment) {
  return word == "*" || word == (segment.is_index ? std::to_string(segment.index) : std::string(segment.key));
}

// Whether words from `w` on match the segments from `s` on up to `end`.
bool match(const Words& words, std::size_t w, const std::vector<Segment>& path, std::size_t s,
           std::size_t end) {
  if (w == words.size()) return s == end;
  if (words[w] == "**") {
    return match(words, w + 1, path, s, end) || (s < end && match(words, w, path, s + 1, end));
  }
  return s < end && fits(words[w], path[s]) && match(words, w + 1, path, s + 1, end);
}

bool naive_covers(const Words& words, const std::vector<Segment>& path) {
  for (std::size_t end = 0; end <= path.size(); ++end) {
    if (match(words, 0, path, 0, end)) return true;
  }
  return false;
}

// By the rule: literal before `*` before `**`, from the left; the first difference decides.
int rank(const std::string& word) { return word == "**" ? 2 : word == "*" ? 1 : 0; }

Words without_repeats(const Words& words) {
  Words out;
  for (const std::string& word : words) {
    if (word != "**" || out.empty() || out.back() != "**") out.push_back(word);
  }
  return out;
}

// -1, 1: the kinds of the words decide; 0: they do not.
int by_kinds(const Words& a, const Words& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (rank(a[i]) != rank(b[i])) return rank(a[i]) < rank(b[i]) ? -1 : 1;
    if (a[i] != b[i]) return 0;
  }
  return a.size() == b.size() ? 0 : a.size() > b.size() ? -1 : 1;
}

}  // namespace

TEST_CASE("matching and covering agree with brute force over 300,000 patterns and paths") {
  Random random(chosen_seed());
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  std::size_t matched = 0;
  for (int i = 0; i < 300'000; ++i) {
    const Made made = random_pattern(random);
    const std::vector<Segment> segments = random_segments(random);
    const Path path = path_of(segments);
    CAPTURE(made.pattern.text());
    const bool matches = match(made.words, 0, segments, 0, segments.size());
    const bool covers = naive_covers(made.words, segments);
    const bool same = made.pattern.matches(path) == matches && made.pattern.covers(path) == covers;
    if (!same) REQUIRE(same);
    matched += matches ? 1 : 0;
  }
  CHECK(matched > 20'000);
}

TEST_CASE("the order of patterns is a strict weak order by the kinds of their words, from the left") {
  Random random(chosen_seed() + 2);
  for (int i = 0; i < 200'000; ++i) {
    const Made a = random_pattern(random);
    const Made b = random_pattern(random);
    const Made c = random_pattern(random);
    const int kinds = by_kinds(without_repeats(a.words), without_repeats(b.words));
    CAPTURE(a.pattern.text());
    CAPTURE(b.pattern.text());
    const bool less = a.pattern < b.pattern;
    const bool more = b.pattern < a.pattern;
    bool good = !(less && more) && (a.pattern == b.pattern) == (!less && !more);
    good = good && (kinds == 0 || (kinds < 0 ? less : more));
    good = good && (a.pattern == b.pattern) == (without_repeats(a.words) == without_repeats(b.words));
    if (less && b.pattern < c.pattern) good = good && a.pattern < c.pattern;
    if (!good) REQUIRE(good);
  }
}

TEST_CASE("an index of patterns finds exactly those that cover or match a place, over 20,000 indexes") {
  Random random(chosen_seed() + 2);
  std::size_t found = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<Made> made;
    gavel::PatternIndex index;
    for (std::size_t n = 0; n < 8; ++n) {
      made.push_back(random_pattern(random));
      index.add(made.back().pattern, n);
    }
    const Path path = path_of(random_segments(random));
    std::vector<std::size_t> expected;
    for (std::size_t n = 0; n < made.size(); ++n)
      if (made[n].pattern.covers(path)) expected.push_back(n);
    std::vector<std::size_t> ids;
    index.covering(path, ids);
    if (ids != expected) REQUIRE(ids == expected);
    found += ids.size();
    std::erase_if(expected, [&](std::size_t n) { return !made[n].pattern.matches(path); });
    index.matching(path, ids);
    if (ids != expected) REQUIRE(ids == expected);
  }
  CHECK(found > 5'000);
}

TEST_CASE("putting the values of the wildcards back into a pattern gives the path again") {
  Random random(chosen_seed() + 3);
  std::size_t seen = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Made made = random_pattern(random);
    const std::vector<Segment> segments = random_segments(random);
    if (!match(made.words, 0, segments, 0, segments.size())) continue;
    const std::vector<gavel::Json> captures = made.pattern.captures(path_of(segments));
    REQUIRE(captures.size() == made.pattern.wildcards());
    std::size_t at = 0;
    std::size_t wildcard = 0;
    for (const std::string& word : without_repeats(made.words)) {
      if (rank(word) == 0) {
        ++at;
      } else if (rank(word) == 1) {
        const Segment& segment = segments.at(at++);
        const gavel::Json& met = captures[wildcard++];
        REQUIRE(gavel::equal(
            met, segment.is_index ? gavel::Json(segment.index) : gavel::Json(std::string(segment.key))));
      } else {
        std::size_t end = at;
        const std::string& met = gavel::string_of(captures[wildcard++]);
        const auto text = [&] {
          return gavel::to_dotted(path_of({segments.begin() + static_cast<std::ptrdiff_t>(at),
                                           segments.begin() + static_cast<std::ptrdiff_t>(end)}));
        };
        while (end < segments.size() && text() != met) ++end;
        REQUIRE(text() == met);
        at = end;
      }
    }
    REQUIRE(at == segments.size());
    ++seen;
  }
  CHECK(seen > 5'000);
}
