// Finding the commands in a JSON value: which objects are commands, of which dialect, and what merely wraps
// them. An object inside a command is a value, never a command.

#include <algorithm>
#include <array>
#include <span>

#include "body.hpp"
#include "fields.hpp"
#include "readers.hpp"
#include "value.hpp"

namespace gavel {
namespace {

enum class Shape { kNone, kOp, kPatchOp, kTavernEntry, kTavernPartition, kIr, kTool };

// The members by which the kind of an object is known; 0: not there.
struct Marks {
  std::size_t op = 0, path = 0, value = 0, action = 0, key = 0, verb = 0, tool = 0, arguments = 0, name = 0,
              type = 0, function = 0, from = 0;
  std::size_t options = 0, commands = 0, inspect = 0, calls = 0, text = 0, content = 0;
  bool twice = false;  // a list of commands is given twice
};

// The member that a key names, if it is one of those.
std::size_t Marks::*mark_of(std::string_view key) {
  struct Row {
    std::string_view name;
    std::size_t Marks::*at;
    constexpr std::size_t size() const { return name.size(); }
  };
  static constexpr std::array kRows = {Row{"op", &Marks::op},
                                       Row{"key", &Marks::key},
                                       Row{"path", &Marks::path},
                                       Row{"verb", &Marks::verb},
                                       Row{"tool", &Marks::tool},
                                       Row{"args", &Marks::arguments},
                                       Row{"name", &Marks::name},
                                       Row{"type", &Marks::type},
                                       Row{"text", &Marks::text},
                                       Row{"from", &Marks::from},
                                       Row{"value", &Marks::value},
                                       Row{"input", &Marks::arguments},
                                       Row{"action", &Marks::action},
                                       Row{"target", &Marks::key},
                                       Row{"指令", &Marks::commands},
                                       Row{"options", &Marks::options},
                                       Row{"content", &Marks::content},
                                       Row{"raw_path", &Marks::path},
                                       Row{"function", &Marks::function},
                                       Row{"arguments", &Marks::arguments},
                                       Row{"narrative", &Marks::text},
                                       Row{"tool_calls", &Marks::calls},
                                       Row{"叙事文本", &Marks::text},
                                       Row{"function_call", &Marks::calls},
                                       Row{"tavern_inspect", &Marks::inspect},
                                       Row{"tavern_commands", &Marks::commands}};
  // By length: most keys are passed over by that alone.
  static_assert(std::ranges::is_sorted(kRows, {}, &Row::size));
  const Row* row = std::ranges::lower_bound(kRows, key.size(), {}, &Row::size);
  for (; row != kRows.end() && row->size() == key.size(); ++row)
    if (row->name == key) return row->at;
  return nullptr;
}

Marks marks_of(const TokenList& tokens, std::size_t object) {
  Marks marks;
  for (Members members(tokens, object); members.next();)
    if (const auto at = mark_of(members.key())) {
      const bool list = at == &Marks::commands || at == &Marks::inspect || at == &Marks::calls;
      marks.twice = marks.twice || (list && marks.*at != 0);
      marks.*at = members.value();
    }
  return marks;
}

bool is_string(const TokenList& tokens, std::size_t token) { return token != 0 && tokens[token].is_string(); }

// What a member that is a string says.
std::string_view string_in(const TokenList& tokens, std::size_t token) {
  return is_string(tokens, token) ? tokens.inside(tokens[token]) : std::string_view();
}

// Where only one dialect is read, half a command of it is enough to be one, and to get a message about what
// it lacks.
Shape lone_shape(const Sink& sink, const Marks& marks, std::string_view op) {
  if (sink.reads("ops") && (marks.op != 0 || marks.path != 0) && !is_patch_op(op)) return Shape::kOp;
  if (sink.reads("ir") && (marks.verb != 0 || marks.path != 0)) return Shape::kIr;
  if (sink.reads("patch") && (marks.op != 0 || marks.path != 0) && !is_op(op)) return Shape::kPatchOp;
  if (sink.reads("tavern") && (marks.action != 0 || marks.key != 0)) return Shape::kTavernEntry;
  if (sink.reads("tools") && (marks.tool != 0 || marks.arguments != 0)) return Shape::kTool;
  return Shape::kNone;
}

// {"name": "move", "arguments": …}, as function calls are written where their wrapper was left out.
bool is_bare_function(const TokenList& tokens, const Marks& marks) {
  if (!is_string(tokens, marks.name) || marks.arguments == 0) return false;
  // The key is right before its value.
  return tokens.inside(tokens[marks.arguments - 1]) == "arguments" &&
         (tokens[marks.arguments].is_object() || is_string(tokens, marks.arguments));
}

Shape shape_of(const Sink& sink, const TokenList& tokens, const Marks& marks) {
  const std::string_view op = string_in(tokens, marks.op);
  const bool pointer = marks.path == 0 || is_string(tokens, marks.path);
  if (is_patch_op(op) && pointer && (marks.path != 0 || marks.from != 0) && sink.reads("patch"))
    return Shape::kPatchOp;
  if (marks.op != 0 && (is_op(op) || marks.path != 0) && sink.reads("ops")) return Shape::kOp;
  if (marks.verb != 0 && (marks.path != 0 || marks.value != 0 || marks.options != 0) && sink.reads("ir"))
    return Shape::kIr;
  if (marks.action != 0 && (marks.key != 0 || marks.path != 0) && sink.reads("tavern"))
    return Shape::kTavernEntry;
  const std::string_view type = string_in(tokens, marks.type);
  const bool call =
      type == "function_call" || type == "tool_use" || (type == "function" && marks.function != 0);
  if (sink.reads("tools") &&
      (call || (is_string(tokens, marks.tool) && marks.arguments != 0) || is_bare_function(tokens, marks)))
    return Shape::kTool;
  return sink.reads_all() ? Shape::kNone : lone_shape(sink, marks, op);
}

// Who reads the objects of a shape; nullptr: nobody.
ReadObject reader_of(Shape shape) {
  constexpr std::array<ReadObject, 7> kReaders = {
      nullptr,         read_op,       read_patch_op, read_tavern_entry, read_tavern_commands,
      read_ir_command, read_tool_call};
  return kReaders[static_cast<std::size_t>(shape)];
}

// A section whose entries are known by their keys alone: {"a.b": 1}, or ["a.b"]. Every one is a path of
// several steps.
bool holds_paths(const TokenList& tokens, std::size_t section) {
  const auto is_long = [](std::string_view key) { return key.find('.') != std::string_view::npos; };
  bool all = tokens[section].next > section + 1;
  if (tokens[section].is_object()) {
    for (Members members(tokens, section); members.next();) all = all && is_long(members.key());
    return all;
  }
  for (std::size_t i = section + 1; i < tokens[section].next; i = tokens[i].next)
    all = all && tokens[i].is_string() && is_long(tokens.inside(tokens[i]));
  return all;
}

// A partition without its wrapper, as 000 §7 shows it: its entries must look like some.
bool is_bare_partition(const Sink& sink, const TokenList& tokens, std::size_t object) {
  if (!is_tavern_partition(tokens, object)) return false;
  if (sink.options().dialect == "tavern") return true;
  bool paths = true;
  for (Members members(tokens, object); members.next();) {
    const Token& section = tokens[members.value()];
    paths = paths && !section.is_string() && holds_paths(tokens, members.value());
    if (!section.is_array()) continue;
    for (std::size_t i = members.value() + 1; i < section.next; i = tokens[i].next)
      if (tokens[i].is_object() && marks_of(tokens, i).key != 0) return true;
  }
  return paths;
}

// What the walk will meet on its way: the value of a member that only this dialect has.
struct Ahead {
  std::size_t token;
  ReadObject read;
};

void read_narration(Sink& sink, const TokenList& tokens, std::size_t value) {
  const Result<std::string> text = text_of(tokens, tokens[value], sink.limits());
  if (text) sink.narrate(*text, sink.at(tokens[value]));
}

void look_ahead(const Sink& sink, const TokenList& tokens, const Marks& marks, std::vector<Ahead>& ahead) {
  const std::size_t known = ahead.size();
  const bool tavern = sink.reads("tavern") && (marks.commands != 0 || marks.inspect != 0);
  const bool tools = sink.reads("tools") && marks.calls != 0;
  if (tavern && marks.commands != 0) ahead.push_back({marks.commands, read_tavern_commands});
  if (tavern && marks.inspect != 0) ahead.push_back({marks.inspect, read_tavern_inspect});
  if (tools) ahead.push_back({marks.calls, read_tool_calls});
  const bool block = sink.reads("tools") && marks.type != 0 && marks.text != 0;  // Anthropic's
  if ((tavern || tools || block) && is_string(tokens, marks.text))
    ahead.push_back({marks.text, read_narration});
  if (tools && is_string(tokens, marks.content)) ahead.push_back({marks.content, read_narration});
  // The next one last.
  std::sort(ahead.begin() + static_cast<std::ptrdiff_t>(known), ahead.end(),
            [](const Ahead& a, const Ahead& b) { return a.token > b.token; });
}

void refuse_stray(Sink& sink, const TokenList& tokens, std::size_t value) {
  sink.refuse_value(sink.reads_all() ? std::string_view() : sink.options().dialect, tokens[value],
                    "a command is an object, and this element of an array of commands is none");
}

// Who reads the first command that an array holds; nullptr: none of its elements is one by itself.
ReadObject reader_in(const Sink& sink, const TokenList& tokens, std::size_t array) {
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next) {
    const Shape shape = tokens[i].is_object() ? shape_of(sink, tokens, marks_of(tokens, i)) : Shape::kNone;
    if (shape != Shape::kNone && shape != Shape::kTool) return reader_of(shape);
  }
  return nullptr;
}

// Elements of an array of commands that are no objects are refused, each by a line of its own.
void look_for_strays(const Sink& sink, const TokenList& tokens, std::size_t array, bool commands,
                     std::vector<Ahead>& ahead) {
  const ReadObject sibling = reader_in(sink, tokens, array);
  if (!commands && sibling == nullptr) return;
  const std::size_t known = ahead.size();
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next) {
    const Token& element = tokens[i];
    if (element.is_object()) {
      // Half a command among commands gets a message about what it lacks.
      const Marks marks = marks_of(tokens, i);
      const bool half =
          marks.op != 0 || marks.path != 0 || marks.action != 0 || marks.key != 0 || marks.verb != 0;
      if (sibling != nullptr && half && shape_of(sink, tokens, marks) == Shape::kNone)
        ahead.push_back({i, sibling});
    } else if (!element.is_array() || element.next == i + 1) {
      ahead.push_back({i, refuse_stray});
    }
  }
  std::reverse(ahead.begin() + static_cast<std::ptrdiff_t>(known), ahead.end());
}

// Whether an array holds objects that are commands and anything that is none; most hold nothing else.
bool is_mixed(const Sink& sink, const TokenList& tokens, std::size_t array) {
  bool command = false;
  bool other = false;
  for (std::size_t i = array + 1; i < tokens[array].next && !(command && other); i = tokens[i].next) {
    const bool shaped = tokens[i].is_object() && shape_of(sink, tokens, marks_of(tokens, i)) != Shape::kNone;
    (shaped ? command : other) = true;
  }
  return command && other;
}

}  // namespace

bool read_json_commands(Sink& sink, const TokenList& tokens, bool array) {
  const std::size_t before = sink.count();
  std::vector<Ahead> ahead;
  bool wrapped = false;  // an envelope, even if it holds nothing
  for (std::size_t i = 0; i < tokens.tokens().size();) {
    if (!ahead.empty() && ahead.back().token == i) {
      const auto read = ahead.back().read;
      ahead.pop_back();
      wrapped =
          wrapped || read == read_tavern_commands || read == read_tavern_inspect || read == read_tool_calls;
      read(sink, tokens, i);
      i = tokens[i].next;
      continue;
    }
    if (!tokens[i].is_object()) {
      if (tokens[i].is_array() && ((array && i == 0) || is_mixed(sink, tokens, i)))
        look_for_strays(sink, tokens, i, array && i == 0, ahead);
      ++i;
      continue;
    }
    const Marks marks = marks_of(tokens, i);
    Shape shape = shape_of(sink, tokens, marks);
    if (shape == Shape::kNone && sink.reads("tavern") && is_bare_partition(sink, tokens, i))
      shape = Shape::kTavernPartition;
    if (marks.twice) {
      sink.refuse(marks.calls != 0 ? "tools" : "tavern", sink.at(tokens[i]),
                  Error(Code::kParseAmbiguous,
                        "the list of commands is given twice in one object, and only one can be meant",
                        "put all commands into one list"));
    } else if (shape == Shape::kNone) {
      look_ahead(sink, tokens, marks, ahead);
      ++i;
      continue;
    } else {
      reader_of(shape)(sink, tokens, i);
    }
    i = tokens[i].next;
  }
  const bool any = sink.count() > before || wrapped;
  if (any) sink.warn_of(tokens);
  const std::span<const Proposal> read = std::span(sink.out().proposals).subspan(before);
  if (std::ranges::find(read, "patch", &Proposal::dialect) != read.end()) sink.bind_tests(before);
  return any;
}

std::string_view likely_dialect(const Sink& sink, const TokenList& tokens) {
  if (!sink.reads_all()) return sink.options().dialect;
  for (const Token& token : tokens.tokens()) {
    if (!token.is_leaf()) continue;
    const std::string_view word = tokens.inside(token);
    if (word == "op") return "ops";
    if (word == "tavern_commands" || word == "tavern_inspect" || word == "action") return "tavern";
    if (word == "verb") return "ir";
    if (word == "tool_calls" || word == "tool_use" || word == "function_call") return "tools";
  }
  return "ops";
}

bool looks_like_commands(const Sink& sink, const TokenList& tokens) {
  const bool tavern = sink.reads("tavern"), tools = sink.reads("tools"), lone = !sink.reads_all();
  bool op = false, act = lone, place = false, tool = false, name = false;
  for (const Token& token : tokens.tokens()) {
    if (token.is_object() || token.is_array()) continue;
    const std::string_view word = tokens.inside(token);
    if (word.size() > 16) continue;
    if (tavern && (word == "tavern_commands" || word == "tavern_inspect")) return true;
    if (tools && (word == "tool_calls" || word == "tool_use" || word == "function_call")) return true;
    tool = tool || word == "tool";
    name = name || word == "name";
    if (tools && ((tool && word == "args") || ((tool || name) && word == "arguments"))) return true;
    op = op || (word == "op" && (sink.reads("ops") || sink.reads("patch")));
    act = act || (word == "action" && tavern) || (word == "verb" && sink.reads("ir"));
    place = place || word == "path" || word == "key" || word == "value" || word == "target" ||
            word == "raw_path" || word == "options";
    if (op && (place || is_op(word) || is_patch_op(word))) return true;
    if (act && place) return true;
  }
  return tavern && tokens[0].is_object() && is_bare_partition(sink, tokens, 0);
}

}  // namespace gavel
