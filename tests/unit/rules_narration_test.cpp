// The library that claim plugins read narrations with (scripts/lib), run in the sandbox as plugins run it.

#include <doctest/doctest.h>

#include "base/folder.hpp"
#include "lua/pack_reader.hpp"
#include "support/witness.hpp"

using gavel::testing::Witness;

namespace {

const char* const kNarratedState = R"({"characters":{
  "kim":{"name":"Kim Reed","aliases":["Kim","Lady Reed"]},"bo":{"name":"Bo","aliases":["the drone"]},
  "li":{"name":"李四","aliases":["四哥"]},"mei":{"name":"梅姐","aliases":[]}},
  "areas":{"hall":{"name":"Great Hall"},"temple":{"name":"城隍庙"}},"active_actor":"li"})";

// What `body`, in which `text` and its `story` are at hand, says of a text. It tells by an error.
std::string says(const std::string& body, const std::string& text) {
  const std::string lua =
      "local narration = require \"narration\"\n"
      "local shape = { characters = \"characters\", areas = \"areas\", actor = \"active_actor\" }\n"
      "claim \"probe\" (narration.claim { shape = shape, words = {}, find = function(story, ctx)\n"
      "local out, text = {}, story.text\n" +
      body + "\nerror(\"<\" .. table.concat(out, \" | \") .. \">\") end })";
  Witness witness({{"probe", lua}}, kNarratedState, "", "scripts/lib");
  std::string warnings = witness.hear("", text).warnings;
  const std::size_t begin = warnings.find('<');
  if (begin == std::string::npos) return warnings;
  return warnings.substr(begin + 1, warnings.rfind('>') - begin - 1);
}

std::string number(const std::string& text) {
  return says(
      "for _, n in ipairs(story:numbers(1, #text)) do out[#out + 1] = string.format(\"%.4g-%.4g%s\", n.low, "
      "n.high, "
      "n.share and \" of all\" or \"\") end",
      text);
}

std::string clauses(const std::string& text) {
  return says(
      "for i = 1, story.clauses.count do out[i] = text:sub(story.clauses[i].b, story.clauses[i].e) end",
      text);
}

// Why the word in brackets is not asserted; "asserted" where it is.
std::string mood(std::string text) {
  const std::size_t at = text.find('[');
  text.erase(at, 1);
  text.erase(text.find(']'), 1);
  return says(
      "for i = 1, story.clauses.count do local c = story.clauses[i]\n"
      "if c.b <= " +
          std::to_string(at + 1) + " and c.e >= " + std::to_string(at + 1) +
          " then out[1] = story:doubt(c, " + std::to_string(at + 1) + ") or \"asserted\" end end",
      text);
}

// Of whom the clauses speak.
std::string subjects(const std::string& text) {
  return says("for i = 1, story.clauses.count do out[i] = table.concat(story.clauses[i].subjects, \"+\") end",
              text);
}

}  // namespace

TEST_CASE("numbers are recognised in all usual forms [B-12]") {
  CHECK(number("五点，5点，５点，十五，两百，三百零五") == "5-5 | 5-5 | 5-5 | 15-15 | 200-200 | 305-305");
  CHECK(number("二三十点，十来点，十几") == "20-30 | 7-15 | 10-19");
  CHECK(number("一半，三分之一，三成，百分之三十，30%") ==
        "0.5-0.5 of all | 0.3333-0.3333 of all | 0.3-0.3 of all | 0.3-0.3 of all | 0.3-0.3 of all");
  CHECK(number("five, twenty-five, a dozen, six hundred and two, 1,200") ==
        "5-5 | 25-25 | 12-12 | 602-602 | 1200-1200");
  CHECK(number("half, a third, two thirds") ==
        "0.5-0.5 of all | 0.3333-0.3333 of all | 0.6667-0.6667 of all");
  CHECK(number("none of these words is one-armed").find("1-1") == 0);
}

TEST_CASE("a narration is split into clauses, without quotations [B-12]") {
  CHECK(clauses("李四来了，坐下。“我死了！”他说：「不。」") == "李四来了 | 坐下 | 他说");
  CHECK(clauses("Dr. Kim nods. \"Go,\" she says, and Bo goes.") == "Dr. Kim nods | she says | and Bo goes");
  CHECK(clauses("Kim's hand falls, but Bo stays.") == "Kim's hand falls | but Bo stays");
  CHECK(clauses("【李四 HP：3/5】他笑了。") == "李四 HP：3/5 | 他笑了");
  CHECK(clauses("‘Don’t,’ he says.") == "he says");
}

TEST_CASE("assertions are distinguished from everything else [B-12]") {
  for (const char* text :
       {"Kim [dies].", "李四[死]了。", "Kim, who never gives up, [dies].", "李四没说话，[死]了。",
        "Kim wakes from the dream and [dies].", "李四一句话也没说就[死]了。"}) {
    CAPTURE(text);
    CHECK(mood(text) == "asserted");
  }
  for (const char* text : {"Kim does not [die].",
                           "李四没有[死]。",
                           "Does Kim [die]?",
                           "李四[死]了吗？",
                           "If Kim falls, she [dies].",
                           "如果李四跌倒，便会[死]。",
                           "Kim will [die].",
                           "李四打算[死]在这里。",
                           "Kim almost [dies].",
                           "李四险些[死]了。",
                           "They say that Kim [died].",
                           "听说李四[死]了。",
                           "Kim had [died] once.",
                           "当年，李四[死]在这里。",
                           "In the dream Kim falls. She [dies].",
                           "梦里，李四[死]了。",
                           "Kim lies as if [dead].",
                           "李四像是[死]了。",
                           "She would rise, and [die].",
                           "广播里说，李四[死]了。",
                           "Had Kim gone, she had [died].",
                           "Whenever it rains, Kim [dies].",
                           "Kim usually [dies] here."}) {
    CAPTURE(text);
    CHECK(mood(text) != "asserted");
  }
}

TEST_CASE("subjects are found by names, aliases, pronouns, and from the clause before [B-12]") {
  CHECK(subjects("李四坐下，喝茶。他笑了。") == "li | li | li");
  CHECK(subjects("李四看着梅姐，她笑了。") == "li | mei");
  CHECK(subjects("梅姐与李四走来。两人坐下。") == "mei+li | mei+li");
  CHECK(subjects("你坐下。") == "li");
  CHECK(subjects("Kim and Bo walk in. They sit.") == "kim+bo | kim+bo");
  CHECK(subjects("The drone hums. It turns.") == "bo | bo");
  CHECK(subjects("The wind cuts at Kim. The door shuts.") == " | ");
  CHECK(subjects("By nightfall Bo sits. An hour later Kim nods.") == "bo | kim");
  CHECK(subjects("Kim's hand hits Bo, and he falls.") == "kim | bo");
}

TEST_CASE("a name inside a longer name is not found [B-12]") {
  CHECK(subjects("李四喜今早来了。") == "");
  CHECK(subjects("李四喜欢茶。") == "li");
  CHECK(subjects("kim chi is a dish.") == "");
}
