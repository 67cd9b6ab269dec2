// Turns of a campaign: identity, retries, what is kept and what leaves no trace.
#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "store/memory_store.hpp"

#include "table.hpp"

using gavel::Json;
using gavel::TurnInput;
using gavel::testing::small_image;
using gavel::testing::Table;

namespace {

const char* const kHurt3 = R"(A wolf bites.
{"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":3}}]})";
const char* const kHurt99 = R"({"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":99}}]})";

}  // namespace

TEST_CASE("a turn is judged, stored, and found again by another process [R001-01]") {
  Table table;
  CHECK(table.turn("t-1", kHurt3, "I wait.") == "accepted 1");
  CHECK(table.value("/strength") == "27");
  CHECK(table.value("/twice") == "54");
  table.reopen();
  CHECK(table.value("/strength") == "27");
  CHECK(table.meta("/memory/small/hurts") == "1");
  CHECK(table.turn("t-2", kHurt3) == "accepted 2");
  CHECK(table.value("/strength") == "24");
  const Json turns = *table.campaigns().turns("c", {});
  REQUIRE(turns.size() == 2);
  for (const char* name : {"turn_id", "actor_id", "user_input", "assistant_output_text",
                           "assistant_structured", "applied_actions", "timestamp"})
    CHECK(turns[0].contains(name));
  CHECK(turns[0]["user_input"] == "I wait.");
  CHECK(turns[0]["assistant_output_text"] == "A wolf bites.\n");
  CHECK(turns[0]["assistant_structured"]["tool_calls"][0]["tool"] == "hurt");
  CHECK(turns[0]["applied_actions"].size() == 1);
}

TEST_CASE("the same id and texts are answered byte for byte again, and change nothing [R001-01]") {
  Table table;
  CHECK(table.turn("t-1", kHurt3) == "accepted 1");
  const std::string first = table.verdict;
  CHECK(table.turn("t-1", kHurt3) == "again accepted 1");
  CHECK(table.verdict == first);
  table.reopen();
  CHECK(table.turn("t-1", kHurt3) == "again accepted 1");
  CHECK(table.verdict == first);
  CHECK(table.turn("t-1", "other words") == "turn.conflict");
  CHECK(table.value("/strength") == "27");
}

TEST_CASE(
    "a rejected call is retried, a corrected one is accepted, and no turn contains the draft [R001-10] "
    "[R001-12]") {
  Table table;
  CHECK(table.turn("t-1", std::string("The SECRETDRAFT. ") + kHurt99) == "retry");
  CHECK(table.verdict.find("failed_calls") != std::string::npos);
  CHECK(table.value("/strength") == "30");
  CHECK(table.turn("t-1", std::string("The SECRETDRAFT. ") + kHurt99) == "again retry");
  CHECK(table.turn("t-1", kHurt3) == "accepted 1");
  CHECK(Json::parse(table.verdict)["attempt"] == 2);
  const std::string file = table.exported();
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t end = file.find('\n', at);
    const std::string line = file.substr(at, end - at);
    if (line.find("SECRETDRAFT") != std::string::npos) CHECK(line.starts_with(R"({"kind":"attempt")"));
    at = end + 1;
  }
  CHECK(file.find("SECRETDRAFT") != std::string::npos);
}

TEST_CASE("an attempt sent again is answered as the first time, also after a later one was accepted") {
  Table table;
  CHECK(table.turn("t-1", kHurt99) == "retry");
  const std::string first = table.verdict;
  CHECK(table.turn("t-1", kHurt3) == "accepted 1");
  CHECK(table.turn("t-1", kHurt99) == "again retry");
  CHECK(table.verdict == first);
  CHECK(table.turn("t-1", "other words") == "turn.conflict");
  CHECK(Table::said(table.campaigns().rollback("c", "", table.now)) == "ok");
  CHECK(table.turn("t-1", kHurt99) == "turn.rolled_back");
}

TEST_CASE("failures in attempts of any length count against the call [R001-10]") {
  Table table;
  const std::string tale(2U << 20U, 'x');
  for (const char* turn : {"t-1", "t-2", "t-3"}) {
    CHECK(table.turn(turn, tale + "\n" + kHurt99) == "retry");
    CHECK(table.turn(turn, "Peace.").starts_with("accepted"));
  }
  CHECK(table.turn("t-4", kHurt99) == "retry");
  CHECK(table.verdict.find("tool.repeat_illegal") != std::string::npos);
}

TEST_CASE(
    "three contradictions end in a conflict report, and the state is unchanged byte for byte [R001-11] "
    "[R001-12]") {
  Table table;
  CHECK(table.turn("t-1", kHurt3) == "accepted 1");
  const Json before = *table.campaigns().state("c", std::nullopt);
  const std::string hash = table.shown()["head"]["hash"].get<std::string>();
  CHECK(table.turn("t-2", "His strength is now 5.") == "retry");
  CHECK(table.turn("t-2", "Truly, his strength is now 6.") == "retry");
  CHECK(table.turn("t-2", "Believe me, his strength is now 7.") == "conflict_report");
  CHECK(gavel::to_text(*table.campaigns().state("c", std::nullopt)) == gavel::to_text(before));
  CHECK(table.shown()["head"]["hash"] == hash);
  CHECK(table.turn("t-2", "His strength is now 27.") == "turn.conflict");
  CHECK(table.turn("t-3", "His strength is now 27.") == "accepted 2");
}

TEST_CASE("the number of retries and the detail of feedback are settings of the campaign [R001-12]") {
  const char* const lie = "His strength is now 5.";
  Table table(small_image("", "settings: {retry.intercept_output: false}\n"));
  const auto set = [&](const char* settings) {
    Json fields(Json::value_t::object);
    fields["settings"] = Json::parse(settings);
    return Table::said(table.campaigns().change("c", fields, table.now));
  };
  CHECK(table.shown()["settings_snapshot"]["retry.max_retries"] == 2);  // the ruleset's own
  CHECK(table.turn("t-0", lie) == "accepted 1");                        // it has been shown already
  CHECK(table.verdict.find("conflicts") != std::string::npos);
  CHECK(set(R"({"retry.intercept_output":true})") == "ok");
  CHECK(table.turn("t-1", lie) == "retry");
  CHECK(table.verdict.find("conflict_debug") != std::string::npos);
  CHECK(set(R"({"retry.retry_with_debug":false})") == "ok");
  CHECK(table.turn("t-2", lie) == "retry");
  CHECK(table.verdict.find("His strength") == std::string::npos);
  CHECK(table.verdict.find("conflict_debug") == std::string::npos);
  CHECK(set(R"({"retry.max_retries":0})") == "ok");
  CHECK(table.turn("t-3", lie) == "conflict_report");
  CHECK(set(R"({"retry.max_retries":-1})") == "value.range");
  CHECK(set(R"({"retry.max_retries":null})") == "ok");
  CHECK(table.turn("t-4", lie) == "retry");
  CHECK(table.turn("t-4", "Peace.") == "accepted 2");
  CHECK(table.campaigns().rebuild("c", 1)->empty());
}

TEST_CASE("a conflict names the tools that could make it true, if they may be called [R001-13]") {
  Table table;
  CHECK(table.turn("t-1", "His strength is now 5.") == "retry");
  const Json verdict = Json::parse(table.verdict);
  CHECK(verdict["feedback"]["conflict_debug"][0]["instructions"] ==
        "Narrate what the state says. To change the state, call hurt.");
  const std::string told = verdict["messages_to_append"][0]["content"].get<std::string>();
  CHECK(told.find("call hurt.\n") != std::string::npos);
  REQUIRE(table.campaigns().change("c", Json::parse(R"({"tools":[]})"), table.now).ok());
  CHECK(table.turn("t-2", "His strength is now 5.") == "retry");
  CHECK(table.verdict.find("call hurt") == std::string::npos);
}

TEST_CASE("a verdict with a value of the greatest depth can be read back") {
  Table table;
  const std::string deep = std::string(127, '[') + std::string(127, ']');
  CHECK(table.turn("t-1", R"({"op":"assign","path":["deep"],"value":)" + deep + "}") == "accepted 1");
  TurnInput request;
  request.turn = "t-2";
  request.parts.back().text = R"({"op":"get","path":["deep"]})";
  request.now = table.now;
  REQUIRE(table.campaigns().turn("c", request).ok());
  const auto verdict = table.campaigns().verdict("c", "t-2");
  REQUIRE_MESSAGE(verdict.ok(), (verdict ? "" : verdict.error().message));
  CHECK(gavel::to_text((*verdict)["commands"][0]["result"]) == deep);
}

TEST_CASE("a text with invalid UTF-8 is judged as far as it can be read, and recorded that way") {
  Table table;
  CHECK(table.turn("t-1", std::string("bad \xff byte ") + kHurt3) == "accepted 1");
  CHECK(table.value("/strength") == "27");
  CHECK(table.campaigns().rebuild("c", 1)->empty());
  CHECK(table.turn("t\n2", kHurt3) == "usage");
}

TEST_CASE("when the clock goes back, the turn keeps the last turn's time, and the verdict says so") {
  Table table;
  CHECK(table.turn("t-1", R"({"op":"assign","path":["x"],"value":1,"options":{"ttl":"1h"}})") ==
        "accepted 1");
  table.now.ms -= 100'000'000;
  CHECK(table.turn("t-2", "Nothing.") == "accepted 2");
  CHECK(table.verdict.find("clock.back") != std::string::npos);
  const Json turns = *table.campaigns().turns("c", {});
  CHECK(turns[1]["timestamp"] == turns[0]["timestamp"]);
  CHECK(table.campaigns().rebuild("c", 1)->empty());
}

TEST_CASE(
    "settings apply from the next turn, each turn keeps its snapshot, bad settings are refused [R001-04]") {
  Table table;
  CHECK(table.turn("t-1", "One.") == "accepted 1");
  gavel::Json fields(Json::value_t::object);
  fields["settings"]["rules.gentle"] = false;
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) == "ok");
  CHECK(table.turn("t-2", "Two.") == "accepted 2");
  const Json turns = *table.campaigns().turns("c", {});
  CHECK(turns[0]["settings_snapshot"]["rules.gentle"] == true);
  CHECK(turns[1]["settings_snapshot"]["rules.gentle"] == false);
  fields["settings"]["rules.gentle"] = "soft";
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) != "ok");
  Json unknown(Json::value_t::object);
  unknown["settings"]["rules.gentel"] = true;
  const auto refused = table.campaigns().change("c", unknown, table.now);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().hint.find("rules.gentle") != std::string::npos);
  Json back(Json::value_t::object);
  back["settings"]["rules.gentle"] = nullptr;
  CHECK(Table::said(table.campaigns().change("c", back, table.now)) == "ok");
  CHECK(table.shown()["settings_snapshot"]["rules.gentle"] == true);
}

TEST_CASE("all problems of the given settings are reported at once, and none of them applies [R001-03]") {
  Table table;
  const auto refused = table.campaigns().change(
      "c",
      Json::parse(R"({"settings":{"rules.gentle":"soft","rules.gentel":true,"rollback.max_checkpoints":-1,
                                  "dialog.manual_type":"action"}})"),
      table.now);
  REQUIRE_FALSE(refused.ok());
  const std::string& said = refused.error().message;
  CHECK(said.find("rules.gentle is of type bool") != std::string::npos);
  CHECK(said.find("\"rules.gentel\"") != std::string::npos);
  CHECK(said.find("did you mean \"rules.gentle\"") != std::string::npos);
  CHECK(said.find("rollback.max_checkpoints is from 0") != std::string::npos);
  CHECK(table.shown()["settings_snapshot"]["dialog.manual_type"] == "scene");
  const auto fields = table.campaigns().change(
      "c", Json::parse(R"({"title":5,"selected":{"world":"x"},"goal":{"is_hidden":"yes"}})"), table.now);
  REQUIRE_FALSE(fields.ok());
  CHECK(gavel::code_name(fields.error().code) == "type.mismatch");
  for (const char* name : {"`title`", "`world`", "`is_hidden`"})
    CHECK(fields.error().message.find(name) != std::string::npos);
}

TEST_CASE(
    "clearing a setting that separates two exclusive settings is refused, and so is clearing an unknown one "
    "[R001-05]") {
  Table table(small_image("", "settings: {context.compress_enabled: true}\n"));
  const auto set = [&](const char* settings) {
    Json fields(Json::value_t::object);
    fields["settings"] = Json::parse(settings);
    return Table::said(table.campaigns().change("c", fields, table.now));
  };
  CHECK(set(R"({"context.full_context_enabled":true})") == "precondition.equals");
  CHECK(set(R"({"context.full_context_enabled":true,"context.compress_enabled":false})") == "ok");
  CHECK(set(R"({"context.compress_enabled":null})") == "precondition.equals");
  CHECK(table.shown()["settings_snapshot"]["context.full_context_enabled"] == true);
  CHECK(set(R"({"context.compress_enabled":null,"context.full_context_enabled":null})") == "ok");
  CHECK(table.shown()["settings_snapshot"]["context.compress_enabled"] == true);
  CHECK(set(R"({"context.compress_enabeld":null})") == "path.unknown");
}

TEST_CASE("the goal cannot be rewritten, and is shown to nobody while it is hidden [R001-15]") {
  Json fields(Json::value_t::object);
  fields["goal"]["ultimate_goal_text"] = "MELT-THE-CROWN";
  fields["goal"]["is_hidden"] = true;
  Table table(small_image("", ""), fields);
  CHECK(table.turn("t-1", std::string(kHurt3) + "\nHis strength is now 1.") == "retry");
  CHECK(table.verdict.find("MELT") == std::string::npos);
  CHECK(gavel::to_text(table.shown()).find("MELT") == std::string::npos);
  CHECK(gavel::to_text(*table.campaigns().show("c", true)).find("MELT") != std::string::npos);
  CHECK(table.turn("t-1", kHurt3) == "accepted 1");
  CHECK(gavel::to_text(*table.campaigns().turns("c", {})).find("MELT") == std::string::npos);
  fields["goal"]["ultimate_goal_text"] = "Another.";
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) == "authority.denied");
}

TEST_CASE("a dialog route is stored and checked, and a manual choice stays [R001-07]") {
  Table table;
  Json fields(Json::value_t::object);
  Json& route = fields["dialog"]["future_route_decision"] = Json(Json::value_t::object);
  route["dialog_type"] = "action";
  route["variant"] = "a";
  route["context_profile"] = "short";
  route["guards"] = Json::array({"g"});
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) == "ok");
  const Json shown = table.shown();
  CHECK(shown["dialog"]["future_route_decision"]["variant"] == "a");
  route["dialog_type"] = "acton";
  const auto unknown = table.campaigns().change("c", fields, table.now);
  REQUIRE_FALSE(unknown.ok());
  CHECK(gavel::code_name(unknown.error().code) == "value.enum");
  CHECK(unknown.error().message.find("future_route_decision") != std::string::npos);
  CHECK(table.shown()["dialog"]["dialog_type_selected"] == "scene");
  const auto by_hand =
      table.campaigns().change("c", Json::parse(R"({"dialog":{"dialog_type_selected":"rules"}})"), table.now);
  REQUIRE(by_hand.ok());
  CHECK((*by_hand)["dialog"]["dialog_type_selected"] == "rules");
  CHECK((*by_hand)["settings_snapshot"]["dialog.manual_type"] == "rules");
  CHECK((*by_hand)["dialog"]["future_route_decision"]["variant"] == "a");
  CHECK(Table::said(table.campaigns().change(
            "c", Json::parse(R"({"dialog":{"dialog_type_selected":"ruls"}})"), table.now)) == "value.enum");
  route = Json::object({{"dialog_typ", "action"}});
  const auto refused = table.campaigns().change("c", fields, table.now);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().hint.find("dialog_type") != std::string::npos);
}

TEST_CASE("milestones advance by the campaign's policy, and roll back with the timeline [R001-14]") {
  Json fields(Json::value_t::object);
  fields["milestone"]["advance_policy"] =
      Json::object({{"policy", "every"}, {"with", Json::object({{"n", 2}})}});
  Table table(small_image(), fields);
  CHECK(table.turn("t-1", "One.") == "accepted 1");
  CHECK(table.shown()["milestone"]["value"] == 0);
  CHECK(table.turn("t-2", "Two.") == "accepted 2");
  CHECK(table.shown()["milestone"]["value"] == 1);
  CHECK(table.shown()["milestone"]["last_advanced_at_turn"] == 2);
  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(table.shown()["milestone"]["value"] == 0);
  Json bad(Json::value_t::object);
  bad["milestone"]["advance_policy"] = Json::object({{"policy", "evry"}});
  CHECK(Table::said(table.campaigns().change("c", bad, table.now)) != "ok");
}

TEST_CASE("the campaign's own list of tools applies, and may name only existing tools [R001-08]") {
  Table table;
  Json fields(Json::value_t::object);
  fields["tools"] = Json(Json::value_t::array);
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) == "ok");
  CHECK(table.turn("t-1", kHurt3) == "retry");
  CHECK(table.verdict.find("tool.not_allowed") != std::string::npos);
  fields["tools"] = Json::array({"hrut"});
  CHECK(Table::said(table.campaigns().change("c", fields, table.now)) != "ok");
}

TEST_CASE("wrong fields, an existing campaign and an unknown one are reported, and nothing changes") {
  Table table;
  CHECK(Table::said(table.campaigns().show("d")) == "store.unknown_campaign");
  CHECK(Table::said(table.campaigns().change("c", Json::object({{"titel", "x"}}), table.now)) != "ok");
  CHECK(Table::said(table.campaigns().change("c", Json::object({{"title", 5}}), table.now)) != "ok");
  gavel::NewGame again;
  again.id = "c";
  again.image = small_image();
  CHECK(Table::said(table.campaigns().create(again)) == "store.exists");
  again.id = "d";
  again.image = "{}";
  CHECK(Table::said(table.campaigns().create(again)) == "plugin.invalid");
}
