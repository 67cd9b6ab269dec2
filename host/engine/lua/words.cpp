#include "words.hpp"

#include <algorithm>
#include <new>

#include "borders.hpp"
#include "fuel.hpp"
#include "sol_api.hpp"
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
    state_of(lua).push(kRefWords, index + 1);
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
      state.build.vocabulary->shapes[sol::stack::get<std::size_t>(lua, sol::upvalue_index(1))];
  if (state.loading == nullptr)
    raise_text(lua, name + "{…} describes values while loading; a handler cannot use it");
  lua_settop(lua, 1);
  sol::stack_table out(lua, sol::new_table());
  if (const sol::stack_object given(lua, 1); given.valid()) {
    if (given.get_type() != sol::type::table) bad_argument(lua, 1, "a table expected: " + name + "{…}");
    std::size_t members = 0;
    for (lua_pushnil(lua); lua_next(lua, 1) != 0; ++members) {
      spend(lua, 1);
      const sol::stack_object key(lua, -2), value(lua, -1);
      if (key.get_type() == sol::type::string && key.as<std::string_view>() == "kind")
        raise_text(lua, name + "{…} says its kind itself; take out 'kind'");
      out.raw_set(key, value);
      lua_pop(lua, 1);
    }
    spend_empty_places(lua, 1, members);
  }
  out.raw_set("kind", name);
  return 1;
}

}  // namespace

void add_words(lua_State* lua) {
  State& state = state_of(lua);
  const Vocabulary& vocabulary = *state.build.vocabulary;
  sol::stack_table out(lua, -1), registry = registry_of(lua);
  sol::stack_table meta(lua, sol::new_table(0, 2));
  meta.raw_set("__newindex", kThroughSol<refuse_write>, "__name", "word");
  registry.raw_set(kRefWordMeta, meta);
  sol::stack_table singles(lua, sol::new_table());
  for (std::size_t i = 0; i < vocabulary.words.size(); ++i) {
    push_word(lua, i, 0);
    singles.raw_set(i + 1, sol::stack_object(lua, -1));
    lua_pop(lua, 1);
    out.raw_set(vocabulary.words[i].name, sol::make_closure(kThroughSol<say>, i));
  }
  registry.raw_set(kRefWords, singles);
  for (std::size_t i = 0; i < vocabulary.shapes.size(); ++i)
    out.raw_set(vocabulary.shapes[i], sol::make_closure(kThroughSol<shape>, i));
  lua_settop(lua, out.stack_index());
}

}  // namespace gavel
