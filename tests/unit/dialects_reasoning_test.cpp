// Reasoning is never read: not closed, not open, not with only its end left.

#include <regex>

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

// Whether a number stands in the words, and is no part of a longer one.
bool says(const std::string& words, std::size_t number) {
  return std::regex_search(words, std::regex("(^|[^0-9])" + std::to_string(number) + "([^0-9]|$)"));
}

std::vector<Tag> reasoning_tags() {
  std::vector<Tag> tags;
  for (const Tag& tag : TagTable::standard().tags())
    if (tag.kind == Tag::Kind::kReasoning) tags.push_back(tag);
  return tags;
}

// A channel says behind its tag what it is.
std::string opener(const Tag& tag) {
  return "<" + tag.name + (tag.name == "|channel|" ? ">analysis<|message|>" : ">");
}
std::string closer(const Tag& tag) {
  return tag.closer.empty() ? "</" + tag.name + ">" : "<" + tag.closer + ">";
}

// One of each dialect: seven commands.
constexpr const char* kDrafts =
    "\n<variable_update>[[SET, a, 9]]</variable_update>\n"
    "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":9}]</JSONPatch>\n"
    "_.set('a', 9);\nset_status('a', 9);\n"
    "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":9}\n"
    "```json\n{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":9}]}\n```\n"
    "{\"tool_calls\":[{\"id\":\"c\",\"tool\":\"move\",\"args\":{}}]}\n";

TEST_CASE("all common reasoning tags are recognised") {
  for (const char* name :
       {"think", "thinking", "thought", "reasoning", "reflection", "scratchpad", "Analysis", "analysis",
        "Analyze", "statusAnalyze", "loreAnalyze", "attributeAnalyze", "VariableThink"}) {
    INFO(std::string(name));
    const Tag* tag = TagTable::standard().find(name);
    REQUIRE(tag != nullptr);
    CHECK(tag->kind == Tag::Kind::kReasoning);
  }
}

TEST_CASE("[B-10] text in closed reasoning is never executed, whatever its tag and dialect") {
  for (const Tag& tag : reasoning_tags()) {
    INFO(tag.name);
    const std::string text = "前" + opener(tag) + kDrafts + closer(tag) + "后\n_.add('a', 1);\n";
    const Read got = read(text);
    CHECK(got.said() == "add");
    CHECK(got.regions().starts_with("reasoning"));
    CHECK(got.reading.narration.starts_with("前后"));
    REQUIRE(got.reading.warnings.size() == 1);
    CHECK(says(got.reading.warnings[0].message, 7));
    CHECK(got.reading.warnings[0].span == got.reading.regions[0].span);
    CHECK(tell(R"({"a":1})", text).data == R"({"a":2})");
  }
}

TEST_CASE("unclosed reasoning runs to the end, and a warning counts the commands in it") {
  for (const Tag& tag : reasoning_tags()) {
    INFO(tag.name);
    const std::string text = "_.add('a', 1);\n前" + opener(tag) + "想\n" + kDrafts + "末";
    const Read got = read(text);
    CHECK(got.said() == "add");
    CHECK(got.reading.narration.find("想") == std::string::npos);
    CHECK(got.reading.narration.find("末") == std::string::npos);
    REQUIRE(!got.reading.regions.empty());
    CHECK(got.reading.regions.back().kind == Region::Kind::kReasoning);
    CHECK(got.reading.regions.back().span.end == text.size());
    REQUIRE(got.reading.warnings.size() == 1);
    CHECK(says(got.reading.warnings[0].message, 7));
    CHECK(tell(R"({"a":1})", text).data == R"({"a":2})");
  }
}

TEST_CASE("unclosed reasoning has a warning even without commands") {
  const Read got = read("前\n<think>\n想了又想");
  CHECK(got.said() == "");
  CHECK(got.reading.narration == "前\n");
  CHECK(got.reading.warnings.size() == 1);
}

TEST_CASE("closed reasoning without commands needs no warning") {
  const Read got = read("<think>他会走吗？set 与 add 都不必。</think>他走了。");
  CHECK(got.reading.warnings.empty());
  CHECK(got.reading.narration == "他走了。");
}

TEST_CASE("everything before a stray end tag of reasoning was reasoning") {
  const std::string text = "先想：\n_.set('a', 9);\n_.set('b', 9);\n</think>\n他走了。\n_.add('a', 1);\n";
  const Read got = read(text);
  CHECK(got.said() == "add");
  CHECK(got.regions().starts_with("reasoning"));
  CHECK(got.reading.regions[0].span == Span{0, text.find("</think>") + 8});
  CHECK(got.reading.narration.find("先想") == std::string::npos);
  REQUIRE(got.reading.warnings.size() == 1);
  CHECK(says(got.reading.warnings[0].message, 2));
  CHECK(tell(R"({"a":1})", text).data == R"({"a":2})");
}

TEST_CASE("reasoning ends at an end tag of its own name") {
  check_forms({
      {"another's end", R"({"a":0,"b":0})", "<think>x</reasoning>\n_.set('a', 1);\n</think>\n_.set('b', 1);",
       "applied", R"({"a":0,"b":1})"},
      {"one in another", R"({"a":0,"b":0})",
       "<think>x<reasoning>\n_.set('a', 1);\n</reasoning>\n_.set('a', 2);\n</think>\n_.set('b', 1);",
       "applied", R"({"a":0,"b":1})"},
      {"case and blanks", R"({"a":0,"b":0})", "<THINK>\n_.set('a', 1);\n</Think >\n_.set('b', 1);", "applied",
       R"({"a":0,"b":1})"},
      {"attributes", R"({"a":0,"b":0})", "<think time=\"3\">\n_.set('a', 1);\n</think>\n_.set('b', 1);",
       "applied", R"({"a":0,"b":1})"},
      {"one after the other", R"({"a":0,"b":0})",
       "<think>\n_.set('a', 1);\n</think>\n_.add('b', 1);\n<think>\n_.set('a', 2);\n</think>\n_.add('b', 1);",
       "applied, applied", R"({"a":0,"b":2})"},
      {"no tag", R"({"a":0})", "<thinker>\n_.set('a', 1);\n</thinker>", "applied", R"({"a":1})"},
  });
}

TEST_CASE("an analysis inside an envelope is never executed, closed or not") {
  check_forms({
      {"mvu", R"({"a":0})",
       "<UpdateVariable>\n<Analysis>\n_.set('a', 9);\n</Analysis>\n_.set('a', 1);\n</UpdateVariable>",
       "applied", R"({"a":1})"},
      {"mvu, the other name", R"({"a":0})",
       "<UpdateVariable>\n<Analyze>_.set('a', 9);</Analyze>\n_.set('a', 1);\n</UpdateVariable>", "applied",
       R"({"a":1})"},
      {"filament", R"({"a":0})",
       "<variable_update>\n<analysis>[[SET, a, 9]]</analysis>\n[[SET, a, 1]]\n</variable_update>", "applied",
       R"({"a":1})"},
      {"semantic tags", R"({"a":0})",
       "<variable_edit><analysis><value>9</value></analysis><path>a</path><value>1</value></variable_edit>",
       "applied", R"({"a":1})"},
      {"memory", R"({"stat_data":{"a":0}})",
       "<statusAnalyze>\nset_status('a', 9);\n</statusAnalyze>\n<updateMemory>\nset_status('a', "
       "1);\n</updateMemory>",
       "applied", R"({"stat_data":{"a":1}})"},
      {"thinking in the envelope", R"({"a":0})",
       "<UpdateVariable>\n<think>_.set('a', 9);</think>\n_.set('a', 1);\n</UpdateVariable>", "applied",
       R"({"a":1})"},
      {"outside", R"({"a":0})", "<Analysis>\n_.set('a', 9);\n</Analysis>\n_.set('a', 1);", "applied",
       R"({"a":1})"},
  });
  const Told open = tell(R"({"a":0})", "<UpdateVariable>\n<Analysis>\n_.set('a', 9);\n</UpdateVariable>");
  CHECK(open.data == R"({"a":0})");
  CHECK(open.warnings.size() + open.commands.size() > 0);
}

TEST_CASE("of the channels of a model, only the analysis is reasoning") {
  const Read got = read(
      "<|channel|>analysis<|message|>\n_.set('a', 9);\n<|end|><|start|>assistant<|channel|>final<|message|>\n"
      "他走了。\n_.set('a', 1);\n");
  CHECK(got.said() == "set");
  CHECK(got.regions().starts_with("reasoning"));
  CHECK(contains(got.reading.narration, "他走了。"));
}

// Marks of reasoning that models are known for, and slips of the pen in them.
struct Marks {
  const char* opener;
  const char* closer;
};
const std::vector<Marks>& known_marks() {
  static const std::vector<Marks> kMarks = {
      {"◁think▷", "◁/think▷"},
      {"◁Thinking▷", "◁/thinking▷"},
      {"[THINK]", "[/THINK]"},
      {"[reasoning]", "[/reasoning]"},
      {"＜think＞", "＜/think＞"},
      {"＜思考＞", "＜／思考＞"},
      {"【思考】", "【/思考】"},
      {"<|begin_of_thought|>", "<|end_of_thought|>"},
      {"<|channel|>analysis<|message|>", "<|end|>"},
      {"<|channel|> analysis<|message|>", "<|return|>"},
      {"<|START_THINKING|>", "<|END_THINKING|>"},
      {"<|think|>", "<|/think|>"},
      {"<|thinking|>", "<|end_of_thinking|>"},
      {"<|inner_prefix|>", "<|inner_suffix|>"},
      {"<｜begin▁of▁thinking｜>", "<｜end▁of▁thinking｜>"},
      {"<unused94>thought", "<unused95>"},
      {"<seed:think>", "</seed:think>"},
      {"<think_fast>", "</think_fast>"},
      {"<PlotAnalysis>", "</PlotAnalysis>"},
      {"<world_ANALYZE>", "</World_Analyze>"},
  };
  return kMarks;
}

TEST_CASE("[B-10] reasoning between the marks of any model is never executed, in a text and in an envelope") {
  for (const Marks& marks : known_marks()) {
    INFO(std::string(marks.opener));
    const std::string held = std::string(marks.opener) + kDrafts + marks.closer;
    const Read got = read("前" + held + "后\n_.add('a', 1);\n");
    CHECK(got.said() == "add");
    CHECK(got.regions().starts_with("reasoning"));
    CHECK(got.reading.narration.starts_with("前后"));
    REQUIRE(got.reading.warnings.size() == 1);
    CHECK(says(got.reading.warnings[0].message, 7));
    for (const char* tag : {"UpdateVariable", "updateMemory"}) {
      const Told told =
          tell(R"({"a":0,"stat_data":{"a":0}})",
               "<" + std::string(tag) + ">\n" + marks.opener + "\n_.set('a', 9);\nset_status('a', 9);\n" +
                   marks.closer + "\n_.set('a', 1);\nset_status('a', 1);\n</" + tag + ">");
      CHECK_MESSAGE(told.data == R"({"a":1,"stat_data":{"a":1}})", tag);
    }
    CHECK(tell(R"({"a":0})", "<variable_update>" + std::string(marks.opener) + "[[SET, a, 9]]" +
                                 marks.closer + "[[SET, a, 1]]</variable_update>")
              .data == R"({"a":1})");
  }
}

TEST_CASE("a heading in brackets is not reasoning, unless something ends it") {
  for (const char* heading : {"【分析】", "[plan]", "[Thoughts]", "【计划】", "＜计划＞", "◁plan▷", "[/plan]",
                              "【】", "[ think ]"}) {
    INFO(std::string(heading));
    const Read got = read(std::string(heading) + "\n他走了。\n_.set('a', 1);\n");
    CHECK(got.said() == "set");
    CHECK(contains(got.reading.narration, "他走了。"));
  }
}

TEST_CASE(
    "everything before a stray end of a model's own mark was reasoning, and an unclosed one runs to the "
    "end") {
  for (const char* stray : {"◁/think▷", "[/THINK]", "＜/think＞", "【/思考】"}) {
    INFO(std::string(stray));
    CHECK(read("_.set('a', 9);\n" + std::string(stray) + "\n_.add('a', 1);\n").said() == "add");
  }
  for (const char* open : {"◁think▷", "[THINK]", "＜thinking＞", "<|think|>", "<|START_THINKING|>"}) {
    INFO(std::string(open));
    CHECK(read("_.add('a', 1);\n" + std::string(open) + "\n_.set('a', 9);\n").said() == "add");
  }
}

TEST_CASE("[B-10] commands in a sentence's inline code are narration, over all lines of the paragraph") {
  check_forms({
      {"one mark", R"({"a":0})", "`x\n_.set('a', 1);\n`", "", R"({"a":0})"},
      {"two marks", R"({"a":0})", "写作``\n_.set('a', 1);\n``。", "", R"({"a":0})"},
      {"an envelope", R"({"a":0})", "写作 `\n<variable_update>[[SET, a, 1]]</variable_update>\n`。", "",
       R"({"a":0})"},
      {"JSON", R"({"a":0})", "`\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n`", "", R"({"a":0})"},
      {"another run inside", R"({"a":0})", "``\n`x`\n_.set('a', 1);\n``", "", R"({"a":0})"},
      {"CRLF", R"({"a":0})", "`x\r\n_.set('a', 1);\r\n`", "", R"({"a":0})"},
      {"behind it", R"({"a":0})", "`x\ny`\n_.set('a', 1);\n", "applied", R"({"a":1})"},
      {"a blank line ends the paragraph", R"({"a":0})", "it`s\n\n_.set('a', 1);\n\nlet`s", "applied",
       R"({"a":1})"},
      {"so does a fence", R"({"a":0})",
       "it`s\n```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\nlet`s", "applied",
       R"({"a":1})"},
      {"a mark without another", R"({"a":0})", "it`s\n_.set('a', 1);\n", "applied", R"({"a":1})"},
  });
}

TEST_CASE("a tag in a value is data: it neither opens nor closes reasoning") {
  check_forms({
      {"an opener", R"({"a":0,"b":0})",
       "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":\"<think>\"}\n_.set('b', '<reasoning>');\n",
       "applied, skipped dialect.superseded", R"({"a":"<think>","b":0})"},
      {"an opener in a call", R"({"a":0,"b":0})", "_.set('a', '<think>');\n_.set('b', 1);\n",
       "applied, applied", R"({"a":"<think>","b":1})"},
      {"an end", R"({"a":0,"b":0})",
       "<variable_update>[[SET, a, \"</think>\"], [SET, b, \"</variable_update>\"]]</variable_update>",
       "applied, applied", R"({"a":"</think>","b":"</variable_update>"})"},
  });
}

TEST_CASE("reasoning left open in an envelope runs to the end of the text, whatever end tags it mentions") {
  check_forms({
      {"an end tag in a sentence", R"({"a":0})",
       "<UpdateVariable>\n<think>\nI could write </UpdateVariable>\n_.set('a', 9);\nbut no", "",
       R"({"a":0})"},
      {"alone", R"({"a":0})", "<JSONPatch><think></JSONPatch>\n_.set('a', 9);", "", R"({"a":0})"},
      {"behind a command", R"({"a":0})",
       "<UpdateVariable>\n_.set('a', "
       "1);\n<thinking>\n</UpdateVariable>?\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":9}",
       "applied", R"({"a":1})"},
      {"another mark", R"({"a":0})", "<UpdateVariable>\n◁think▷ </UpdateVariable>\n_.set('a', 9);", "",
       R"({"a":0})"},
      {"brackets", R"({"a":0})", "<UpdateVariable>\n[think] </UpdateVariable>\n_.set('a', 9);", "",
       R"({"a":0})"},
      {"a mark of one model", R"({"a":0})", "<UpdateVariable>\n<|think|> </UpdateVariable>\n_.set('a', 9);",
       "", R"({"a":0})"},
      {"two envelopes", R"({"a":0})",
       "<UpdateVariable><reasoning></UpdateVariable>\n<UpdateVariable>_.set('a', 9);</UpdateVariable>", "",
       R"({"a":0})"},
      {"memory", R"({"a":0})", "<updateMemory>\n<think>\n</updateMemory>\n_.set('a', 9);", "", R"({"a":0})"},
      {"an analysis ends with its envelope", R"({"a":0})",
       "<UpdateVariable>\n<Analysis>\nx\n</UpdateVariable>\n_.set('a', 1);", "applied", R"({"a":1})"},
      {"a tag in a value", R"({"a":0,"b":0})",
       "<UpdateVariable>\n_.set('a', '<think>');\n</UpdateVariable>\n_.set('b', 1);", "applied, applied",
       R"({"a":"<think>","b":1})"},
  });
}

TEST_CASE("an end tag that reasoning in an envelope mentions does not end the envelope") {
  check_forms({
      {"the envelope goes on", R"({"a":0,"b":0})",
       "<UpdateVariable>\n<think>\n</UpdateVariable>\n_.set('a', 9);\n</think>\n_.set('b', "
       "1);\n</UpdateVariable>",
       "applied", R"({"a":0,"b":1})"},
      {"twice", R"({"a":0,"b":0})",
       "<UpdateVariable><think></UpdateVariable></think><think></UpdateVariable></think>\n_.set('b', 1);\n"
       "</UpdateVariable>\n_.set('a', 1);",
       "applied, applied", R"({"a":1,"b":1})"},
      {"it never ends", R"({"a":0})",
       "<UpdateVariable>\n_.set('a', 9);\n<think>\n</UpdateVariable>\n_.set('a', 8);\n</think>\nThe end.",
       "rejected parse.truncated", R"({"a":0})"},
  });
}

TEST_CASE("[B-10] an envelope that begins again inside reasoning is not run") {
  check_forms({
      {"the reasoning ends", R"({"a":0,"b":0})",
       "<UpdateVariable>\n<plan>\nthen <UpdateVariable>\n_.set('a', "
       "9);\n</UpdateVariable>\n</plan>\n_.set('b', 1);\n"
       "</UpdateVariable>",
       "applied", R"({"a":0,"b":1})"},
      {"alone", R"({"a":0})",
       "<UpdateVariable><plan>x<UpdateVariable>_.set('a', 9);</UpdateVariable></plan></UpdateVariable>", "",
       R"({"a":0})"},
      {"it never ends", R"({"a":0})",
       "<UpdateVariable>\n<plan>\nx\n<UpdateVariable>\n_.set('a', 9);\n</UpdateVariable>\nbut no",
       "rejected parse.truncated", R"({"a":0})"},
      {"JSON", R"({"a":0})",
       "<JSONPatch><think>x<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":9}]</JSONPatch>",
       "rejected parse.truncated", R"({"a":0})"},
      {"another mark", R"({"a":0})",
       "<UpdateVariable>\n◁think▷ <UpdateVariable>\n_.set('a', 9);\n</UpdateVariable>",
       "rejected parse.truncated", R"({"a":0})"},
      {"a tag in a value", R"({"a":0,"b":0})",
       "<UpdateVariable>\n_.set('a', '<plan>');\n<UpdateVariable>\n_.set('b', 1);\n</UpdateVariable>",
       "rejected parse.truncated, applied", R"({"a":0,"b":1})"},
  });
}

TEST_CASE("[B-10] reasoning stays reasoning, whatever a table says of its tag") {
  for (const Tag& known : reasoning_tags())
    for (const Tag::Kind kind : {Tag::Kind::kEnvelope, Tag::Kind::kExample, Tag::Kind::kNarration,
                                 Tag::Kind::kComponent, Tag::Kind::kReasoning}) {
      INFO(known.name);
      TagTable over = TagTable::over(TagTable::standard());
      TagTable copy = TagTable::standard();
      for (TagTable* tags : {&over, &copy}) {
        tags->put({known.name, kind, "", "nowhere", true});
        tags->remove(known.name);
        ReadOptions options;
        options.tags = tags;
        CHECK(read("a" + opener(known) + kDrafts, options).said() == "");
        CHECK(read(opener(known) + kDrafts + closer(known) + "b", options).reading.narration == "b");
      }
    }
  TagTable tags = TagTable::over(TagTable::standard());
  for (const char* name : {"Think", "battle_analysis"}) tags.put({name, Tag::Kind::kComponent, "", ""});
  ReadOptions options;
  options.tags = &tags;
  for (const char* text :
       {"<think>\n_.set('a', 9);\nb", "x\n_.set('a', 9);\n</think>b", "<battle_analysis>\n_.set('a', 9);\nb",
        "<think>a <think>b</think>\n_.set('a', 9);\n</think>b"}) {
    INFO(std::string(text));
    CHECK(read(text, options).said() == "");
    CHECK(read(text, options).reading.components.empty());
  }
}

TEST_CASE("[B-10] reasoning in a component runs to its own end tag, whatever end tags it mentions") {
  TagTable tags = TagTable::over(TagTable::standard());
  tags.put({"box", Tag::Kind::kComponent, "", ""});
  ReadOptions options;
  options.tags = &tags;
  for (const char* text :
       {"<box><plan>x</box>\n_.set('a', 9);\n", "<box><plan>x</box>\n_.set('a', 9);\n</plan></box>",
        "<box>[think]x</box>\n_.set('a', 9);\n", "<box><plan>x</box>\n_.set('a', 9);\n</plan>"}) {
    INFO(std::string(text));
    CHECK(read(text, options).said() == "");
  }
  const Read whole = read("<box><plan></box></plan>y</box>\n_.set('a', 1);\n", options);
  CHECK(whole.said() == "set");
  REQUIRE(whole.reading.components.size() == 1);
  CHECK(whole.reading.components[0].text == "<plan></box></plan>y");
  const Read closed = read("<box><plan>y</plan>z</box>\n_.set('a', 1);\n", options);
  CHECK(closed.said() == "set");
  CHECK(closed.reading.components.size() == 1);
}

TEST_CASE("reasoning that ends after its envelope leaves no empty region") {
  const Read got = read("<UpdateVariable>\n_.set('a', 1);\n<reasoning>\n</UpdateVariable>");
  CHECK(got.said() == "set");
  CHECK(got.regions() == "envelope mvu");
}

TEST_CASE("[B-10] commands in code within code are reported, whatever contains them") {
  const char* const call = "_.set('a', 9);";
  for (const std::string& text :
       {"````\n```\n" + std::string(call) + "\n```\n````\n",
        "~~~\n```\n" + std::string(call) + "\n```\n~~~\n", "```\n`" + std::string(call) + "`\n```\n",
        "so `` `" + std::string(call) + "` `` so", "```\n> " + std::string(call) + "\n```\n",
        "```\n> - " + std::string(call) + "\n```\n", "<pre>\n```\n" + std::string(call) + "\n```\n</pre>",
        "so <code>`" + std::string(call) + "`</code>", "<!-- `" + std::string(call) + "` -->",
        "```\n<!-- " + std::string(call) + " -->\n```\n",
        "```\n<example>" + std::string(call) + "</example>\n```\n",
        "```\n“<UpdateVariable>" + std::string(call) + "</UpdateVariable>”\n```\n",
        "> ```\n> " + std::string(call) + "\n> ```\n",
        "<think>\n```\n" + std::string(call) + "\n```\n</think>",
        std::string("> “{\"op\":\"assign\",\"path\":[\"a\"],\"value\":9}”\n")}) {
    INFO(text);
    const Read got = read(text);
    CHECK(got.said() == "");
    REQUIRE(!got.reading.warnings.empty());
    CHECK(says(got.reading.warnings[0].message, 1));
  }
}

}  // namespace
}  // namespace gavel::testing
