#include "fuel.hpp"

#include <algorithm>

#include "instructions.hpp"
#include "state.hpp"

namespace gavel {
namespace {

constexpr std::uint64_t kClockSteps = 2048;  // between two looks at the clock
constexpr int kMostCollections = 8;  // in one call: each takes as long as there is memory to look through

char trip_mark = 0;

std::chrono::steady_clock::time_point look(State& state) {
  Fuel& fuel = state.fuel;
  const auto now = std::chrono::steady_clock::now();
  fuel.unwatched = 0;
  if (state.frame != nullptr) {
    if (fuel.took.size() <= state.frame->plugin) fuel.took.resize(state.frame->plugin + 1);
    fuel.took[state.frame->plugin] += now - fuel.looked;
  }
  fuel.looked = now;
  return now;
}

void watch(lua_State* lua, Fuel& fuel) {
  if (fuel.stop != nullptr && fuel.stop->load(std::memory_order_relaxed)) set_trip(lua, Trip::kStopped);
  if (look(state_of(lua)) >= fuel.deadline) set_trip(lua, Trip::kDeadline);
}

void on_count(lua_State* lua, lua_Debug* /*info*/) {
  State& state = state_of(lua);
  if (state.fuel.trip != Trip::kNone) {
    if (state.fuel.trace.levels.empty()) state.fuel.trace = take_trace(lua, 0);
    raise_trip(lua);
  }
  // How long a comparison takes is known only from the strings there are.
  spend(lua, Fuel::kQuantum * (1 + (state.memory.longest >> Fuel::kLongShift)) + state.fuel.take_hidden());
}

// The lines of the file that a running function stands in; nullptr: nobody counts them.
FileLines* lines_of(State& state, const lua_Debug& info) {
  const std::string_view source(info.source, info.srclen);
  if (const auto known = state.lines.find(source); known != state.lines.end()) return known->second;
  FileLines* lines = source.starts_with('@') ? state.build.probe->lines_of(info.source + 1) : nullptr;
  return state.lines.emplace(source, lines).first->second;
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

void Fuel::start(lua_State* lua) {
  state_of(lua).fuel.hidden = hidden_steps;
  // A chain that memory ended left its links.
  state_of(lua).fuel.call_links = 0;
  set_hook(lua, kQuantum);
}

std::uint64_t Fuel::take_hidden() {
  // Instructions of ordinary code do as much; their steps say so already.
  constexpr std::uint64_t kOrdinary = 4 * std::uint64_t{kQuantum};
  const std::uint64_t steps = hidden_steps - hidden;
  hidden = hidden_steps;
  return steps > kOrdinary ? steps - kOrdinary : 0;
}

void Fuel::on_alarm(void* owner, Memory::Refusal refusal) {
  State& state = *static_cast<State*>(owner);
  Fuel& fuel = state.fuel;
  switch (refusal) {
    case Memory::Refusal::kStack:
      // Lua is moving its stack: nothing of it may be looked at before the next instruction.
      if (fuel.trip == Trip::kNone) {
        fuel.trip = Trip::kStack;
        set_hook(state.lua, 1);
      }
      return;
    case Memory::Refusal::kCharged:
      set_trip(state.lua, Trip::kBytes);
      return;
    case Memory::Refusal::kTable:
      set_trip(state.lua, Trip::kTable);
      return;
    case Memory::Refusal::kHeld:
      // Lua now collects all garbage and asks again.
      fuel.refused_at = take_trace(state.lua, 0);
      if (++fuel.collections > kMostCollections) set_trip(state.lua, Trip::kHeld);
      if (look(state) >= fuel.deadline) set_trip(state.lua, Trip::kDeadline);
  }
}

void set_trip(lua_State* lua, Trip trip) {
  State& state = state_of(lua);
  if (state.fuel.trip != Trip::kNone) return;
  state.fuel.trip = trip;
  state.fuel.trace = trip == Trip::kHeld ? std::move(state.fuel.refused_at) : take_trace(lua, 0);
  set_hook(lua, 1);
}

void end_watch(lua_State* lua) {
  State& state = state_of(lua);
  if (state.fuel.unwatched >= Fuel::kQuantum) look(state);
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
