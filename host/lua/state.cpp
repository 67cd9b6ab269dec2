#include "state.hpp"

namespace gavel {

std::unique_ptr<State> State::create(const Build& build) {
  std::unique_ptr<State> state(new State(build));
  state->lua = lua_newstate(Memory::allocate, &state->memory);
  if (state->lua == nullptr) return nullptr;
  *static_cast<State**>(lua_getextraspace(state->lua)) = state.get();
  // Garbage is collected between calls only: what a call sees and spends must not depend on when it happens.
  lua_gc(state->lua, LUA_GCSTOP);
  if (!state->memory.settle(state->lua)) return nullptr;
  state->memory.most_held = build.limits.max_lua_bytes;
  state->memory.owner = state.get();
  state->memory.alarm = Fuel::on_alarm;
  return state;
}

State::~State() {
  if (lua != nullptr) lua_close(lua);
}

}  // namespace gavel
