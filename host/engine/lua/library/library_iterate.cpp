// next, pairs and ipairs. Order does not depend on hashes: integers ascending, then floats, strings by bytes,
// booleans. Other keys (tables, functions) have no order and are refused.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "borders.hpp"
#include "fuel.hpp"
#include "library.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

struct Key {
  enum class Kind { kInteger, kFloat, kString, kBoolean } kind = Kind::kInteger;
  lua_Integer integer = 0;
  lua_Number number = 0;
  std::string_view text;  // Lua's own bytes: holds while the key is in its table

  bool operator<(const Key& other) const {
    if (kind != other.kind) return kind < other.kind;
    switch (kind) {
      case Kind::kFloat:
        return number < other.number;
      case Kind::kString:
        return text < other.text;
      default:
        return integer < other.integer;
    }
  }
};

// Nothing: a table, a function or a userdata.
std::optional<Key> key_at(lua_State* lua, int index) {
  Key key;
  switch (lua_type(lua, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(lua, index) != 0) {
        key.integer = lua_tointeger(lua, index);
      } else {
        key.kind = Key::Kind::kFloat;
        key.number = lua_tonumber(lua, index);
      }
      return key;
    case LUA_TSTRING:
      key.kind = Key::Kind::kString;
      key.text = text_at(lua, index);
      return key;
    case LUA_TBOOLEAN:
      key.kind = Key::Kind::kBoolean;
      key.integer = lua_toboolean(lua, index);
      return key;
    default:
      return std::nullopt;
  }
}

[[noreturn]] void raise_unordered(lua_State* lua, std::string_view type) {
  raise_text(lua, "a table with a key of type " + std::string(type) +
                      " has no order to go through it; use strings or numbers for keys");
}

// Takes the keys of a table as Lua gives them, in an order that differs from process to process: it costs the
// same in each, and of keys that have no order the first by the name of its type is told.
// Returns the steps for comparing each of them once, where they are long.
template <typename Each>
std::uint64_t visit_keys(lua_State* lua, int members, std::uint64_t steps, Each each) {
  constexpr std::size_t kBytesPerStep = 64;
  std::string_view unordered;
  std::size_t seen = 0;
  std::uint64_t comparing = 0;
  for (lua_pushnil(lua); lua_next(lua, members) != 0; lua_pop(lua, 1)) {
    if (++seen % 64 == 0) spend(lua, 64 * steps);
    if (const std::optional<Key> key = key_at(lua, -2)) {
      comparing += key->text.size() / kBytesPerStep;
      each(*key);
    } else if (const std::string_view type = shown_type(lua, -2); unordered.empty() || type < unordered) {
      unordered = type;
    }
  }
  spend(lua, 1 + seen % 64 * steps);
  spend_empty_places(lua, members, seen);
  if (!unordered.empty()) raise_unordered(lua, unordered);
  return comparing;
}

void push_key(lua_State* lua, const Key& key) {
  switch (key.kind) {
    case Key::Kind::kInteger:
      lua_pushinteger(lua, key.integer);
      return;
    case Key::Kind::kFloat:
      lua_pushnumber(lua, key.number);
      return;
    case Key::Kind::kString:
      push_text(lua, key.text);
      return;
    case Key::Kind::kBoolean:
      lua_pushboolean(lua, static_cast<int>(key.integer));
      return;
  }
}

// The keys of the table at `members`, in order.
std::vector<Key> keys_of(lua_State* lua, int members) {
  std::vector<Key> keys;
  bool sorted = true;
  const std::uint64_t comparing = visit_keys(lua, members, 2, [&](const Key& key) {
    if (!keys.empty() && key < keys.back()) sorted = false;
    keys.push_back(key);
  });
  // Also where Lua gave them in order, which differs from process to process.
  spend(lua, comparing * static_cast<std::uint64_t>(std::bit_width(keys.size())));
  if (!sorted) std::ranges::sort(keys, [](const Key& a, const Key& b) { return a < b; });
  return keys;
}

// The members behind `pairs`' argument on the stack, or 0 for a view; raises for anything else.
int members_of(lua_State* lua, int argument) {
  if (lua_type(lua, argument) == LUA_TTABLE) {
    push_members(lua, argument);
    return lua_gettop(lua);
  }
  if (shown_type(lua, argument) != "table") {
    bad_argument(
        lua, argument,
        "table expected, got " +
            (lua_isnone(lua, argument) ? std::string("no value") : std::string(shown_type(lua, argument))));
  }
  return 0;
}

// Upvalues of the function that pairs returns: the table or view, the list of keys (or nil: 1, 2, 3 …), how
// many there are, how many are behind us, the call it belongs to.
enum Upvalue { kTarget = 1, kKeys, kCount, kDone, kEpoch };

// The next key that still has a value, and the value.
int step(lua_State* lua) {
  spend(lua, 1);
  if (static_cast<std::uint64_t>(lua_tointeger(lua, lua_upvalueindex(kEpoch))) != state_of(lua).epoch)
    raise_text(lua, "an iterator was used after its call");
  const lua_Integer count = lua_tointeger(lua, lua_upvalueindex(kCount));
  lua_Integer done = lua_tointeger(lua, lua_upvalueindex(kDone));
  const bool raw = lua_type(lua, lua_upvalueindex(kTarget)) == LUA_TTABLE;
  const bool listed = lua_type(lua, lua_upvalueindex(kKeys)) == LUA_TTABLE;
  lua_settop(lua, 0);
  while (done < count) {
    ++done;
    if (listed) {
      lua_rawgeti(lua, lua_upvalueindex(kKeys), done);
    } else {
      lua_pushinteger(lua, done);
    }
    lua_pushvalue(lua, -1);
    if (raw) {
      lua_rawget(lua, lua_upvalueindex(kTarget));
    } else {
      push_member(lua, lua_upvalueindex(kTarget));
    }
    if (!lua_isnil(lua, -1)) {
      lua_pushinteger(lua, done);
      lua_replace(lua, lua_upvalueindex(kDone));
      return 2;
    }
    lua_settop(lua, 0);
    spend(lua, 1);
  }
  lua_pushinteger(lua, done);
  lua_replace(lua, lua_upvalueindex(kDone));
  lua_pushnil(lua);
  return 1;
}

// Pushes the list of keys, or nil where they are 1..count.
lua_Integer push_order(lua_State* lua, int members) {
  const std::vector<Key> keys = keys_of(lua, members);
  bool counted = true;
  for (std::size_t i = 0; i < keys.size() && counted; ++i)
    counted = keys[i].kind == Key::Kind::kInteger && keys[i].integer == static_cast<lua_Integer>(i) + 1;
  if (counted) {
    lua_pushnil(lua);
    return static_cast<lua_Integer>(keys.size());
  }
  spend(lua, keys.size());
  push_new_array(lua, keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    push_key(lua, keys[i]);
    lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
  }
  return static_cast<lua_Integer>(keys.size());
}

int pairs(lua_State* lua) {
  lua_settop(lua, 1);
  if (lua_type(lua, 1) == LUA_TTABLE && push_metafield(lua, 1, "__pairs") == LUA_TFUNCTION) {
    lua_pushvalue(lua, 1);
    lua_call(lua, 1, 3);
    return 3;
  }
  lua_settop(lua, 1);
  const int members = members_of(lua, 1);
  lua_Integer count = 0;
  lua_pushvalue(lua, members != 0 ? members : 1);
  if (members != 0) {
    count = push_order(lua, members);
  } else {
    bool array = false;
    count = push_keys(lua, 1, array);
    if (array) lua_pushnil(lua);
  }
  lua_pushinteger(lua, count);
  lua_pushinteger(lua, 0);
  lua_pushinteger(lua, static_cast<lua_Integer>(state_of(lua).epoch));
  lua_pushcclosure(lua, step, 5);
  lua_pushvalue(lua, 1);
  lua_pushnil(lua);
  return 3;
}

// The smallest key behind `after`, or of all.
int next_key(lua_State* lua) {
  lua_settop(lua, 2);
  const int members = members_of(lua, 1);
  if (members == 0) bad_argument(lua, 1, "values that ctx gives are gone through with pairs or ipairs");
  const bool first = lua_isnil(lua, 2);
  const std::optional<Key> after = first ? Key() : key_at(lua, 2);
  if (!after) raise_unordered(lua, shown_type(lua, 2));
  std::optional<Key> best;
  const std::uint64_t comparing = visit_keys(lua, members, 1, [&](const Key& key) {
    if ((first || *after < key) && (!best || key < *best)) best = key;
  });
  spend(lua, 2 * comparing);
  if (!best) {
    lua_pushnil(lua);
    return 1;
  }
  push_key(lua, *best);
  lua_pushvalue(lua, -1);
  lua_rawget(lua, members);
  return 2;
}

// (table, index)
int ipairs_step(lua_State* lua) {
  spend(lua, 1);
  const auto index = static_cast<lua_Integer>(static_cast<lua_Unsigned>(integer_argument(lua, 2)) + 1);
  lua_pushinteger(lua, index);
  return lua_geti(lua, 1, index) == LUA_TNIL ? 1 : 2;
}

int ipairs(lua_State* lua) {
  if (shown_type(lua, 1) != "table") members_of(lua, 1);
  lua_settop(lua, 1);
  lua_pushcfunction(lua, ipairs_step);
  lua_insert(lua, 1);
  lua_pushinteger(lua, 0);
  return 3;
}

}  // namespace

std::span<const LibraryFunction> iterate_functions() {
  static constexpr LibraryFunction kFunctions[] = {{"next", next_key}, {"pairs", pairs}, {"ipairs", ipairs}};
  return kFunctions;
}

}  // namespace gavel
