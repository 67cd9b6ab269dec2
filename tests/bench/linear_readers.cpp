// The rows of the readers: every dialect, every tag of the table, and what else reads texts.

#include <cstdlib>

#include "check/review.hpp"
#include "dialects/conversion.hpp"
#include "dialects/dialect.hpp"
#include "dialects/reader.hpp"
#include "state/json_reader.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

#include "linear.hpp"

namespace gavel::bench {
namespace {

std::string filled(std::string_view before, std::string_view period, std::string_view after,
                   std::size_t bytes) {
  std::string text(before);
  while (text.size() < bytes) text += period;
  return text + std::string(after);
}

using Reads = void (*)(const std::string& text);

// Text of a pattern, read by a function; the unit is a byte.
Row row(std::string name, const std::string& before, const std::string& period, const std::string& after,
        Reads reads) {
  return {std::move(name), [=](std::size_t bytes) -> Run {
            return [text = filled(before, period, after, bytes), reads] {
              reads(text);
              return Cost{static_cast<double>(text.size())};
            };
          }};
}

void read_any(const std::string& text) { read_text(text, {}); }
void read_pieces(const std::string& text) {
  Reader reader({});
  for (std::size_t at = 0; at < text.size(); at += 16) reader.feed(std::string_view(text).substr(at, 16));
  reader.finish();
}
void convert(const std::string& text) { convert_text(text, {}, *find_dialect("ops").value()); }
void json(const std::string& text) { static_cast<void>(read_json(text, Limits())); }
void yaml(const std::string& text) {
  std::vector<Problem> problems;
  static_cast<void>(read_yaml(text, "x.yaml", Limits(), problems));
}
void path(const std::string& text) {
  Limits limits;
  limits.max_path_bytes = limits.max_path_segments = std::size_t(1) << 30U;
  if (const Result<PathText> parsed = PathText::parse(text, limits))
    static_cast<void>(parsed->resolve(Json::object()));
}

// One command of each dialect as it is written, and what opens one and never closes it.
struct Shape {
  std::string_view dialect, open, item, close, opener;
};
constexpr Shape kShapes[] = {
    {"tavern", R"({"tavern_commands":[)", R"({"action":"set","key":"a.b","value":1},)", "{}]}",
     R"({"tavern_commands":[{"action":)"},
    {"ops", "[", R"({"op":"assign","path":["a","b"],"value":1},)", "{}]", R"([{"op":"assign","path":[)"},
    {"mvu", "<UpdateVariable>", "_.set('a.b', 1);//x\n", "</UpdateVariable>", "_.set('a', ["},
    {"patch", "<JSONPatch>[", R"({"op":"replace","path":"/a/b","value":1},)", "{}]</JSONPatch>",
     "<JSONPatch>“[{"},
    {"filament", "<variable_update>[", "[SET, a.b, 1],", "]</variable_update>", "<variable_update>[[SET, "},
    {"memory", "<updateMemory>", "memory('a', 'b', 1);\n", "</updateMemory>", "\nmemory('a', '{"},
    {"tools", R"({"tool_calls":[)", R"({"id":"1","tool":"t","args":{"x":1}},)", "{}]}",
     R"({"tool_calls":[{)"},
    {"ir", "[", R"({"verb":"set","path":["a"],"value":1},)", "{}]", R"([{"verb":)"},
};

void add_shapes(Registry& registry) {
  for (const Shape& shape : kShapes) {
    const std::string id(shape.dialect);
    const std::string opener(shape.opener);
    registry.rows.push_back(row(id + " commands", std::string(shape.open), std::string(shape.item),
                                std::string(shape.close), read_any));
    registry.rows.push_back(row(id + " openers", "", opener, "", read_any));
    registry.rows.push_back(
        row(id + " openers in <UpdateVariable>", "<UpdateVariable>", opener, "</UpdateVariable>", read_any));
    registry.rows.push_back(row(id + " openers in pieces", "", opener, "", read_pieces));
    registry.rows.push_back(row(id + " converted", std::string(shape.open), std::string(shape.item),
                                std::string(shape.close), convert));
  }
}

void add_states(Registry& registry) {
  struct State {
    const char *name, *before, *period, *after;
  };
  for (const State& state :
       {State{"brackets", "<UpdateVariable>", "[", "</UpdateVariable>"},
        State{"objects", "<UpdateVariable>", "{\"a\":", "</UpdateVariable>"},
        State{"narration", "", "雨停了，she said. ", ""}, State{"fences", "", "```json\n[", ""},
        State{"quotes", "", "“「\"'", ""},
        State{"comments", "<UpdateVariable>", "<!-- /* //", "</UpdateVariable>"},
        State{"code", "", "`a``b\n", ""}, State{"code of sentences", "", "`a\nb` ", ""},
        State{"headings", "", "【计划】[plan]", ""}, State{"block quotes", "", "> _.set('a', 1);\n", ""},
        State{"stray ends", "", "</think>", ""}, State{"calls", "", "- _.set('x\n", ""},
        State{"comments in calls", "", "_.set(/*);", ""},
        State{"twins", "", "<JSONPatch>[]</JSONPatch>\n", ""}, State{"unread JSON", "", "{\"a\":1}\n", ""}}) {
    registry.names.emplace_back(state.name);
    registry.rows.push_back(row(state.name, state.before, state.period, state.after, read_any));
  }
}

// Of a pointer, of a list: what else reads.
void add_others(Registry& registry) {
  for (const char* name : {"JSON", "YAML", "path", "suggestion"}) registry.names.emplace_back(name);
  registry.rows.push_back(row("JSON members", "{", "\"a\":[1,\"x\"],\"b\":{\"c\":null},", "\"d\":0}", json));
  registry.rows.push_back(row("JSON brackets", "", "[", "", json));
  registry.rows.push_back(row("YAML lines", "", "- {a: 1, b: \"x\"}\n", "", yaml));
  registry.rows.push_back(row("YAML brackets", "a: [", "b, \"c\", ", "]", yaml));
  registry.rows.push_back(row("YAML quotes", "a: \"", "x y ", "", yaml));
  registry.rows.push_back(row("path dotted", "a", ".b[0]", "", path));
  registry.rows.push_back(row("path pointer", "", "/b~1c", "", path));
  registry.rows.push_back({"suggestion", [](std::size_t size) -> Run {
                             return [size, key = std::string(90, 'x')] {
                               std::vector<std::string> words;
                               for (std::size_t i = 0; i < size / 64; ++i)
                                 words.push_back(key + std::to_string(i));
                               const std::vector<std::string_view> names(words.begin(), words.end());
                               if (nearest("y" + key, names)) return Cost{static_cast<double>(size)};
                               std::abort();
                             };
                           }});
}

void lua(const std::string& text) {
  const LuaText file{"a.lua", text};
  if (read_lua({&file, 1}, Limits()).problems.size() > 2 * Limits().max_problems) std::abort();
}

// Read by us and compiled by Lua, or refused before: what its compiler keeps lists of, and names that it
// looks for in every function around them.
void add_lua(Registry& registry) {
  registry.names.emplace_back("Lua");
  const auto add = [&registry](const char* name, const char* before, const char* period, const char* after) {
    registry.rows.push_back(row(std::string("Lua ") + name, before, period, after, lua));
    registry.rows.back().size = 32768;
  };
  add("or", "local a return a", " or a", "");
  add("many or", "local a ", "a = a or a ", "return a");
  add("many long or", "local a ", "a = a or a or a or a or a or a or a or a or a or a or a or a or a or a ",
      "return a");
  add("and, compared", "local a if a", " and a == 1", " then end");
  add("elseif", "local a if a then", " elseif a then a = 1", " end");
  add("break", "local a while a do ", "if a then break end ", "end");
  add("break of many loops", "local a ", "while a do break end ", "");
  add("goto", "local a ", "if a then goto out end ", "::out::");
  add("functions in one another", "", "local function f() ", "");
  add("functions side by side", "", "local _ = function() end do end ", "");
  std::string nested;
  for (std::size_t i = 0; i < Limits().max_function_depth; ++i)
    nested += "local function f() local a, b, c, d, e ";
  registry.rows.push_back(
      {"Lua globals in functions",
       [nested](std::size_t size) { return row("", nested, "x = g ", "", lua).prepare(size); }, 32768});
  add("concatenation", "local a ", "a = a .. a .. a .. a .. a ", "return a");
  add("table", "return {", "1, x = 2, ", "}");
  add("texts", "local a ", "a = 'x' a = \"y\" ", "return a");
  add("calls", "local a return a", ".b(1):c{2}", "");
  add("blocks", "local a ", "do local b = a end ", "return a");
  add("loops", "local a ", "for i = 1, #a do a = i end ", "return a");
}

}  // namespace

Registry reader_rows() {
  Registry registry{"readers: time over bytes", {}, {}};
  for (const Dialect& dialect : dialects()) registry.names.emplace_back(dialect.id);
  add_shapes(registry);
  for (const Tag& tag : TagTable::standard().tags()) {
    const std::string name = "<" + tag.name + ">";
    registry.names.push_back(name);
    registry.rows.push_back(row(name, "", name + "“", "", read_any));
  }
  add_states(registry);
  add_others(registry);
  add_lua(registry);
  return registry;
}

}  // namespace gavel::bench
