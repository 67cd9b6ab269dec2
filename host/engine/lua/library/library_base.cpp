#include <algorithm>

#include "fuel.hpp"
#include "library.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

int assert_true(lua_State* lua) {
  if (lua_toboolean(lua, 1) != 0) return lua_gettop(lua);
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  lua_remove(lua, 1);
  if (lua_gettop(lua) == 0) raise_text(lua, "assertion failed!");
  lua_settop(lua, 1);
  return lua_error(lua);
}

int error(lua_State* lua) {
  const auto level = static_cast<int>(std::clamp<lua_Integer>(integer_argument(lua, 2, 1), 0, 100));
  lua_settop(lua, 1);
  if (lua_type(lua, 1) == LUA_TSTRING && level > 0) {
    spend_bytes(lua, lua_rawlen(lua, 1));
    push_where(lua, level);
    lua_insert(lua, 1);
    lua_concat(lua, 2);
  }
  return lua_error(lua);
}

// Catches errors of the plugin, never a trip.
int protected_call(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  lua_pushboolean(lua, 1);
  lua_insert(lua, 1);
  const int status = lua_pcall(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0);
  after_catch(lua, status);
  if (status != LUA_OK) {
    lua_pushboolean(lua, 0);
    lua_replace(lua, 1);
  }
  return lua_gettop(lua);
}

int select(lua_State* lua) {
  const int count = lua_gettop(lua);
  spend(lua, static_cast<std::uint64_t>(count) / 8);
  if (lua_type(lua, 1) == LUA_TSTRING && text_at(lua, 1) == "#") {
    lua_pushinteger(lua, count - 1);
    return 1;
  }
  lua_Integer from = integer_argument(lua, 1);
  if (from < 0) {
    from = count + from;
  } else if (from > count) {
    from = count;
  }
  if (from < 1) bad_argument(lua, 1, "index out of range");
  return count - static_cast<int>(from);
}

// An integer in a base other than ten; nothing pushed: no number.
bool push_in_base(lua_State* lua, std::string_view text, lua_Integer base) {
  constexpr std::string_view kBlanks = " \f\n\r\t\v";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return false;
  text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty()) return false;
  lua_Unsigned value = 0;
  for (const char c : text) {
    lua_Integer digit = 36;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (c >= 'a' && c <= 'z') digit = c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') digit = c - 'A' + 10;
    if (digit >= base) return false;
    value = value * static_cast<lua_Unsigned>(base) + static_cast<lua_Unsigned>(digit);
  }
  lua_pushinteger(lua, static_cast<lua_Integer>(negative ? 0 - value : value));
  return true;
}

int to_number(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  if (lua_isnoneornil(lua, 2)) {
    if (lua_type(lua, 1) == LUA_TNUMBER) {
      lua_settop(lua, 1);
      return 1;
    }
    if (lua_type(lua, 1) == LUA_TSTRING) {
      const std::string_view text = text_at(lua, 1);
      spend_bytes(lua, text.size());
      if (lua_stringtonumber(lua, text.data()) == text.size() + 1) return 1;
    }
    lua_pushnil(lua);
    return 1;
  }
  const lua_Integer base = integer_argument(lua, 2);
  if (lua_type(lua, 1) != LUA_TSTRING)
    bad_argument(lua, 1, "string expected, got " + std::string(shown_type(lua, 1)));
  if (base < 2 || base > 36) bad_argument(lua, 2, "base out of range");
  const std::string_view text = text_at(lua, 1);
  spend_bytes(lua, text.size());
  if (!push_in_base(lua, text, base)) lua_pushnil(lua);
  return 1;
}

int to_string(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  push_shown(lua, 1);
  return 1;
}

int type(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  push_text(lua, shown_type(lua, 1));
  return 1;
}

// array{…}: the same table, marked, so that an empty one is an array too.
int array(lua_State* lua) {
  if (lua_isnone(lua, 1)) lua_newtable(lua);
  if (table_kind(lua, 1) != TableKind::kPlain)
    bad_argument(lua, 1, "a plain table expected, got " + std::string(shown_type(lua, 1)));
  lua_settop(lua, 1);
  mark_array(lua, 1);
  return 1;
}

}  // namespace

void push_shown(lua_State* lua, int index) {
  switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(lua, index) != 0) {
        lua_pushvalue(lua, index);
        lua_tolstring(lua, -1, nullptr);
      } else {
        push_text(lua, number_text(lua_tonumber(lua, index)));
      }
      return;
    case LUA_TSTRING:
      lua_pushvalue(lua, index);
      return;
    case LUA_TBOOLEAN:
      push_text(lua, lua_toboolean(lua, index) != 0 ? "true" : "false");
      return;
    case LUA_TNIL:
      lua_pushliteral(lua, "nil");
      return;
    case LUA_TTABLE:
      if (push_metafield(lua, index, "__tostring") == LUA_TFUNCTION) {
        lua_pushvalue(lua, lua_absindex(lua, index));
        lua_call(lua, 1, 1);
        if (lua_type(lua, -1) != LUA_TSTRING) raise_text(lua, "'__tostring' must return a string");
        return;
      }
      push_text(lua, "table");
      return;
    default:
      push_text(lua, shown_type(lua, index));
      return;
  }
}

std::span<const LibraryFunction> base_functions() {
  static constexpr LibraryFunction kFunctions[] = {
      {"assert", assert_true}, {"error", error},        {"pcall", protected_call},
      {"select", select},      {"tonumber", to_number}, {"tostring", to_string},
      {"type", type},          {"array", array},
  };
  return kFunctions;
}

}  // namespace gavel
