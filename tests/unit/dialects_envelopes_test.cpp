// Where commands are found: envelopes by their content, everything else narration, every byte once.

#include "base/utf8.hpp"
#include "dialects/dialect.hpp"
#include "state/json_writer.hpp"
#include "support/reading.hpp"

namespace gavel::testing {
namespace {

// The text without its envelopes and its reasoning.
std::string remainder(const Read& got) {
  std::string rest;
  std::size_t at = 0;
  for (const Region& region : got.reading.regions) {
    if (region.kind != Region::Kind::kEnvelope && region.kind != Region::Kind::kReasoning) continue;
    rest += got.text.substr(at, region.span.begin - at);
    at = region.span.end;
  }
  return rest + got.text.substr(at);
}

TEST_CASE("a text without commands is narration to the last byte") {
  check_narration({
      "她推开门，雪落了进来。\n\n",
      "She wrote f(x) = [1, 2]; the set of all sets, she said, was missing. {\"weather\":\"rain\"}",
      "HP < 10 && MP > 3, a<b, <3, <b>bold</b>, <!-- a comment --> and </never_opened>",
      "```json\n{\"分析\":\"陷阱\",\"风险\":[\"落石\"]}\n```\n",
      "```\nno json here { [ \n```\n",
      "{\"action\":\"walk\"} [1,[2,[3]]] {} []",
      "Delete nothing. set_status is a word, memory (of the sea) too; _.set is a name.",
      "- item one\n- item two\n> a quoted line\n1. a numbered one\n",
      "`code` and ``more ` code`` and ```",
      "\r\n\t \r\n",
  });
  const Read empty = read("");
  CHECK(empty.said() == "");
  CHECK(empty.reading.narration == "");
  CHECK(empty.reading.regions.empty());
}

TEST_CASE("narration is what remains, and maps back to its bytes in the text") {
  for (const char* text : {
           "前。\n<variable_update>[[SET, a, 1]]</variable_update>\n后。",
           "<think>草稿</think>前。<JSONPatch>[{\"op\":\"remove\",\"path\":\"/a\"}]</JSONPatch>后。",
           "一\n```json\n{\"op\":\"get\",\"path\":[\"a\"]}\n```\n二\n{\"op\":\"get\",\"path\":[\"a\"]}\n三",
           "一。\n_.set('a', 1); //原因\n二。\nset_status('a', 1);\n三。",
           "<UpdateVariable>\n_.set('a', 1);\n</UpdateVariable>",
           "> 引 _.set('a', 1);\n`_.set('a', 2)`\n```\n_.set('a', 3);\n```\n尾",
       }) {
    const Read got = read(text);
    INFO(got.text);
    CHECK(got.reading.narration == remainder(got));
    for (const Passage& passage : got.reading.passages) CHECK(passage.exact);
    for (std::size_t i = 0; i < got.reading.narration.size(); ++i) {
      const Span source = got.reading.source_of({i, i + 1});
      CHECK(source.end == source.begin + 1);
      CHECK(got.text[source.begin] == got.reading.narration[i]);
    }
  }
}

TEST_CASE("invalid UTF-8 becomes valid narration, and maps back to its bytes") {
  const std::string text = "前\xFF\xC3(后\xED\xA0\x80尾";
  const Read got = read(text);
  CHECK(got.said() == "");
  CHECK(is_valid_utf8(got.reading.narration));
  CHECK(got.reading.narration.starts_with("前"));
  CHECK(got.reading.narration.ends_with("尾"));
  const std::size_t size = got.reading.narration.size();
  CHECK(got.reading.source_of({size - 3, size}) == Span{text.size() - 3, text.size()});
}

TEST_CASE("the text of a JSON answer is the narration, decoded") {
  const Read got =
      read(R"({"text": "雨\n停了 \"今晚\" 走", "tavern_commands": [{"action":"set","key":"a","value":1}]})");
  CHECK(got.said() == "set");
  CHECK(got.reading.narration == "雨\n停了 \"今晚\" 走");
  const std::size_t at = got.reading.narration.find("停了");
  const Span source = got.reading.source_of({at, at + 6});
  CHECK(got.text.substr(source.begin, source.end - source.begin).find("停了") != std::string::npos);
}

TEST_CASE("a proposal's span is exactly its command") {
  struct Sample {
    const char* text;
    const char* slices;
  };
  for (const Sample& sample : {
           Sample{R"(好。{"tavern_commands": [ {"action":"set","key":"a","value":1} , {"action":"delete",)"
                  R"("key":"b"}]})",
                  R"({"action":"set","key":"a","value":1} | {"action":"delete","key":"b"})"},
           Sample{"```json\n[ {\"op\":\"get\",\"path\":[\"a\"]},\n{\"op\":\"pop\",\"path\":[\"b\"]} ]\n```",
                  R"({"op":"get","path":["a"]} | {"op":"pop","path":["b"]})"},
           Sample{R"(他 {"op":"get","path":["甲"]} 走)", R"({"op":"get","path":["甲"]})"},
           Sample{R"(<JSONPatch>[ {"op":"remove","path":"/a"} ]</JSONPatch>)",
                  R"({"op":"remove","path":"/a"})"},
           Sample{"<variable_update>[ [SET, a, 1] , [POP, b] ]</variable_update>", "[SET, a, 1] | [POP, b]"},
           Sample{R"({"tool_calls":[{"id":"c","tool":"move","args":{}}]})",
                  R"({"id":"c","tool":"move","args":{}})"},
       }) {
    CHECK(read(sample.text).slices() == sample.slices);
  }
}

TEST_CASE("the span of a call holds the call, and nothing of its neighbours") {
  const Read got =
      read("甲\n_.set('a', 'x); //y');//为何\n_.add('b', 2); _.push('c', 3);\nset_status('d', 4);\n乙");
  REQUIRE(got.said() == "set, add, push, set");
  static constexpr const char* kCalls[] = {"_.set('a', 'x); //y')", "_.add('b', 2)", "_.push('c', 3)",
                                           "set_status('d', 4)"};
  for (std::size_t i = 0; i < 4; ++i) {
    const Span span = got.reading.proposals[i].span;
    const std::string slice = got.text.substr(span.begin, span.end - span.begin);
    INFO(slice);
    CHECK(slice.starts_with(kCalls[i]));
    CHECK(slice.find_last_of('(') < std::string_view(kCalls[i]).size());
  }
}

TEST_CASE("a fence that holds only commands, or a tagged envelope, is an envelope") {
  check_forms({
      {"json", "{}", "他。\n```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\n", "applied",
       R"({"a":1})"},
      {"no language", "{}", "```\n[{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}]\n```", "applied",
       R"({"a":1})"},
      {"any language", "{}", "```JavaScript\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```",
       "applied", R"({"a":1})"},
      {"tildes", "{}", "~~~json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n~~~", "applied",
       R"({"a":1})"},
      {"four backticks", "{}", "````json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":\"```\"}\n````",
       "applied", R"({"a":"```"})"},
      {"indented", "{}", "  ```json\n  {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n  ```", "applied",
       R"({"a":1})"},
      {"blank lines", "{}", "```json\n\n\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n\n```\n",
       "applied", R"({"a":1})"},
      {"carriage returns", "{}", "```json\r\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\r\n```\r\n",
       "applied", R"({"a":1})"},
      {"a tagged envelope", "{}", "```xml\n<UpdateVariable>\n_.set('a', 1);\n</UpdateVariable>\n```",
       "applied", R"({"a":1})"},
      {"a tagged patch", "{}",
       "```\n<JSONPatch>[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]</JSONPatch>\n```", "applied",
       R"({"a":1})"},
      {"a tagged update", "{}", "```\n<variable_update>[[SET, a, 1]]</variable_update>\n```", "applied",
       R"({"a":1})"},
      {"two fences", "{}",
       "```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\n中\n"
       "```json\n{\"op\":\"assign\",\"path\":[\"b\"],\"value\":2}\n```",
       "applied, applied", R"({"a":1,"b":2})"},
  });
}

TEST_CASE("bare calls in a fence, or commands among other text in a fence, are an example and so narration") {
  for (const char* text : {
           "```javascript\n_.set('a', 1);\n```",
           "```\nset_status('a', 1);\nmemory('b', 'c', 1);\n```",
           "~~~\n_.set('a', 1);\n~~~",
           "```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n优势：快\n```",
           "```\n例如：\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```",
           "```xml\n请写：<UpdateVariable>_.set('a', 1);</UpdateVariable>\n```",
           "```ts\nconst x = {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1};\n```",
           "````\n```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\n````",
           "```\n<think>\n_.set('a', 1);\n```\n",
       }) {
    const Read got = read(text);
    INFO(got.text);
    CHECK(got.said() == "");
    CHECK(got.reading.narration == got.text);
    CHECK(got.regions() == "example");
  }
}

TEST_CASE("commands after an example are read") {
  const Read got = read("```\n<think>\n<UpdateVariable>\n{\"op\":\n```\n_.set('a', 1);\n");
  CHECK(got.said() == "set");
  CHECK(got.regions().starts_with("example, envelope mvu"));
}

TEST_CASE("block quotes, code in a line, and quoted JSON are narration") {
  check_narration({
      "> _.set('a', 1);\n> {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n",
      "> <UpdateVariable>\n> _.set('a', 1);\n> </UpdateVariable>\n",
      "  > <variable_update>[[SET, a, 1]]</variable_update>",
      "> ```json\n> {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n> ```\n",
      "写作 `_.set('a', 1);` 即可。",
      "写作 `{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}` 即可。",
      "写作 ``<variable_update>[[SET, a, 1]]</variable_update>`` 即可。",
      "标签 `<UpdateVariable>` 与 `<JSONPatch>` 与 `<think>` 都要闭合。",
      "他念道：“{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}”，无人应答。",
      "她说：「{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}」。",
      "The note read '{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}' and no more.",
      "The note read \"{\\\"op\\\":\\\"assign\\\",\\\"path\\\":[\\\"a\\\"],\\\"value\\\":1}\".",
  });
}

TEST_CASE("naming a tag in code hides nothing that follows") {
  check_forms({
      {"an opener in code", R"({"a":0})", "标签 `<UpdateVariable>` 与 `<think>`。\n_.set('a', 1);", "applied",
       R"({"a":1})"},
      {"an opener in prose", R"({"a":0})",
       "用 <JSONPatch> 包裹。\n<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]</JSONPatch>",
       "applied", R"({"a":1})"},
      {"an apostrophe", R"({"a":0})", "It's late. {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}",
       "applied", R"({"a":1})"},
      {"an odd quotation mark", R"({"a":0})",
       "一块 12\" 的屏。\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}", "applied", R"({"a":1})"},
      {"a quoted reply before it", R"({"a":0})", "> _.set('a', 9);\n他摇头。\n_.set('a', 1);", "applied",
       R"({"a":1})"},
      {"an odd backtick", R"({"a":0})", "一个 ` 反引号。\n\n_.set('a', 1);", "applied", R"({"a":1})"},
  });
}

TEST_CASE("a call is recognised at the start of a line, also after blanks or a list marker") {
  for (const char* text : {"_.set('a', 1);", "  _.set('a', 1);", "\t_.set('a', 1);", "- _.set('a', 1);",
                           "* _.set('a', 1);", "+ _.set('a', 1);", "1. _.set('a', 1);", "2) _.set('a', 1);",
                           "　_.set('a', 1);", "他说：\r\n_.set('a', 1);\r\n好。"}) {
    INFO(std::string(text));
    CHECK(tell("{}", text).data == R"({"a":1})");
  }
  CHECK(tell(R"({"stat_data":{}})", "- set_status('a', 1);").data == R"({"stat_data":{"a":1}})");
}

TEST_CASE("a call in mid-sentence is narration, with a warning that shows it") {
  for (const char* text : {"他说 _.set('a', 1); 然后走了。", "他写下 set_status('a', 1); 便走。",
                           "也许 memory('a', 'b', 1); 更好", "因此 delete('a', 'b'); 了",
                           "See also _.callback('x', 1); here."}) {
    const Read got = read(text);
    INFO(got.text);
    CHECK(got.said() == "");
    CHECK(got.reading.narration == got.text);
    REQUIRE(got.reading.warnings.size() == 1);
    REQUIRE(got.reading.warnings[0].span);
    const Span span = *got.reading.warnings[0].span;
    CHECK(got.text.substr(span.begin, span.end - span.begin).find('(') != std::string::npos);
  }
}

TEST_CASE("an update inside <content> is extracted and judged, with a warning") {
  const std::string text =
      "<content>\n她笑了。\n<variable_update>[[SET, a, 1]]</variable_update>\n夜深。\n</content>";
  const Read got = read(text);
  CHECK(got.said() == "set");
  CHECK(got.warnings().size() == 1);
  CHECK(got.reading.narration.find("她笑了。") != std::string::npos);
  CHECK(got.reading.narration.find("夜深。") != std::string::npos);
  CHECK(got.reading.narration.find("variable_update") == std::string::npos);
  CHECK(got.reading.narration.find("content>") == std::string::npos);
  CHECK(tell("{}", text).data == R"({"a":1})");
  CHECK(read("<content>她笑了。</content>").warnings().empty());
  CHECK(read("<content>她笑了。</content>").reading.narration == "她笑了。");
}

TEST_CASE("[R000-16, R003-03] every envelope of a text is read exactly once, in text order") {
  check_forms({
      {"all dialects", R"({"a":[],"stat_data":{}})",
       R"({"tavern_commands":[{"action":"push","key":"a","value":"tavern"}]})"
       "\n一\n"
       "<variable_update>[[PUSH, a, filament]]</variable_update>\n二\n"
       "<JSONPatch>[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":\"patch\"}]</JSONPatch>\n三\n"
       "<UpdateVariable>_.push('a', 'mvu');</UpdateVariable>\n四\n"
       "<updateMemory>\nset_status('m', 'memory');\n</updateMemory>\n五\n"
       "<state_update>{\"ops\":[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":\"three\"}]}</state_update>",
       "applied, applied, applied, applied, applied, applied",
       R"({"a":["tavern","filament","patch","mvu","three"],"stat_data":{"m":"memory"}})"},
      {"a patch in its tag", R"({"a":[]})",
       "<UpdateVariable><Analysis>x</Analysis>\n_.push('a', 1);\n"
       "<JSONPatch>[{\"op\":\"add\",\"path\":\"/a/-\",\"value\":2}]</JSONPatch>\n_.push('a', 3);\n"
       "</UpdateVariable>",
       "applied, applied, applied", R"({"a":[1,2,3]})"},
      {"a command inside a value", R"({"a":0})",
       R"({"op":"assign","path":["a"],"value":{"op":"delete","path":["a"]}})", "applied",
       R"({"a":{"op":"delete","path":["a"]}})"},
      {"an envelope inside a string", R"({"a":0})",
       "_.set('a', '<variable_update>[[SET, a, 9]]</variable_update> {\"op\":\"delete\",\"path\":[\"a\"]}');",
       "applied",
       R"({"a":"<variable_update>[[SET, a, 9]]</variable_update> {\"op\":\"delete\",\"path\":[\"a\"]}"})"},
  });
}

TEST_CASE("each envelope has a number of its own, which its commands share") {
  const Read got = read(
      "<variable_update>[[SET, a, 1], [SET, b, 1]]</variable_update>\n"
      "<UpdateVariable>_.set('c', 1); _.set('d', 1);</UpdateVariable>");
  REQUIRE(got.said() == "set, set, set, set");
  const auto& proposals = got.reading.proposals;
  CHECK(proposals[0].envelope == 0);
  CHECK(proposals[1].envelope == 0);
  CHECK(proposals[2].envelope == 1);
  CHECK(proposals[3].envelope == 1);
}

TEST_CASE("transaction binds all commands of its envelope, and no others") {
  check_forms({
      {"the envelope falls", R"({"a":1,"b":"x"})",
       R"({"tavern_commands":[{"action":"add","key":"a","value":1,"options":{"transaction":true}},)"
       R"({"action":"add","key":"b","value":1}]})"
       "\n<variable_update>[[SET, c, 1]]</variable_update>",
       "rejected batch.rolled_back, rejected type.mismatch, applied", R"({"a":1,"b":"x","c":1})"},
      {"an unreadable member falls it too", R"({"a":1})",
       R"({"tavern_commands":[{"action":"add","key":"a","value":1,"options":{"transaction":true}},)"
       R"({"action":"炼化","key":"b","value":1}]})",
       "rejected batch.rolled_back, rejected parse.malformed", R"({"a":1})"},
  });
}

TEST_CASE("a tag is recognised in any case, with attributes and blanks, and only by its whole name") {
  for (const char* text : {"<VARIABLE_UPDATE>[[SET, a, 1]]</variable_update>",
                           "<variable_update json=\"true\">[[SET, a, 1]]</variable_update>",
                           "<variable_update >[[SET, a, 1]]</variable_update >",
                           "<variable_update\n>[[SET, a, 1]]</variable_update\n>"}) {
    INFO(std::string(text));
    CHECK(tell("{}", text).data == R"({"a":1})");
  }
  check_narration({"<variable_updates>[[SET, a, 1]]</variable_updates>",
                   "<my_variable_update>[[SET, a, 1]]</my_variable_update>",
                   "<variable_update/>[[SET, a, 1]]", "< variable_update>[[SET, a, 1]]< /variable_update>",
                   "<variable_update-2>[[SET, a, 1]]</variable_update-2>"});
}

TEST_CASE("an unknown tag is plain text; a tag added to the table is read") {
  TagTable tags = TagTable::standard();
  ReadOptions options;
  options.tags = &tags;
  const std::string known = "<variable_update>[[SET, a, 1]]</variable_update>";
  const std::string own = "<ledger>[[SET, a, 1]]</ledger>";
  CHECK(read(known, options).said() == "set");
  CHECK(read(own, options).said() == "");
  tags.remove("Variable_Update");
  tags.put({"ledger", Tag::Kind::kEnvelope, "filament", ""});
  tags.put({"musing", Tag::Kind::kReasoning, "", ""});
  const Read gone = read(known, options);
  CHECK(gone.said() == "");
  CHECK(gone.reading.narration == known);
  CHECK(read(own, options).said() == "set");
  CHECK(read("<LEDGER>[[SET, a, 1]]</Ledger>", options).said() == "set");
  const Read mused = read("甲<musing>\n_.set('a', 1);\n</musing>乙", options);
  CHECK(mused.said() == "");
  CHECK(mused.reading.narration == "甲乙");
  tags.put({"musing", Tag::Kind::kNarration, "", ""});
  CHECK(read("甲<musing>乙</musing>", options).reading.narration == "甲乙");
}

TEST_CASE("the standard table has every dialect's tags, in any case") {
  const TagTable& tags = TagTable::standard();
  struct Known {
    const char* name;
    const char* dialect;
  };
  for (const Known& known :
       {Known{"UpdateVariable", "mvu"}, Known{"JSONPatch", "patch"}, Known{"json_patch", "patch"},
        Known{"variable_update", "filament"}, Known{"variable_insert", "filament"},
        Known{"variable_edit", "filament"}, Known{"variable_delete", "filament"},
        Known{"state_update", "filament"}, Known{"updateMemory", "memory"}}) {
    INFO(std::string(known.name));
    const Tag* tag = tags.find(known.name);
    REQUIRE(tag != nullptr);
    CHECK(tag->kind == Tag::Kind::kEnvelope);
    CHECK(tag->dialect == known.dialect);
  }
  for (const char* name : {"content", "reply"}) {
    INFO(std::string(name));
    REQUIRE(tags.find(name) != nullptr);
    CHECK(tags.find(name)->kind == Tag::Kind::kNarration);
  }
  CHECK(tags.find("status_bar") == nullptr);
  CHECK(tags.find("") == nullptr);
}

TEST_CASE("--dialect reads only that dialect: the others are narration") {
  const std::string text =
      "<variable_update>[[SET, a, 1]]</variable_update>\n{\"op\":\"assign\",\"path\":[\"b\"],\"value\":1}\n"
      "_.set('c', 1);\n<JSONPatch>[{\"op\":\"add\",\"path\":\"/d\",\"value\":1}]</JSONPatch>\n"
      "{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"e\",\"value\":1}]}\nset_status('f', 1);\n";
  for (const Dialect& dialect : dialects()) {
    const std::string id(dialect.id);
    if (id == "tools" || id == "ir") continue;
    INFO(id);
    const Read got = read_as(id, text);
    REQUIRE(got.reading.proposals.size() == 1);
    CHECK(got.reading.proposals[0].dialect == id);
    CHECK(got.reading.narration == remainder(got));
  }
}

TEST_CASE("--dialect: a broken command is of that dialect, or it is narration") {
  for (const char* text : {
           "<QSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":4}</JSONPatch>",
           "<UpdateVariable>\n{\"op\":\"x\",\"path\":[\"a\" b]}\n</UpdateVariable>",
           R"({"tool_n_commands": [{"target": "set", "v": "call_001", "status": "x" 未 "y"}]})",
           R"([{"v-rb": "set", "path": ["a"], "value": rb": "sir"}])",
           R"({"op":"assign","path":["a,"b"],"value":1})",
           R"({"tavern_commands":[{"action":"set","key" "a"}]})",
           "```\n[{\"op\":\"assign\",\"path\":[\"a",
       }) {
    INFO(std::string(text));
    for (const Dialect& dialect : dialects()) read_as(dialect.id, text);
  }
}

}  // namespace
}  // namespace gavel::testing
