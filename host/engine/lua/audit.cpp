#include "audit.hpp"

#include <algorithm>
#include <cmath>

#include "state.hpp"

namespace gavel {
namespace {

// Whether the two values on top are the same, 3 and 3.0 apart, 0.0 and -0.0 too (they compare alike, but a
// handler can tell them by dividing: a bit to keep things in), and one NaN like another.
bool same(lua_State* lua) {
  if (lua_rawequal(lua, -1, -2) != 0)
    return lua_isinteger(lua, -1) == lua_isinteger(lua, -2) &&
           (lua_type(lua, -1) != LUA_TNUMBER ||
            std::signbit(lua_tonumber(lua, -1)) == std::signbit(lua_tonumber(lua, -2)));
  if (lua_type(lua, -1) != LUA_TNUMBER || lua_type(lua, -2) != LUA_TNUMBER) return false;
  return std::isnan(lua_tonumber(lua, -1)) && std::isnan(lua_tonumber(lua, -2));
}

}  // namespace

void Audit::watch(lua_State* lua, std::size_t plugin) {
  const State& state = state_of(lua);
  lua_Debug info;
  lua_pushvalue(lua, -1);
  if (lua_getinfo(lua, ">S", &info) == 0 || info.source[0] != '@') return;
  const auto found =
      state.build.assigns.find(FunctionPlace{info.source + 1, info.linedefined, info.lastlinedefined});
  if (found == state.build.assigns.end()) return;
  if (by_plugin_.size() <= plugin) by_plugin_.resize(plugin + 1);
  OfPlugin& mine = by_plugin_[plugin];
  for (const int upvalue : found->second) {
    const char* name = lua_getupvalue(lua, -1, upvalue);
    if (name == nullptr) continue;
    const void* cell = lua_upvalueid(lua, -2, upvalue);
    if (!mine.cells.insert(cell).second) {
      lua_pop(lua, 1);
      continue;
    }
    state.push(kRefAudited);
    lua_pushvalue(lua, -3);
    lua_rawseti(lua, -2, kept_ + 1);
    lua_pushvalue(lua, -2);
    lua_rawseti(lua, -2, kept_ + 2);
    lua_pop(lua, 2);
    mine.all.push_back({cell, kept_ + 1, kept_ + 2, upvalue, name});
    kept_ += 2;
  }
}

std::uint64_t Audit::work(std::size_t plugin) const {
  constexpr std::size_t kFree = 32;
  constexpr std::uint64_t kSteps = 2;
  const std::size_t watched = plugin < by_plugin_.size() ? by_plugin_[plugin].all.size() : 0;
  return watched <= kFree ? 0 : kSteps * (watched - kFree);
}

std::optional<std::string> Audit::restore(lua_State* lua, std::size_t plugin) {
  if (plugin >= by_plugin_.size() || by_plugin_[plugin].all.empty()) return std::nullopt;
  std::optional<std::string> changed;
  const StackMark mark(lua);
  lua_checkstack(lua, 8);
  state_of(lua).push(kRefAudited);
  const int kept = lua_gettop(lua);
  for (const Watched& one : by_plugin_[plugin].all) {
    lua_rawgeti(lua, kept, one.function);
    lua_rawgeti(lua, kept, one.value);
    lua_getupvalue(lua, -2, one.upvalue);
    if (!same(lua)) {
      if (!changed || one.name < *changed) changed = one.name;
      lua_pop(lua, 1);
      lua_setupvalue(lua, -2, one.upvalue);
      lua_pop(lua, 1);
    } else {
      lua_pop(lua, 3);
    }
  }
  return changed;
}

}  // namespace gavel
