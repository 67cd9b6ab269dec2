// What a command looks at is charged to its turn (Document::work), so that max_turn_work ends a text whose
// commands come to too much together, whatever they do. Counted, never timed; scripts/bench linear holds the
// time against the count.

#include <map>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "support/judge.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {
namespace {

std::string state_of(std::size_t elements) {
  std::string list, map;
  for (std::size_t i = 0; i < elements; ++i) {
    list += std::string(i == 0 ? "" : ",") + R"({"id":)" + std::to_string(i) + R"(,"name":"x"})";
    map += std::string(i == 0 ? "" : ",") + "\"k#" + std::to_string(i) +
           R"(":{"path":["gone"],"value":1,"_is_protected":true})";
  }
  return R"({"list":[)" + list + R"(],"map":{)" + map + R"(},"text":")" + std::string(elements * 8, 'a') +
         R"(","texts":[")" + std::string(elements * 8, 'a') + R"("]})";
}

struct Counted {
  std::size_t work = 0;
  std::string said;
};

Counted work_of(const std::string& state, const std::string& commands,
                std::size_t most = Limits().max_turn_work) {
  Document document = Document::load(read_json(state, Limits()).value(), Json(), Limits()).value();
  TurnInput input;
  TurnRules rules;
  input.parts.back().text = commands;
  input.parts.back().dialect = "ir";
  rules.context.limits.max_turn_work = most;
  const Result<Verdict> verdict = run_turn(document, input, rules);
  REQUIRE(verdict.ok());
  Counted counted{document.work(), {}};
  for (const Line& line : verdict->lines)
    counted.said += std::string(line.outcome.error ? code_name(line.outcome.error->code) : "applied") + " ";
  return counted;
}

std::string times(const std::string& command, std::size_t count) {
  std::string text = "[" + command;
  for (std::size_t i = 1; i < count; ++i) text += "," + command;
  return text + "]";
}

// Each looks at all that stands in a container, whether or not it changes anything there.
const std::vector<std::string>& lookers() {
  static const std::vector<std::string> kLookers = {
      R"({"verb":"push","path":["list"],"value":{"id":-1,"name":"x"},"options":{"dedupe":true}})",
      R"({"verb":"push","path":["list"],"value":{"id":-1,"name":"x"},"options":{"uniqueBy":["name","id"]}})",
      R"({"verb":"insert","path":["list",0],"value":{"id":-1,"name":"x"},"options":{"dedupe":true}})",
      R"({"verb":"insert","path":["list"],"value":{"id":-1,"name":"x"},"options":{"uniqueBy":["id","name"]}})",
      R"({"verb":"insert","path":["list",0],"value":1})",
      R"({"verb":"push","path":["list"],"value":1,"options":{"position":"head"}})",
      R"({"verb":"splice","path":["list"],"value":{"start":0,"deleteCount":0,"items":[1]}})",
      R"({"verb":"delete","path":["list",0]})",
      R"({"verb":"pull","path":["list"],"value":{"id":-1,"name":"x"}})",
      R"({"verb":"pull","path":["list"],"options":{"where":{"name":"x","id":-1}}})",
      R"({"verb":"pull","path":["texts"],"options":{"where":{"contains":"aaaaaaaaaaaaaaaaaaab"}}})",
      R"({"verb":"set","path":["text"],"value":"y","options":{"ifExists":true,"expect":{"length":1}}})",
      R"({"verb":"delete","path":["map"],"options":{"all":true}})",
      R"({"verb":"delete","path":["map"],"options":{"all":true,"cascade":false}})",
      R"({"verb":"restore","path":["nothing"],"options":{"recycleBinKey":"map"}})",
      R"({"verb":"copy","from":["list"],"path":["text","there"]})",
      R"({"verb":"move","from":["list"],"path":["text","there"]})",
      R"({"verb":"move","from":["list",0],"path":["list","-"]})",
      R"({"verb":"get","path":["list"]})",
  };
  return kLookers;
}

TEST_CASE("what a command looks at is charged: twice the elements cost about twice the work") {
  for (const std::string& command : lookers()) {
    INFO(command);
    const std::size_t once = work_of(state_of(2'000), times(command, 1)).work;
    const std::size_t twice = work_of(state_of(4'000), times(command, 1)).work;
    CHECK(once > 2'000);
    CHECK(static_cast<double>(twice) > 1.6 * static_cast<double>(once));
    CHECK(static_cast<double>(twice) < 2.4 * static_cast<double>(once));
  }
}

TEST_CASE("max_turn_work ends a text whose commands look at too much, whatever they do") {
  for (const std::string& command : lookers()) {
    INFO(command);
    const std::size_t one = work_of(state_of(2'000), times(command, 1)).work;
    if (work_of(state_of(2'000), times(command, 2)).work < one * 9 / 5)
      continue;  // what the first made ends the others early
    const Counted many = work_of(state_of(2'000), times(command, 40), one * 10);
    CHECK(many.said.ends_with("limit.size limit.size "));
    CHECK(many.work < one * 22);
  }
}

TEST_CASE("comparing equal elements again and again is charged by how far they are compared") {
  const std::string value = "\"" + std::string(200, 'x') + "\"";
  const std::string push =
      "{\"verb\":\"push\",\"path\":[\"list\"],\"value\":" + value + ",\"options\":{\"position\":\"head\"}}";
  std::string list = value;
  for (std::size_t i = 1; i < 500; ++i) list += "," + value;
  const std::size_t equal_ones = work_of("{\"list\":[" + list + "]}", times(push, 1)).work;
  CHECK(equal_ones > 500 * 200);
  CHECK(work_of("{\"list\":[1," + list + "]}", times(push, 1)).work < equal_ones / 10);
}

TEST_CASE("elements that expire cost the same, however many elements precede them") {
  const std::string command = R"({"verb":"push","path":["list"],"value":1,"options":{"ttl":3600}})";
  const std::size_t once = work_of(R"({"list":[]})", times(command, 200)).work;
  const std::size_t twice = work_of(R"({"list":[]})", times(command, 400)).work;
  CHECK(static_cast<double>(twice) < 2.2 * static_cast<double>(once));
}

// A state with a map of many keys, each `length` letters and a number long.
std::string keys_of(std::size_t count, std::size_t length) {
  std::string map;
  for (std::size_t i = 0; i < count; ++i)
    map += (i == 0 ? "\"" : ",\"") + std::string(length, 'k') + std::to_string(1'000'000 + i) + "\":1";
  return "{\"map\":{" + map + "}}";
}

TEST_CASE(
    "searching for the nearest path is charged by what is looked at, and a text with many slips gets few "
    "hints") {
  const auto slip = [](std::size_t length) {
    return R"({"verb":"add","path":["map",")" + std::string(length, 'k') + R"(2000000"],"value":1})";
  };
  CHECK(work_of(keys_of(5, 2), slip(2)).work < 5'000);
  CHECK(work_of(keys_of(400, 2), slip(2)).work > 10 * work_of(keys_of(5, 2), slip(2)).work);
  CHECK(work_of(keys_of(400, 60), slip(60)).work > 1'000'000);
  CHECK(work_of(keys_of(400, 60), times(slip(60), 500)).work < Limits().max_turn_work / 2);
  // A thousand slips in a small state: each is told where to look.
  Document document = Document::load(read_json(keys_of(5, 2), Limits()).value(), Json(), Limits()).value();
  TurnInput input;
  TurnRules rules;
  const std::string text = times(slip(2), 1'000);
  input.parts.back().text = text;
  input.parts.back().dialect = "ir";
  const Result<Verdict> verdict = run_turn(document, input, rules);
  REQUIRE(verdict.ok());
  for (const Line& line : verdict->lines) {
    REQUIRE(line.outcome.error);
    CHECK(line.outcome.error->hint == "the nearest that exists is map.kk1000000");
  }
}

TEST_CASE("a field that is named repeatedly is searched and charged each time") {
  std::string fields = "\"name\"";
  for (std::size_t i = 1; i < 100; ++i) fields += ",\"name\"";
  const auto push = [](const std::string& by) {
    return R"([{"verb":"push","path":["list"],"value":{"id":-1,"name":"x","z":1},"options":{"uniqueBy":[)" +
           by + ",\"z\"]}}]";
  };
  CHECK(work_of(state_of(500), push(fields)).work > 30 * work_of(state_of(500), push("\"name\"")).work);
}

TEST_CASE("a value with many members under a long path is stopped midway, and changes nothing") {
  std::string members = "\"m\":1", path;
  for (std::size_t i = 0; i < 3'000; ++i) members += ",\"m" + std::to_string(i) + "\":1";
  for (std::size_t i = 0; i < 4; ++i) path += ",\"" + std::string(900, static_cast<char>('a' + i)) + "\"";
  for (const char* verb : {"merge", "insert"}) {
    const std::string place = std::string(R"("path":["a")").append(path).append("]");
    std::string text = R"([{"verb":"set",)";
    text.append(place).append(R"(,"value":{}},{"verb":")").append(verb).append("\",");
    text.append(place).append(R"(,"value":{)").append(members).append("}}]");
    const Counted counted = work_of("{}", text, 4'000'000);
    CHECK(counted.said == "applied limit.size ");
    CHECK(counted.work < 6'000'000);
  }
}

TEST_CASE("finding a text in a text takes linear time in both, and finds it") {
  const std::string part = std::string(30, 'a') + "b";
  CHECK(holds_text(std::string(100, 'a') + "b", part));
  CHECK(!holds_text(std::string(100, 'a'), part));
  CHECK(holds_text("xx" + part + "yy", part));
  CHECK(!holds_text("ab", part));
  CHECK(holds_text("abc", ""));
  CHECK(holds_text("abababababababababababac", "abababababababababac"));
  for (std::size_t i = 0; i < 300; ++i) {
    std::string text;
    for (std::size_t k = 0; k < 60; ++k)
      text += static_cast<char>('a' + ((i * 2654435761U + k * k * 40503U) >> (k % 7U)) % 2);
    for (std::size_t at = 0; at + 20 < text.size(); at += 7) {
      std::string wanted = text.substr(at, 18);
      CHECK(holds_text(text, wanted));
      wanted[9] = wanted[9] == 'a' ? 'b' : 'a';
      CHECK(holds_text(text, wanted) == (text.find(wanted) != std::string::npos));
    }
  }
}

}  // namespace
}  // namespace gavel::testing
