#include "stack_trace.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLevels = 12;

// Functions on the stack, C ones too.
int depth_of_calls(lua_State* lua) {
  lua_Debug info;
  int low = 0;
  int high = 1;
  while (lua_getstack(lua, high, &info) != 0) {
    low = high;
    high *= 2;
  }
  while (low < high) {
    const int middle = (low + high) / 2;
    if (lua_getstack(lua, middle, &info) != 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace

StackTrace take_trace(lua_State* lua, int level) {
  StackTrace trace;
  const int end = depth_of_calls(lua);
  lua_Debug info;
  for (int i = level; i < end && lua_getstack(lua, i, &info) != 0; ++i) {
    if (trace.levels.size() == kMostLevels) {
      trace.left_out = static_cast<std::size_t>(end - i);
      break;
    }
    if (lua_getinfo(lua, "Sln", &info) == 0 || info.currentline < 0) continue;
    TraceLevel one;
    one.file = info.source[0] == '@' ? info.source + 1 : info.source;
    one.line = info.currentline;
    one.first_line = info.linedefined;
    if (info.name != nullptr) one.name = info.name;
    trace.levels.push_back(std::move(one));
  }
  return trace;
}

FilePlace place_of_level(lua_State* lua, int level) {
  lua_Debug info;
  if (lua_getstack(lua, level, &info) == 0 || lua_getinfo(lua, "Sl", &info) == 0 || info.currentline <= 0)
    return {};
  return {info.source[0] == '@' ? info.source + 1 : info.source, static_cast<std::size_t>(info.currentline)};
}

FilePlace place_of_function(lua_State* lua, int index) {
  lua_Debug info;
  lua_pushvalue(lua, index);
  if (lua_getinfo(lua, ">S", &info) == 0 || info.source[0] != '@' || info.linedefined <= 0) return {};
  return {info.source + 1, static_cast<std::size_t>(info.linedefined)};
}

}  // namespace gavel
