// Finding the commands in a JSON value: which objects are commands, of which dialect, and what merely wraps
// them. An object inside a command is a value, never a command.

#include <algorithm>
#include <array>

#include "body.hpp"
#include "fields.hpp"
#include "readers.hpp"
#include "value.hpp"

namespace gavel {
namespace {

enum class Shape { kNone, kOp, kPatchOp, kTavernEntry, kTavernPartition, kIr, kTool };

// The members that tell what an object is; 0: not there.
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
  };
  // By length: most keys are passed over by that alone.
  static constexpr std::array<std::array<Row, 8>, 18> kRows = [] {
    std::array<std::array<Row, 8>, 18> rows{};
    for (const Row& row : {Row{"op", &Marks::op},
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
                           Row{"tavern_commands", &Marks::commands}}) {
      auto& same = rows[row.name.size()];
      std::size_t i = 0;
      while (i + 1 < same.size() && !same[i].name.empty()) ++i;
      same[i] = row;
    }
    return rows;
  }();
  if (key.size() >= kRows.size()) return nullptr;
  for (const Row& row : kRows[key.size()]) {
    if (row.name.empty()) return nullptr;
    if (row.name == key) return row.at;
  }
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

bool is_string(const TokenList& tokens, std::size_t token) {
  return token != 0 && tokens[token].kind == Token::Kind::kString;
}

// Where only one dialect is read, half a command of it is enough to be one, and to be told what it lacks.
Shape lone_shape(const Sink& sink, const Marks& marks, std::string_view op) {
  if (sink.reads("ops") && (marks.op != 0 || marks.path != 0) && !is_patch_op(op)) return Shape::kOp;
  if (sink.reads("ir") && (marks.verb != 0 || marks.path != 0)) return Shape::kIr;
  if (sink.reads("patch") && (marks.op != 0 || marks.path != 0) && !is_op(op)) return Shape::kPatchOp;
  if (sink.reads("tavern") && (marks.action != 0 || marks.key != 0)) return Shape::kTavernEntry;
  if (sink.reads("tools") && (marks.tool != 0 || marks.arguments != 0)) return Shape::kTool;
  return Shape::kNone;
}

// {"name": "move", "arguments": …}, as function calls stand where their wrapper was left out.
bool is_bare_function(const TokenList& tokens, const Marks& marks) {
  if (!is_string(tokens, marks.name) || marks.arguments == 0) return false;
  // The key stands right before its value.
  return tokens.inside(tokens[marks.arguments - 1]) == "arguments" &&
         (tokens[marks.arguments].kind == Token::Kind::kObject || is_string(tokens, marks.arguments));
}

Shape shape_of(const Sink& sink, const TokenList& tokens, const Marks& marks) {
  const std::string_view op =
      is_string(tokens, marks.op) ? tokens.inside(tokens[marks.op]) : std::string_view();
  const bool pointer = marks.path == 0 || is_string(tokens, marks.path);
  if (is_patch_op(op) && pointer && (marks.path != 0 || marks.from != 0) && sink.reads("patch"))
    return Shape::kPatchOp;
  if (marks.op != 0 && (is_op(op) || marks.path != 0) && sink.reads("ops")) return Shape::kOp;
  if (marks.verb != 0 && (marks.path != 0 || marks.value != 0 || marks.options != 0) && sink.reads("ir"))
    return Shape::kIr;
  if (marks.action != 0 && (marks.key != 0 || marks.path != 0) && sink.reads("tavern"))
    return Shape::kTavernEntry;
  const std::string_view type =
      is_string(tokens, marks.type) ? tokens.inside(tokens[marks.type]) : std::string_view();
  const bool call =
      type == "function_call" || type == "tool_use" || (type == "function" && marks.function != 0);
  if (sink.reads("tools") &&
      (call || (is_string(tokens, marks.tool) && marks.arguments != 0) || is_bare_function(tokens, marks)))
    return Shape::kTool;
  return sink.options().dialect == "auto" ? Shape::kNone : lone_shape(sink, marks, op);
}

// Who reads the objects of a shape that stand in arrays.
void (*reader_of(Shape shape))(Sink&, const TokenList&, std::size_t) {
  switch (shape) {
    case Shape::kOp:
      return read_op;
    case Shape::kPatchOp:
      return [](Sink& sink, const TokenList& tokens, std::size_t object) {
        read_patch_op(sink, tokens, object, "patch");
      };
    case Shape::kTavernEntry:
      return [](Sink& sink, const TokenList& tokens, std::size_t object) {
        read_tavern_entry(sink, tokens, object);
      };
    case Shape::kIr:
      return read_ir_command;
    default:
      return nullptr;
  }
}

void read_one(Sink& sink, const TokenList& tokens, std::size_t object, Shape shape) {
  switch (shape) {
    case Shape::kOp:
      return read_op(sink, tokens, object);
    case Shape::kPatchOp:
      return read_patch_op(sink, tokens, object, "patch");
    case Shape::kTavernEntry:
      return read_tavern_entry(sink, tokens, object);
    case Shape::kTavernPartition:
      return read_tavern_commands(sink, tokens, object);
    case Shape::kIr:
      return read_ir_command(sink, tokens, object);
    case Shape::kTool:
      return read_tool_call(sink, tokens, object);
    case Shape::kNone:
      break;
  }
}

// A section whose entries are told by their keys alone: {"a.b": 1}, or ["a.b"]. Every one is a path of
// several steps.
bool holds_paths(const TokenList& tokens, std::size_t section) {
  const auto is_long = [](std::string_view key) { return key.find('.') != std::string_view::npos; };
  bool all = tokens[section].next > section + 1;
  if (tokens[section].kind == Token::Kind::kObject) {
    for (Members members(tokens, section); members.next();) all = all && is_long(members.key());
    return all;
  }
  for (std::size_t i = section + 1; i < tokens[section].next; i = tokens[i].next)
    all = all && tokens[i].kind == Token::Kind::kString && is_long(tokens.inside(tokens[i]));
  return all;
}

// A partition without its wrapper, as 000 §7 shows it: its entries must look like some.
bool is_bare_partition(const Sink& sink, const TokenList& tokens, std::size_t object) {
  if (!is_tavern_partition(tokens, object)) return false;
  if (sink.options().dialect == "tavern") return true;
  bool paths = true;
  for (Members members(tokens, object); members.next();) {
    const Token& section = tokens[members.value()];
    paths = paths && section.kind != Token::Kind::kString && holds_paths(tokens, members.value());
    if (section.kind != Token::Kind::kArray) continue;
    for (std::size_t i = members.value() + 1; i < section.next; i = tokens[i].next) {
      if (tokens[i].kind == Token::Kind::kObject && marks_of(tokens, i).key != 0) return true;
    }
  }
  return paths;
}

// What the walk will meet on its way: the value of a member that only this dialect has.
struct Ahead {
  std::size_t token;
  void (*read)(Sink& sink, const TokenList& tokens, std::size_t value);
};

void read_narration(Sink& sink, const TokenList& tokens, std::size_t value) {
  std::vector<Warning> unused;
  Result<std::string> text = Values(sink.limits(), {}, unused).text(tokens, tokens[value]);
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
  const bool deep = tokens[value].kind == Token::Kind::kDeep;
  sink.refuse(sink.options().dialect == "auto" ? std::string_view() : sink.options().dialect,
              sink.at(tokens[value]),
              deep ? too_deep(sink.limits())
                   : Error(Code::kParseMalformed,
                           "a command is an object, and this element of an array of commands is none"));
}

// Elements of an array of commands that are no objects are refused, each by a line of its own.
void look_for_strays(const Sink& sink, const TokenList& tokens, std::size_t array, bool commands,
                     std::vector<Ahead>& ahead) {
  const std::size_t known = ahead.size();
  void (*sibling)(Sink&, const TokenList&, std::size_t) = nullptr;
  for (std::size_t i = array + 1; i < tokens[array].next && sibling == nullptr; i = tokens[i].next)
    if (tokens[i].kind == Token::Kind::kObject)
      sibling = reader_of(shape_of(sink, tokens, marks_of(tokens, i)));
  commands = commands || sibling != nullptr;
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next) {
    const Token& element = tokens[i];
    if (element.kind == Token::Kind::kObject) {
      // Half a command among commands is told what it lacks.
      const Marks marks = marks_of(tokens, i);
      const bool half =
          marks.op != 0 || marks.path != 0 || marks.action != 0 || marks.key != 0 || marks.verb != 0;
      if (sibling != nullptr && half && shape_of(sink, tokens, marks) == Shape::kNone)
        ahead.push_back({i, sibling});
    } else if (element.kind != Token::Kind::kArray || element.next == i + 1) {
      ahead.push_back({i, refuse_stray});
    }
  }
  if (!commands) ahead.resize(known, {0, refuse_stray});
  std::reverse(ahead.begin() + static_cast<std::ptrdiff_t>(known), ahead.end());
}

// Whether an array holds objects that are commands and anything that is none; most hold nothing else.
bool is_mixed(const Sink& sink, const TokenList& tokens, std::size_t array) {
  bool command = false;
  bool other = false;
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next) {
    const bool shaped =
        tokens[i].kind == Token::Kind::kObject && shape_of(sink, tokens, marks_of(tokens, i)) != Shape::kNone;
    command = command || shaped;
    other = other || !shaped;
    if (command && other) return true;
  }
  return false;
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
    if (tokens[i].kind != Token::Kind::kObject) {
      if (tokens[i].kind == Token::Kind::kArray && ((array && i == 0) || is_mixed(sink, tokens, i)))
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
      i = tokens[i].next;
      continue;
    }
    if (shape == Shape::kNone) {
      look_ahead(sink, tokens, marks, ahead);
      ++i;
    } else {
      read_one(sink, tokens, i, shape);
      i = tokens[i].next;
    }
  }
  const bool any = sink.count() > before || wrapped;
  if (any) sink.warn_of(tokens);
  const std::vector<Proposal>& all = sink.out().proposals;
  const bool patch = std::any_of(all.begin() + static_cast<std::ptrdiff_t>(before), all.end(),
                                 [](const Proposal& p) { return p.dialect == "patch"; });
  if (patch) sink.bind_tests(before);
  return any;
}

std::string_view likely_dialect(const Sink& sink, const TokenList& tokens) {
  if (sink.options().dialect != "auto") return sink.options().dialect;
  for (const Token& token : tokens.tokens()) {
    if (!is_leaf(token)) continue;
    const std::string_view word = tokens.inside(token);
    if (word == "op") return "ops";
    if (word == "tavern_commands" || word == "tavern_inspect" || word == "action") return "tavern";
    if (word == "verb") return "ir";
    if (word == "tool_calls" || word == "tool_use" || word == "function_call") return "tools";
  }
  return "ops";
}

bool looks_like_commands(const Sink& sink, const TokenList& tokens) {
  bool op = false;
  bool action = false;
  bool verb = false;
  bool place = false;
  bool tool = false;
  bool name = false;
  const bool lone = sink.options().dialect != "auto";
  for (const Token& token : tokens.tokens()) {
    if (token.kind == Token::Kind::kObject || token.kind == Token::Kind::kArray) continue;
    const std::string_view word = tokens.inside(token);
    if (word.size() > 16) continue;
    if (sink.reads("tavern") && (word == "tavern_commands" || word == "tavern_inspect")) return true;
    if (sink.reads("tools") && (word == "tool_calls" || word == "tool_use" || word == "function_call"))
      return true;
    tool = tool || word == "tool";
    name = name || word == "name";
    if (sink.reads("tools") && ((tool && word == "args") || ((tool || name) && word == "arguments")))
      return true;
    if (word == "op" && (sink.reads("ops") || sink.reads("patch"))) op = true;
    if (word == "action" && sink.reads("tavern")) action = true;
    if (word == "verb" && sink.reads("ir")) verb = true;
    if (word == "path" || word == "key" || word == "value" || word == "target" || word == "raw_path" ||
        word == "options")
      place = true;
    if (op && (place || is_op(word) || is_patch_op(word))) return true;
    if ((action || verb || lone) && place) return true;
  }
  return sink.reads("tavern") && tokens[0].kind == Token::Kind::kObject && is_bare_partition(sink, tokens, 0);
}

}  // namespace gavel
