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
// The stack of a thread has a fixed size from the start, so that a call needs a larger one in every state or
// in none.
//
// The part of a table that is looked up by hashes has a bound. Lua's hashes of numbers are known to
// everybody, so a plugin can put all its keys into one chain, and one instruction then walks all of it, or
// puts all of it into order again. The block's size follows from the number of keys alone, so the bound is
// the same in every process.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "lua_api.hpp"

namespace gavel {

class Memory {
 public:
  static constexpr int kStackSlots = 16'384;  // values on the stack of one thread
  static constexpr std::size_t kMostThreads = 17;

  // Called when an allocation is refused (again is possible: Lua collects garbage and tries once more), and
  // when the stack has outgrown its size. Must not allocate in Lua, nor raise.
  enum class Refusal { kCharged, kHeld, kTable, kStack };
  using Alarm = void (*)(void* owner, Refusal refusal);

  static void* allocate(void* memory, void* block, std::size_t old_bytes, std::size_t bytes) noexcept;

  // Measures what Lua interns and how it lays out tables. The hash part of a table has room for `most_keys`
  // keys from here on, rounded up to a power of two. Raises.
  void measure(lua_State* lua, std::size_t most_keys);
  // Fixes the size of the stack of a thread that has run nothing yet. Raises. REQUIRES: no more than
  // kMostThreads threads are watched.
  void watch_stack(lua_State* thread);
  // The thread runs nothing any more, and its stack may go.
  void forget_stacks(std::size_t from) { stack_count_ = from; }

  // Tables may be as many times larger, until they are narrowed by as much.
  void widen_tables(std::size_t times) { most_table_bytes_ *= times; }
  void narrow_tables(std::size_t times) { most_table_bytes_ /= times; }

  // Of tests: what the states that are made from now on call in the place of allocate(). One that refuses a
  // block makes Lua collect garbage there and then, in the middle of a call, and ask again.
  static inline lua_Alloc allocates_in_tests = nullptr;

  std::size_t held = 0;
  std::size_t most_held = SIZE_MAX;
  std::uint64_t charged = 0;
  std::uint64_t most_charged = UINT64_MAX;
  std::size_t longest = 0;    // of the strings that were created, in bytes
  bool over_charged = false;  // refused because of most_charged
  Alarm alarm = nullptr;
  void* owner = nullptr;

 private:
  bool admits(void* block, std::size_t old_bytes, std::size_t bytes);
  bool is_large_table(std::size_t bytes) const;
  void refuse(Refusal refusal) const {
    if (alarm != nullptr) alarm(owner, refusal);
  }
  void gives_up(const void* block);

  std::size_t interned_ = SIZE_MAX;  // the largest string object that Lua interns
  std::size_t last_string_ = 0;
  void* last_plain_ = nullptr;  // the newest block that is no object
  std::size_t last_plain_bytes_ = 0;
  std::array<void*, kMostThreads> stacks_ = {};
  std::size_t stack_count_ = 0;
  std::size_t stack_bytes_ = 0;              // of each
  std::size_t node_bytes_ = 0;               // of one key's place in a hash part
  std::size_t most_table_bytes_ = SIZE_MAX;  // of the hash part of one table
};

// While it lives, tables may have more keys: those of the host's own, for all plugins, whose keys are
// objects.
class WideTables {
 public:
  explicit WideTables(Memory& memory) : memory_(memory) { memory_.widen_tables(kTimes); }
  WideTables(const WideTables&) = delete;
  WideTables& operator=(const WideTables&) = delete;
  ~WideTables() { memory_.narrow_tables(kTimes); }

 private:
  static constexpr std::size_t kTimes = 1024;
  Memory& memory_;
};

// Room for that many elements in a new table. Lua gives hash parts sizes that no array part made here has, so
// that Memory can tell them apart.
inline void push_new_array(lua_State* lua, std::size_t elements) {
  const bool like_hash_part = elements % 3 == 0 && std::has_single_bit(elements / 3);
  lua_createtable(lua, static_cast<int>(elements + (like_hash_part ? 1 : 0)), 0);
}

}  // namespace gavel
