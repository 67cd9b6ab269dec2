// Reading takes time linear in the text, whatever the text: counted in bytes that were looked at
// (dialects/looks.hpp), not by a clock. Texts are repeated patterns of what opens, closes, quotes, escapes
// and separates in all dialects.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "dialects/conversion.hpp"
#include "dialects/dialect.hpp"
#include "dialects/looks.hpp"
#include "dialects/reader.hpp"

#include "json_random.hpp"

namespace gavel::testing {
namespace {

constexpr std::size_t kBytes = 8192;   // of the smallest text
constexpr std::size_t kDoublings = 3;  // looked at beyond it
// Of the looks at one byte, over all doublings. Quadratic work has 8, work that grows with the power of 1.5
// has 2.8; where a stream is looked at again depends on its size, and so does when a text begins to pay
// (look_budget.hpp).
constexpr double kMostGrowth = 2.2;
constexpr double kMostPerByte = 200;

// What opens, ends, quotes or parts anything that a reader knows.
const std::vector<std::string>& tokens() {
  static const std::vector<std::string> kTokens = [] {
    std::vector<std::string> all = {"[",
                                    "]",
                                    "{",
                                    "}",
                                    "(",
                                    ")",
                                    "\"",
                                    "'",
                                    "`",
                                    "``",
                                    "```",
                                    "```json\n",
                                    "\n```\n",
                                    "~~~\n",
                                    "~~~~",
                                    "“",
                                    "”",
                                    "‘",
                                    "’",
                                    "「",
                                    "」",
                                    "『",
                                    "』",
                                    "\\",
                                    "\\\"",
                                    "\\'",
                                    ",",
                                    ":",
                                    ";",
                                    "，",
                                    "：",
                                    "；",
                                    "（",
                                    "）",
                                    "【",
                                    "】",
                                    "［",
                                    "］",
                                    "｛",
                                    "｝",
                                    "\n",
                                    "\r\n",
                                    " ",
                                    "      ",
                                    "\t",
                                    "\xE3\x80\x80",
                                    "a",
                                    "a.b",
                                    "1",
                                    "-1e5",
                                    "null",
                                    "x y",
                                    "雪",
                                    "\xFF",
                                    "\xE2",
                                    "//",
                                    "/*",
                                    "*/",
                                    "<!--",
                                    "-->",
                                    "<",
                                    ">",
                                    "</",
                                    "/>",
                                    "\n> ",
                                    "\n- ",
                                    "\n1. ",
                                    "“x",
                                    "x'",
                                    "'x",
                                    "\"a\":",
                                    "\"op\":",
                                    "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}",
                                    "{\"op\":",
                                    "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]",
                                    "{\"set\":",
                                    "[[",
                                    "[[SET, a, 1]]",
                                    "[SET, a, ",
                                    "[a",
                                    "[\"a\"]",
                                    "a[\"",
                                    "a[0",
                                    "{\"tavern_commands\":[",
                                    "{\"action\":\"set\",\"key\":\"a\",",
                                    "\"value\":",
                                    "{\"tool_calls\":[",
                                    "{\"verb\":\"set\",",
                                    "{\"path\":",
                                    "\"path\"",
                                    "_.set(",
                                    "_.set('a', 1);",
                                    "_.set('",
                                    "_.set(\"a\", [",
                                    "\n_.set('",
                                    "\n- _.set('x",
                                    "\n- _.set('x\n",
                                    "\nset_status('a', 1)",
                                    "\nmemory('a', '{",
                                    "\n*.delete(",
                                    "delete(",
                                    "delete ",
                                    "_.set(/*",
                                    "_.set(/*);",
                                    "_.set(<!--",
                                    "<a \"",
                                    "<a '",
                                    "<a href=",
                                    "<JSONPatch \"",
                                    "<path>",
                                    "</path>",
                                    "<value>",
                                    "</value>",
                                    "[think]",
                                    "[/think]",
                                    "◁think▷",
                                    "◁/think▷",
                                    "<|channel|>analysis<|message|>",
                                    "<|end|>",
                                    "[THINK]",
                                    "｜",
                                    "<｜",
                                    "<box>",
                                    "</box>",
                                    "[plan]"};
    for (const Tag& tag : TagTable::standard().tags()) {
      all.push_back("<" + tag.name + ">");
      all.push_back("</" + tag.name + ">");
      all.push_back("\n<" + tag.name + ">\n");
    }
    return all;
  }();
  return kTokens;
}

struct Pattern {
  std::string before, period, after;
};

std::string text_of(const Pattern& pattern, std::size_t bytes) {
  std::string text = pattern.before;
  while (text.size() < bytes) text += pattern.period;
  return text + pattern.after;
}

std::string shown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\xFF' || c == '\xE2')
      out += "\\x";
    else
      out += c;
  }
  return out;
}

using Read = void (*)(const std::string& text, const ReadOptions& options);

void read_whole(const std::string& text, const ReadOptions& options) { read_text(text, options); }
template <std::size_t kPiece>
void read_in_pieces(const std::string& text, const ReadOptions& options) {
  Reader reader(options);
  for (std::size_t at = 0; at < text.size(); at += kPiece)
    reader.feed(std::string_view(text).substr(at, kPiece));
  reader.finish();
}
void convert(const std::string& text, const ReadOptions& options) {
  convert_text(text, options, *find_dialect("ops").value());
}

// Of a game with a component of its own.
const TagTable& game_tags() {
  static const TagTable kTags = [] {
    TagTable tags = TagTable::over(TagTable::standard());
    tags.put({"box", Tag::Kind::kComponent, "", ""});
    return tags;
  }();
  return kTags;
}

std::size_t looks_of(const std::string& text, Read read, std::string_view dialect) {
  ReadOptions options;
  options.tags = &game_tags();
  options.dialect = dialect;
#ifdef GAVEL_CHECK_INVARIANTS
  looks = 0;
#endif
  read(text, options);
  return looks;
}

// What is wrong with how the work grows; empty: nothing.
std::string complaint(const Pattern& pattern, Read read, std::string_view dialect) {
  double first = 0;
  double last = 0;
  for (std::size_t i = 0, bytes = kBytes; i <= kDoublings; ++i, bytes *= 2) {
    last = 1 +
           static_cast<double>(looks_of(text_of(pattern, bytes), read, dialect)) / static_cast<double>(bytes);
    if (i == 0) first = last;
  }
  if (last <= kMostGrowth * first && last <= kMostPerByte) return {};
  return std::string(dialect) + ": " + shown(pattern.before) + " | " + shown(pattern.period) + " | " +
         shown(pattern.after) + ": " + std::to_string(first) + " looks a byte, then " + std::to_string(last);
}

constexpr std::string_view kDialects[] = {"auto", "auto",  "auto",     "auto",   "tavern", "ops",
                                          "mvu",  "patch", "filament", "memory", "tools",  "ir"};

// Whether two short texts already hint at work that grows faster than the text.
bool suspicious(const Pattern& pattern, Read read, std::string_view dialect) {
  const auto per_byte = [&](std::size_t bytes) {
    return 1 +
           static_cast<double>(looks_of(text_of(pattern, bytes), read, dialect)) / static_cast<double>(bytes);
  };
  return per_byte(kBytes / 4) > 1.4 * per_byte(kBytes / 16);
}

constexpr std::size_t kWholeCases =
    400;  // random patterns whose whole series is looked at, suspicious or not

std::size_t cases() {
  const char* wanted = std::getenv("GAVEL_PATTERNS");  // NOLINT(concurrency-mt-unsafe): one thread
  return wanted == nullptr ? kWholeCases : std::strtoul(wanted, nullptr, 10);
}

std::string some(Random& random, std::size_t most, const std::vector<std::string>& from = tokens()) {
  std::string text;
  for (std::size_t i = random.below(most + 1); i > 0; --i) text += from[random.below(from.size())];
  return text;
}

// Parts that are made of few tokens: what stands at the beginning, is repeated and stands at the end then has
// to do with one another, such as many openers and one far end.
std::vector<std::string> few(Random& random) {
  std::vector<std::string> theme;
  for (std::size_t i = 2 + random.below(3); i > 0; --i)
    theme.push_back(tokens()[random.below(tokens().size())]);
  return theme;
}

// Each was quadratic, or nearly so, before it was counted.
struct Attack {
  const char* name;
  Pattern pattern;
  const char* dialect = "auto";
};
const std::vector<Attack>& attacks() {
  static const std::vector<Attack> kAttacks = {
      {"quadratic-brackets", {"<UpdateVariable>", "[", "</UpdateVariable>"}},
      {"quadratic-tags", {"", "<JSONPatch>“", ""}},
      {"brackets in memory", {"<updateMemory>", "[{", "</updateMemory>"}},
      {"objects, each to the end", {"<UpdateVariable>", "{\"a\":", "</UpdateVariable>"}},
      {"lists that begin as operations", {"<UpdateVariable>", "[[a", "</UpdateVariable>"}},
      {"calls, a comment each", {"", "_.set(/*);\n", ""}},
      {"calls of one line, a comment each", {"", "_.set(/*);", ""}},
      {"calls in an envelope, a quote each", {"<UpdateVariable>", "_.set('x\n- ", "</UpdateVariable>"}},
      {"calls in a list, a quote each", {"", "- _.set('x\n", ""}},
      {"calls that turn out to be sentences", {"", "- _.set('x\n", "') x"}},
      {"examples without an end", {"", "<pre>", ""}},
      {"code without an end", {"", "<code>a", ""}},
      {"envelopes in quotes of another kind", {"", "「<variable_update>", ""}},
      {"headings without an end", {"", "[plan]", ""}},
      {"wide headings in an envelope", {"<UpdateVariable>", "【计划】", "</UpdateVariable>"}},
      {"stray ends", {"_.set('a', 1);\n", "</think>", ""}},
      {"commands, then stray ends", {"<think></think>", "{\"path\":\"a\",\"action\":\"get\"}</think>", ""}},
      {"strings that hold tags, to one far quote", {"", "<JSONPatch>\\\"", "\" \""}, "ops"},
      {"marks of code that never end", {"", "`a``b\n", ""}},
      {"channels that end by another mark", {"", "<|channel|>analysis<|end|>", ""}},
      {"fences of JSON, and a line that opens another", {"", "a```json\n", "```json\n"}},
      {"in a list", {"", "- ```json\n", "```json\n"}},
      {"in quotes", {"", "“```json\n", "```json\n"}},
      {"of tildes", {"", "a```json\n~~~json\n", "```json\n"}},
      {"of two lengths", {"", "a````json\n```x\n", "````json\n"}},
      {"fences in tags in a fence", {"```\n", "<JSONPatch>\na ```\n", "</JSONPatch>\n```\n"}},
      {"fences in tags in a longer fence", {"````\n", "<JSONPatch>a ```\n", "</JSONPatch>\n````\n"}},
      {"headings among JSON in a fence", {"```json\n", "[plan]", "\n```"}},
      {"headings behind comments", {"<UpdateVariable>", "//\n[plan]", "</UpdateVariable>"}},
      {"headings behind comments in an element", {"<variable_edit>", "<!---->[plan]", "</variable_edit>"}},
      {"reasoning that envelopes speak of",
       {"", "<UpdateVariable>z `<plan>` </UpdateVariable>\n", "</plan>"}},
      {"the same between brackets", {"", "<UpdateVariable>z `[plan]` </UpdateVariable>\n", "[/plan]"}},
      {"reasoning that components speak of", {"", "<box>`<plan>`</box>\n", "</plan>"}},
      {"and that components hide",
       {"", "<box>`<plan>`</box>\n", "</plan><plan></box></plan><plan></box></plan><plan></box></plan>"}},
      {"and more that hides the end",
       {"", "<UpdateVariable>z `<plan>` </UpdateVariable>\n",
        "</plan><plan></UpdateVariable></plan><plan></UpdateVariable></plan><plan></UpdateVariable></plan>"}},
      {"twins", {"", "<JSONPatch>[]</JSONPatch>\n", ""}},
      {"twins in fences", {"", "```\n{\"ops\":[]}\n```\n", ""}},
      {"twins that begin again", {"", "<JSONPatch>[{}]</JSONPatch> </think>", ""}},
      {"lists, each with a story", {"", "{\"text\":\"a\",\"tavern_commands\":[]}\n", ""}},
      {"JSON that nobody reads", {"", "{\"a\":1}", ""}},
      {"JSON of many names", {"{\"b\":0", ",\"a\":{\"op\":1}", "}"}},
      {"rows that nobody reads", {"[", "[\"ADD\",\"a\"],", "[]]"}},
  };
  return kAttacks;
}

TEST_CASE(
    "attack quadratic-brackets, attack quadratic-tags and similar: twice the text costs twice the work") {
  if (!kLooksAreCounted) return;
  for (const Attack& attack : attacks())
    for (const Read read : {read_whole, read_in_pieces<1>, read_in_pieces<1000>, convert}) {
      INFO(std::string(attack.name));
      const std::string wrong = complaint(attack.pattern, read, attack.dialect);
      CHECK_MESSAGE(wrong.empty(), wrong);
    }
}

TEST_CASE("fences that get shorter line by line and never end: the end of each is searched once") {
  if (!kLooksAreCounted) return;
  for (const char mark : {'`', '~'})
    for (const char* tail : {"", "}", "x"})
      for (const std::size_t most : {100U, 200U, 400U}) {
        std::string text;
        for (std::size_t run = most; run > 3; --run) text += std::string(run, mark) + tail + "\n";
        INFO(most << " " << mark << tail);
        CHECK(looks_of(text, read_whole, "auto") < 60 * text.size());
        const std::string line = std::string(most * 50, mark) + "x" + std::string(most * 50 - 1, mark);
        CHECK(looks_of(line, read_whole, "auto") < 60 * line.size());
      }
}

TEST_CASE(
    "[B-10] every token of every dialect, repeated ten thousand times, alone or in an envelope, is read in "
    "linear time") {
  if (!kLooksAreCounted) return;
  for (const std::string& token : tokens()) {
    for (const char* before : {"", "<UpdateVariable>", "<JSONPatch>[", "<variable_update>[[SET, a, ",
                               "<updateMemory>", "```json\n", "<variable_edit><value>"}) {
      const std::string wrong = complaint({before, token, ""}, read_whole, "auto");
      CHECK_MESSAGE(wrong.empty(), wrong);
    }
    const std::string closed =
        complaint({"<UpdateVariable>", token, "</UpdateVariable>"}, read_whole, "auto");
    CHECK_MESSAGE(closed.empty(), closed);
  }
}

TEST_CASE("[B-10] every token after others, ten thousand times, and again at the start of a line") {
  if (!kLooksAreCounted) return;
  for (const std::string& token : tokens())
    for (const char* before : {"a", "“", "`", "\n- ", "x `", "<UpdateVariable>", "[SET, a, "})
      for (const char* between : {"", "\n", "`"}) {
        const Pattern pattern{"", before + token + between, "\n" + token};
        if (!suspicious(pattern, read_whole, "auto")) continue;
        const std::string wrong = complaint(pattern, read_whole, "auto");
        CHECK_MESSAGE(wrong.empty(), wrong);
      }
}

TEST_CASE("a line that ends many fences is scanned once, however long it is") {
  if (!kLooksAreCounted) return;
  for (const std::string& end : {std::string(40000, ' '), std::string(40000, 'x')}) {
    std::string text;
    for (std::size_t i = 0; i < 4000; ++i) text += "a```json\n";
    text += "```json" + end;
    CHECK(looks_of(text, read_whole, "auto") < 60 * text.size());
  }
}

TEST_CASE("[B-10] random patterns of all dialects: twice the text costs twice the work") {
  if (!kLooksAreCounted) return;
  Random random(chosen_seed());
  const std::pair<const char*, const char*> around[] = {
      {"", ""},
      {"", ""},
      {"", ""},
      {"<UpdateVariable>", "</UpdateVariable>"},
      {"<UpdateVariable>", ""},
      {"<JSONPatch>", "</JSONPatch>"},
      {"<variable_update>", "</variable_update>"},
      {"<variable_edit>", "</variable_edit>"},
      {"<updateMemory>", "</updateMemory>"},
      {"<state_update>", "</state_update>"},
      {"```json\n", "\n```"},
      {"```\n", "\n```"},
      {"<UpdateVariable><JSONPatch>", "</JSONPatch></UpdateVariable>"},
      {"<tool_call>", "</tool_call>"},
      {"<think>", "</think>"},
      {"{\"op\":\"assign\",\"value\":", "}"},
      {"_.set('a', ", ");"}};
  constexpr Read kReads[] = {read_whole,        read_whole,          read_whole, read_in_pieces<1>,
                             read_in_pieces<7>, read_in_pieces<100>, convert};
  std::size_t whole = 0;
  for (std::size_t i = 0; i < cases(); ++i) {
    const auto& [open, close] = around[random.below(std::size(around))];
    const std::vector<std::string> theme = random.below(2) == 0 ? tokens() : few(random);
    Pattern pattern{open + some(random, 2, theme), "", some(random, 2, theme) + close};
    while (pattern.period.empty()) pattern.period = some(random, 4, theme);
    const Read read = kReads[random.below(std::size(kReads))];
    const std::string_view dialect = kDialects[random.below(std::size(kDialects))];
    if (i >= kWholeCases && !suspicious(pattern, read, dialect)) continue;
    ++whole;
    const std::string wrong = complaint(pattern, read, dialect);
    CHECK_MESSAGE(wrong.empty(), wrong);
  }
  std::printf("seed %llu: %zu patterns, of %zu the whole series\n",
              static_cast<unsigned long long>(chosen_seed()), cases(), whole);
}

}  // namespace
}  // namespace gavel::testing
