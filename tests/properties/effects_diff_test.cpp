// The effects of random changes, made again one after the other in a full copy of the document before.
#include <algorithm>
#include <cstdio>
#include <optional>
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
using gavel::Effects;
using gavel::Json;
using gavel::object_of;
using gavel::Path;
using gavel::Segment;
using gavel::to_text;
using gavel::Tree;
using gavel::testing::all_places;
using gavel::testing::cases_here;
using gavel::testing::chosen_seed;
using gavel::testing::node_at;
using gavel::testing::Random;
using gavel::testing::TwinDocument;

namespace {

using Lines = std::vector<std::string>;
using Described = std::vector<gavel::Pattern>;

std::string shown(gavel::PathView path) { return to_text(path_to_json(path)); }

std::string side(const Json* json, bool whole) {
  if (json == nullptr) return "-";
  if (!is_container(*json)) return to_text(*json);
  if (whole) return canonical(*json);  // key order is no part of what was there before
  return json->is_object() ? "object" : "array";
}

std::string line(const Effect& effect, bool whole) {
  return shown(effect.path) + " " + side(effect.before, whole) + " -> " + side(effect.after, whole) +
         (effect.implied ? " implied" : "");
}

// Makes effects in a full copy: what comes out must be the document as it is. Unless effects are whole, the
// contents of a container are effects of their own.
class Replay {
 public:
  Replay(Json root, bool whole) : root_(std::move(root)), whole_(whole) {}

  void make(const Effect& effect) {
    const std::string what = line(effect, whole_);
    const bool contents =
        !whole_ && effect.after != nullptr && is_container(*effect.after) && !effect.after->empty();
    if (effect.implied != (effect.before == nullptr && contents)) complain("wrongly implied", what);
    if (effect.before == nullptr && effect.after == nullptr)
      return complain("neither before nor after", what);
    Json* parent = effect.path.empty() ? nullptr : const_cast<Json*>(node_at(root_, effect.path.parent()));
    if (parent == nullptr || !is_container(*parent)) return complain("nothing holds it", what);
    const bool fits = parent->is_array() == effect.path.back().is_index;
    if (!fits) return complain("the segment does not fit", what);
    if (effect.before != nullptr && !stands(effect))
      return complain("its `before` does not stand there", what);
    if (changes_nothing(effect)) return complain("it changes nothing", what);
    place(*parent, effect.path.back(), effect.before != nullptr, value_of(effect.after));
  }

  const Json& root() const { return root_; }
  const std::string& complaint() const { return complaint_; }

 private:
  void complain(const std::string& what, const std::string& effect) {
    if (complaint_.empty()) complaint_ = what + ": " + effect;
  }

  static bool changes_nothing(const Effect& effect) {
    if (effect.before == nullptr || effect.after == nullptr || effect.before->type() != effect.after->type())
      return false;
    return is_container(*effect.before) || equal(*effect.before, *effect.after);
  }

  bool stands(const Effect& effect) const {
    const Json* there = node_at(root_, effect.path);
    if (there == nullptr) return false;
    if (is_container(*effect.before) && !whole_)
      return there->type() == effect.before->type() && there->empty();
    return equal(*there, *effect.before);
  }

  std::optional<Json> value_of(const Json* after) const {
    if (after == nullptr) return std::nullopt;
    return is_container(*after) && !whole_ ? Json(after->type()) : *after;
  }

  void place(Json& parent, const Segment& last, bool there, std::optional<Json> value) {
    if (!last.is_index) {
      if (!there && gavel::member(parent, last.key) != nullptr)
        complain("something stands there", std::string(last.key));
      object_of(parent).erase(last.key);
      if (value) object_of(parent).emplace(std::string(last.key), std::move(*value));
      return;
    }
    auto& array = array_of(parent);
    if (last.index > array.size()) return complain("an index beyond the end", std::to_string(last.index));
    const auto at = array.begin() + static_cast<std::ptrdiff_t>(last.index);
    if (!there) {
      array.insert(at, std::move(*value));
    } else if (value) {
      *at = std::move(*value);
    } else {
      array.erase(at);
    }
  }

  Json root_;
  bool whole_;
  std::string complaint_;
};

Lines lines_of(const Document& document, Document::Savepoint from, bool whole = false,
               const Described* described = nullptr) {
  Lines lines;
  EffectOptions options;
  options.whole = whole;
  options.described = described;
  visit_effects(document, from, options, [&](const Effect& effect) {
    lines.push_back(line(effect, whole));
    return true;
  });
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& each : lines) text += each + "\n";
  return text;
}

struct Copy {
  Document::Savepoint from;
  Json data;
  Json meta;
};

void check_effects(const Document& document, const Copy& copy, const std::string& done) {
  for (const bool whole : {false, true}) {
    for (const Tree tree : {Tree::kData, Tree::kMeta}) {
      Replay replay(tree == Tree::kData ? copy.data : copy.meta, whole);
      EffectOptions options;
      options.tree = tree;
      options.whole = whole;
      visit_effects(document, copy.from, options, [&](const Effect& effect) {
        replay.make(effect);
        return replay.complaint().empty();
      });
      const bool good = replay.complaint().empty() && equal(replay.root(), document.root(tree));
      REQUIRE_MESSAGE(good, done << "from " << to_text(copy.data) << "\n"
                                 << joined(lines_of(document, copy.from, whole)) << replay.complaint()
                                 << "\nleads to " << to_text(replay.root()) << "\nnot to "
                                 << to_text(document.root(tree)));
    }
  }
}

// Effects do not depend on how the document was written: one write of the whole root has the very same ones.
void check_one_write(const Document& document, const Copy& copy, const std::string& done,
                     const Described* described) {
  auto other = Document::load(copy.data, Json(), gavel::Limits());
  REQUIRE(other.ok());
  other->put(Path(), document.data());
  for (const bool whole : {false, true}) {
    const Lines lines = lines_of(document, copy.from, whole, described);
    const Lines by_one_write = lines_of(*other, {}, whole, described);
    REQUIRE_MESSAGE(lines == by_one_write, done << "from " << to_text(copy.data) << "\nsays\n"
                                                << joined(lines) << "in one write\n"
                                                << joined(by_one_write));
  }
}

// The lists that all who judge a write share say what a look of their own would, whoever asks first.
void check_lists(const Document& document, const Copy& copy, Random& random, const std::string& done,
                 const Described& described, const Described& numbered) {
  Effects effects(document, copy.from, described, numbered);
  for (int asked = 0; asked < 6; ++asked) {
    const std::size_t form = random.below(4);
    EffectOptions options;
    if (form == 1 || form == 2) options.described = &described;
    if (form == 2) options.numbered = &numbered;
    options.whole = form == 3;
    const auto keep_in = [&](Lines& lines) {
      return [&lines, whole = options.whole](Effect effect) {
        effect.implied = effect.implied && !whole;
        lines.push_back(line(effect, whole));
        return true;
      };
    };
    Lines alone, shared;
    visit_effects(document, copy.from, options, keep_in(alone));
    if (form == 0) std::ranges::for_each(effects.stored(), keep_in(shared));
    if (form == 1) std::ranges::for_each(effects.shown(), keep_in(shared));
    if (form == 2) std::ranges::for_each(effects.judged(), keep_in(shared));
    if (form == 3) effects.visit_whole(keep_in(shared));
    REQUIRE_MESSAGE(shared == alone, done << "form " << form << " of the list\n"
                                          << joined(shared) << "alone\n"
                                          << joined(alone));
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

// The length of a longest common part, by the book.
std::size_t common_length(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<std::vector<std::size_t>> common(a.size() + 1, std::vector<std::size_t>(b.size() + 1, 0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t k = 1; k <= b.size(); ++k) {
      common[i][k] =
          a[i - 1] == b[k - 1] ? common[i - 1][k - 1] + 1 : std::max(common[i - 1][k], common[i][k - 1]);
    }
  }
  return common[a.size()][b.size()];
}

}  // namespace

TEST_CASE(
    "applying the effects in order leads from the state before to the state after, and the view of the state "
    "before equals a copy of it") {
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  for (std::uint64_t i = 0; i < cases_here(6000); ++i) {
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
      check_one_write(twin.document(), copy, done, nullptr);
      check_before(twin.document(), copy, random, done);
    }
  }
}

TEST_CASE("with described pairs, effects do not depend on how the document was written either") {
  const std::vector<const char*> words = {"**", "a", "a.**", "*.b", "b.*", "c", "d.**.e", "[\"f.g\"]"};
  for (std::uint64_t i = 0; i < cases_here(4000); ++i) {
    Random random(chosen_seed() + 500'000 + i);
    TwinDocument twin(random);
    Described described, numbered;
    std::string done = "described:";
    for (std::size_t n = 1 + random.below(3); n > 0; --n) {
      described.push_back(*gavel::Pattern::parse(random.pick(words), gavel::Limits()));
      done += " " + described.back().text();
    }
    if (random.chance(50)) numbered.push_back(*gavel::Pattern::parse(random.pick(words), gavel::Limits()));
    const Copy copy{twin.document().savepoint(), twin.document().data(), twin.document().meta()};
    done += "\n";
    for (int step = 0; step < 8; ++step) {
      done += twin.change() + "\n";
      check_one_write(twin.document(), copy, done, &described);
      check_lists(twin.document(), copy, random, done, described, numbered);
    }
  }
}

TEST_CASE("a described place means its value, and its description is listed as element 1") {
  const Described described{*gavel::Pattern::parse("s.**", gavel::Limits())};
  const auto effects = [&](const char* before, const char* after) {
    Document document = loaded(before);
    document.put(Path(), parse(after));
    return lines_of(document, {}, false, &described);
  };
  CHECK(effects(R"({"s":{"hp":[1,"health"]}})", R"({"s":{"hp":[2,"health"]}})") ==
        Lines{R"(["s","hp"] 1 -> 2)"});
  CHECK(effects(R"({"s":{"hp":[1,"health"]}})", R"({"s":{"hp":2}})") == Lines{R"(["s","hp"] 1 -> 2)"});
  CHECK(effects(R"({"s":{"hp":1}})", R"({"s":{"hp":[1,"health"]}})").empty());
  CHECK(effects(R"({"s":{"hp":[1,"health"]}})", R"({"s":{"hp":[1,"life"]}})") ==
        Lines{R"(["s","hp",1] "health" -> "life")"});
  CHECK(effects(R"({"s":{}})", R"({"s":{"hp":[1,"health"]}})") == Lines{R"(["s","hp"] - -> 1)"});
  CHECK(effects(R"({"s":{"bag":[{"gold":[1,"coins"]},"text"]}})",
                R"({"s":{"bag":[{"gold":[3,"coins"]},"text"]}})") == Lines{R"(["s","bag","gold"] 1 -> 3)"});
  CHECK(effects(R"({"t":{"hp":[1,"health"]}})", R"({"t":{"hp":[2,"health"]}})") ==
        Lines{R"(["t","hp",0] 1 -> 2)"});
}

TEST_CASE("effects of an array list only the elements outside a longest common subsequence") {
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Random random(chosen_seed() + 900'000 + i);
    std::vector<int> before(4 + random.below(9));
    for (int& element : before) element = static_cast<int>(random.below(4));
    std::vector<int> after = before;
    for (std::size_t n = random.below(4); n > 0; --n) {
      const auto at = after.begin() + static_cast<std::ptrdiff_t>(random.below(after.size()));
      if (random.chance(50)) {
        after.insert(at, static_cast<int>(random.below(5)));
      } else {
        after.erase(at);
      }
    }
    Document document;
    document.put(keys({"l"}), Json(before));
    const Document::Savepoint start = document.savepoint();
    document.put(keys({"l"}), Json(after));
    std::size_t gone = 0;
    std::size_t come = 0;
    visit_effects(document, start, {}, [&](const Effect& effect) {
      gone += effect.before != nullptr ? 1 : 0;
      come += effect.after != nullptr ? 1 : 0;
      return true;
    });
    const std::size_t kept = common_length(before, after);
    const bool least = gone == before.size() - kept && come == after.size() - kept;
    REQUIRE_MESSAGE(least, to_text(Json(before)) << " to " << to_text(Json(after)) << "\n"
                                                 << joined(lines_of(document, start)));
  }
}

TEST_CASE("three writes to one leaf are one effect, and a write that was undone is none") {
  Document document = loaded(R"({"hp":1,"mp":2})");
  const Document::Savepoint start = document.savepoint();
  for (int i = 5; i < 8; ++i) document.put(keys({"hp"}), Json(i));
  CHECK(lines_of(document, start) == Lines{R"(["hp"] 1 -> 7)"});
  document.put(keys({"hp"}), Json(1));
  CHECK(lines_of(document, start).empty());
  document.put(keys({"mp"}), Json(2));
  CHECK(lines_of(document, start).empty());
  document.put(keys({"mp"}), Json(2.0));
  CHECK(lines_of(document, start).size() == 1);  // 2.0 equals 2 and is written otherwise
}

TEST_CASE("a new container is implied by its contents, and a deleted one follows them") {
  Document document = loaded(R"({"old":{"x":[1,2]},"s":5})");
  const Document::Savepoint start = document.savepoint();
  document.put(keys({"new"}), parse(R"({"a":{"b":1},"empty":[]})"));
  CHECK(lines_of(document, start) == Lines{R"(["new"] - -> object implied)",
                                           R"(["new","a"] - -> object implied)", R"(["new","a","b"] - -> 1)",
                                           R"(["new","empty"] - -> array)"});
  document.rollback(start);
  document.erase(keys({"old"}));
  CHECK(lines_of(document, start) == Lines{R"(["old","x",1] 2 -> -)", R"(["old","x",0] 1 -> -)",
                                           R"(["old","x"] array -> -)", R"(["old"] object -> -)"});
  document.rollback(start);
  document.put(keys({"s"}), parse(R"({"t":1})"));
  CHECK(lines_of(document, start) == Lines{R"(["s"] 5 -> object)", R"(["s","t"] - -> 1)"});
}

TEST_CASE("a visitor can stop early") {
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
  CHECK(lines_of(*document, start) == Lines{R"(["g500","k50"] 50 -> -1)"});
  document->put(keys({"g500", "new"}), Json(1));
  document->erase(keys({"g7", "k1"}));
  int visits = 0;
  visit_effects(*document, start, {}, [&](const Effect&) { return ++visits > 0; });
  CHECK(visits == 3);
}

TEST_CASE("members are visited in the order of their keys' bytes, whatever order they were written in") {
  Document document = loaded(R"({"c":3,"a":1,"b":2})");
  const Document::Savepoint start = document.savepoint();
  document.put(keys({"c"}), Json(30));
  document.put(keys({"a"}), Json(10));
  CHECK(lines_of(document, start) == Lines{R"(["a"] 1 -> 10)", R"(["c"] 3 -> 30)"});
}
