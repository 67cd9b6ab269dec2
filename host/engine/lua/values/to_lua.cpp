#include "base/utf8.hpp"

#include "bridge.hpp"
#include "fuel.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

// The container whose members are being pushed. Its table is on the stack.
struct OpenTable {
  const Json* json = nullptr;
  std::size_t index = 0;                   // of an array
  JsonObject::const_iterator member = {};  // of an object
};

void open_table(lua_State* lua, const Json& json, std::vector<OpenTable>& open) {
  ensure_stack(lua, 8, "a value is nested too deeply");
  OpenTable one;
  one.json = &json;
  spend(lua, 1 + json.size());
  if (json.is_array()) {
    push_new_array(lua, json.size());
    mark_array(lua, -1);
  } else {
    lua_createtable(lua, 0, static_cast<int>(json.size()));
    one.member = object_of(json).begin();
  }
  open.push_back(one);
}

// Puts the finished value on top into the table below it.
void store(lua_State* lua, OpenTable& top) {
  if (top.json->is_array()) {
    lua_rawseti(lua, -2, static_cast<lua_Integer>(++top.index));
    return;
  }
  const std::string& key = top.member->first;
  ++top.member;
  push_text(lua, key);
  lua_insert(lua, -2);
  lua_rawset(lua, -3);
}

}  // namespace

void push_scalar(lua_State* lua, const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      lua_pushboolean(lua, json.get<bool>() ? 1 : 0);
      return;
    case Json::value_t::number_integer:
      lua_pushinteger(lua, *json.get_ptr<const std::int64_t*>());
      return;
    case Json::value_t::number_unsigned: {
      const std::uint64_t number = *json.get_ptr<const std::uint64_t*>();
      // Who may write a number here must not be able to make every handler fail that reads it.
      if (number > static_cast<std::uint64_t>(LUA_MAXINTEGER)) {
        lua_pushnumber(lua, static_cast<lua_Number>(number));
      } else {
        lua_pushinteger(lua, static_cast<lua_Integer>(number));
      }
      return;
    }
    case Json::value_t::number_float:
      lua_pushnumber(lua, *json.get_ptr<const double*>());
      return;
    case Json::value_t::string: {
      const std::string& text = string_of(json);
      spend_bytes(lua, text.size());
      push_text(lua, text);
      return;
    }
    default:
      state_of(lua).push(kRefNull);
      return;
  }
}

void push_copy(lua_State* lua, const Json& json) {
  if (!is_container(json)) {
    push_scalar(lua, json);
    return;
  }
  std::vector<OpenTable> open;
  open_table(lua, json, open);
  while (!open.empty()) {
    OpenTable& top = open.back();
    const bool array = top.json->is_array();
    if (array ? top.index == top.json->size() : top.member == object_of(*top.json).end()) {
      open.pop_back();
      if (!open.empty()) store(lua, open.back());
      continue;
    }
    const Json& next = array ? array_of(*top.json)[top.index] : top.member->second;
    if (is_container(next)) {
      open_table(lua, next, open);
    } else {
      push_scalar(lua, next);
      store(lua, top);
    }
  }
}

}  // namespace gavel
