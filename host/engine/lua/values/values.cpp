#include "values.hpp"

#include <cmath>
#include <cstdio>

#include "fuel.hpp"
#include "state.hpp"

namespace gavel {

const char kShadowKey = 0;

std::string_view shown_type(lua_State* lua, int index) {
  const Box* box = box_at(lua, index);
  if (box == nullptr) return lua_typename(lua, lua_type(lua, index));
  switch (box->what) {
    case Boxed::kNull:
      return "null";
    case Boxed::kWord:
      return "word";
    default:
      return "table";
  }
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";  // its sign differs between machines
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  char text[64];
  std::snprintf(text, sizeof text, "%.14g", number);
  std::string out = text;
  if (out.find_first_not_of("-0123456789") == std::string::npos) out += ".0";
  return out;
}

void make_null(lua_State* lua) {
  auto* null = new (lua_newuserdatauv(lua, sizeof(Box), 0)) Box;
  null->what = Boxed::kNull;
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "null");
  lua_setfield(lua, -2, "__name");
  lua_setmetatable(lua, -2);
  state_of(lua).keep(kRefNull);
}

void add_names(lua_State* lua, int index, std::vector<std::string>& names) {
  for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1))
    if (lua_type(lua, -2) == LUA_TSTRING) names.emplace_back(text_at(lua, -2));
}

TableKind table_kind(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TTABLE) return TableKind::kNone;
  if (lua_getmetatable(lua, index) == 0) return TableKind::kPlain;
  const int type = lua_rawgetp(lua, -1, &kShadowKey);
  if (type == LUA_TTABLE) {
    lua_pop(lua, 2);
    return TableKind::kFrozen;
  }
  state_of(lua).push(kRefArrayMeta);
  const bool array = lua_rawequal(lua, -1, -3) != 0;
  lua_pop(lua, 3);
  return array ? TableKind::kPlain : TableKind::kClass;
}

void push_members(lua_State* lua, int index) {
  index = lua_absindex(lua, index);
  if (lua_getmetatable(lua, index) != 0) {
    if (lua_rawgetp(lua, -1, &kShadowKey) == LUA_TTABLE) {
      lua_remove(lua, -2);
      return;
    }
    lua_pop(lua, 2);
  }
  lua_pushvalue(lua, index);
}

void mark_array(lua_State* lua, int index) {
  index = lua_absindex(lua, index);
  state_of(lua).push(kRefArrayMeta);
  lua_setmetatable(lua, index);
}

bool is_marked_array(lua_State* lua, int index) {
  if (lua_getmetatable(lua, index) == 0) return false;
  state_of(lua).push(kRefArrayMeta);
  const bool marked = lua_rawequal(lua, -1, -2) != 0;
  lua_pop(lua, 2);
  return marked;
}

void raise_text(lua_State* lua, const std::string& message, int level) {
  push_where(lua, level);
  push_text(lua, message);
  lua_concat(lua, 2);
  lua_error(lua);
  std::abort();  // lua_error does not return
}

void bad_argument(lua_State* lua, int argument, const std::string& what) {
  lua_Debug info;
  std::string name = "?";
  if (lua_getstack(lua, 0, &info) != 0) {
    lua_getinfo(lua, "n", &info);
    if (info.name != nullptr) name = info.name;
    if (info.namewhat != nullptr && std::string_view(info.namewhat) == "method") {
      --argument;
      if (argument == 0) raise_text(lua, "calling '" + name + "' on a bad self (" + what + ")");
    }
  }
  raise_text(lua, "bad argument #" + std::to_string(argument) + " to '" + name + "' (" + what + ")");
}

namespace {

[[noreturn]] void bad_type(lua_State* lua, int argument, const char* expected) {
  const std::string got = lua_isnone(lua, argument) ? "no value" : std::string(shown_type(lua, argument));
  bad_argument(lua, argument, std::string(expected) + " expected, got " + got);
}

// A string that looks like a number is taken for it, at the price of its length.
void charge_conversion(lua_State* lua, int argument) {
  if (lua_type(lua, argument) == LUA_TSTRING) spend_bytes(lua, lua_rawlen(lua, argument));
}

}  // namespace

lua_Integer integer_argument(lua_State* lua, int argument) {
  charge_conversion(lua, argument);
  int exact = 0;
  const lua_Integer value = lua_tointegerx(lua, argument, &exact);
  if (exact != 0) return value;
  if (lua_isnumber(lua, argument) != 0) bad_argument(lua, argument, "number has no integer representation");
  bad_type(lua, argument, "number");
}

lua_Integer integer_argument(lua_State* lua, int argument, lua_Integer fallback) {
  return lua_isnoneornil(lua, argument) ? fallback : integer_argument(lua, argument);
}

lua_Number number_argument(lua_State* lua, int argument) {
  charge_conversion(lua, argument);
  int good = 0;
  const lua_Number value = lua_tonumberx(lua, argument, &good);
  if (good == 0) bad_type(lua, argument, "number");
  return value;
}

std::string_view text_argument(lua_State* lua, int argument) {
  const int type = lua_type(lua, argument);
  if (type != LUA_TSTRING && type != LUA_TNUMBER) bad_type(lua, argument, "string");
  return text_at(lua, argument);
}

}  // namespace gavel
