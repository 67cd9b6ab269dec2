#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/suggest.hpp"

using gavel::Code;
using gavel::code_name;
using gavel::Json;
using gavel::Limits;
using gavel::nearest;
using gavel::nearest_path;
using gavel::Path;
using gavel::path_from_json;
using gavel::path_to_json;
using gavel::Pattern;
using gavel::Place;
using gavel::Segment;
using gavel::to_text;

namespace {

Json parse(const std::string& text) {
  auto json = gavel::read_json(text, Limits());
  REQUIRE_MESSAGE(json.ok(), text);
  return std::move(*json);
}

Path path(const std::string& json) {
  auto read = path_from_json(parse(json), Limits());
  REQUIRE_MESSAGE(read.ok(), json);
  return std::move(*read);
}

std::string text(gavel::PathView p) { return to_text(path_to_json(p)); }

std::string suggested(const Json& root, const std::string& missing) {
  const auto near = nearest_path(root, path(missing));
  return near ? text(*near) : "nothing";
}

}  // namespace

TEST_CASE("a path keeps its segments apart: keys that look like indices, empty keys, keys of any bytes") {
  for (const char* json : {"[]", R"(["a"])", R"(["0",0])", R"(["",""])",
                           R"(["a.b","c/d","~","好感度",18446744073709551615])", R"([0,1,"x"])"}) {
    CHECK(text(path(json)) == json);
  }
  CHECK_FALSE(path("[0]") == path(R"(["0"])"));
  CHECK_FALSE(path(R"(["a","b"])") == path(R"(["ab"])"));
}

TEST_CASE("a path has parents, children and an end") {
  Path p = path(R"(["a",0,"b"])");
  CHECK(p.size() == 3);
  CHECK(p.back() == Segment{"b", 0, false});
  CHECK(text(p.parent()) == R"(["a",0])");
  CHECK(p.parent().back() == Segment{{}, 0, true});
  CHECK(p.parent().parent().parent().empty());
  CHECK(text(p.child("c")) == R"(["a",0,"b","c"])");
  CHECK(text(p.child(std::uint64_t{7})) == R"(["a",0,"b",7])");
  const std::size_t mark = p.bytes().size();
  p.push_key("long key that makes the bytes move elsewhere in memory");
  p.push_index(3);
  p.truncate(mark);
  CHECK(p == path(R"(["a",0,"b"])"));
}

TEST_CASE("a path is below another by whole segments") {
  const Path a = path(R"(["a"])");
  CHECK(path(R"(["a","b"])").view().starts_with(a));
  CHECK(a.view().starts_with(a));
  CHECK(a.view().starts_with(Path()));
  CHECK_FALSE(path(R"(["ab"])").view().starts_with(a));
  CHECK_FALSE(a.view().starts_with(path(R"(["a","b"])")));
}

TEST_CASE("the JSON form of a path is an array of strings and integers from 0, and nothing else") {
  for (const char* bad :
       {"null", "\"a\"", "{}", "[null]", "[true]", "[-1]", "[1.0]", "[[\"a\"]]", "[\"a\",{}]", "5"}) {
    CAPTURE(bad);
    const auto read = path_from_json(parse(bad), Limits());
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().code == Code::kParseMalformed);
    CHECK_FALSE(read.error().hint.empty());
  }
  Limits limits;
  limits.max_path_segments = 2;
  CHECK(path_from_json(parse(R"(["a",0])"), limits).ok());
  CHECK(path_from_json(parse(R"(["a",0,"b"])"), limits).error().code == Code::kLimitDepth);
}

TEST_CASE("forbidden keys are refused by exact match, anywhere in a path") {
  for (const char* bad : {R"(["__proto__"])", R"(["a","constructor"])", R"(["prototype","a"])"}) {
    CHECK(check_path(path(bad), Limits()).error().code == Code::kPathForbidden);
  }
  for (const char* good :
       {R"(["constructor_guild"])", R"(["__Proto__"])", R"(["proto"])", R"(["a","__proto"])"}) {
    CHECK(check_path(path(good), Limits()).ok());
  }
}

TEST_CASE(
    "a path with an empty key, a NUL, bad UTF-8, too long a key or too many segments is refused, each with "
    "its code") {
  const auto code = [](const Path& p) { return code_name(gavel::check_path(p, Limits()).error().code); };
  CHECK(code(path(R"(["a",""])")) == "path.invalid");
  CHECK(code(path(R"(["a\u0000b"])")) == "path.invalid");
  CHECK(code(Path().child("\xFF")) == "path.invalid");
  CHECK(gavel::check_path(Path().child(std::string(1024, 'k')), Limits()).ok());
  CHECK(code(Path().child(std::string(1025, 'k'))) == "limit.size");
  Path deep;
  for (int i = 0; i < 64; ++i) deep.push_index(0);
  CHECK(gavel::check_path(deep, Limits()).ok());
  deep.push_index(0);
  CHECK(code(deep) == "limit.depth");
}

TEST_CASE("an index is a canonical decimal and nothing else") {
  CHECK(gavel::index_of_key("0") == 0);
  CHECK(gavel::index_of_key("12") == 12);
  for (const char* bad :
       {"", "-", "-1", "+1", "00", "01", "1.0", "1e3", " 1", "1 ", "x", "１", "99999999999999999999"}) {
    CAPTURE(bad);
    CHECK_FALSE(gavel::index_of_key(bad).has_value());
  }
}

TEST_CASE("resolving fits segments to the document: keys that are indices, indices that are keys, and '-'") {
  const Json root = parse(R"({"list":[10,[20]],"map":{"0":"zero","-":"dash"}})");
  struct Case {
    const char* asked;
    const char* found;
  };
  for (const Case& c : std::vector<Case>{{R"(["list","0"])", R"(["list",0])"},
                                         {R"(["list",1,"0"])", R"(["list",1,0])"},
                                         {R"(["map",0])", R"(["map","0"])"},
                                         {R"(["map","-"])", R"(["map","-"])"},
                                         {R"([])", R"([])"}}) {
    CAPTURE(c.asked);
    const Place place = gavel::resolve(root, path(c.asked));
    CHECK(place.miss == Place::Miss::kNone);
    REQUIRE(place.node != nullptr);
    CHECK(text(place.path) == c.found);
  }
}

TEST_CASE("the reason why a place does not exist is given") {
  const Json root = parse(R"({"list":[10,{"a":1}],"map":{"x":1},"n":null})");
  struct Case {
    const char* asked;
    Place::Miss miss;
    const char* where;
  };
  using Miss = Place::Miss;
  for (const Case& c :
       std::vector<Case>{{R"(["new"])", Miss::kMember, R"(["new"])"},
                         {R"(["map","new"])", Miss::kMember, R"(["map","new"])"},
                         {R"(["map","new","x",0])", Miss::kParent, R"(["map","new","x","0"])"},
                         {R"(["list",2])", Miss::kAppend, R"(["list",2])"},
                         {R"(["list","-"])", Miss::kAppend, R"(["list",2])"},
                         {R"(["list",3])", Miss::kBeyond, R"(["list",3])"},
                         {R"(["list","x"])", Miss::kNoIndex, R"(["list","x"])"},
                         {R"(["list","01"])", Miss::kNoIndex, R"(["list","01"])"},
                         {R"(["list",2,"x"])", Miss::kInArray, R"(["list",2,"x"])"},
                         {R"(["list",9,"x"])", Miss::kInArray, R"(["list",9,"x"])"},
                         {R"(["list","x","y"])", Miss::kNoIndex, R"(["list","x","y"])"},
                         {R"(["map","x","y"])", Miss::kThroughScalar, R"(["map","x","y"])"},
                         {R"(["n","y","z"])", Miss::kThroughScalar, R"(["n","y","z"])"}}) {
    CAPTURE(c.asked);
    const Place place = gavel::resolve(root, path(c.asked));
    CHECK(place.miss == c.miss);
    CHECK(place.node == nullptr);
    CHECK(text(place.path) == c.where);
  }
}

TEST_CASE("a described pair means its value where a pattern says so, and the path continues through it") {
  const Json root =
      parse(R"({"s":{"hp":[80,"health"],"bag":[{"gold":[5,"coins"]},"what one carries"]},"t":[1,"x"]})");
  const std::vector<Pattern> described{*Pattern::parse("s.**", Limits())};
  const Place hp = gavel::resolve(root, path(R"(["s","hp"])"), described);
  CHECK(hp.described);
  CHECK(text(hp.path) == R"(["s","hp",0])");
  CHECK(text(hp.shown) == R"(["s","hp"])");
  CHECK(to_text(*hp.node) == "80");
  const Place gold = gavel::resolve(root, path(R"(["s","bag","gold"])"), described);
  CHECK(text(gold.path) == R"(["s","bag",0,"gold",0])");
  CHECK(text(gold.shown) == R"(["s","bag","gold"])");
  const Place other = gavel::resolve(root, path(R"(["t"])"), described);
  CHECK_FALSE(other.described);
  const Place missing = gavel::resolve(root, path(R"(["s","bag","silver"])"), described);
  CHECK(missing.miss == Place::Miss::kMember);
  CHECK(text(missing.path) == R"(["s","bag",0,"silver"])");
  CHECK_FALSE(missing.described);
}

TEST_CASE("the nearest word differs in at most a third of its letters, and is the first of several") {
  const std::vector<std::string_view> words = {"strength", "stamina", "hp", "好感度", "mana"};
  CHECK(nearest("strenght", words) == "strength");
  CHECK(nearest("stanima", words) == "stamina");
  CHECK(nearest("hpp", words) == "hp");
  CHECK(nearest("好感渡", words) == "好感度");
  CHECK(nearest("Mana", words) == "mana");
  CHECK(nearest("maan", words) == "mana");  // two neighbours swapped are one slip
  CHECK_FALSE(nearest("speed", words).has_value());
  CHECK_FALSE(nearest("", words).has_value());
  CHECK(nearest("abcd", std::vector<std::string_view>{"abce", "abcf"}) == "abce");
  CHECK_FALSE(nearest("abcdef", std::vector<std::string_view>{"abcxyz"}).has_value());
  CHECK(nearest("abcdef", std::vector<std::string_view>{"abcdxy"}) == "abcdxy");
  CHECK_FALSE(nearest(std::string(1'000'000, 'a'), words).has_value());
}

TEST_CASE("a missing path is answered with an existing one") {
  const Json root =
      parse(R"({"characters":{"li_si":{"hp":5,"name":"李四"}},"quests":[{"title":"x"}],"goal":1})");
  CHECK(suggested(root, R"(["characters","li_si","hpp"])") == R"(["characters","li_si","hp"])");
  CHECK(suggested(root, R"(["charcters","li_si","hp"])") == R"(["characters"])");
  CHECK(suggested(root, R"(["hp"])") == R"(["characters","li_si","hp"])");
  CHECK(suggested(root, R"(["characters","zhang_san","spells"])") == R"(["characters"])");
  CHECK(suggested(root, R"(["quests",4])") == R"(["quests"])");
  CHECK(suggested(root, R"(["utterly","unknown"])") == "nothing");
  CHECK(suggested(root, R"(["goal"])") == "nothing");
}

TEST_CASE("a suggested path can be used, also after an index that was written as a key") {
  const Json root = parse(R"({"list":[{"hp":1}],"map":{"0":{"mp":1}}})");
  CHECK(suggested(root, R"(["list","0","hpp"])") == R"(["list",0,"hp"])");
  CHECK(suggested(root, R"(["map",0,"mpp"])") == R"(["map","0","mp"])");
}
