// Memory: the allocator of one Lua state. It counts twice:
//
//   - `charged`: what a call has asked for. It decides verdicts, so it must not depend on what ran before.
//   Lua
//     tells in `osize` when it creates an object of its language, and only those are charged: tables,
//     functions, userdata, and strings too long to be interned. Not charged are interned strings (one may
//     exist already), the parts of tables (when they grow depends on hashes, which differ from process to
//     process; every new member costs an instruction), the stack and call records.
//   - `held`: what the state holds now, all of it. A cap on it is the backstop.
//
// The stack has a fixed size from the start, so that a call needs a larger one in every state or in none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lua_api.hpp"

namespace gavel {

class Memory {
 public:
  static constexpr int kStackSlots = 16'384;  // values on the stack of one state

  // Called when an allocation is refused (again is possible: Lua collects garbage and tries once more), and
  // when the stack has outgrown its size. Must not allocate in Lua, nor raise.
  using Alarm = void (*)(void* owner, Memory& memory);

  static void* allocate(void* memory, void* block, std::size_t old_bytes, std::size_t bytes) noexcept;

  // Fixes the size of the stack and measures what Lua interns. false: not enough memory.
  bool settle(lua_State* lua);

  std::size_t held = 0;
  std::size_t most_held = SIZE_MAX;
  std::uint64_t charged = 0;
  std::uint64_t most_charged = UINT64_MAX;
  std::size_t longest = 0;    // of the strings that were created, in bytes
  bool over_charged = false;  // refused because of most_charged
  bool over_held = false;     // refused because of most_held
  bool stack_outgrown = false;
  Alarm alarm = nullptr;
  void* owner = nullptr;

 private:
  bool admits(void* block, std::size_t old_bytes, std::size_t bytes);

  std::size_t interned_ = SIZE_MAX;  // the largest string object that Lua interns
  std::size_t last_string_ = 0;
  void* last_plain_ = nullptr;  // the newest block that is no object
  std::size_t last_plain_bytes_ = 0;
  void* stack_ = nullptr;
  std::size_t stack_bytes_ = 0;
};

}  // namespace gavel
