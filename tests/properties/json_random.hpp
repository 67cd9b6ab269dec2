// Random values for the property tests of host/engine/state. A seed gives the same values everywhere.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  // Choices that a fuzzer makes: one or two bytes each, and always the first when they are used up.
  explicit Random(std::span<const std::uint8_t> bytes) : bytes_(bytes), from_bytes_(true) {}

  // From 0 up to and without `end`. REQUIRES: end > 0.
  std::size_t below(std::size_t end) {
    return static_cast<std::size_t>((from_bytes_ ? taken(end > 256 ? 2 : 1) : engine_()) % end);
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  std::uint64_t bits() { return from_bytes_ ? taken(8) : engine_(); }
  bool used_up() const { return from_bytes_ && bytes_.empty(); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t taken(std::size_t count) {
    std::uint64_t all = 0;
    for (; count > 0 && !bytes_.empty(); --count, bytes_ = bytes_.subspan(1)) all = all << 8U | bytes_[0];
    return all;
  }

  std::mt19937_64 engine_;
  std::span<const std::uint8_t> bytes_;
  bool from_bytes_ = false;
};

// GAVEL_SEED in the environment, or a constant: a run can be repeated, and a long hunt can go elsewhere.
inline std::uint64_t chosen_seed() {
  const char* wish = std::getenv("GAVEL_SEED");
  return wish == nullptr ? 20250920 : std::strtoull(wish, nullptr, 10);
}

// How many of `cases` to run: with the address sanitizer, some ten times slower, fewer of them.
inline std::uint64_t cases_here(std::uint64_t cases) {
#ifdef __SANITIZE_ADDRESS__
  return cases / 8;
#else
  return cases;
#endif
}

// Keys that people write, and keys that break a careless path syntax.
inline const std::vector<std::string>& nasty_keys() {
  static const std::vector<std::string> kKeys = {"a",  "b", "c",  "a.b", "b.c", "a.b.c", "0",     "1",
                                                 "-",  "",  " ",  "a/b", "~",   "~1",    "a[0]",  "]",
                                                 "\"", "'", "\\", "*",   "**",  "好感",  "好.感", "😀",
                                                 "/a", ".", "..", ".a",  "a.",  "00",    "\n",    "a\"]"};
  return kKeys;
}

inline Json random_number(Random& random) {
  static const std::vector<double> kFloats = {0.0,
                                              0.5,
                                              -2.25,
                                              9007199254740993.0,
                                              9007199254740992.0,
                                              9223372036854775808.0,
                                              -9223372036854775808.0,
                                              18446744073709551616.0,
                                              1e22,
                                              1e300,
                                              5e-324,
                                              3.0};
  static const std::vector<std::int64_t> kIntegers = {
      0, 1, -1, 3, 9007199254740991, 9007199254740992, 9007199254740993, INT64_MAX, INT64_MIN, INT64_MAX - 1};
  static const std::vector<std::uint64_t> kLarge = {9223372036854775808U, 9223372036854775809U, UINT64_MAX,
                                                    UINT64_MAX - 1};
  switch (random.below(5)) {
    case 0:
      return Json(random.pick(kFloats));
    case 1:
      return Json(random.pick(kIntegers));
    case 2:
      return Json(random.pick(kLarge));
    default:
      return Json(static_cast<std::int64_t>(random.below(7)) - 3);
  }
}

inline Json random_scalar(Random& random) {
  static const std::vector<std::string> kTexts = {"",           "a",  "b",    "好感度", "😀", "line\nbreak",
                                                  "\"quoted\"", "\\", "\x01", "5"};
  switch (random.below(7)) {
    case 0:
      return Json(nullptr);
    case 1:
      return Json(random.chance(50));
    case 2:
    case 3:
      return Json(random.pick(kTexts));
    default:
      return random_number(random);
  }
}

// A value of at most `depth` containers inside one another.
inline Json random_value(Random& random, const std::vector<std::string>& keys, int depth) {
  if (depth <= 0 || random.chance(30)) return random_scalar(random);
  const std::size_t children = random.below(5);
  if (random.chance(40)) {
    Json array(Json::value_t::array);
    for (std::size_t i = 0; i < children; ++i) array.push_back(random_value(random, keys, depth - 1));
    return array;
  }
  Json object(Json::value_t::object);
  for (std::size_t i = 0; i < children; ++i) {
    object_of(object).emplace(random.pick(keys), random_value(random, keys, depth - 1));
  }
  return object;
}

inline Json random_object(Random& random, const std::vector<std::string>& keys, int depth) {
  Json object(Json::value_t::object);
  const std::size_t children = 1 + random.below(5);
  for (std::size_t i = 0; i < children; ++i) {
    object_of(object).emplace(random.pick(keys), random_value(random, keys, depth - 1));
  }
  return object;
}

// Every place of a value, the root first, each parent before its children.
inline void all_places(const Json& json, const Path& at, std::vector<Path>& out) {
  out.push_back(at);
  if (json.is_object()) {
    for (const auto& [key, child] : object_of(json)) all_places(child, at.child(key), out);
  } else if (json.is_array()) {
    std::uint64_t i = 0;
    for (const Json& child : array_of(json)) all_places(child, at.child(i++), out);
  }
}

inline std::vector<Path> all_places(const Json& json) {
  std::vector<Path> places;
  all_places(json, Path(), places);
  return places;
}

inline const Json* node_at(const Json& root, PathView path) {
  const Json* node = &root;
  for (const Segment segment : path) {
    if (segment.is_index) {
      if (!node->is_array() || segment.index >= node->size()) return nullptr;
      node = &array_of(*node)[segment.index];
    } else if ((node = member(*node, segment.key)) == nullptr) {
      return nullptr;
    }
  }
  return node;
}

}  // namespace gavel::testing
