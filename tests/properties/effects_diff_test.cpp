// The effects of random changes against a naive comparison of full copies.
#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/effects.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "effects_model.hpp"

using gavel::array_of;
using gavel::canonical;
using gavel::Document;
using gavel::Effect;
using gavel::EffectOptions;
using gavel::Json;
using gavel::object_of;
using gavel::Path;
using gavel::to_text;
using gavel::Tree;
using gavel::testing::all_places;
using gavel::testing::chosen_seed;
using gavel::testing::node_at;
using gavel::testing::Random;
using gavel::testing::TwinDocument;

namespace {

std::string shown(gavel::PathView path) { return to_text(path_to_json(path)); }

std::string side(const Json* json, bool whole) {
  if (json == nullptr) return "-";
  if (!is_container(*json)) return to_text(*json);
  if (whole) return canonical(*json);  // key order is no part of what was there before
  return json->is_object() ? "object" : "array";
}

std::string line(gavel::PathView path, const Json* before, const Json* after, bool implied, bool whole) {
  return shown(path) + " " + side(before, whole) + " -> " + side(after, whole) + (implied ? " implied" : "");
}

// By the words of effects.hpp, over two full copies.
class NaiveDiff {
 public:
  explicit NaiveDiff(bool whole, const std::vector<gavel::Pattern>* described = nullptr)
      : whole_(whole), described_(described) {}

  void compare(const Path& path, const Json* before, const Json* after) {
    const bool described = described_ != nullptr && !path.empty() && covered(path);
    const bool old_pair = described && is_pair(before);
    const bool new_pair = described && is_pair(after);
    const Json* old_text = old_pair ? &array_of(*before)[1] : nullptr;
    const Json* new_text = new_pair ? &array_of(*after)[1] : nullptr;
    compare_values(path, old_pair ? &array_of(*before)[0] : before, new_pair ? &array_of(*after)[0] : after);
    // The description alone is told as element 1; a place that becomes a pair, or no longer is one, tells its
    // value.
    if (old_pair && new_pair && !(*old_text == *new_text)) {
      lines_.push_back(line(path.child(std::uint64_t{1}), old_text, new_text, false, whole_));
    }
  }

  std::vector<std::string> lines_;

 private:
  static bool is_pair(const Json* json) {
    return json != nullptr && json->is_array() && json->size() == 2 && array_of(*json)[1].is_string();
  }

  bool covered(const Path& path) const {
    return std::any_of(described_->begin(), described_->end(),
                       [&](const gavel::Pattern& pattern) { return pattern.covers(path); });
  }

  void compare_values(const Path& path, const Json* before, const Json* after) {
    if (before == nullptr && after == nullptr) return;
    if (before != nullptr && after != nullptr && before->type() == after->type() && is_container(*before)) {
      compare_children(path, *before, *after);
      return;
    }
    const bool old_contents = before != nullptr && is_container(*before) && !before->empty();
    const bool new_contents = after != nullptr && is_container(*after) && !after->empty();
    if (before != nullptr && after != nullptr && !old_contents && !new_contents &&
        before->type() == after->type() && *before == *after)
      return;
    if (whole_) {
      lines_.push_back(line(path, before, after, false, true));
      return;
    }
    if (old_contents) contents(path, *before, true);
    lines_.push_back(line(path, before, after, before == nullptr && new_contents, false));
    if (new_contents) contents(path, *after, false);
  }

  void compare_children(const Path& path, const Json& before, const Json& after) {
    if (before.is_object()) {
      std::set<std::string> keys;  // by their bytes
      for (const auto& [key, child] : object_of(before)) keys.insert(key);
      for (const auto& [key, child] : object_of(after)) keys.insert(key);
      for (const std::string& key : keys)
        compare(path.child(key), gavel::member(before, key), gavel::member(after, key));
      return;
    }
    for (std::size_t i = 0; i < after.size(); ++i)
      compare(path.child(i), i < before.size() ? &array_of(before)[i] : nullptr, &array_of(after)[i]);
    for (std::size_t i = before.size(); i-- > after.size();)
      compare(path.child(i), &array_of(before)[i], nullptr);
  }

  void contents(const Path& path, const Json& json, bool gone) {
    const Json nothing(json.type());
    if (gone) {
      compare_children(path, json, nothing);
    } else {
      compare_children(path, nothing, json);
    }
  }

  bool whole_;
  const std::vector<gavel::Pattern>* described_;
};

std::vector<std::string> kernel_lines(const Document& document, Document::Savepoint from, Tree tree,
                                      bool whole, const std::vector<gavel::Pattern>* described = nullptr) {
  std::vector<std::string> lines;
  EffectOptions options;
  options.tree = tree;
  options.whole = whole;
  options.described = described;
  visit_effects(document, from, options, [&](const Effect& effect) {
    lines.push_back(line(effect.path, effect.before, effect.after, effect.implied, whole));
    return true;
  });
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& each : lines) text += each + "\n";
  return text;
}

struct Copy {
  Document::Savepoint from;
  Json data;
  Json meta;
};

void check_effects(const Document& document, const Copy& copy, const std::string& done,
                   const std::vector<gavel::Pattern>* described = nullptr) {
  for (const bool whole : {false, true}) {
    for (const Tree tree : {Tree::kData, Tree::kMeta}) {
      NaiveDiff naive(whole, described);
      naive.compare(Path(), tree == Tree::kData ? &copy.data : &copy.meta, &document.root(tree));
      const std::vector<std::string> lines = kernel_lines(document, copy.from, tree, whole, described);
      REQUIRE_MESSAGE(lines == naive.lines_, done << "from " << to_text(copy.data) << "\nsays\n"
                                                  << joined(lines) << "should say\n"
                                                  << joined(naive.lines_));
    }
  }
}

void check_before(const Document& document, const Copy& copy, Random& random, const std::string& done) {
  std::vector<Path> places = all_places(copy.data);
  for (const Path& place : all_places(document.data())) places.push_back(place);
  for (int i = 0; i < 4; ++i) {
    const Path& place = random.pick(places);
    bool present = false;
    const Json before = before_at(document, copy.from, place, present);
    const Json* want = node_at(copy.data, place);
    REQUIRE_MESSAGE(present == (want != nullptr), done << shown(place));
    if (want != nullptr)
      REQUIRE_MESSAGE(equal(before, *want),
                      done << shown(place) << " was " << to_text(*want) << ", not " << to_text(before));
  }
}

std::vector<std::string> effects_of(Document& document, Document::Savepoint from) {
  return kernel_lines(document, from, Tree::kData, false);
}

Json parse(const char* text) { return std::move(*gavel::read_json(text, gavel::Limits())); }

Document loaded(const char* data) {
  auto document = Document::load(parse(data), Json(), gavel::Limits());
  REQUIRE(document.ok());
  return std::move(*document);
}

Path keys(std::initializer_list<const char*> names) {
  Path path;
  for (const char* name : names) path.push_key(name);
  return path;
}

}  // namespace

TEST_CASE(
    "effects are what comparing full copies finds, and the view of before is the copy, after any changes") {
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  for (std::uint64_t i = 0; i < 6000; ++i) {
    Random random(chosen_seed() + i);
    TwinDocument twin(random);
    std::vector<Copy> copies;
    std::string done;
    for (int step = 0; step < 14; ++step) {
      if (copies.empty() || random.chance(25))
        copies.push_back({twin.document().savepoint(), twin.document().data(), twin.document().meta()});
      done += twin.change() + "\n";
      const Copy& copy = random.pick(copies);
      check_effects(twin.document(), copy, done);
      check_before(twin.document(), copy, random, done);
    }
  }
}

TEST_CASE(
    "where pairs are described, effects speak of their values, and of a description only where it alone "
    "changed") {
  const std::vector<const char*> words = {"**", "a", "a.**", "*.b", "b.*", "c", "d.**.e", "[\"f.g\"]"};
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Random random(chosen_seed() + 500'000 + i);
    TwinDocument twin(random);
    std::vector<gavel::Pattern> described;
    std::string done = "described:";
    for (std::size_t n = 1 + random.below(3); n > 0; --n) {
      described.push_back(*gavel::Pattern::parse(random.pick(words), gavel::Limits()));
      done += " " + described.back().text();
    }
    const Copy copy{twin.document().savepoint(), twin.document().data(), twin.document().meta()};
    done += "\n";
    for (int step = 0; step < 8; ++step) {
      done += twin.change() + "\n";
      check_effects(twin.document(), copy, done, &described);
    }
  }
}

TEST_CASE("three writes to one leaf are one effect, and a write that was taken back is none") {
  Document document = loaded(R"({"hp":1,"mp":2})");
  const Document::Savepoint start = document.savepoint();
  for (int i = 5; i < 8; ++i) document.put(keys({"hp"}), Json(i));
  CHECK(effects_of(document, start) == std::vector<std::string>{"[\"hp\"] 1 -> 7"});
  document.put(keys({"hp"}), Json(1));
  CHECK(effects_of(document, start).empty());
  document.put(keys({"mp"}), Json(2));
  CHECK(effects_of(document, start).empty());
  document.put(keys({"mp"}), Json(2.0));
  CHECK(effects_of(document, start) == std::vector<std::string>{"[\"mp\"] 2 -> 2.0"});
}

TEST_CASE("a container that appears is implied by its contents, one that goes follows them") {
  Document document = loaded(R"({"old":{"x":[1,2]},"s":5})");
  const Document::Savepoint start = document.savepoint();
  document.put(keys({"new"}), parse(R"({"a":{"b":1},"empty":[]})"));
  CHECK(effects_of(document, start) ==
        std::vector<std::string>{"[\"new\"] - -> object implied", "[\"new\",\"a\"] - -> object implied",
                                 "[\"new\",\"a\",\"b\"] - -> 1", "[\"new\",\"empty\"] - -> array"});
  document.rollback(start);
  document.erase(keys({"old"}));
  CHECK(effects_of(document, start) ==
        std::vector<std::string>{"[\"old\",\"x\",1] 2 -> -", "[\"old\",\"x\",0] 1 -> -",
                                 "[\"old\",\"x\"] array -> -", "[\"old\"] object -> -"});
  document.rollback(start);
  document.put(keys({"s"}), parse(R"({"t":1})"));
  CHECK(effects_of(document, start) ==
        std::vector<std::string>{"[\"s\"] 5 -> object", "[\"s\",\"t\"] - -> 1"});
}

TEST_CASE("a visitor that has seen enough stops") {
  Document document = loaded("{}");
  document.put(keys({"a"}), parse("[1,2,3,4]"));
  int seen = 0;
  visit_effects(document, {}, {}, [&](const Effect&) { return ++seen < 3; });
  CHECK(seen == 3);
}

TEST_CASE("effects of one write in a document of 100,000 leaves touch only what changed") {
  Json data(Json::value_t::object);
  for (int i = 0; i < 1000; ++i) {
    Json group(Json::value_t::object);
    for (int k = 0; k < 100; ++k) group["k" + std::to_string(k)] = k;
    data["g" + std::to_string(i)] = std::move(group);
  }
  auto document = Document::load(std::move(data), Json(), gavel::Limits());
  REQUIRE(document.ok());
  const Document::Savepoint start = document->savepoint();
  document->put(keys({"g500", "k50"}), Json(-1));
  CHECK(effects_of(*document, start) == std::vector<std::string>{"[\"g500\",\"k50\"] 50 -> -1"});
  document->put(keys({"g500", "new"}), Json(1));
  document->erase(keys({"g7", "k1"}));
  int visits = 0;
  visit_effects(*document, start, {}, [&](const Effect&) { return ++visits > 0; });
  CHECK(visits == 3);
}

TEST_CASE(
    "members are visited by the bytes of their keys, whatever order they stand in and were written in") {
  Document document = loaded(R"({"c":3,"a":1,"b":2})");
  const Document::Savepoint start = document.savepoint();
  document.put(keys({"c"}), Json(30));
  document.put(keys({"a"}), Json(10));
  CHECK(effects_of(document, start) == std::vector<std::string>{"[\"a\"] 1 -> 10", "[\"c\"] 3 -> 30"});
}
