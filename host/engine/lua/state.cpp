#include "state.hpp"

#include <algorithm>
#include <utility>

#include "values.hpp"

namespace gavel {
namespace {

// (Memory*, depth)
int make_thread(lua_State* lua) {
  auto& memory = *static_cast<Memory*>(lua_touserdata(lua, 1));
  lua_rawgeti(lua, LUA_REGISTRYINDEX, kRefThreads);
  lua_State* thread = lua_newthread(lua);
  memory.watch_stack(thread);
  lua_rawseti(lua, -2, lua_tointeger(lua, 2));
  lua_pushlightuserdata(lua, thread);
  return 1;
}

// (State*)
int set_up(lua_State* lua) {
  State& state = *static_cast<State*>(lua_touserdata(lua, 1));
  state.memory.measure(lua, state.build.limits.max_table_keys);
  lua_newtable(lua);
  state.keep(kRefThreads);
  return 0;
}

}  // namespace

std::unique_ptr<State> State::create(const Build& build) {
  std::unique_ptr<State> state(new State(build));
  lua_State* lua = lua_newstate(Memory::allocate, &state->memory);
  if (lua == nullptr) return nullptr;
  state->main_ = state->lua = lua;
  *static_cast<State**>(lua_getextraspace(lua)) = state.get();
  // Garbage is collected between calls only: what a call sees and spends must not depend on when it happens.
  lua_gc(lua, LUA_GCSTOP);
  lua_pushcfunction(lua, set_up);
  lua_pushlightuserdata(lua, state.get());
  if (lua_pcall(lua, 1, 0, 0) != LUA_OK) return nullptr;
  state->lua = state->thread(0);
  if (state->lua == nullptr) return nullptr;
  state->memory.most_held = build.limits.max_lua_bytes;
  state->memory.owner = state.get();
  state->memory.alarm = Fuel::on_alarm;
  if (Memory::allocates_in_tests != nullptr)
    lua_setallocf(state->lua, Memory::allocates_in_tests, &state->memory);
  return state;
}

State::~State() {
  if (main_ != nullptr) lua_close(main_);
}

lua_State* State::thread(std::size_t depth) {
  if (depth < threads_.size()) return threads_[depth];
  // What it takes, no call pays for.
  const std::uint64_t charged = memory.charged;
  const std::uint64_t most_charged = std::exchange(memory.most_charged, UINT64_MAX);
  const std::size_t most_held = std::exchange(memory.most_held, SIZE_MAX);
  lua_pushcfunction(main_, make_thread);
  lua_pushlightuserdata(main_, &memory);
  lua_pushinteger(main_, static_cast<lua_Integer>(depth));
  const bool made = lua_pcall(main_, 2, 1, 0) == LUA_OK;
  if (made) threads_.push_back(static_cast<lua_State*>(lua_touserdata(main_, -1)));
  lua_settop(main_, 0);
  memory.charged = charged;
  memory.most_charged = most_charged;
  memory.most_held = most_held;
  return made ? threads_.back() : nullptr;
}

void State::drop_threads(std::size_t depth) {
  memory.forget_stacks(depth);
  threads_.resize(std::min(depth, threads_.size()));
}

}  // namespace gavel
