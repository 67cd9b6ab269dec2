// Fuel: what a call may spend, and the one trip that nothing can catch. Instructions are counted by the hook,
// in quanta; library functions charge for their work before they do it; bytes are counted by Memory.
//
// INVARIANT: once `trip` is set, every instruction and every charge raises again, and everything of ours that
// catches errors raises again too, until the call is over.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "lua_api.hpp"
#include "memory.hpp"
#include "stack_trace.hpp"

namespace gavel {

enum class Trip { kNone, kFuel, kBytes, kTable, kHeld, kStack, kDeadline, kStopped };

struct Fuel {
  static constexpr int kQuantum = 100;  // instructions between two looks at the budget
  // With a long string at hand one instruction may compare it: instructions then cost more.
  static constexpr unsigned kLongShift = 14;
  static constexpr int kMostCallLinks =
      200;  // tables that stand for a function by `__call`, one for the next
  static constexpr std::uint64_t kCaughtError = 200;  // steps that an error costs which a plugin catches

  std::uint64_t used = 0;
  std::uint64_t hidden = 0;  // hidden_steps when the running call was charged for them last
  std::uint64_t most = UINT64_MAX;
  int call_links = 0;  // that a call has gone through which has come to no function yet
  Trip trip = Trip::kNone;
  StackTrace trace;       // where it tripped
  StackTrace refused_at;  // where memory was refused last
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;  // true: somebody outside wants the call to end
  std::uint64_t unwatched = 0;              // steps since the clock was looked at
  std::chrono::steady_clock::time_point looked = std::chrono::steady_clock::now();
  std::vector<std::chrono::nanoseconds>
      took;             // since the deadline was set, by plugin: names whoever was slow
  int collections = 0;  // that the outermost call forced by holding too much

  // Instructions are counted from here on.
  static void start(lua_State* lua);
  // What the last instructions did beyond one step each (instructions.hpp); from now on it is charged.
  std::uint64_t take_hidden();
  // The hook and the allocator report to it.
  static void on_alarm(void* state, Memory::Refusal refusal);
};

// Looks at the clock where another plugin's turn begins or ends, if the one that ran did enough for it to
// matter.
void end_watch(lua_State* lua);

// Charges `steps`. Raises when the call has tripped.
void spend(lua_State* lua, std::uint64_t steps);

// Charges work on that many bytes.
inline void spend_bytes(lua_State* lua, std::size_t bytes) { spend(lua, 1 + bytes / 16); }

// Charges memory that stands outside Lua.
void charge_memory(lua_State* lua, std::size_t bytes);

// Sets the trip, without raising.
void set_trip(lua_State* lua, Trip trip);

// What catches errors calls it with the status of lua_pcall, before it goes on: raises if the call has
// tripped.
void after_catch(lua_State* lua, int status);
// The same, without raising.
void note_status(lua_State* lua, int status);

[[noreturn]] void raise_trip(lua_State* lua);

}  // namespace gavel
