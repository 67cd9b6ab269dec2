// The dialects `tools` (every shape in which models call tools; only read) and `ir`.

#include "dialects/dialect.hpp"
#include "support/reading.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kMove = R"([{"verb":"call","path":["move"],"value":{"to":"地窖","n":2},"id":"c1"}])";

TEST_CASE("every shape of a tool call is the same call") {
  for (
      const char* text : {
          R"({"tool_calls":[{"id":"c1","tool":"move","args":{"to":"地窖","n":2}}]})",
          R"({"assistant_structured":{"tool_calls":[{"id":"c1","tool":"move","args":{"to":"地窖","n":2}}]}})",
          R"({"tool_calls":[{"id":"c1","type":"function","function":{"name":"move",)"
          R"("arguments":"{\"to\":\"地窖\",\"n\":2}"}}]})",
          R"({"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function",)"
          R"("function":{"name":"move","arguments":"{\"to\":\"地窖\",\"n\":2}"}}]}}]})",
          R"({"output":[{"type":"function_call","id":"fc_1","call_id":"c1","name":"move",)"
          R"("arguments":"{\"to\":\"地窖\",\"n\":2}"}]})",
          R"({"content":[{"type":"tool_use","id":"c1","name":"move","input":{"to":"地窖","n":2}}]})",
          R"({"type":"tool_use","id":"c1","name":"move","input":{"to":"地窖","n":2}})",
          R"({"id":"c1","tool":"move","arguments":{"to":"地窖","n":2}})",
          R"({"id":"c1","name":"move","arguments":{"to":"地窖","n":2}})",
          R"({"id":"c1","type":"function","function":{"name":"move","arguments":{"to":"地窖","n":2}}})",
      }) {
    const Read got = read(text);
    INFO(got.text);
    CHECK(got.commands() == kMove);
    CHECK(read_as("tools", text).commands() == kMove);
    CHECK(read("好。\n```json\n" + got.text + "\n```\n").commands() == kMove);
    const Told told = tell("{}", text);
    CHECK(told.said == "rejected tool.unknown");
    CHECK(told.data == "{}");
  }
}

TEST_CASE("reason and id are kept; several calls are several commands") {
  const Read got =
      read(R"({"tool_calls":[{"id":"a","tool":"move","args":{},"reason":"因"},{"tool":"hp_delta",)"
           R"("args":{"delta":-1}}]})");
  CHECK(got.commands() == R"([{"verb":"call","path":["move"],"value":{},"reason":"因","id":"a"},
                              {"verb":"call","path":["hp_delta"],"value":{"delta":-1}}])");
}

TEST_CASE("a call without arguments has an empty object") {
  for (const char* text : {
           R"({"tool_calls":[{"id":"c","tool":"look","args":{}}]})",
           R"({"tool_calls":[{"id":"c","tool":"look","args":null}]})",
           R"({"tool_calls":[{"id":"c","tool":"look"}]})",
           R"({"tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":"{}"}}]})",
           R"({"content":[{"type":"tool_use","id":"c","name":"look","input":{}}]})",
       }) {
    INFO(std::string(text));
    CHECK(read(text).commands() == R"([{"verb":"call","path":["look"],"value":{},"id":"c"}])");
  }
}

TEST_CASE("arguments that cannot be read are refused, and nothing in them becomes another command") {
  for (const char* text : {
           R"({"tool_calls":[{"id":"c","tool":"move","args":5}]})",
           R"({"tool_calls":[{"id":"c","args":{}}]})",
           R"({"tool_calls":[{"id":"c","function":{"name":"move","arguments":"{\"a\":"}}]})",
           R"({"tool_calls":[{"id":"c","function":{"name":"move","arguments":"{\"a\":1,\"a\":2}"}}]})",
           R"({"tool_calls":[7]})",
       }) {
    const Read got = read(text);
    INFO(got.text);
    REQUIRE(got.reading.proposals.size() == 1);
    CHECK(got.reading.proposals[0].error.has_value());
  }
  const Read nested = read(
      R"({"tool_calls":[{"tool":"note","args":{"tavern_commands":[{"action":"set","key":"a","value":1}],)"
      R"("t":"_.set('a', 1);\n<JSONPatch>[{\"op\":\"remove\",\"path\":\"/a\"}]</JSONPatch>"}}]})");
  CHECK(nested.said() == "call");
}

TEST_CASE("the text of an answer is its narration") {
  const Read tavern = read(R"({"text":"你走向地窖。","tool_calls":[{"id":"c","tool":"move","args":{}}]})");
  CHECK(tavern.reading.narration == "你走向地窖。");
  const Read anthropic = read(
      R"({"content":[{"type":"text","text":"好。"},{"type":"tool_use","id":"c","name":"move","input":{}}]})");
  CHECK(anthropic.said() == "call");
  CHECK(anthropic.reading.narration == "好。");
}

TEST_CASE("tools cannot be written, but every other dialect can") {
  for (const Dialect& dialect : dialects()) {
    INFO(std::string(dialect.id));
    CHECK((dialect.write == nullptr) == (dialect.id == "tools"));
    CHECK(!dialect.looks_like.empty());
  }
}

TEST_CASE("the table has the dialects of the contract, and answers a wrong name with the nearest") {
  std::string ids;
  for (const Dialect& dialect : dialects()) ids += std::string(dialect.id) + " ";
  CHECK(ids == "tavern ops mvu patch filament memory tools ir ");
  const auto wrong = find_dialect("filamnet");
  REQUIRE(!wrong.ok());
  CHECK(contains(wrong.error().message, "filament"));
  CHECK(!find_dialect("auto").ok());
}

TEST_CASE("every dialect's looks_like is an example that can be read") {
  for (const Dialect& dialect : dialects()) {
    INFO(std::string(dialect.id) << ": " << std::string(dialect.looks_like));
    const Read got = read_as(dialect.id, dialect.looks_like);
    REQUIRE(!got.reading.proposals.empty());
    for (const Proposal& proposal : got.reading.proposals) CHECK(proposal.command.has_value());
  }
}

TEST_CASE("ir: an array of commands, or one alone, in prose and fences too") {
  const char* const command = R"({"verb":"set","path":["a"],"value":1})";
  const std::string array = "[" + std::string(command) + "]";
  for (const std::string& text : {array, "前。\n" + array + "\n后。", "```json\n" + array + "\n```"}) {
    INFO(text);
    CHECK(read(text).commands() == array.c_str());
    CHECK(read_as("ir", text).commands() == array.c_str());
  }
  CHECK(read_as("ir", command).commands() == array.c_str());
  CHECK(read_as("ir", "[]").said() == "");
}

TEST_CASE("ir: the actor comes from the caller, the origin from the text") {
  ReadOptions options;
  options.dialect = "ir";
  options.actor = Actor::kPlayer;
  const Read got = read(
      R"([{"verb":"set","path":["a"],"value":1,"origin":{"dialect":"mvu","span":[5,9],"actor":"operator"}}])",
      options);
  REQUIRE(got.said() == "set");
  const Origin& origin = got.reading.proposals[0].command->origin;
  CHECK(origin.actor == Actor::kPlayer);
  CHECK(origin.dialect == "mvu");
  CHECK(origin.span == got.reading.proposals[0].span);
}

TEST_CASE("ir: a bad command has its own line") {
  const Read got = read_as("ir", R"([{"verb":"explode"},{"verb":"set","path":["a"],"value":1},7])");
  CHECK(got.said() == "parse.malformed, set, parse.malformed");
  CHECK(contains(got.error(0), "explode"));
}

}  // namespace
}  // namespace gavel::testing
