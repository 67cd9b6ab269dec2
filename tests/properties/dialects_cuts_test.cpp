// Every way of cutting a text gives the same reading: all conformance texts and all examples of the
// documents, in two pieces cut at every byte, and in pieces of 1, 2, 3 and 7 bytes.
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_reader.hpp"

#include "json_random.hpp"
#include "reading_checks.hpp"

namespace gavel::testing {
namespace {

constexpr std::size_t kSmall = 1024;  // bytes of a text that is cut at every one of them
constexpr std::size_t kRandomCuts = 12;

struct Sample {
  std::string id;
  std::string dialect;
  std::string text;
  std::string scaled;  // of a repeated text: the same with fewer repetitions
};

std::size_t times_of(const Json& piece) { return piece[1].get<std::size_t>(); }

// The pieces one after the other, repeated `scale` times as often as they say, but at least once.
std::string joined(const Json& pieces, double scale) {
  std::string text;
  for (const Json& piece : array_of(pieces)) {
    const auto wanted = static_cast<std::size_t>(static_cast<double>(times_of(piece)) * scale);
    for (std::size_t i = std::max<std::size_t>(wanted, 1); i > 0; --i) text += string_of(piece[0]);
  }
  return text;
}

Sample sample_of(const Json& line) {
  Sample sample{string_of(line["id"]), string_of(line["dialect"]), "", ""};
  if (const Json* text = member(line, "text")) {
    sample.text = string_of(*text);
    return sample;
  }
  const Json& pieces = line["text_repeat"];
  sample.text = joined(pieces, 1);
  double scale = 1;
  do {
    scale /= 2;
    sample.scaled = joined(pieces, scale);
  } while (sample.scaled.size() > kSmall && scale > 1e-6);
  return sample;
}

std::vector<Sample> samples(const std::string& file, std::initializer_list<std::string_view> groups) {
  std::ifstream stream("tests/conformance/" + file);
  REQUIRE_MESSAGE(stream.good(), "run from the top folder");
  std::vector<Sample> found;
  for (std::string text; std::getline(stream, text);) {
    auto line = read_json(text, Limits());
    REQUIRE(line.ok());
    const std::string group = string_of((*line)["group"]);
    if (groups.size() == 0 || std::find(groups.begin(), groups.end(), group) != groups.end())
      found.push_back(sample_of(*line));
  }
  REQUIRE(!found.empty());
  return found;
}

ReadOptions options_of(const Sample& sample) {
  ReadOptions options;
  options.dialect = sample.dialect;
  return options;
}

void check_pieces(const std::string& text, const ReadOptions& options, const std::string& whole) {
  for (const std::size_t size : {1U, 2U, 3U, 7U}) {
    INFO("in pieces of " << size);
    REQUIRE(dump(read_pieces(text, options, size)) == whole);
  }
}

void check_every_cut(const std::string& text, const ReadOptions& options) {
  const Reading reading = read_text(text, options);
  const std::string broken = broken_promise(reading, text, options);
  CHECK_MESSAGE(broken.empty(), broken);
  const std::string whole = dump(reading);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    INFO("cut at " << at);
    REQUIRE(dump(read_cut(text, options, at)) == whole);
  }
  check_pieces(text, options, whole);
}

void check_random_cuts(const std::string& text, const ReadOptions& options) {
  const Reading reading = read_text(text, options);
  const std::string broken = broken_promise(reading, text, options);
  CHECK_MESSAGE(broken.empty(), broken);
  const std::string whole = dump(reading);
  Random random(chosen_seed());
  for (std::size_t i = 0; i < kRandomCuts; ++i) {
    const std::size_t at = random.below(text.size() + 1);
    INFO("cut at " << at);
    REQUIRE(dump(read_cut(text, options, at)) == whole);
  }
  check_pieces(text, options, whole);
}

void check_cuts(const std::vector<Sample>& all) {
  for (const Sample& sample : all) {
    INFO(sample.id);
    const ReadOptions options = options_of(sample);
    if (sample.text.size() <= kSmall) {
      check_every_cut(sample.text, options);
    } else {
      check_every_cut(sample.scaled.empty() ? sample.text.substr(0, kSmall) : sample.scaled, options);
      check_random_cuts(sample.text, options);
    }
  }
}

constexpr const char* kVectors = "conformance.jsonl";

TEST_CASE("[B-10] every split into pieces reads the same: tavern and ops") {
  check_cuts(samples(kVectors, {"tavern", "ops"}));
}
TEST_CASE("[B-10] every split into pieces reads the same: mvu and memory") {
  check_cuts(samples(kVectors, {"mvu", "memory"}));
}
TEST_CASE("[B-10] every split into pieces reads the same: patch, filament and tools") {
  check_cuts(samples(kVectors, {"patch", "filament", "tools"}));
}
TEST_CASE("[B-10] every split into pieces reads the same: several dialects, and paths") {
  check_cuts(samples(kVectors, {"mixed", "paths"}));
}
TEST_CASE("[B-10] every split into pieces reads the same: hostile texts") {
  check_cuts(samples(kVectors, {"hostile"}));
}
TEST_CASE("[B-10] every split into pieces reads the same: the examples of the documents") {
  check_cuts(samples("spec_examples.jsonl", {}));
}

TEST_CASE("[B-10] every split into pieces reads the same: repaired, cut-off and ambiguous texts") {
  const std::vector<std::string> texts = {
      "\xEF\xBB\xBF{“op”：“assign”，'path':['a',],value:True, /* x */ // y\n}\n",
      "前\xFF\xC3(后 _.set('a', 1); 中 <think>x\n_.set('a', 1);\n",
      "_.set('a', 9);\n</think>\n_.set('a', 1)\n_.set(‘b’， {x: 1})；\n",
      "<UpdateVariable><think></UpdateVariable></think>\n_.set('b', 1);\n</UpdateVariable>\n_.set('a', 1);\n",
      "<content>她<variable_update>[[SET， a， +1],]\n</variable_update>笑</content>",
      "<JSONPatch>\n```json\n{\"op\":\"replace\",\"path\":\"a\",\"value\":\"一\n二\"}\n```\n</JSONPatch>",
      R"({"text":"\u96ea\n\ud83d\ude00 \ud800","tavern_commands":[{"action":"set","key":"a","value":1}]})",
      "> 引 {\"op\":\"get\",\"path\":[\"a\"]}\n“{\"op\":\"get\",\"path\":[\"a\"]}” `_.get('a');`\n",
      "~~~\n_.get('a');\n~~~\n`a` ```json\n{\"op\":\"get\",\"path\":[\"a\"]}\n```\n",
      "<UpdateVariable><Analysis>_.set('a', 1);<JSONPatch>[{\"op\":\"test\",\"path\":\"/a\"}]</JSONPatch>",
      R"({"op":"assign","path":["a"],"value":1,"value":2}[{"op":"x"},5]{"tool_calls":[{"tool":"x","args":{)",
      R"({"op":"assign","path":["play,"hp"],"value":80})",
      R"({"tavern_commands":[{"action":"set","key" "a"}]} {"tool_calls":[{"tool":x y z}]} [{"verb":"a",,}])",
      "_.add('p.夜\n<Up', \xFF\xFEv v v v v v v v v v v v v v v v v);\nset_status('a' 'b' 'c', {x y z});\n",
      "<JSONPatch>[{\"op\":\"replace\",\"path\" \"/a\",\"value\":1 2 3 4 5 6 7 8 9 10}]</JSONPatch>",
      "<variable_update>[[SET, a, \"x\" y z w v u t s r], [SET, b, {k: }]]</variable_update>",
      ("◁think▷\n_.set('a', 9);\n◁/think▷后\n_.set('a', 1);\n◁ ＜think＞_.add('a', 1);＜/think＞ ＜a＞ "
       "【计划】【x】"),
      ("【思考】\n_.set('a', 9);\n【／思考】[plan] [THINK]\n_.set('a', 9);\n[/THINK]\n_.set('a', "
       "1);\n◁/think▷\n_.add('a', 1);"),
      ("<|channel|> analysis<|message|>\n_.set('a', "
       "9);\n<|return|><|start_thinking|>\n_.pop('a');\n<|end_thinking|>末<|think|>x"),
      ("<MoodAnalysis>\n_.set('a', 9);\n</MoodAnalysis><｜begin▁of▁thinking｜>_.set('a', "
       "9);<｜end▁of▁thinking｜>◁think▷"),
      "`它\n_.set('a', 9);\n` 后 ``\n{\"op\":\"get\",\"path\":[\"a\"]}\n`` `开\n\n_.set('a', 1);\n`\r\n\r\n`",
      ("<UpdateVariable>◁think▷_.set('a', 9);◁/think▷\n[think]_.set('a', 9);[/think]\n_.set('a', "
       "1);【计划】</UpdateVariable>"),
      "~~~~~\n~~~~\nx }~~~~\n~~~\n} ~~~\n```` ``` x\n```json\n[1]\n`````\n`x",
      "*.memory('npc', '乙', '{\"v\":[1,2]}') //因\r\n- delete('npc.甲', 'npc.乙');\r\n",
      "<JSONPatch>[]</JSONPatch> "
      "\r\n<JSONPatch>[]</JSONPatch>```\n[{\"op\":\"get\",\"path\":[\"a\"]}]\n```\n```\n"
      "[{\"op\":\"get\",\"path\":[\"a\"]}]\n```\n",
      R"({"text":"雪","tavern_commands":[{"action":"get","key":"a"}]})"
      "\n"
      R"({"text":"雪","tavern_commands":[{"action":"get","key":"a"}]} {"tavern_commands":[]}{"tavern_commands":[]})",
      "<variable_update>[[ADD, a, 1]]</variable_update></think><variable_update>[[ADD, a, "
      "1]]</variable_update>\n"
      "<variable_update>[[ADD, a, 1]]</variable_update>",
      "{\"a\":{\"b\":[1,2]}}后```json\n{\"a\":1}\n{\"b\":\"</think>\"}\n```[[\"ADD\",\"a\",1]] \"{\"ops\":1}",
  };
  for (const std::string& text : texts) {
    INFO(text);
    for (const char* dialect :
         {"auto", "ops", "mvu", "filament", "memory", "tavern", "patch", "tools", "ir"}) {
      ReadOptions options;
      options.dialect = dialect;
      check_every_cut(text, options);
    }
  }
}

}  // namespace
}  // namespace gavel::testing
