// The dialect `memory`: the calls of 002, inside their tag and outside it.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kMemoryState = R"({"play_character_data":{"n":{"x":6}},"stat_data":{"t":"10:00"},)"
                                     R"("assa_data":{"world_set":{"npc":{"甲":{"v":1}}}}})";

// The state with one root replaced.
std::string with(const char* root, std::string_view value) {
  Json state = parsed(kMemoryState);
  state[root] = parsed(value);
  return Shown{state}.text();
}

struct Case {
  const char* title;
  std::string calls;
  const char* said;
  const char* root;
  const char* value;
};

void check_cases(std::initializer_list<Case> cases) {
  for (const Case& one : cases) {
    const std::string after = with(one.root, one.value);
    for (const std::string& text :
         {one.calls, "前。\n" + one.calls + "\n后。", "<updateMemory>\n" + one.calls + "\n</updateMemory>"}) {
      check_forms("memory", {{one.title, kMemoryState, text, one.said, after.c_str()}});
    }
  }
}

TEST_CASE("[R002-02] every form of memory(): with and without an old value, JSON in strings, all") {
  check_cases({
      {"set_status", "set_status('t', '11:00');", "applied", "stat_data", R"({"t":"11:00"})"},
      {"set_status creates", "set_status('a.b', 3);", "applied", "stat_data", R"({"t":"10:00","a":{"b":3}})"},
      {"set_attribute", "set_attribute('n.x', 9);", "applied", "play_character_data", R"({"n":{"x":9}})"},
      {"a placeholder 0", "set_attribute('n.x', 0, 9);", "applied", "play_character_data",
       R"({"n":{"x":9}})"},
      {"a placeholder _", "set_attribute('n.x', _, 9);", "applied", "play_character_data",
       R"({"n":{"x":9}})"},
      {"a placeholder \"\"", "set_attribute('n.x', '', 9);", "applied", "play_character_data",
       R"({"n":{"x":9}})"},
      {"an old value", "set_attribute('n.x', 6, 9);", "applied", "play_character_data", R"({"n":{"x":9}})"},
      {"memory, parent and key", "memory('world_set.npc', '乙', '{\"v\":2,\"w\":[1,{}]}');", "applied",
       "assa_data", R"({"world_set":{"npc":{"甲":{"v":1},"乙":{"v":2,"w":[1,{}]}}}})"},
      {"memory, whole path", "memory('world_set.npc.乙', '{\"v\":2}');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1},"乙":{"v":2}}}})"},
      {"a plain object", "memory('world_set.npc.乙', {\"v\":2});", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1},"乙":{"v":2}}}})"},
      {"a number", "memory('world_set.npc.甲', 'v', 5);", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":5}}}})"},
      {"an array in a string", "memory('world_set.npc.甲', 'l', '[1,2]');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1,"l":[1,2]}}}})"},
      {"no JSON in a string", "memory('world_set.npc.甲', 'l', '[重要] 他来了');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1,"l":"[重要] 他来了"}}}})"},
      {"object over object is shallow", "memory('world_set.npc', '甲', '{\"w\":2}');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1,"w":2}}}})"},
      {"object over a scalar", "memory('world_set.npc.甲', 'v', '{\"w\":2}');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":{"w":2}}}}})"},
      {"delete, parent and key", "delete('world_set.npc', '甲');", "applied", "assa_data",
       R"({"world_set":{"npc":{}}})"},
      {"delete, whole path", "delete('world_set.npc.甲');", "applied", "assa_data",
       R"({"world_set":{"npc":{}}})"},
      {"delete all", "delete('world_set.npc', 'all');", "applied", "assa_data",
       R"({"world_set":{"npc":{}}})"},
      {"delete nothing", "delete('world_set.npc', '丙');", "rejected path.unknown", "stat_data",
       R"({"t":"10:00"})"},
      {"a star in front", "*.memory('world_set.npc.甲', 'v', 5);", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":5}}}})"},
      {"double quotes", "set_status(\"t\", \"11:00\");", "applied", "stat_data", R"({"t":"11:00"})"},
      {"no semicolon", "set_status('t', '11:00')", "applied", "stat_data", R"({"t":"11:00"})"},
      {"a key is one segment", "memory('world_set.npc', 'a.b', 1);", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1},"a.b":1}}})"},
  });
}

TEST_CASE("[R002-02] a memory path may begin with the newer names status and attribute") {
  check_cases({
      {"status", "memory('status.t', '11:00');", "applied", "stat_data", R"({"t":"11:00"})"},
      {"attribute", "memory('attribute.n', 'x', 9);", "applied", "play_character_data", R"({"n":{"x":9}})"},
  });
}

TEST_CASE("[R002-03] memory with two paths renames and moves") {
  check_cases({
      {"rename", "memory('world_set.npc.甲', 'world_set.npc.乙');", "applied", "assa_data",
       R"({"world_set":{"npc":{"乙":{"v":1}}}})"},
      {"a missing source", "memory('world_set.npc.丙', 'world_set.npc.乙');", "rejected path.unknown",
       "stat_data", R"({"t":"10:00"})"},
      {"an existing target", "memory('world_set.npc.乙', {});memory('world_set.npc.甲', 'world_set.npc.乙');",
       "applied, rejected precondition.exists", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":1},"乙":{}}}})"},
      {"a sentence is a value", "memory('world_set.npc.甲.v', 'world. Set free...');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":"world. Set free..."}}}})"},
      {"one word is a value", "memory('world_set.npc.甲.v', 'map');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":"map"}}}})"},
      {"an unknown first word is a value", "memory('world_set.npc.甲.v', 'foo.bar');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":"foo.bar"}}}})"},
      {"three dots are a value", "memory('world_set.npc.甲.v', 'map...end');", "applied", "assa_data",
       R"({"world_set":{"npc":{"甲":{"v":"map...end"}}}})"},
  });
  check_forms("memory",
              {
                  {"move", R"({"assa_data":{"world_set":{"npc":{"甲":{"剑":1}}},"global_set":{"背包":{}}}})",
                   "memory('world_set.npc.甲.剑', 'global_set.背包.剑');", "applied",
                   R"({"assa_data":{"world_set":{"npc":{"甲":{}}},"global_set":{"背包":{"剑":1}}}})"},
                  {"old and new names", R"({"assa_data":{"world_lore":{"npc":{"甲":1}},"global_lore":{}}})",
                   "memory('world_lore.npc.甲', 'global_lore.甲');", "applied",
                   R"({"assa_data":{"world_lore":{"npc":{}},"global_lore":{"甲":1}}})"},
              });
}

TEST_CASE("[R002-02] a different old value is only a warning; a placeholder is not even that") {
  const Told differs = tell(kMemoryState, "set_attribute('n.x', 5, 9);");
  CHECK(differs.said == "applied");
  CHECK(differs.warned("old.differs") == 1);
  for (const char* placeholder : {"0", "_", "''", "\"\""}) {
    INFO(std::string(placeholder));
    CHECK(tell(kMemoryState, "set_attribute('n.x', " + std::string(placeholder) + ", 9);")
              .warned("old.differs") == 0);
  }
}

TEST_CASE("reasons, and several calls in a line") {
  const Read got = read("set_status('t', '11:00'); //天黑了\nset_status('u', 1); set_status('w', 2);");
  CHECK(got.said() == "set, set, set");
  CHECK(got.reading.proposals[0].command->why() == "天黑了");
}

TEST_CASE("protected nodes stay, whatever call would delete them") {
  const char* const state = R"({"assa_data":{"s":{"石":{"v":1,"_is_protected":true},"沙":{"v":1}}}})";
  for (const char* call :
       {"delete('s', '石');", "delete('s.石');", "delete('s');", "memory('s.石', '_is_protected', false);"}) {
    INFO(std::string(call));
    const Told told = tell(state, call);
    CHECK(told.said == "rejected protected");
    CHECK(told.data == state);
  }
  CHECK(tell(state, "delete('s', 'all');").data ==
        R"({"assa_data":{"s":{"石":{"v":1,"_is_protected":true}}}})");
  CHECK(tell(state, "memory('s', '石', '{\"v\":2}');").data["assa_data"]["s"]["石"]["v"] == "2");
}

TEST_CASE("brackets, commas and calls inside a string are text") {
  const Told told = tell(R"({"assa_data":{}})",
                         "memory('a', 'b', '{\"咒\":\"delete(x, all); [急急],如律令)\",\"c\":\"// 无\"}');");
  CHECK(told.data == R"j({"assa_data":{"a":{"b":{"咒":"delete(x, all); [急急],如律令)","c":"// 无"}}}})j");
}

TEST_CASE("a call with too few or too many arguments is refused by name") {
  for (const char* call : {"set_status('a');", "set_status();", "set_attribute('a');", "memory('a');",
                           "memory('a', 'b', 'c', 'd');", "delete();", "delete('a', 'b', 'c');"}) {
    INFO(std::string(call));
    const Read got = read("<updateMemory>\n" + std::string(call) + "\n</updateMemory>");
    CHECK(got.said() == "parse.malformed");
    if (got.reading.proposals.size() == 1) CHECK(contains(got.error(), "("));
  }
}

TEST_CASE("JSON in a string that is cut off is refused, never stored as text") {
  for (const char* call : {"memory('a', 'b', '{\"v\":1');", "memory('a', 'b', '[1,2');"}) {
    INFO(std::string(call));
    const Told told = tell(R"({"assa_data":{}})", call);
    // As text it is data too; what must not be is a mended half.
    CHECK(told.data["assa_data"]["a"]["b"]["v"] == "nothing");
    CHECK(told.data["assa_data"]["a"]["b"][0] == "nothing");
  }
}

TEST_CASE("mounts set where relative paths begin") {
  ReadOptions options;
  options.mounts = {"s.t", "p", ""};
  const Read got = read("set_status('a', 1);\nmemory('b.c', 2);\nset_attribute('d', 3);", options);
  CHECK(got.said() == "set, merge, set");
}

}  // namespace
}  // namespace gavel::testing
