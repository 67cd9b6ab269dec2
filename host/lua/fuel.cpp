#include "fuel.hpp"

#include <algorithm>

#include "state.hpp"

namespace gavel {
namespace {

constexpr std::uint64_t kClockSteps = 16'384;  // between two looks at the clock

char trip_mark = 0;

void watch(lua_State* lua, Fuel& fuel) {
  fuel.unwatched = 0;
  if (fuel.stop != nullptr && fuel.stop->load(std::memory_order_relaxed)) set_trip(lua, Trip::kStopped);
  if (std::chrono::steady_clock::now() >= fuel.deadline) set_trip(lua, Trip::kDeadline);
}

void on_count(lua_State* lua, lua_Debug* /*info*/) {
  State& state = state_of(lua);
  if (state.fuel.trip != Trip::kNone) {
    if (state.fuel.trace.levels.empty()) state.fuel.trace = take_trace(lua, 0, state.calls_below());
    raise_trip(lua);
  }
  // How long a comparison takes is known only from the strings there are.
  spend(lua, Fuel::kQuantum * (1 + (state.memory.longest >> Fuel::kLongShift)));
}

// The lines of the file that a running function stands in; nullptr: nobody counts them.
FileLines* lines_of(State& state, const lua_Debug& info) {
  const auto [found, fresh] = state.lines.try_emplace(info.source, nullptr);
  if (fresh && info.source[0] == '@') found->second = state.build.probe->lines_of(info.source + 1);
  return found->second;
}

void on_line(lua_State* lua, lua_Debug* info) {
  State& state = state_of(lua);
  if (!state.build.probe->counts() || lua_getinfo(lua, "S", info) == 0) return;
  FileLines* lines = lines_of(state, *info);
  if (lines == nullptr) return;
  if (info->event == LUA_HOOKLINE) {
    const auto line = static_cast<std::size_t>(std::max(info->currentline, 0));
    if (line < lines->runs.size() && lines->runs[line] != FileLines::kNothing) ++lines->runs[line];
  } else if (const auto found =
                 lines->functions.find(static_cast<std::size_t>(std::max(info->linedefined, 0)));
             found != lines->functions.end()) {
    ++found->second.calls;
  }
}

void on_step(lua_State* lua, lua_Debug* info) {
  if (info->event == LUA_HOOKCOUNT) {
    on_count(lua, info);
  } else {
    on_line(lua, info);
  }
}

// What Lua counts is the same, whatever else it tells.
void set_hook(lua_State* lua, int quantum) {
  const Probe* probe = state_of(lua).build.probe;
  if (probe == nullptr || !probe->wants_lines()) {
    lua_sethook(lua, on_count, LUA_MASKCOUNT, quantum);
  } else {
    lua_sethook(lua, on_step, LUA_MASKCOUNT | LUA_MASKLINE | LUA_MASKCALL, quantum);
  }
}

}  // namespace

void Fuel::start(lua_State* lua) { set_hook(lua, kQuantum); }

void Fuel::on_alarm(void* owner, Memory& memory) {
  State& state = *static_cast<State*>(owner);
  if (memory.stack_outgrown) {
    // Lua is moving its stack: nothing of it may be looked at before the next instruction.
    if (state.fuel.trip == Trip::kNone) {
      state.fuel.trip = Trip::kStack;
      set_hook(state.lua, 1);
    }
    return;
  }
  if (memory.over_charged) {
    set_trip(state.lua, Trip::kBytes);
  } else {
    state.fuel.refused_at = take_trace(state.lua, 0, state.calls_below());
  }
}

void set_trip(lua_State* lua, Trip trip) {
  State& state = state_of(lua);
  if (state.fuel.trip != Trip::kNone) return;
  state.fuel.trip = trip;
  state.fuel.trace =
      trip == Trip::kHeld ? std::move(state.fuel.refused_at) : take_trace(lua, 0, state.calls_below());
  set_hook(lua, 1);
}

void raise_trip(lua_State* lua) {
  lua_pushlightuserdata(lua, &trip_mark);
  lua_error(lua);
  std::abort();  // lua_error does not return
}

void spend(lua_State* lua, std::uint64_t steps) {
  Fuel& fuel = state_of(lua).fuel;
  fuel.used += steps;
  fuel.unwatched += steps;
  if (fuel.used > fuel.most) set_trip(lua, Trip::kFuel);
  if (fuel.unwatched >= kClockSteps) watch(lua, fuel);
  if (fuel.trip != Trip::kNone) raise_trip(lua);
}

void charge_memory(lua_State* lua, std::size_t bytes) {
  State& state = state_of(lua);
  state.memory.charged += bytes;
  if (state.memory.charged > state.memory.most_charged) set_trip(lua, Trip::kBytes);
  spend_bytes(lua, bytes);
}

void note_status(lua_State* lua, int status) {
  State& state = state_of(lua);
  if (status == LUA_ERRMEM && state.fuel.trip == Trip::kNone) set_trip(lua, Trip::kHeld);
  if (status < 0 && state.fuel.trip == Trip::kNone) set_trip(lua, Trip::kHeld);  // the host's own memory
}

void after_catch(lua_State* lua, int status) {
  note_status(lua, status);
  if (state_of(lua).fuel.trip != Trip::kNone) raise_trip(lua);
  if (status != LUA_OK) spend(lua, Fuel::kCaughtError);
}

}  // namespace gavel
