// The text forms of paths against a naive reading, and there and back again.
#include "state/path_text.hpp"

#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"

#include "json_random.hpp"

using gavel::array_of;
using gavel::Json;
using gavel::Limits;
using gavel::member;
using gavel::Path;
using gavel::path_to_json;
using gavel::PathText;
using gavel::to_text;
using gavel::testing::all_places;
using gavel::testing::chosen_seed;
using gavel::testing::nasty_keys;
using gavel::testing::Random;
using gavel::testing::random_object;

namespace {

std::string shown(gavel::PathView path) { return to_text(path_to_json(path)); }

// All keys and indices behind dots: what two readings of one text have in common.
std::string spelled(gavel::PathView path) {
  std::string text;
  for (const gavel::Segment segment : path) text += "." + key_of(segment);
  return text;
}

// All readings of words joined by dots, longest keys first: the first that exists wholly, else the one that
// uses up the most words, the rest split at every dot.
struct Reading {
  Path path;
  std::size_t used = 0;
};

void read_on(const Json& node, const std::vector<std::string>& words, const Reading& so_far, Reading& best) {
  if (so_far.used > best.used) best = so_far;
  if (best.used == words.size()) return;
  for (std::size_t end = words.size(); end > so_far.used && best.used < words.size(); --end) {
    std::string key = words[so_far.used];
    for (std::size_t i = so_far.used + 1; i < end; ++i) key += "." + words[i];
    if (node.is_object() && member(node, key) != nullptr) {
      read_on(*member(node, key), words, {so_far.path.child(key), end}, best);
    } else if (node.is_array() && end == so_far.used + 1 && gavel::index_of_key(key) &&
               *gavel::index_of_key(key) < node.size()) {
      read_on(array_of(node)[*gavel::index_of_key(key)], words,
              {so_far.path.child(*gavel::index_of_key(key)), end}, best);
    }
  }
}

Path naive_reading(const Json& root, const std::vector<std::string>& words) {
  Reading best;
  read_on(root, words, {}, best);
  for (std::size_t i = best.used; i < words.size(); ++i) best.path.push_key(words[i]);
  return best.path;
}

}  // namespace

TEST_CASE(
    "a dotted text means the same as trying every reading, over 100,000 texts in documents with dotted "
    "keys") {
  const std::vector<std::string> keys = {"a", "b", "a.b", "b.a", "a.a", "a.b.a", "0", "a.0", "b.b.b"};
  const std::vector<std::string> words = {"a", "a", "b", "b", "0", "1"};
  Random random(chosen_seed());
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  std::size_t whole = 0;
  for (int i = 0; i < 100'000; ++i) {
    const Json root = random_object(random, keys, 5);
    std::vector<std::string> said;
    std::string text;
    for (std::size_t n = 1 + random.below(6); n > 0; --n) {
      said.push_back(random.pick(words));
      text += (text.empty() ? "" : ".") + said.back();
    }
    const auto parsed = PathText::parse(text, Limits());
    REQUIRE(parsed.ok());
    const Path got = parsed->resolve(root);
    REQUIRE_MESSAGE(shown(got) == shown(naive_reading(root, said)), text << " in " << to_text(root));
    whole += gavel::testing::node_at(root, got) != nullptr ? 1 : 0;
  }
  CHECK(whole > 5'000);
}

TEST_CASE("every place of a document is found by its dotted text, unless a key with dots reads the same") {
  Random random(chosen_seed() + 1);
  std::size_t exact = 0;
  std::size_t others = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Json root = random_object(random, nasty_keys(), 4);
    for (const Path& place : all_places(root)) {
      const std::string text = to_dotted(place);
      const auto parsed = PathText::parse(text, Limits());
      REQUIRE_MESSAGE(parsed.ok(), text);
      const Path got = parsed->resolve(root);
      const bool same = got == place;
      const bool reads_the_same =
          gavel::testing::node_at(root, got) != nullptr && spelled(got) == spelled(place);
      REQUIRE_MESSAGE((same || reads_the_same), text << " in " << to_text(root));
      ++(same ? exact : others);
    }
  }
  CHECK(exact > 1000 * others);
}

TEST_CASE("every place of a document is found by its JSON Pointer, whatever its keys") {
  Random random(chosen_seed() + 2);
  for (int i = 0; i < 20'000; ++i) {
    const Json root = random_object(random, nasty_keys(), 4);
    for (const Path& place : all_places(root)) {
      const std::string text = to_pointer(place);
      const auto parsed = PathText::parse(text, Limits());
      REQUIRE_MESSAGE(parsed.ok(), text);
      REQUIRE_MESSAGE(shown(parsed->resolve(root)) == shown(place), text << " in " << to_text(root));
    }
  }
}

TEST_CASE("the JSON form of a path reads back as the same path") {
  Random random(chosen_seed() + 3);
  for (int i = 0; i < 50'000; ++i) {
    Path path;
    for (std::size_t n = random.below(8); n > 0; --n) {
      if (random.chance(40)) {
        path.push_index(random.chance(10) ? random.bits() : random.below(20));
      } else {
        path.push_key(random.pick(nasty_keys()));
      }
    }
    const auto read = gavel::path_from_json(path_to_json(path), Limits());
    REQUIRE(read.ok());
    REQUIRE(*read == path);
  }
}

TEST_CASE("every path that the parser accepts can be written out and parsed back unchanged") {
  static const std::string kBytes = "ab.[]\"'\\/~0129*- \xE5\xA5\xBD";
  Random random(chosen_seed() + 4);
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (std::size_t n = random.below(14); n > 0; --n) text += kBytes[random.below(kBytes.size())];
    const auto parsed = PathText::parse(text, Limits());
    if (!parsed) continue;
    const Path path = parsed->resolve(Json(Json::value_t::object));
    const auto again = PathText::parse(to_dotted(path), Limits());
    REQUIRE_MESSAGE(again.ok(), text);
    REQUIRE_MESSAGE(again->resolve(Json(Json::value_t::object)) == path, text);
  }
}
