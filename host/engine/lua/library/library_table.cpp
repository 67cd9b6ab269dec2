#include <algorithm>
#include <string>

#include "fuel.hpp"
#include "library.hpp"
#include "sequence.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr lua_Integer kMostValues = 4000;  // that one call gives back

// How many steps a range is, or an error for one that no table can hold.
std::uint64_t range(lua_State* lua, int argument, lua_Integer from, lua_Integer to, lua_Integer most,
                    const char* what) {
  if (from > to) return 0;
  const auto count = static_cast<lua_Unsigned>(to) - static_cast<lua_Unsigned>(from);
  if (count >= static_cast<lua_Unsigned>(most))
    bad_argument(lua, argument, std::string(what) + "; at most " + std::to_string(most));
  return count + 1;
}

lua_Integer most_elements(lua_State* lua) {
  return static_cast<lua_Integer>(state_of(lua).build.limits.max_children);
}

int insert(lua_State* lua) {
  const Sequence list(lua, 1, true);
  const lua_Integer end = list.length() + 1;
  const int count = lua_gettop(lua);
  if (count == 2) {
    spend(lua, 1);
    list.set(end);
    return 0;
  }
  if (count != 3) raise_text(lua, "wrong number of arguments to 'insert'");
  const lua_Integer at = integer_argument(lua, 2);
  if (at < 1 || at > end) bad_argument(lua, 2, "position out of bounds");
  spend(lua, 1 + static_cast<std::uint64_t>(end - at));
  for (lua_Integer i = end; i > at; --i) {
    list.push(i - 1);
    list.set(i);
  }
  lua_settop(lua, 3);
  list.set(at);
  return 0;
}

int remove(lua_State* lua) {
  const Sequence list(lua, 1, true);
  const lua_Integer size = list.length();
  lua_Integer at = integer_argument(lua, 2, size);
  if (at != size && static_cast<lua_Unsigned>(at) - 1 > static_cast<lua_Unsigned>(size))
    bad_argument(lua, 2, "position out of bounds");
  list.push(at);
  if (at < size) spend(lua, 1 + static_cast<std::uint64_t>(size - at));
  for (; at < size; ++at) {
    list.push(at + 1);
    list.set(at);
  }
  lua_pushnil(lua);
  list.set(at);
  return 1;
}

int concat(lua_State* lua) {
  lua_settop(lua, 4);
  const std::string_view between = lua_isnoneornil(lua, 2) ? std::string_view() : text_argument(lua, 2);
  const lua_Integer from = integer_argument(lua, 3, 1);
  const Sequence list(lua, 1);
  const lua_Integer to = integer_argument(lua, 4, list.length());
  const std::uint64_t count = range(lua, 4, from, to, most_elements(lua), "too many elements");
  std::string out;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % 64 == 0) spend(lua, 64);
    const lua_Integer at = from + static_cast<lua_Integer>(i);
    list.push(at);
    if (lua_type(lua, -1) != LUA_TSTRING && lua_type(lua, -1) != LUA_TNUMBER) {
      raise_text(lua, "invalid value (at index " + std::to_string(at) + ") in table for 'concat': a " +
                          std::string(shown_type(lua, -1)));
    }
    push_shown(lua, -1);
    const std::string_view text = text_at(lua, -1);
    const std::size_t size = out.size() + text.size() + between.size();
    if (size > state_of(lua).build.limits.max_lua_string_bytes) charge_string(lua, size, "table.concat");
    spend(lua, (text.size() + between.size()) / 16);
    out.append(text);
    if (i + 1 < count) out.append(between);
    lua_pop(lua, 2);
  }
  push_text(lua, out);
  return 1;
}

int unpack(lua_State* lua) {
  lua_settop(lua, 3);
  const lua_Integer from = integer_argument(lua, 2, 1);
  const Sequence list(lua, 1);
  const lua_Integer to = integer_argument(lua, 3, list.length());
  const std::uint64_t count = range(lua, 3, from, to, kMostValues, "too many results to unpack");
  spend(lua, 1 + count);
  ensure_stack(lua, static_cast<int>(count) + 4, "too many results to unpack");
  for (std::uint64_t i = 0; i < count; ++i) list.push(from + static_cast<lua_Integer>(i));
  return static_cast<int>(count);
}

int pack(lua_State* lua) {
  const int count = lua_gettop(lua);
  spend(lua, 1 + static_cast<std::uint64_t>(count));
  lua_createtable(lua, count, 1);
  lua_insert(lua, 1);
  for (int i = count; i >= 1; --i) lua_rawseti(lua, 1, i);
  lua_pushinteger(lua, count);
  lua_setfield(lua, 1, "n");
  return 1;
}

int move(lua_State* lua) {
  lua_settop(lua, 5);
  const lua_Integer from = integer_argument(lua, 2);
  const lua_Integer to = integer_argument(lua, 3);
  const lua_Integer at = integer_argument(lua, 4);
  const int target = lua_isnoneornil(lua, 5) ? 1 : 5;
  const std::uint64_t count = range(lua, 3, from, to, most_elements(lua), "too many elements to move");
  const Sequence source(lua, 1);
  const Sequence out(lua, target, true);
  if (count > 0 && at > LUA_MAXINTEGER - static_cast<lua_Integer>(count) + 1)
    bad_argument(lua, 4, "destination wrap around");
  spend(lua, 1 + 2 * count);
  const bool forward = at > to || at <= from || lua_rawequal(lua, 1, target) == 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto step = static_cast<lua_Integer>(forward ? i : count - 1 - i);
    source.push(from + step);
    out.set(at + step);
  }
  lua_pushvalue(lua, target);
  return 1;
}

}  // namespace

std::span<const LibraryFunction> table_functions() {
  static constexpr LibraryFunction kFunctions[] = {{"insert", insert}, {"remove", remove}, {"concat", concat},
                                                   {"unpack", unpack}, {"pack", pack},     {"move", move}};
  return kFunctions;
}

}  // namespace gavel
