#include "paths.hpp"

#include "fuel.hpp"
#include "sequence.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostPaths = 4096;  // kept parsed, in one state

std::string with_hint(const Error& error) {
  return error.hint.empty() ? error.message : error.message + " (" + error.hint + ")";
}

// { characters = "li" } is no path, and must not be read as the empty one: the whole document.
// REQUIRES: the sequence of that argument is empty.
bool is_empty_list(lua_State* lua, int argument, const Sequence& sequence) {
  const StackMark mark(lua);
  if (sequence.members() == 0) {  // a value of ctx's is no table of Lua's
    bool array = false;
    push_keys(lua, argument, array);
    return array;
  }
  lua_pushnil(lua);
  return lua_next(lua, sequence.members()) == 0;
}

}  // namespace

const PathText& path_text_argument(lua_State* lua, int argument) {
  State& state = state_of(lua);
  const std::string_view text = text_at(lua, argument);
  spend_bytes(lua, text.size());
  if (const auto found = state.paths.find(text); found != state.paths.end()) return found->second;
  Result<PathText> parsed = PathText::parse(text, state.build.limits);
  if (!parsed.ok()) raise_text(lua, with_hint(parsed.error()));
  if (state.paths.size() >= kMostPaths) state.paths.clear();
  return state.paths.emplace(std::string(text), std::move(*parsed)).first->second;
}

Path path_table_argument(lua_State* lua, int argument) {
  const State& state = state_of(lua);
  const Sequence sequence(lua, argument);
  const lua_Integer length = sequence.length();
  if (length > static_cast<lua_Integer>(state.build.limits.max_path_segments)) {
    raise_text(lua, over_limit(Code::kLimitDepth, "a path has " + std::to_string(length) + " segments",
                               state.build.limits.max_path_segments, "max_path_segments")
                        .message);
  }
  if (length == 0 && !is_empty_list(lua, argument, sequence))
    bad_argument(lua, argument, "a path is a list of keys and indexes, such as {\"items\", 0}");
  Path path;
  for (lua_Integer i = 1; i <= length; ++i) {
    sequence.push(i);
    if (lua_type(lua, -1) == LUA_TSTRING) {
      const std::string_view key = text_at(lua, -1);
      spend_bytes(lua, key.size());
      // A key that nobody may use, as a tool may be given one: nothing stands there, and a write is refused.
      if (Result<void> good = check_key(key, state.build.limits);
          !good.ok() && good.error().code == Code::kPathInvalid && !key.empty())
        raise_text(lua, with_hint(good.error()));
      path.push_key(key);
    } else if (lua_isinteger(lua, -1) != 0 && lua_tointeger(lua, -1) >= 0) {
      path.push_index(static_cast<std::uint64_t>(lua_tointeger(lua, -1)));
    } else {
      bad_argument(lua, argument,
                   "segment " + std::to_string(i) + " of a path is a key or an index from 0 up, got " +
                       std::string(shown_type(lua, -1)));
    }
    lua_pop(lua, 1);
  }
  return path;
}

}  // namespace gavel
