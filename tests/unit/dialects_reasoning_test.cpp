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

TEST_CASE("every usual name of reasoning is known") {
  for (const char* name :
       {"think", "thinking", "thought", "reasoning", "reflection", "scratchpad", "Analysis", "analysis",
        "Analyze", "statusAnalyze", "loreAnalyze", "attributeAnalyze", "VariableThink"}) {
    INFO(std::string(name));
    const Tag* tag = TagTable::standard().find(name);
    REQUIRE(tag != nullptr);
    CHECK(tag->kind == Tag::Kind::kReasoning);
  }
}

TEST_CASE("[B-10] what stands in closed reasoning is never executed, whatever its name and dialect") {
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

TEST_CASE("reasoning that is not closed runs to the end, and a warning counts what was left out") {
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

TEST_CASE("reasoning that is not closed is warned of even where it holds no command") {
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

TEST_CASE("everything before a stray end of reasoning was reasoning") {
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

TEST_CASE("reasoning ends at an end of its own name") {
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

TEST_CASE("a tag in a value is data: it opens no reasoning and ends none") {
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

}  // namespace
}  // namespace gavel::testing
