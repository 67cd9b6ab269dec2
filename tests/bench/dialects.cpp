#include "dialects.hpp"

#include <array>
#include <cstdlib>
#include <fstream>

#include "dialects/reader.hpp"
#include "state/json_writer.hpp"

#include "samples.hpp"

namespace gavel::bench {
namespace {

constexpr std::size_t kLargeBytes = 1U << 20U;
constexpr std::size_t kLargeCommands = 1000;
constexpr std::size_t kMessageCommands = 10;
constexpr std::size_t kMessageProse = 1800;
constexpr std::size_t kOpenerBytes = 128U << 10U;

// What models write between commands: sentences, dialogue, a little markup; nothing that is made for a
// scanner.
constexpr std::array<std::string_view, 6> kProse = {
    "雨在傍晚停了。她把伞靠在门边，回头望了一眼空荡荡的街道，说：“今晚不会再有人来了。”\n",
    "The lamp hissed. Somewhere below, a door closed, and the old man counted the steps: one, two, three.\n",
    "他没有回答，只是把那封信折好（一共三页），放进抽屉最里面，压在账本下面——那里已经有十几封了。\n",
    "*She laughs.* \"You always say that,\" she said, \"and you're always wrong.\" It wasn't a question.\n",
    "“掌柜的，”李四压低声音，“银两 30，一匹马，两日的干粮；天亮之前出城。”\n\n",
    "Rain < 10 mm, they had said; the river rose by 3 [in feet] before midnight, and the bridge {the old "
    "one} went.\n"};

// `number`-th command of a dialect, alone or as one of several in an envelope.
using Item = std::string (*)(std::size_t number);
struct Shape {
  std::string_view dialect;
  std::string_view open;  // of an envelope
  std::string_view close;
  std::string_view between;
  Item item;
  std::vector<const char*> openers;
};

std::string text_of(std::size_t number) { return std::to_string(number); }

std::string tavern_item(std::size_t n) {
  return R"({"action":"set","key":"character.saveData.人物关系.李四.好感度)" + text_of(n % 7) +
         R"(","value":)" + text_of(n) + R"(,"options":{"reason":"对话"}})";
}
std::string ops_item(std::size_t n) {
  return R"({"op":"assign","path":["player","attributes","hp)" + text_of(n % 7) + R"("],"value":)" +
         text_of(n) + R"(,"old":100,"reason":"受到伤害"})";
}
std::string mvu_item(std::size_t n) {
  return "_.set('李四.好感度" + text_of(n % 7) + "', 10, " + text_of(n) + ");//收到礼物\n";
}
std::string patch_item(std::size_t n) {
  return R"({"op":"replace","path":"/李四/好感度)" + text_of(n % 7) + R"(","value":)" + text_of(n) + "}";
}
std::string filament_item(std::size_t n) {
  return "[SET, 李四.好感度" + text_of(n % 7) + ", " + text_of(n) + "]";
}
std::string memory_item(std::size_t n) {
  return "memory('world_set.npc.李四', '好感度" + text_of(n % 7) + "', " + text_of(n) + "); //礼物\n";
}
std::string tools_item(std::size_t n) {
  return R"({"id":"call_)" + text_of(n) +
         R"(","tool":"hp_delta","args":{"target_character_id":"li_si","delta":-)" + text_of(n) + "}}";
}
std::string ir_item(std::size_t n) {
  return R"({"verb":"set","path":["player","hp)" + text_of(n % 7) + R"("],"value":)" + text_of(n) + "}";
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes = {
      {"tavern",
       R"({"tavern_commands":[)",
       "]}",
       ",",
       tavern_item,
       {"{\"tavern_commands\":[", "{\"tavern_commands\":[{\"action\":\"set\",",
        "[{\"action\":\"set\",\"key\":\"", "{\"tavern_inspect\":["}},
      {"ops",
       "```json\n[",
       "]\n```",
       ",\n",
       ops_item,
       {"{\"op\":", "{\"op\":\"assign\",\"path\":[", "[{\"op\":\"assign\",", "```json\n{",
        "```json\n[{\"op\":"}},
      {"mvu",
       "<UpdateVariable>\n<Analysis>- 收礼：是</Analysis>\n",
       "</UpdateVariable>",
       "",
       mvu_item,
       {"\n_.set(", "\n_.set('", "\n_.set('a', [", "\n_.set('a', {", " _.add(", "<UpdateVariable>",
        "<UpdateVariable>\n_.set('a', ", "<UpdateVariable><Analysis>"}},
      {"patch",
       "<JSONPatch>[",
       "]</JSONPatch>",
       ",",
       patch_item,
       {"<JSONPatch>", "<JSONPatch>[", "<JSONPatch>[{\"op\":\"replace\",", "<json_patch>\n```json\n[{"}},
      {"filament",
       "<variable_update>\n[",
       "]\n</variable_update>",
       ",\n",
       filament_item,
       {"<variable_update>", "<variable_update>[[SET, a, ", "<variable_update><analysis>",
        "<variable_update><!--", "<variable_insert><path>", "<variable_edit><value>",
        "<state_update>{\"ops\":["}},
      {"memory",
       "<updateMemory>\n",
       "</updateMemory>",
       "",
       memory_item,
       {"\nset_status('", "\nmemory('a', '{", "\nmemory(", "\n*.delete(", "<updateMemory>",
        "<updateMemory>\nmemory('"}},
      {"tools",
       R"({"tool_calls":[)",
       "]}",
       ",",
       tools_item,
       {"{\"tool_calls\":[{", "{\"output\":[{\"type\":\"function_call\",",
        "{\"content\":[{\"type\":\"tool_use\","}},
      {"ir", "[", "]", ",", ir_item, {"[{\"verb\":\"set\",", "{\"verb\":"}},
  };
  return kShapes;
}

const std::vector<const char*>& openers_of_none() {
  static const std::vector<const char*> kOpeners = {
      "{",         "[",          "[[",    "{\"a\":", "<think>",   "</think>", "<reasoning>", "<Analysis>",
      "<content>", "</content>", "```\n", "~~~\n",   "```json\n", "\n> ",     "`",           "“",
      "”",         "\"",         "'",     "<",       "</",        "<!--",     "/*",          "//",
      "\\",        "「",         "\n- ",  "(",       "\xE2",      "\xFF"};
  return kOpeners;
}

std::string envelope_of(const Shape& shape, std::size_t first, std::size_t count) {
  std::string body;
  for (std::size_t i = first; i < first + count; ++i) {
    if (i > first) body += shape.between;
    body += shape.item(i);
  }
  return body;
}

void add_prose(std::string& text, std::size_t until, std::size_t& line) {
  while (text.size() < until) text += kProse[line++ % kProse.size()];
}

DialectTexts texts_of(const Shape& shape) {
  DialectTexts texts;
  texts.dialect = shape.dialect;
  std::size_t line = 0;
  const auto envelope = [&shape](std::size_t first, std::size_t count) {
    return std::string(shape.open) + envelope_of(shape, first, count) + std::string(shape.close) + "\n";
  };
  for (std::size_t i = 0; i < kLargeCommands; ++i) {
    texts.large += envelope(i, 1);
    add_prose(texts.large, kLargeBytes / kLargeCommands * (i + 1), line);
  }
  add_prose(texts.message, kMessageProse, line);
  texts.message += "\n" + envelope(0, kMessageCommands);
  texts.envelope = "[" + envelope_of(shape, 0, kMessageCommands) + "]";
  for (const char* opener : shape.openers) texts.openers.emplace_back(opener);
  return texts;
}

// A whole reading; ends the program where it is not the one that the text was made for.
void read(const std::string& text, const ReadOptions& options, std::size_t commands) {
  const Reading reading = read_text(text, options);
  std::size_t good = 0;
  for (const Proposal& proposal : reading.proposals) good += proposal.command ? 1 : 0;
  if (good != commands || reading.proposals.size() != commands) {
    std::fprintf(stderr, "gavel_bench: %zu commands of %zu in a text of %zu bytes\n", good, commands,
                 text.size());
    std::abort();
  }
  keep(reading.narration.size());
}

std::string filled(const std::string& opener, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += opener;
  return text;
}

double ns_once(const std::string& text) {
  const Clock::time_point begin = Clock::now();
  keep(read_text(text, {}).proposals.size());
  return ns_since(begin);
}

// Nanoseconds of a text of nothing but openers, and of one twice as long: the least of several, in turn. What
// else the machine does can only lengthen a run, and of runs this long hardly one is undisturbed.
std::pair<double, double> ns_doubled(const std::string& opener, std::size_t bytes, std::size_t repeats) {
  const std::string one = filled(opener, bytes);
  const std::string two = one + one;
  double once = ns_once(one);
  double twice = ns_once(two);
  constexpr double kEnough = 100e6;  // what takes this long is hardly hidden by what else goes on
  const Clock::time_point began = Clock::now();
  for (std::size_t i = 1; i < repeats && ns_since(began) < kEnough; ++i) {
    once = std::min(once, ns_once(one));
    twice = std::min(twice, ns_once(two));
  }
  return {once, twice};
}

// As the inside of a JSON string, which is how sample() prints names.
std::string escaped(const std::string& opener) {
  std::string quoted;
  for (const char c : opener) {
    if (c == '\n') {
      quoted += "\\\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || opener == "\xE2" || opener == "\xFF") {
      quoted += opener == "\xE2" ? "byte E2" : "byte FF";
    } else {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted;
}

}  // namespace

std::vector<DialectTexts> dialect_texts() {
  std::vector<DialectTexts> all;
  for (const Shape& shape : shapes()) all.push_back(texts_of(shape));
  DialectTexts none;
  none.dialect = "any";
  for (const char* opener : openers_of_none()) none.openers.emplace_back(opener);
  all.push_back(std::move(none));
  return all;
}

void write_texts(const std::vector<DialectTexts>& all, const std::string& folder) {
  for (const DialectTexts& texts : all) {
    const std::string start = folder + "/" + std::string(texts.dialect);
    std::ofstream(start + "-large.txt") << texts.large;
    std::ofstream(start + "-message.txt") << texts.message;
    std::ofstream(start + "-envelope.txt") << texts.envelope;
  }
}

void measure_reading(const DialectTexts& texts, bool quick) {
  if (!texts.large.empty()) {
    const double large = ns_each(quick ? 1 : 8, [&](std::size_t) { read(texts.large, {}, kLargeCommands); });
    sample("1 MiB", texts.dialect, static_cast<double>(texts.large.size()) * 1000 / large);
    const double message =
        ns_each(quick ? 20 : 400, [&](std::size_t) { read(texts.message, {}, kMessageCommands); });
    sample("message", texts.dialect, message / 1000);
  }
  const std::size_t bytes = quick ? kOpenerBytes / 8 : kOpenerBytes;
  for (const std::string& opener : texts.openers) {
    const std::string name = std::string(texts.dialect) + " " + escaped(opener);
    const auto [once, twice] = ns_doubled(opener, bytes, quick ? 3 : 15);
    sample(name, "opener ns", once / static_cast<double>(bytes));
    sample(name, "doubled", twice / once);
  }
}

}  // namespace gavel::bench
