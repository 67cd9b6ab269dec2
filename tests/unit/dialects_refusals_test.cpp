// B-01 with texts: one forbidden effect gets one answer, in whatever dialect and by whatever way it is
// written.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

// Nobody but a tool may write hp; all else is free. In 002's roots, so that `memory` reaches it too.
constexpr const char* kRows =
    R"([{"path":"assa_data.npc.*.hp","write":["tool"]},{"path":"**","write":["model","player",)"
    R"("operator","tool"]}])";
constexpr const char* kState =
    R"({"assa_data":{"npc":{"li":{"hp":5,"mp":1,"bag":["rope"]},"wu":{"hp":7}},"x":9,"empty":{}},"other":1})";

Guards guards() {
  auto table = FieldTable::from_json(parsed(kRows), Limits());
  REQUIRE(table.ok());
  return Guards(std::move(*table));
}

struct Way {
  const char* dialect;
  const char* how;
  std::string text;
};

std::string tavern(const char* entry) { return "{\"tavern_commands\":[" + std::string(entry) + "]}"; }
std::string mvu(const char* call) { return "<UpdateVariable>\n" + std::string(call) + "\n</UpdateVariable>"; }
std::string refused_patch(const char* operation) {
  return "<JSONPatch>[" + std::string(operation) + "]</JSONPatch>";
}
std::string filament(const char* operation) {
  return "<variable_update>[" + std::string(operation) + "]</variable_update>";
}
std::string three(const char* operation) {
  return "<state_update>{\"ops\":[" + std::string(operation) + "]}</state_update>";
}
std::string ir(const char* command) { return "[" + std::string(command) + "]"; }

// Every one of them would change, create or remove an hp.
std::vector<Way> tavern_and_ops() {
  return {
      {"tavern", "leaf", tavern(R"({"action":"set","key":"assa_data.npc.li.hp","value":6})")},
      {"tavern", "leaf by arithmetic", tavern(R"({"action":"add","key":"assa_data.npc.li.hp","value":1})")},
      {"tavern", "leaf removed", tavern(R"({"action":"delete","key":"assa_data.npc.li.hp"})")},
      {"tavern", "parent", tavern(R"({"action":"set","key":"assa_data.npc.li","value":{"hp":6,"mp":1}})")},
      {"tavern", "parent removed", tavern(R"({"action":"delete","key":"assa_data.npc.li"})")},
      {"tavern", "parent into the bin",
       tavern(R"({"action":"delete","key":"assa_data.npc.li","options":{"softDelete":true}})")},
      {"tavern", "merge", tavern(R"({"action":"update","key":"assa_data.npc.li","value":{"hp":6}})")},
      {"tavern", "deep merge",
       tavern(R"({"action":"patch","key":"assa_data","value":{"npc":{"li":{"hp":6}}},)"
              R"("options":{"mergeStrategy":"deep"}})")},
      {"tavern", "a new one", tavern(R"({"action":"ensure","key":"assa_data.npc.new.hp","value":6})")},
      {"tavern", "a new member",
       tavern(R"({"action":"add","key":"assa_data.npc","value":{"new":{"hp":1}}})")},
      {"tavern", "the top", tavern(R"({"action":"set","key":"assa_data","value":{}})")},
      {"ops", "leaf", R"({"op":"assign","path":["assa_data","npc","li","hp"],"value":6})"},
      {"ops", "leaf removed", R"({"op":"delete","path":["assa_data","npc","li","hp"]})"},
      {"ops", "parent", R"({"op":"assign","path":["assa_data","npc"],"value":{"li":{"hp":6}}})"},
      {"ops", "parent removed", R"({"op":"delete","path":["assa_data","npc"]})"},
      {"ops", "merge", R"({"op":"merge","path":["assa_data"],"value":{"npc":{"li":{"hp":6}}}})"},
      {"ops", "the top", R"({"op":"assign","path":["assa_data"],"value":"gone"})"},
  };
}

std::vector<Way> calls() {
  return {
      {"mvu", "leaf", mvu("_.set('assa_data.npc.li.hp', 5, 6);")},
      {"mvu", "leaf by arithmetic", mvu("_.add('assa_data.npc.li.hp', 1);")},
      {"mvu", "leaf removed", mvu("_.delete('assa_data.npc.li', 'hp');")},
      {"mvu", "leaf inserted", mvu("_.insert('assa_data.npc.li', 'hp', 6);")},
      {"mvu", "parent", mvu("_.set('assa_data.npc.li', {\"hp\":6});")},
      {"mvu", "parent removed", mvu("_.remove('assa_data.npc', 'li');")},
      {"mvu", "merge", mvu("_.merge('assa_data.npc', {\"li\":{\"hp\":6}});")},
      {"mvu", "assigned object", mvu("_.assign('assa_data.npc.li', {\"hp\":6});")},
      {"mvu", "move away", mvu("_.move('assa_data.npc.li', 'assa_data.gone');")},
      {"mvu", "move onto", mvu("_.move('assa_data.x', 'assa_data.npc.li.hp');")},
      {"mvu", "the top", mvu("_.set('assa_data', {});")},
      {"memory", "leaf", "memory('npc.li', 'hp', 6);"},
      {"memory", "leaf removed", "delete('npc.li', 'hp');"},
      {"memory", "parent", "memory('npc', 'li', '{\"hp\":6}');"},
      {"memory", "parent removed", "delete('npc', 'li');"},
      {"memory", "all", "delete('npc.li', 'all');"},
      {"memory", "grandparent", "memory('npc', '{\"li\":{}}');"},
  };
}

std::vector<Way> tagged() {
  return {
      {"patch", "leaf", refused_patch(R"({"op":"replace","path":"/assa_data/npc/li/hp","value":6})")},
      {"patch", "leaf added", refused_patch(R"({"op":"add","path":"/assa_data/npc/li/hp","value":6})")},
      {"patch", "leaf removed", refused_patch(R"({"op":"remove","path":"/assa_data/npc/li/hp"})")},
      {"patch", "leaf by arithmetic",
       refused_patch(R"({"op":"delta","path":"/assa_data/npc/li/hp","value":1})")},
      {"patch", "parent", refused_patch(R"({"op":"replace","path":"/assa_data/npc/li","value":{}})")},
      {"patch", "parent removed", refused_patch(R"({"op":"remove","path":"/assa_data/npc"})")},
      {"patch", "move away", refused_patch(R"({"op":"move","from":"/assa_data/npc/li","path":"/other"})")},
      {"patch", "move onto", refused_patch(R"({"op":"move","from":"/other","path":"/assa_data/npc/li/hp"})")},
      {"patch", "copy onto",
       refused_patch(R"({"op":"copy","from":"/assa_data/x","path":"/assa_data/npc/li/hp"})")},
      {"patch", "copy beside",
       refused_patch(R"({"op":"copy","from":"/assa_data/npc/li","path":"/assa_data/npc/new"})")},
      {"patch", "root", refused_patch(R"({"op":"replace","path":"","value":{"other":1}})")},
      {"patch", "root added",
       refused_patch(R"({"op":"add","path":"","value":{"assa_data":{"npc":{"li":{"hp":6}}}}})")},
      {"filament", "leaf", filament("[SET, assa_data.npc.li.hp, 6]")},
      {"filament", "leaf by arithmetic", filament("[MUL, assa_data.npc.li.hp, 2]")},
      {"filament", "leaf removed", filament("[DELETE, assa_data.npc.li.hp]")},
      {"filament", "parent", filament("[SET, assa_data.npc.li, {\"hp\":6}]")},
      {"filament", "parent removed", filament("[DELETE, assa_data.npc.li]")},
      {"filament", "edit",
       "<variable_edit><path>assa_data.npc.li.hp</path><value>-= 1</value></variable_edit>"},
      {"filament", "delete", "<variable_delete><path>assa_data.npc</path></variable_delete>"},
      {"filament", "insert",
       "<variable_insert><path>assa_data.npc.new</path><value>{ hp: 1 }</value></variable_insert>"},
      {"filament", "root", three(R"({"op":"replace","path":"","value":{}})")},
      {"filament", "move away", three(R"({"op":"move","from":"/assa_data/npc","path":"/other"})")},
      {"filament", "copy onto", three(R"({"op":"copy","from":"/other","path":"/assa_data/npc/li/hp"})")},
      {"ir", "leaf", ir(R"({"verb":"set","path":["assa_data","npc","li","hp"],"value":6})")},
      {"ir", "merge",
       ir(R"({"verb":"merge","path":[],"value":{"assa_data":{"npc":{"li":{"hp":6}}}},)"
          R"("options":{"mergeStrategy":"deep"}})")},
      {"ir", "move away", ir(R"({"verb":"move","from":["assa_data","npc","li"],"path":["other"]})")},
      {"ir", "copy onto", ir(R"({"verb":"copy","from":["other"],"path":["assa_data","npc","li","hp"]})")},
      {"ir", "root", ir(R"({"verb":"set","path":[],"value":{}})")},
  };
}

void check_refused(const std::vector<Way>& ways) {
  for (const Way& way : ways) {
    INFO(std::string(way.dialect) << ", " << std::string(way.how) << ": " << way.text);
    // Without guards it runs, so that the refusal is the guards' doing.
    const Told free = tell(kState, way.text);
    CHECK(free.said == "applied");
    CHECK(!(free.data == kState));
    const Told told = tell(kState, way.text, "auto", guards());
    CHECK(told.said == "rejected authority.denied");
    CHECK(told.commands[0]["rule"] == R"("assa_data.npc.*.hp")");
    CHECK(told.commands[0]["dialect"] == ("\"" + std::string(way.dialect) + "\"").c_str());
    CHECK(told.data == kState);
  }
}

TEST_CASE("[B-01] the same forbidden effect gets the same refusal: tavern and ops") {
  check_refused(tavern_and_ops());
}

TEST_CASE("[B-01] the same forbidden effect gets the same refusal: mvu and memory") {
  check_refused(calls());
}

TEST_CASE("[B-01] the same forbidden effect gets the same refusal: patch, filament and ir") {
  check_refused(tagged());
}

TEST_CASE("[B-01] writes beside the forbidden place are allowed, in every dialect") {
  for (
      const Way& way : {
          Way{"tavern", "", tavern(R"({"action":"update","key":"assa_data.npc.li","value":{"mp":2}})")},
          Way{"ops", "", R"({"op":"merge","path":["assa_data","npc"],"value":{"li":{"mp":2}}})"},
          Way{"mvu", "", mvu("_.set('assa_data.npc.li.mp', 2);")},
          Way{"memory", "", "memory('npc.li', 'mp', 2);"},
          Way{"patch", "", refused_patch(R"({"op":"replace","path":"/assa_data/npc/li/mp","value":2})")},
          Way{"filament", "", filament("[ADD, assa_data.npc.li.mp, 1]")},
          Way{"ir", "",
              ir(R"({"verb":"set","path":["assa_data","npc","li"],"value":{"hp":5,"mp":2,"bag":["rope"]}})")},
      }) {
    INFO(way.text);
    const Told told = tell(kState, way.text, "auto", guards());
    CHECK(told.said == "applied");
    CHECK(told.data["assa_data"]["npc"]["li"] == R"({"hp":5,"mp":2,"bag":["rope"]})");
  }
}

TEST_CASE("[B-01] a refused command cancels its envelope only if that is asked for") {
  const Told alone = tell(kState, filament("[SET, other, 2], [SET, assa_data.npc.li.hp, 6], [SET, other, 3]"),
                          "auto", guards());
  CHECK(alone.said == "applied, rejected authority.denied, applied");
  CHECK(alone.data["other"] == "3");
  const Told together = tell(
      kState,
      refused_patch(R"({"op":"test","path":"/other","value":1},{"op":"replace","path":"/other","value":2},)"
                    R"({"op":"remove","path":"/assa_data"})"),
      "auto", guards());
  CHECK(together.said == "rejected batch.rolled_back, rejected batch.rolled_back, rejected authority.denied");
  CHECK(together.data == kState);
}

}  // namespace
}  // namespace gavel::testing
