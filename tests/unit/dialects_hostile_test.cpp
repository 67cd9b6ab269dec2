// Broken and hostile texts: nothing half is applied, nothing crashes, every refusal has a line.

#include "state/json_writer.hpp"
#include "support/reading.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kHostileState = R"({"a":0,"l":[1,2],"stat_data":{"a":0},"assa_data":{"m":{}}})";

// One whole envelope of each kind, with at least two commands.
const std::vector<std::string>& envelopes() {
  static const std::vector<std::string> kTexts = {
      R"({"tavern_commands":[{"action":"set","key":"a","value":1},{"action":"push","key":"l","value":"x"}]})",
      "```json\n{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":1}]}\n```",
      R"([{"op":"assign","path":["a"],"value":1},{"op":"delete","path":["l"]}])",
      "```json\n[{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1},{\"op\":\"pop\",\"path\":[\"l\"]}]\n```",
      "<UpdateVariable>\n<Analysis>x</Analysis>\n_.set('a', 1);\n_.delete('l');\n</UpdateVariable>",
      R"(<JSONPatch>[{"op":"replace","path":"/a","value":1},{"op":"remove","path":"/l"}]</JSONPatch>)",
      "<variable_update>\n[[SET, a, 1], [DELETE, l]]\n</variable_update>",
      "<variable_edit><path>a</path><value>1</value></variable_edit>",
      "<state_update>{\"ops\":[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]}</state_update>",
      "<updateMemory>\nset_status('a', 1);\ndelete('m', 'all');\n</updateMemory>",
      R"([{"verb":"set","path":["a"],"value":1},{"verb":"pop","path":["l"]}])",
  };
  return kTexts;
}

std::string bytes_from(std::initializer_list<unsigned> values) {
  std::string text;
  for (const unsigned value : values) text += static_cast<char>(value);
  return text;
}

TEST_CASE("[B-10] an envelope without its real end is never applied, wherever it is cut") {
  for (const std::string& envelope : envelopes()) {
    REQUIRE(contains(tell(kHostileState, envelope).said, "applied"));
    for (std::size_t size = 0; size < envelope.size(); ++size) {
      const std::string cut = "前。\n" + envelope.substr(0, size);
      const Told told = tell(kHostileState, cut);
      INFO(cut << "\n" << told.commands.text());
      REQUIRE(told.data == kHostileState);
    }
  }
}

TEST_CASE("[B-10] a cut-off envelope that held a command is reported as parse.truncated") {
  for (const std::string& envelope : envelopes()) {
    const std::size_t first = envelope.find_last_of("1x");
    const Told told = tell(kHostileState, envelope.substr(0, first));
    INFO(envelope.substr(0, first));
    CHECK(contains(told.said, "rejected parse.truncated"));
    CHECK(told.said.find("applied") == std::string::npos);
  }
  for (const char* call :
       {"_.set('a', 1", "_.set('a", "set_status('a', '", "memory('m', {\"x\":", "delete('m'"}) {
    INFO(std::string(call));
    CHECK(tell(kHostileState, "前。\n" + std::string(call)).said == "rejected parse.truncated");
  }
}

TEST_CASE("[B-10] whole commands are kept, whatever is cut off after them") {
  for (const std::string& envelope : envelopes()) {
    INFO(envelope);
    const Told told = tell(R"({"ok":0})", "<variable_update>[[SET, ok, 1]]</variable_update>\n" +
                                              envelope.substr(0, envelope.size() - 4));
    CHECK(told.said.starts_with("applied"));
    CHECK(told.data == R"({"ok":1})");
  }
}

TEST_CASE(
    "tens of thousands of openers in each dialect: nothing is applied, nothing but lines and narration comes "
    "of it") {
  for (const char* opener : {"{",
                             "[",
                             "[[",
                             "{\"op\":",
                             "{\"op\":\"assign\",\"path\":[",
                             "{\"tavern_commands\":[",
                             "{\"tavern_commands\":[{\"action\":\"set\",",
                             "[{\"action\":\"set\",\"key\":\"",
                             "_.set('",
                             "_.set(\"a\", [",
                             "\n_.set('a', {",
                             "\nset_status('",
                             "\nmemory('a', '{",
                             "\n*.delete(",
                             "<UpdateVariable>",
                             "<UpdateVariable>\n_.set('a', ",
                             "<updateMemory>",
                             "<JSONPatch>",
                             "<JSONPatch>[{\"op\":\"replace\",",
                             "<variable_update>",
                             "<variable_update>[[SET, a, ",
                             "<variable_insert><path>",
                             "<variable_edit>",
                             "<state_update>{\"ops\":[",
                             "{\"tool_calls\":[{",
                             "{\"output\":[{\"type\":\"function_call\",",
                             "{\"content\":[{\"type\":\"tool_use\",",
                             "[{\"verb\":\"set\",",
                             "<think>",
                             "</think>",
                             "<Analysis>",
                             "<content>",
                             "</content>",
                             "```json\n",
                             "```json\n{",
                             "~~~\n",
                             "> ",
                             "`",
                             "“",
                             "\"",
                             "'",
                             "<",
                             "</",
                             "<!--",
                             "/*",
                             "\\",
                             "「",
                             "\n- ",
                             "<analysis><think>"}) {
    const std::string text = repeated(opener, 10'000);
    INFO(std::string(opener));
    const Read got = read(text);
    for (const Proposal& proposal : got.reading.proposals) CHECK(!proposal.command);
    CHECK(got.reading.proposals.size() <= ReadOptions().limits.max_commands);
    CHECK(tell(kHostileState, text).data == kHostileState);
  }
}

TEST_CASE("text after openers that never close does not disappear: it is applied, or has a line") {
  for (const char* opener :
       {"[ ", "[[\n", "{\"a\":", "{\"op\":", "{\"tavern_commands\":[", "_.set('", "“", "`"}) {
    for (const std::size_t times : {1U, 100U, 200U, 5'000U}) {
      for (const char* envelope : {"\n\n```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\n",
                                   "\n\n<variable_update>[[SET, a, 1]]</variable_update>\n"}) {
        INFO(std::string(opener) << " " << times << " times, then" << std::string(envelope));
        const Told told = tell(kHostileState, repeated(opener, times) + envelope);
        CHECK(told.commands.size() > 0);
        CHECK((told.data["a"] == "1" || contains(told.said, "rejected")));
      }
    }
  }
}

TEST_CASE("a value nested 10,000 deep is refused by its line, and its neighbours are kept") {
  const std::string deep = repeated("[", 10'000) + repeated("]", 10'000);
  const std::string maps = repeated("{\"a\":", 10'000) + "1" + repeated("}", 10'000);
  for (const std::string& value : {deep, maps}) {
    for (const std::string& text :
         {"{\"op\":\"assign\",\"path\":[\"a\"],\"value\":" + value + "}", "_.set('a', " + value + ");",
          "<variable_update>[[SET, a, " + value + "]]</variable_update>",
          "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":" + value + "}]</JSONPatch>",
          "memory('m', 'x', '" + value + "');",
          "{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":" + value + "}]}",
          "{\"tool_calls\":[{\"tool\":\"t\",\"args\":{\"x\":" + value + "}}]}"}) {
      INFO(text.substr(0, 60));
      read(text);
      const Told told = tell(kHostileState, text + "\n<variable_update>[[ADD, a, 1]]</variable_update>");
      CHECK(told.said.ends_with("applied"));
      CHECK(told.data["a"] == "1");
      CHECK(told.commands.size() >= 2);
    }
  }
}

TEST_CASE("numbers that do not fit are refused, never rounded, infinite or null") {
  for (const char* number : {"1e400", "-1e999", "18446744073709551616", "-9223372036854775809",
                             "123456789012345678901234567890"}) {
    for (const std::string& text :
         {"{\"op\":\"assign\",\"path\":[\"a\"],\"value\":" + std::string(number) + "}",
          "_.set('a', " + std::string(number) + ");",
          "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":" + std::string(number) +
              "}]</JSONPatch>",
          "{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":" + std::string(number) + "}]}",
          "<variable_update>[[SET, a, " + std::string(number) + "]]</variable_update>",
          "set_status('a', " + std::string(number) + ");"}) {
      INFO(text);
      read(text);
      const Told told = tell(kHostileState, text);
      CHECK(told.data == kHostileState);
      CHECK(told.said == "rejected value.range");
    }
  }
  CHECK(tell(kHostileState, "_.set('a', 18446744073709551615);").data["a"] == "18446744073709551615");
  CHECK(tell(kHostileState, "_.set('a', -9223372036854775808);").data["a"] == "-9223372036854775808");
}

TEST_CASE("a duplicate key is refused in every dialect; its neighbour is kept") {
  for (const char* text :
       {R"([{"op":"assign","path":["a"],"value":1,"value":2},{"op":"assign","path":["l"],"value":5}])",
        R"({"tavern_commands":[{"action":"set","key":"a","value":{"x":1,"x":2}},{"action":"set",)"
        R"("key":"l","value":5}]})",
        "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/"
        "a\",\"value\":1,\"value\":2},{\"op\":\"replace\",\"path\":\"/l\",\"value\":5}]</JSONPatch>",
        "_.set('a', {\"x\":1,\"x\":2});\n_.set('l', 5);",
        "<variable_update>[[SET, a, {\"x\":1,\"x\":2}], [SET, l, 5]]</variable_update>"}) {
    INFO(std::string(text));
    read(text);
    const Told told = tell(kHostileState, text);
    CHECK(told.data["a"] == "0");
    CHECK(told.data["l"] == "5");
    CHECK(told.said.starts_with("rejected parse."));
  }
}

TEST_CASE("prototype paths are refused in every dialect and every form") {
  const char* const state = R"({"a":{},"stat_data":{},"play_character_data":{},"assa_data":{}})";
  for (const char* key : {"__proto__", "constructor", "prototype"}) {
    const std::string k(key);
    for (const std::string& text :
         {"{\"op\":\"assign\",\"path\":[\"a\",\"" + k + "\"],\"value\":1}",
          "{\"op\":\"assign\",\"path\":\"a." + k + ".x\",\"value\":1}", "_.set('a." + k + "', 1);",
          "_.set('a[\"" + k + "\"].x', 1);", "_.insert('a', '" + k + "', 1);", "_.move('a', '" + k + ".x');",
          "<JSONPatch>[{\"op\":\"add\",\"path\":\"/a/" + k + "\",\"value\":1}]</JSONPatch>",
          "<JSONPatch>[{\"op\":\"copy\",\"from\":\"/" + k + "\",\"path\":\"/a/x\"}]</JSONPatch>",
          "<variable_update>[[SET, a." + k + ", 1]]</variable_update>",
          "<variable_insert><path>a." + k + "</path><value>1</value></variable_insert>",
          "{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a." + k + ".x\",\"value\":1}]}",
          "set_status('" + k + ".x', 1);", "memory('" + k + "', 'x', 1);", "memory('x', '" + k + "', 1);",
          "delete('" + k + "', 'x');"}) {
      INFO(text);
      const Told told = tell(state, text);
      CHECK(told.said == "rejected path.forbidden");
      CHECK(told.data == state);
    }
  }
}

TEST_CASE("bytes that are not text: NUL, invalid UTF-8, lone surrogates in escapes") {
  for (const std::string& bad :
       {bytes_from({0}), bytes_from({0xFF}), bytes_from({0xC0, 0x80}), bytes_from({0xED, 0xA0, 0x80}),
        bytes_from({0xF5, 0x80, 0x80, 0x80}), std::string("\\ud800"), std::string("\\udc00\\ud800")}) {
    for (const std::string& text :
         {"{\"op\":\"assign\",\"path\":[\"a\"],\"value\":\"x" + bad + "y\"}", "_.set('a', 'x" + bad + "y');",
          "<variable_update>[[SET, a, \"x" + bad + "y\"]]</variable_update>",
          "set_status('a', 'x" + bad + "y');",
          "{\"op\":\"assign\",\"path\":[\"x" + bad + "\"],\"value\":1}"}) {
      read(text);
      const Told told = tell(kHostileState, text);
      INFO(to_text(Json(static_cast<int>(static_cast<unsigned char>(bad[0]))))
           << " " << text.size() << " " << told.commands.text());
      CHECK(told.data == kHostileState);
      CHECK(told.said.starts_with("rejected "));
    }
    const Told told = tell(kHostileState, "前" + bad + "后\n_.set('a', 1);\n");
    CHECK(told.said == "applied");
  }
}

TEST_CASE("a text beyond the limit is refused whole, with a clear code") {
  Document document = Document::load(parsed(kHostileState), Json(), Limits()).value();
  TurnInput input;
  TurnRules rules;
  const std::string text = "_.set('a', 1);\n" + repeated("雪", 100);
  input.parts.back().text = text;
  rules.context.limits.max_text_bytes = 64;
  const auto verdict = run_turn(document, input, rules);
  const std::string said = verdict ? to_text(verdict_json(*verdict)["commands"])
                                   : std::string(code_name(verdict.error().code)) + verdict.error().message;
  CHECK_MESSAGE(contains(said, "limit.size"), said);
  CHECK(contains(said, "max_text_bytes"));
  CHECK(equal(document.data(), parsed(kHostileState)));
}

TEST_CASE("[B-10] the line about too many commands is kept when the text after it is read again") {
  ReadOptions options;
  options.limits.max_commands = 4;
  // The call that is never closed is read as a command of the envelope first, and taken back with what
  // follows.
  const std::string text =
      "_.c(\n{function_call\n_.c(\n<UpdateVariable>_.add('',1)<\xAA/\"_.k(</UpdateVariable>";
  const Read got = read(text, options);
  CHECK(got.reading.proposals.size() == 5);
  CHECK(contains(got.said(), "limit.count"));
}

TEST_CASE("commands beyond the limit are reported, and no more than the limit are kept") {
  ReadOptions options;
  options.limits.max_commands = 3;
  for (const std::string& text :
       {repeated("_.add('a', 1);\n", 5),
        "[" + repeated("{\"op\":\"pop\",\"path\":[\"l\"]},", 4) + "{\"op\":\"pop\",\"path\":[\"l\"]}]",
        "<variable_update>[" + repeated("[POP, l],", 4) + "[POP, l]]</variable_update>",
        repeated("{\"op\":\"pop\",\"path\":[\"l\"]}\n", 5)}) {
    INFO(text);
    const Read got = read(text, options);
    CHECK(contains(got.said(), "limit.count"));
    std::size_t commands = 0;
    for (const Proposal& proposal : got.reading.proposals) commands += proposal.command ? 1 : 0;
    CHECK(commands <= 3);
  }
}

TEST_CASE("a path beyond the limit is refused by its line") {
  for (const std::string& text :
       {"<JSONPatch>[{\"op\":\"add\",\"path\":\"" + repeated("/b", 10'000) + "\",\"value\":1}]</JSONPatch>",
        "_.set('" + repeated("b.", 9'999) + "b', 1);",
        "{\"op\":\"assign\",\"path\":[" + repeated("\"b\",", 9'999) + "\"b\"],\"value\":1}"}) {
    read(text);
    const Told told = tell(kHostileState, text);
    CHECK(told.data == kHostileState);
    CHECK(contains(told.said, "rejected limit."));
  }
}

TEST_CASE("a megabyte in one string is data, up to the limit") {
  const std::string long_text = repeated("雪", 300'000);
  CHECK(tell(kHostileState, "_.set('a', '" + long_text + "');").said == "applied");
  CHECK(contains(tell(kHostileState, "_.set('a', '" + long_text + long_text + "');").said,
                 "rejected limit.size"));
}

}  // namespace
}  // namespace gavel::testing
