// Turns of several parts, and how they are recorded.
#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"

#include "table.hpp"

using gavel::Actor;
using gavel::Decision;
using gavel::Json;
using gavel::Limits;
using gavel::TurnInput;
using gavel::TurnKind;
using gavel::TurnPart;
using gavel::testing::Table;

namespace {

Json parsed(const std::string& text) { return gavel::read_json(text, Limits()).value(); }

TurnInput two_players(const Table& table) {
  TurnInput input;
  input.turn = "t-1";
  input.now = table.now;
  input.parts = {{.role = Actor::kPlayer, .actor_id = "ann", .text = "I rest.\n_.set('a', 1);"},
                 {.role = Actor::kPlayer, .actor_id = "bob", .text = "I look.\n_.set('b', 2);"},
                 {.role = Actor::kModel, .text = "Both do.\n_.set('c', 3);"}};
  return input;
}

Json record_of(Table& table, const std::string& turn) {
  return parsed(table.store().find("c", turn).value().turn->record);
}

}  // namespace

TEST_CASE(
    "when several players speak in one turn, each part is judged as its player's and recorded in order") {
  Table table;
  const auto answer = table.campaigns().turn("c", two_players(table));
  REQUIRE_MESSAGE(answer.ok(), (answer ? "" : answer.error().message));
  const Json verdict = parsed(answer->verdict);
  REQUIRE(verdict["commands"].size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(verdict["commands"][i]["status"] == "applied");
    CHECK(verdict["commands"][i]["part"] == i);
    CHECK(verdict["commands"][i].contains("actor") == (i < 2));
  }
  CHECK(verdict["user"]["narration"] == "I rest.\n\nI look.\n");
  CHECK(verdict["narration"] == "Both do.\n");
  CHECK(table.value("/b") == "2");
  const Json record = record_of(table, "t-1");
  CHECK(record["format"] == 2);
  CHECK(record["kind"] == "turn");
  CHECK(record["user_input"] == "I rest.\n_.set('a', 1);\nI look.\n_.set('b', 2);");
  CHECK(gavel::to_text(record["inputs"]["parts"]) ==
        R"([{"role":"player","actor_id":"ann","text":"I rest.\n_.set('a', 1);"},)"
        R"({"role":"player","actor_id":"bob","text":"I look.\n_.set('b', 2);"},)"
        R"({"role":"model","text":"Both do.\n_.set('c', 3);"}])");
  CHECK(table.campaigns().verify("c")->empty());
  CHECK(table.campaigns().rebuild("c", 2)->empty());
}

TEST_CASE("a request with other parts, another speaker or another kind is another request") {
  Table table;
  const TurnInput asked = two_players(table);
  REQUIRE(table.campaigns().turn("c", asked).ok());
  CHECK(table.campaigns().turn("c", asked)->repeated);
  TurnInput other = asked;
  other.parts[0].actor_id = "eve";
  CHECK(table.campaigns().turn("c", other).error().code == gavel::Code::kTurnConflict);
  other = asked;
  std::swap(other.parts[0], other.parts[1]);
  CHECK(table.campaigns().turn("c", other).error().code == gavel::Code::kTurnConflict);
  other = asked;
  other.kind = TurnKind::kContinue;
  CHECK(table.campaigns().turn("c", other).error().code == gavel::Code::kTurnConflict);
}

TEST_CASE("calls given as data are judged as a model's calls are, and recorded as calls") {
  Table table;
  TurnInput input;
  input.turn = "t-1";
  input.kind = TurnKind::kTool;
  input.now = table.now;
  input.parts.back().calls = parsed(R"([{"id":"c1","tool":"hurt","args":{"n":3}},{"tool":"hrt","args":{}}])");
  input.parts.back().external_answer = parsed(R"({"by":"reader","claims":[]})");
  const auto answer = table.campaigns().turn("c", input);
  REQUIRE_MESSAGE(answer.ok(), (answer ? "" : answer.error().message));
  CHECK(answer->decision == Decision::kAccepted);  // an agent is answered by the lines
  CHECK(answer->verdict.find("tool.unknown") != std::string::npos);
  CHECK(table.value("/strength") == "27");
  array_of(input.parts.back().calls).pop_back();
  input.turn = "t-2";
  REQUIRE(table.campaigns().turn("c", input)->decision == Decision::kAccepted);
  CHECK(table.value("/strength") == "24");
  const Json record = record_of(table, "t-2");
  CHECK(record["kind"] == "tool");
  CHECK(gavel::to_text(record["inputs"]["parts"]) ==
        R"([{"role":"model","calls":[{"id":"c1","tool":"hurt","args":{"n":3}}],)"
        R"("external_answer":{"by":"reader","claims":[]}}])");
  CHECK(record["assistant_structured"]["tool_calls"][0]["tool"] == "hurt");
  CHECK(table.campaigns().rebuild("c", 2)->empty());
}

TEST_CASE("parts that cannot be judged together are refused, and nothing is kept") {
  Table table;
  const auto refused = [&](std::vector<TurnPart> parts) {
    TurnInput input;
    input.turn = "t-1";
    input.now = table.now;
    input.parts = std::move(parts);
    const auto answer = table.campaigns().turn("c", input);
    return answer ? std::string()
                  : std::string(code_name(answer.error().code)) + ": " + answer.error().message;
  };
  CHECK(refused({}) == "usage: the turn has no parts");
  CHECK(refused({{.text = "a"}, {.text = "b"}}) ==
        "usage: only players' parts come before a turn's last part");
  CHECK(refused({{.role = Actor::kTool, .text = "a"}}) ==
        "usage: a part of a turn is the model's, a player's or the operator's");
  CHECK(refused({{.calls = Json(1)}}) == "usage: `calls` of a part must be an array");
  CHECK(refused({{.dialect = "tols"}}).starts_with("usage: "));
  CHECK(table.store().load("c")->head.version == 0);
}

TEST_CASE("a record of format 1 is read, shown and judged again as it was") {
  const std::string old =
      R"({"kind":"turn","turn_id":"t-1","actor_id":"ann","user_input":"I wait.","timestamp":)"
      R"("2025-09-20T08:00:00.000Z","inputs":{"actor":"model","model_text":"Fine.","dialect":"ir","attempt":1,)"
      R"("engine":"0.1.0","ruleset":"r","seed":"s","settings_snapshot":{},"campaign":{}}})";
  const auto input = gavel::read_turn_input(parsed(old));
  REQUIRE_MESSAGE(input.ok(), (input ? "" : input.error().message));
  CHECK(input->format == 1);
  REQUIRE(input->parts.size() == 2);
  CHECK(input->parts[0].role == Actor::kPlayer);
  CHECK(input->user_text() == "I wait.");
  CHECK(input->spoken().text == "Fine.");
  CHECK(input->spoken().dialect == "ir");
  std::string again;
  gavel::JsonText out(again);
  tell_inputs(out, *input);
  CHECK(again == gavel::to_text(parsed(old)["inputs"]));
}

TEST_CASE("a record of a newer format is refused by name, a damaged one too") {
  const auto error_of = [](const char* record) { return gavel::read_turn_input(parsed(record)).error(); };
  const gavel::Error newer = error_of(R"({"format":3,"kind":"turn","turn_id":"t-1","inputs":{}})");
  CHECK(newer.message == "the record of turn \"t-1\" has format 3; this Gavel reads formats 1 to 2");
  CHECK(newer.hint == "use the Gavel that wrote it, or a newer one");
  for (const char* record :
       {R"({"format":2,"kind":"dream","turn_id":"t-1","inputs":{"parts":[{"role":"model"}]}})",
        R"({"format":"2","kind":"turn","turn_id":"t-1","inputs":{}})",
        R"({"format":2,"kind":"turn","turn_id":"t-1","inputs":{"parts":[]}})",
        R"({"format":2,"kind":"turn","turn_id":"t-1","inputs":{"parts":[{"role":"ghost"}]}})",
        R"({"kind":"turn","turn_id":"t-1","inputs":{"actor":"ghost"}})"})
    CHECK(error_of(record).code == gavel::Code::kStoreCorrupt);
}
