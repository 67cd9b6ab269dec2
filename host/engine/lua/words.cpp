#include "words.hpp"

#include <algorithm>
#include <new>

#include "borders.hpp"
#include "fuel.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

WordBox& push_word(lua_State* lua, std::size_t index, int count) {
  const int held = count == 0 ? 0 : count + 1;  // and who said it
  auto* word = new (lua_newuserdatauv(lua, sizeof(WordBox), held)) WordBox;
  word->what = Boxed::kWord;
  word->word = static_cast<std::uint32_t>(index);
  word->count = count;
  state_of(lua).push(kRefWordMeta);
  lua_setmetatable(lua, -2);
  return *word;
}

int say(lua_State* lua) {
  const auto index = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(1)));
  const Word& word = state_of(lua).build.vocabulary->words[index];
  const int given = lua_gettop(lua);
  const auto count = static_cast<std::size_t>(given);
  if (count < word.least || count > word.most) {
    std::string takes = std::to_string(word.least);
    if (word.most != word.least) takes += " to " + std::to_string(word.most);
    raise_text(lua, word.name + " takes " + takes + (takes == "1" ? " value" : " values") + ", got " +
                        std::to_string(count) + "; write 'return " + word.name + "(" +
                        (word.most == 0 ? "" : "…") + ")'");
  }
  spend(lua, 1);
  if (given == 0) {
    state_of(lua).push(kRefWords);
    lua_rawgeti(lua, -1, static_cast<lua_Integer>(index) + 1);
    return 1;
  }
  WordBox& box = push_word(lua, index, given);
  lua_Debug info;
  if (lua_getstack(lua, 1, &info) != 0 && lua_getinfo(lua, "Slf", &info) != 0) {
    lua_setiuservalue(lua, -2, given + 1);
    box.line = std::max(info.currentline, 0);
    if (box.line > 0) box.source = info.source;
  }
  for (int i = 1; i <= given; ++i) {
    lua_pushvalue(lua, i);
    lua_setiuservalue(lua, -2, i);
  }
  return 1;
}

int shape(lua_State* lua) {
  const State& state = state_of(lua);
  const std::string& name =
      state.build.vocabulary->shapes[static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(1)))];
  if (state.loading == nullptr)
    raise_text(lua, name + "{…} describes values while loading; a handler cannot use it");
  lua_settop(lua, 1);
  lua_newtable(lua);
  if (!lua_isnil(lua, 1)) {
    if (lua_type(lua, 1) != LUA_TTABLE) bad_argument(lua, 1, "a table expected: " + name + "{…}");
    std::size_t members = 0;
    for (lua_pushnil(lua); lua_next(lua, 1) != 0; ++members) {
      spend(lua, 1);
      if (lua_type(lua, -2) == LUA_TSTRING && text_at(lua, -2) == "kind")
        raise_text(lua, name + "{…} says its kind itself; take out 'kind'");
      lua_pushvalue(lua, -2);
      lua_insert(lua, -2);
      lua_rawset(lua, 2);
    }
    spend_empty_places(lua, 1, members);
  }
  push_text(lua, name);
  lua_setfield(lua, 2, "kind");
  return 1;
}

}  // namespace

void add_words(lua_State* lua) {
  State& state = state_of(lua);
  const Vocabulary& vocabulary = *state.build.vocabulary;
  const int out = lua_gettop(lua);
  lua_createtable(lua, 0, 2);
  lua_pushcfunction(lua, refuse_write);
  lua_setfield(lua, -2, "__newindex");
  lua_pushliteral(lua, "word");
  lua_setfield(lua, -2, "__name");
  state.keep(kRefWordMeta);
  lua_newtable(lua);
  const int singles = lua_gettop(lua);
  for (std::size_t i = 0; i < vocabulary.words.size(); ++i) {
    push_word(lua, i, 0);
    lua_rawseti(lua, singles, static_cast<lua_Integer>(i) + 1);
    lua_pushinteger(lua, static_cast<lua_Integer>(i));
    lua_pushcclosure(lua, say, 1);
    lua_setfield(lua, out, vocabulary.words[i].name.c_str());
  }
  state.keep(kRefWords);
  for (std::size_t i = 0; i < vocabulary.shapes.size(); ++i) {
    lua_pushinteger(lua, static_cast<lua_Integer>(i));
    lua_pushcclosure(lua, shape, 1);
    lua_setfield(lua, out, vocabulary.shapes[i].c_str());
  }
}

}  // namespace gavel
