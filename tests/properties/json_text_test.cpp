// The reader against nlohmann's parser on generated and broken texts, the writer against the reader, and the
// canonical form against a naive equality.
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "json_random.hpp"

using gavel::array_of;
using gavel::canonical;
using gavel::Code;
using gavel::equal;
using gavel::Json;
using gavel::object_of;
using gavel::read_json;
using gavel::to_text;
using gavel::testing::chosen_seed;
using gavel::testing::nasty_keys;
using gavel::testing::Random;

namespace {

std::string blanks(Random& random) {
  static const std::vector<std::string> kBlanks = {"", "", "", " ", "\n", "\t ", "\r\n"};
  return random.pick(kBlanks);
}

std::string random_string_text(Random& random) {
  static const std::vector<std::string> kParts = {"a",    "好",   "😀", "\\n", "\\u597d", "\\ud83d\\ude00",
                                                  "\\\\", "\\\"", " ", "x",   "\\u0000", "/"};
  std::string text = "\"";
  for (std::size_t i = random.below(5); i > 0; --i) text += random.pick(kParts);
  return text + "\"";
}

std::string random_number_text(Random& random) {
  static const std::vector<std::string> kNumbers = {"0",
                                                    "-0",
                                                    "7",
                                                    "-12",
                                                    "18446744073709551615",
                                                    "18446744073709551616",
                                                    "-9223372036854775808",
                                                    "-9223372036854775809",
                                                    "0.5",
                                                    "-2.50",
                                                    "1e3",
                                                    "1E-3",
                                                    "2.5e+10",
                                                    "1e400",
                                                    "1e-400",
                                                    "0e0",
                                                    "123456789.125"};
  return random.pick(kNumbers);
}

std::string random_text(Random& random, int depth) {
  const std::size_t kind = depth <= 0 ? random.below(4) : random.below(7);
  if (kind == 0) return std::vector<std::string>{"true", "false", "null"}[random.below(3)];
  if (kind == 1) return random_string_text(random);
  if (kind < 4) return random_number_text(random);
  const bool object = kind < 6;
  std::string text = object ? "{" : "[";
  const std::size_t children = random.below(4);
  for (std::size_t i = 0; i < children; ++i) {
    if (i > 0) text += ",";
    if (object) text += blanks(random) + random_string_text(random) + blanks(random) + ":";
    text += blanks(random) + random_text(random, depth - 1) + blanks(random);
  }
  return text + (object ? "}" : "]");
}

std::string broken(Random& random, std::string text) {
  static const std::string kBytes = "{}[]\",:0123456789.eE+-truefalsn \\/u\xE5\x89\x80\x01\nD8";
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    const std::size_t at = random.below(text.size() + 1);
    switch (random.below(4)) {
      case 0:
        text = text.substr(0, at);
        break;
      case 1:
        text.insert(text.begin() + static_cast<std::ptrdiff_t>(at), kBytes[random.below(kBytes.size())]);
        break;
      case 2:
        if (at < text.size()) text[at] = kBytes[random.below(kBytes.size())];
        break;
      default:
        if (at < text.size()) text.erase(at, 1 + random.below(3));
    }
  }
  return text;
}

// Stricter than nlohmann, and says so: keys given twice, and integers that nlohmann turns into floats.
bool documented(const gavel::Error& error) {
  return (error.code == Code::kParseMalformed && error.message.find("appears twice") != std::string::npos) ||
         (error.code == Code::kValueRange && error.hint.find("integers go from") != std::string::npos);
}

// Empty when both agree.
std::string disagreement(const std::string& text) {
  const auto mine = read_json(text, gavel::Limits());
  const bool theirs = nlohmann::json::accept(text);
  if (!mine) {
    if (*mine.error().where.offset > text.size()) return "the offset lies outside";
    return theirs && !documented(mine.error()) ? "refused: " + mine.error().message : "";
  }
  if (!theirs) return "accepted";
  return nlohmann::json::parse(text) == nlohmann::json::parse(to_text(*mine)) ? ""
                                                                              : "read as " + to_text(*mine);
}

__extension__ using Wide = __int128;

Wide integer_of(const Json& number) {
  return number.is_number_unsigned() ? Wide{number.get<std::uint64_t>()} : Wide{number.get<std::int64_t>()};
}

bool naive_numbers_equal(const Json& a, const Json& b) {
  if (!a.is_number_float() && !b.is_number_float()) return integer_of(a) == integer_of(b);
  if (a.is_number_float() && b.is_number_float()) return a.get<double>() == b.get<double>();
  const double real = a.is_number_float() ? a.get<double>() : b.get<double>();
  const Wide whole = integer_of(a.is_number_float() ? b : a);
  if (!(real > -1e30 && real < 1e30)) return false;
  return static_cast<double>(static_cast<Wide>(real)) == real && static_cast<Wide>(real) == whole;
}

bool naive_equal(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return naive_numbers_equal(a, b);
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_array()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!naive_equal(a[i], b[i])) return false;
    }
    return true;
  }
  if (!a.is_object()) return a.dump() == b.dump();
  for (const auto& [key, value] : object_of(a)) {
    const Json* other = nullptr;
    for (const auto& [name, child] : object_of(b)) {
      if (name == key) other = &child;
    }
    if (other == nullptr || !naive_equal(value, *other)) return false;
  }
  return true;
}

// The same value or nearly the same, in another form: keys in another order, whole floats for integers, small
// changes.
Json varied(Random& random, const Json& json, unsigned percent_changed) {
  if (json.is_array()) {
    Json out(Json::value_t::array);
    for (const Json& child : array_of(json)) out.push_back(varied(random, child, percent_changed));
    return out;
  }
  if (json.is_object()) {
    std::vector<std::pair<std::string, Json>> members(object_of(json).begin(), object_of(json).end());
    for (std::size_t i = members.size(); i > 1; --i) std::swap(members[i - 1], members[random.below(i)]);
    Json out(Json::value_t::object);
    for (auto& [key, child] : members) object_of(out).emplace(key, varied(random, child, percent_changed));
    return out;
  }
  if (random.chance(percent_changed)) return gavel::testing::random_scalar(random);
  if (!json.is_number() || random.chance(50)) return json;
  if (json.is_number_float()) return json.get<double>() == 0 ? Json(-0.0) : json;
  if (random.chance(percent_changed))
    return Json(json.get<double>());  // perhaps another number, perhaps the same
  const double as_float = json.get<double>();
  return naive_numbers_equal(json, Json(as_float)) ? Json(as_float) : json;
}

}  // namespace

TEST_CASE(
    "the reader agrees with another parser on 120,000 generated and broken texts, except where it is "
    "stricter by design") {
  Random random(chosen_seed());
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  std::size_t accepted = 0;
  for (int i = 0; i < 120'000; ++i) {
    std::string text = blanks(random) + random_text(random, 4) + blanks(random);
    if (i % 3 != 0) text = broken(random, text);
    const std::string what = disagreement(text);
    REQUIRE_MESSAGE(what.empty(), what << " in " << text);
    accepted += nlohmann::json::accept(text) ? 1 : 0;
  }
  CHECK(accepted > 30'000);
  CHECK(accepted < 90'000);
}

TEST_CASE("what is written reads back as the same value, including number kinds and key order") {
  Random random(chosen_seed() + 1);
  for (int i = 0; i < 30'000; ++i) {
    const Json json = gavel::testing::random_value(random, nasty_keys(), 4);
    for (const int indent : {-1, 0, 3}) {
      const std::string text = to_text(json, indent);
      const auto read = read_json(text, gavel::Limits());
      REQUIRE_MESSAGE(read.ok(), text);
      REQUIRE(to_text(*read) == to_text(json));
      REQUIRE(equal(*read, json));
    }
  }
}

TEST_CASE("two values have one canonical form exactly when they are equal, over random pairs") {
  Random random(chosen_seed() + 2);
  std::size_t equals = 0;
  constexpr int kPairs = 100'000;
  for (int i = 0; i < kPairs; ++i) {
    const Json a = gavel::testing::random_value(random, nasty_keys(), 3);
    const Json b = i % 4 == 0 ? gavel::testing::random_value(random, nasty_keys(), 3)
                              : varied(random, a, i % 4 == 1 ? 0 : 8);
    const bool same = naive_equal(a, b);
    equals += same ? 1 : 0;
    REQUIRE_MESSAGE(equal(a, b) == same, to_text(a) << " and " << to_text(b));
    REQUIRE_MESSAGE(equal(b, a) == same, to_text(b) << " and " << to_text(a));
    REQUIRE_MESSAGE((canonical(a) == canonical(b)) == same, canonical(a) << " and " << canonical(b));
  }
  CHECK(equals > kPairs / 4);
  CHECK(equals < kPairs);
}

TEST_CASE("numbers order as in exact arithmetic") {
  Random random(chosen_seed() + 3);
  for (int i = 0; i < 100'000; ++i) {
    const Json a = gavel::testing::random_number(random);
    const Json b = gavel::testing::random_number(random);
    const int less = gavel::number_less(a, b) ? 1 : 0;
    const int more = gavel::number_less(b, a) ? 1 : 0;
    REQUIRE_MESSAGE(less + more + (naive_numbers_equal(a, b) ? 1 : 0) == 1, to_text(a)
                                                                                << " and " << to_text(b));
    if (less != 0) REQUIRE(a.get<double>() <= b.get<double>());
  }
}
