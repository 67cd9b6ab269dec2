#include <algorithm>

#include "bridge.hpp"
#include "dump_value.hpp"
#include "environment.hpp"
#include "for_operands.hpp"
#include "line_passage.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostConsoleText = 256U << 10U;  // bytes of one line

bool compile(lua_State* lua, const std::string& text, const std::string& name) {
  const std::string chunk = "@" + name;
  return load_source(lua, text, chunk.c_str()) == LUA_OK;
}

// Pushes the chunk; false: there is none, and the passage says why.
bool push_chunk(lua_State* lua, LinePassage& passage) {
  const std::string text(passage.line.text);
  if (text.size() > kMostConsoleText) {
    passage.syntax = Error(Code::kPluginInvalid, "the line has " + std::to_string(text.size()) +
                                                     " bytes; at most " + std::to_string(kMostConsoleText));
    return false;
  }
  spend_bytes(lua, text.size() * 8);
  if (compile(lua, "return " + text, passage.line.name)) return true;
  Error as_expression = report_syntax(lua, passage.line.name, text);
  lua_pop(lua, 1);
  if (compile(lua, text, passage.line.name)) return true;
  passage.evaluated.incomplete = text_at(lua, -1).ends_with("<eof>");
  if (!passage.evaluated.incomplete) {
    passage.syntax = report_syntax(lua, passage.line.name, text);
    // What begins like no statement was meant as an expression.
    if (passage.syntax->message.starts_with("unexpected symbol near"))
      passage.syntax = std::move(as_expression);
  }
  lua_pop(lua, 1);
  return false;
}

void take_values(lua_State* lua, int first, Evaluated& out) {
  for (int i = first; i <= lua_gettop(lua); ++i) {
    add_picture(lua, i, out.rows);
    Json json;
    const bool nothing = lua_isnil(lua, i);
    if (nothing || to_json(lua, i, json)) {
      out.values.emplace_back(std::nullopt);
    } else {
      out.values.emplace_back(std::move(json));
    }
  }
}

struct NamesPassage {
  std::size_t plugin;
  std::vector<std::string> names;
};

// (NamesPassage*)
int list_names(lua_State* lua) {
  auto& passage = *static_cast<NamesPassage*>(lua_touserdata(lua, 1));
  lua_settop(lua, 0);
  push_session(lua, passage.plugin);
  push_environment(lua, passage.plugin);
  push_members(lua, -1);
  state_of(lua).push(kRefGlobals);
  for (const int table : {1, 3, 4})
    for (lua_pushnil(lua); lua_next(lua, table) != 0; lua_pop(lua, 1))
      if (lua_type(lua, -2) == LUA_TSTRING) passage.names.emplace_back(text_at(lua, -2));
  return 0;
}

// "line 3:1: " in front of a message.
void take_off(std::string& message, const std::string& front) {
  if (!message.starts_with(front)) return;
  std::size_t at = front.size();
  while (at < message.size() && message[at] >= '0' && message[at] <= '9') ++at;
  if (at > front.size() && message.compare(at, 2, ": ") == 0) message.erase(0, at + 2);
}

}  // namespace

int run_line(lua_State* lua) {
  auto& passage = *static_cast<LinePassage*>(lua_touserdata(lua, 1));
  lua_settop(lua, 0);
  if (!push_chunk(lua, passage)) return 0;
  push_session(lua, passage.line.plugin);
  lua_setupvalue(lua, -2, 1);
  lua_call(lua, 0, LUA_MULTRET);
  ensure_stack(lua, 16, "too many values");
  take_values(lua, 1, passage.evaluated);
  return 0;
}

Error error_of_line(Error error, const ConsoleLine& line) {
  const std::string who = "the line: ";
  if (error.message.starts_with(who)) error.message.erase(0, who.size());
  take_off(error.message, line.name + ":");
  error.where.rule.clear();
  // What failed behind the line's last word has no place of its own.
  if (error.where.file == line.name) error.where.line = std::max<std::size_t>(error.where.line, 1);
  if (error.where.file == line.name) error.detail = source_around(line.text, error.where.line) + error.detail;
  return error;
}

std::vector<std::string> session_names(lua_State* lua, std::size_t plugin) {
  NamesPassage passage{plugin, {}};
  const StackMark mark(lua);
  lua_pushcfunction(lua, list_names);
  lua_pushlightuserdata(lua, &passage);
  if (lua_pcall(lua, 1, 0, 0) != LUA_OK) return {};
  std::vector<std::string>& names = passage.names;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return std::move(names);
}

}  // namespace gavel
