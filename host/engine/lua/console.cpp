#include <algorithm>

#include "bridge.hpp"
#include "dump_value.hpp"
#include "environment.hpp"
#include "for_operands.hpp"
#include "line_call.hpp"
#include "report.hpp"
#include "sol_api.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostConsoleText = 256U << 10U;  // bytes of one line

bool compile(lua_State* lua, const std::string& text, const std::string& name) {
  const std::string chunk = "@" + name;
  return load_source(lua, text, chunk.c_str()) == LUA_OK;
}

// Pushes the chunk; false: there is none, and the data says why.
bool push_chunk(lua_State* lua, LineCall& data) {
  const std::string text(data.line.text);
  if (text.size() > kMostConsoleText) {
    data.syntax = Error(Code::kPluginInvalid, "the line has " + std::to_string(text.size()) +
                                                  " bytes; at most " + std::to_string(kMostConsoleText));
    return false;
  }
  spend_bytes(lua, text.size() * 8);
  if (compile(lua, "return " + text, data.line.name)) return true;
  Error as_expression = report_syntax(lua, data.line.name, text);
  lua_pop(lua, 1);
  if (compile(lua, text, data.line.name)) return true;
  data.evaluated.incomplete = text_at(lua, -1).ends_with("<eof>");
  if (!data.evaluated.incomplete) {
    data.syntax = report_syntax(lua, data.line.name, text);
    // What begins like no statement was meant as an expression.
    if (data.syntax->message.starts_with("unexpected symbol near")) data.syntax = std::move(as_expression);
  }
  lua_pop(lua, 1);
  return false;
}

void take_values(lua_State* lua, int first, Evaluated& out) {
  for (int i = first; i <= lua_gettop(lua); ++i) {
    add_dump(lua, i, out.rows);
    Json json;
    const bool nothing = lua_isnil(lua, i);
    if (nothing || to_json(lua, i, json)) {
      out.values.emplace_back(std::nullopt);
    } else {
      out.values.emplace_back(std::move(json));
    }
  }
}

struct NamesCall {
  std::size_t plugin;
  std::vector<std::string> names;
};

// (NamesCall*)
int list_names(lua_State* lua) {
  auto& data = *static_cast<NamesCall*>(sol::stack::get<sol::lightuserdata_value>(lua, 1).value);
  lua_settop(lua, 0);
  push_session(lua, data.plugin);
  push_environment(lua, data.plugin);
  push_members(lua, -1);
  state_of(lua).push(kRefGlobals);
  for (const int table : {1, 3, 4}) add_names(lua, table, data.names);
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
  auto& data = *static_cast<LineCall*>(lua_touserdata(lua, 1));
  lua_settop(lua, 0);
  if (!push_chunk(lua, data)) return 0;
  push_session(lua, data.line.plugin);
  sol::set_environment(sol::stack_environment(lua, -1), sol::stack_object(lua, -2));
  lua_settop(lua, -2);
  lua_call(lua, 0, LUA_MULTRET);
  ensure_stack(lua, 16, "too many values");
  take_values(lua, 1, data.evaluated);
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
  NamesCall data{plugin, {}};
  const StackMark mark(lua);
  if (!call_protected(lua, kThroughSol<list_names>, sol::lightuserdata_value(&data)).valid()) return {};
  std::vector<std::string>& names = data.names;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return std::move(names);
}

}  // namespace gavel
