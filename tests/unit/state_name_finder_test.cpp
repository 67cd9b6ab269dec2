// Thousands of names in one pass.

#include <random>

#include <doctest/doctest.h>

#include "state/name_finder.hpp"

using gavel::NameFinder;

namespace {

// "2..8=0 9..12=3": what is found, by place and number of the name.
std::string found(const std::vector<std::string>& names, std::string_view text) {
  const auto finder = NameFinder::build(names);
  REQUIRE(finder.ok());
  std::string all;
  for (const NameFinder::Hit& hit : finder->find(text))
    all += (all.empty() ? "" : " ") + std::to_string(hit.span.begin) + ".." + std::to_string(hit.span.end) +
           "=" + std::to_string(hit.name);
  return all;
}

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Place by place, name by name: what the finder must agree with.
std::string found_slowly(const std::vector<std::string>& names, std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t longest = 0, which = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& name = names[i];
      if (name.empty() || at + name.size() > text.size() || name.size() <= longest) continue;
      bool same = true;
      for (std::size_t j = 0; j < name.size(); ++j) same = same && folded(text[at + j]) == folded(name[j]);
      const bool starts = at == 0 || !is_word(text[at]) || !is_word(text[at - 1]);
      const std::size_t end = at + name.size();
      const bool ends = end == text.size() || !is_word(text[end - 1]) || !is_word(text[end]);
      if (!same || !starts || !ends) continue;
      longest = name.size();
      which = i;
    }
    if (longest == 0) {
      ++at;
      continue;
    }
    all += (all.empty() ? "" : " ") + std::to_string(at) + ".." + std::to_string(at + longest) + "=" +
           std::to_string(which);
    at += longest;
  }
  return all;
}

}  // namespace

TEST_CASE("names are found as whole words, in any case, and of those that start together the longest") {
  CHECK(found({"Vex", "Tam", "Tamsin Reed"}, "tamsin reed vexes Vex; TAM") == "0..11=2 18..21=0 23..26=1");
  CHECK(found({"No.7"}, "No.7 blinks; No.70 does not") == "0..4=0");
  CHECK(found({"李四", "李四娘"}, "李四看着李四娘") == "0..6=0 12..21=1");
  CHECK(found({"Mia"}, "Mia的手机，Miami") == "0..3=0");
  CHECK(found({"", "a"}, "") == "");
  CHECK(found({"ab", "bcd", "cd"}, "甲ab、cd") == "3..5=0 8..10=2");
}

TEST_CASE("a name that starts inside a longer one is found where the longer one fails") {
  CHECK(found({"春夏秋冬", "夏秋", "秋雨"}, "春夏秋雨") == "3..9=1");
  CHECK(found({"甲乙丙丁", "丙"}, "甲乙丙") == "6..9=1");
}

TEST_CASE("of names that differ only in case the first is found") {
  CHECK(found({"the Doc", "THE DOC"}, "The doc") == "0..7=0");
}

TEST_CASE("the finder agrees with trying every name at every position") {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {"a", "b", "B", " ", "甲", "乙", "丙", "."};
  const auto text_of = [&](std::size_t most) {
    std::string text;
    for (std::size_t i = random() % (most + 1); i > 0; --i) text += pieces[random() % pieces.size()];
    return text;
  };
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < 1 + random() % 8; ++i) names.push_back(text_of(4));
    const std::string text = text_of(24);
    CAPTURE(text);
    CHECK(found(names, text) == found_slowly(names, text));
  }
}

TEST_CASE("twenty thousand names take no longer in a text than a few") {
  std::vector<std::string> names;
  names.reserve(20'000);
  for (int i = 0; i < 20'000; ++i) names.push_back("人物" + std::to_string(i) + "号");
  const auto finder = NameFinder::build(names);
  REQUIRE(finder.ok());
  CHECK(finder->find("人物19999号遇见了人物7号").size() == 2);
  CHECK(finder->held_bytes() < 4U << 20U);
}

TEST_CASE("endless names are refused") {
  const std::vector<std::string> names(9, std::string(1U << 20U, 'x'));
  CHECK_FALSE(NameFinder::build(names).ok());
}
