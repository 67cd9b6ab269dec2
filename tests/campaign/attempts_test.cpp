// Which attempt at a turn counts in the end, and that the others leave no trace.
#include <doctest/doctest.h>

#include "state/json_writer.hpp"

#include "table.hpp"

using gavel::Json;
using gavel::PromptRequest;
using gavel::testing::small_image;
using gavel::testing::Table;

namespace {

const char* const kShipped = "{tool: report, conflict: report, command: accept, parse: accept}";
const char* const kLie = "\nHis strength is now 5.";
const char* const kHurt = R"({"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":3}}]})";
const char* const kTooMuch = R"({"tool_calls":[{"id":"c2","tool":"hurt","args":{"n":99}}]})";

Table table_with(const std::string& on) {
  std::string image = small_image();
  const std::string before = "on: [tool, conflict]";
  image.replace(image.find(before), before.size(), "on: " + on);
  return Table(image);
}

// The reply of an attempt, with so many refused commands. It sets the mood to the attempt's number.
std::string reply(int attempt, int refusals) {
  const std::string number = std::to_string(attempt);
  std::string text = "Draft " + number + ".\n_.set('mood', " + number + ");\n";
  for (int i = 0; i < refusals; ++i) text += "_.set('strength', 1);\n";
  return text;
}

Json parsed(const std::string& text) { return Json::parse(text); }

// What is shown of the campaign to whoever plays on: its state, its turns, the next request.
std::string seen(Table& table) {
  const auto prompt = table.campaigns().prompt("c", PromptRequest{});
  REQUIRE(prompt.ok());
  std::string all = gavel::to_text(*table.campaigns().state("c", std::nullopt));
  const Json turns = *table.campaigns().turns("c", {});
  for (const Json& turn : array_of(turns)) {
    Json shown = turn;
    for (const char* hidden : {"inputs", "hash"}) object_of(shown).erase(hidden);
    all += gavel::to_text(shown);
  }
  for (const auto& message : prompt->messages) all += message.content;
  return all;
}

void check_whole(Table& table) {
  CHECK(table.campaigns().verify("c")->empty());
  CHECK(table.campaigns().rebuild("c", 2)->empty());
}

}  // namespace

TEST_CASE("of the attempts that may be accepted, the one with the fewest refusals counts [R001-12]") {
  struct Row {
    int refusals[3];
    int taken;
  };
  for (const Row& row : {Row{{3, 1, 2}, 2}, Row{{2, 1, 1}, 3}, Row{{1, 1, 2}, 2}, Row{{1, 2, 3}, 1}}) {
    Table table = table_with(kShipped);
    std::string verdicts[3];
    for (int i = 0; i < 3; ++i) {
      CHECK(table.turn("t-1", reply(i + 1, row.refusals[i])) == (i < 2 ? "retry" : "accepted 1"));
      verdicts[i] = table.verdict;
    }
    const Json verdict = parsed(table.verdict);
    CHECK(verdict["attempt"] == 3);
    CHECK(verdict.contains("taken_attempt") == (row.taken != 3));
    if (row.taken != 3) CHECK(verdict["taken_attempt"] == row.taken);
    CHECK(table.value("/mood") == std::to_string(row.taken));
    const std::string shown = seen(table);
    for (int i = 1; i <= 3; ++i)
      CHECK((shown.find("Draft " + std::to_string(i)) != std::string::npos) == (i == row.taken));
    CHECK(shown.find("may not write strength") != std::string::npos);  // the model is told what was refused
    for (const bool again : {false, true}) {
      if (again) table.reopen();
      for (int i = 0; i < 3; ++i) {
        CHECK(table.turn("t-1", reply(i + 1, row.refusals[i])) ==
              (i < 2 ? "again retry" : "again accepted 1"));
        CHECK(table.verdict == verdicts[i]);
      }
    }
    CHECK(table.turn("t-2", "Peace.") == "accepted 2");
    check_whole(table);
  }
}

TEST_CASE("an attempt that may be accepted counts even where the last one ends in a report [R001-12]") {
  Table table = table_with(kShipped);
  CHECK(table.turn("t-1", reply(1, 1)) == "retry");
  CHECK(table.turn("t-1", reply(2, 0) + kLie) == "retry");
  CHECK(table.turn("t-1", reply(3, 0) + kTooMuch) == "accepted 1");
  CHECK(parsed(table.verdict)["taken_attempt"] == 1);
  CHECK(table.value("/mood") == "1");
  check_whole(table);

  CHECK(table.turn("t-2", reply(1, 0) + kLie) == "retry");
  CHECK(table.turn("t-2", reply(2, 0) + kTooMuch) == "retry");
  CHECK(table.turn("t-2", reply(3, 0) + kLie) == "conflict_report");
  CHECK(table.value("/mood") == "1");
  // Said in answer to something else, it does not count.
  CHECK(table.turn("t-3", reply(4, 1), "I wait.") == "retry");
  CHECK(table.turn("t-3", reply(5, 2), "I leave.") == "retry");
  CHECK(table.turn("t-3", reply(2, 3), "I leave.") == "accepted 2");
  CHECK(parsed(table.verdict)["taken_attempt"] == 2);
  CHECK(table.value("/mood") == "5");
  check_whole(table);
}

TEST_CASE("whatever was wrong with it, a draft leaves no trace [R001-12]") {
  const std::string wrong[] = {
      std::string("SECRETDRAFT ") + kHurt + "\n" + kTooMuch, std::string("SECRETDRAFT ") + kHurt + kLie,
      std::string("SECRETDRAFT ") + kHurt + "\n_.set('secret', 1);",
      std::string("SECRETDRAFT ") + kHurt + "\n<think>And now?", std::string(kHurt) + "\n<think>SECRETDRAFT"};
  for (const std::string& draft : wrong) {
    INFO(draft);
    Table table = table_with(kShipped);
    const std::string before = seen(table);
    for (const char* end : {"", " "}) {
      CHECK(table.turn("t-1", draft + end) == "retry");
      CHECK(table.verdict.find("SECRETDRAFT") == std::string::npos);
      CHECK(table.value("/strength") == "30");
      CHECK(gavel::to_text(*table.campaigns().state("c", std::nullopt)) ==
            before.substr(0, gavel::to_text(*table.campaigns().state("c", std::nullopt)).size()));
    }
    CHECK(table.turn("t-1", std::string("Peace.\n") + kHurt) == "accepted 1");
    CHECK_FALSE(parsed(table.verdict).contains("taken_attempt"));
    CHECK(table.value("/strength") == "27");
    CHECK(seen(table).find("SECRETDRAFT") == std::string::npos);
    const std::string file = table.exported();
    for (std::size_t at = 0; at < file.size();) {
      const std::size_t end = file.find('\n', at);
      const std::string line = file.substr(at, end - at);
      if (line.find("SECRETDRAFT") != std::string::npos) CHECK(line.starts_with(R"({"kind":"attempt")"));
      at = end + 1;
    }
    check_whole(table);
  }
}

TEST_CASE("a call whose roll was shown in one attempt must be in all later ones [R001-10]") {
  Table table = table_with(kShipped);
  CHECK(table.turn("t-1", std::string(kHurt) + kLie) == "retry");
  CHECK(parsed(table.verdict)["feedback"]["rolled_calls"][0]["tool"] == "hurt");
  CHECK(table.turn("t-1", "Nothing happens.") == "retry");
  CHECK(parsed(table.verdict)["conflicts"][0]["kind"] == "roll.left_out");
  CHECK(table.turn("t-1", std::string("It hurts.\n") + kHurt) == "accepted 1");
  CHECK(table.turn("t-2", "Nothing happens.") == "accepted 2");
  // What came before the roll was shown may be accepted as it is.
  CHECK(table.turn("t-3", reply(1, 1)) == "retry");
  CHECK(table.turn("t-3", std::string(kHurt) + kLie) == "retry");
  CHECK(table.turn("t-3", "Nothing happens.") == "accepted 3");
  CHECK(parsed(table.verdict)["taken_attempt"] == 1);
  check_whole(table);
}
