#include "memory.hpp"

#include <cstdlib>

namespace gavel {
// Whether a new object fits into what the call may have. Charges it.
bool Memory::admits(void* block, std::size_t old_bytes, std::size_t bytes) {
  if (block != nullptr) return true;
  switch (old_bytes) {
    case LUA_TSTRING:
      last_string_ = bytes;
      if (bytes <= interned_) return true;
      if (bytes > longest) longest = bytes;
      break;
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TTHREAD:
      break;
    default:
      return true;
  }
  if (over_charged) return false;
  charged += bytes;
  if (charged <= most_charged) return true;
  over_charged = true;
  refuse(Refusal::kCharged);
  return false;
}

// Nodes come in powers of two; an array part of such a size is an odd one that push_new_array avoids, or has
// more elements than a stack can hold for a constructor.
bool Memory::is_large_table(std::size_t bytes) const {
  return bytes > most_table_bytes_ && bytes % node_bytes_ == 0 && std::has_single_bit(bytes / node_bytes_);
}

// Lua moves a stack into a new block, and has just filled that.
void Memory::gives_up(const void* block) {
  for (std::size_t i = 0; i < stack_count_; ++i) {
    if (stacks_[i] != block) continue;
    stacks_[i] = last_plain_;
    if (last_plain_bytes_ > stack_bytes_) refuse(Refusal::kStack);
    return;
  }
}

void* Memory::allocate(void* self, void* block, std::size_t old_bytes, std::size_t bytes) noexcept {
  Memory& memory = *static_cast<Memory*>(self);
  if (bytes == 0) {
    if (block == nullptr) return nullptr;
    memory.held -= old_bytes;
    if (old_bytes == memory.stack_bytes_) memory.gives_up(block);
    std::free(block);
    return nullptr;
  }
  if (!memory.admits(block, old_bytes, bytes)) return nullptr;
  const bool plain = block == nullptr && old_bytes == 0;
  if (plain && memory.is_large_table(bytes)) {
    memory.refuse(Refusal::kTable);
    return nullptr;
  }
  const std::size_t before = block != nullptr ? old_bytes : 0;
  if (bytes > before && memory.held + (bytes - before) > memory.most_held) {
    memory.refuse(Refusal::kHeld);
    return nullptr;
  }
  void* fresh = std::realloc(block, bytes);
  if (fresh == nullptr) return nullptr;
  memory.held = memory.held - before + bytes;
  if (plain) {
    memory.last_plain_ = fresh;
    memory.last_plain_bytes_ = bytes;
  }
  return fresh;
}

void Memory::measure(lua_State* lua, std::size_t most_keys) {
  // The longest string that is interned has 40 bytes; its object is as large as this build makes it.
  constexpr std::string_view kLongestInterned = "gavel: forty bytes, that Lua still shares";
  push_text(lua, kLongestInterned.substr(0, 40));
  interned_ = last_string_;
  constexpr int kKeys = 64;
  lua_createtable(lua, 0, kKeys);
  node_bytes_ = last_plain_bytes_ / kKeys;
  most_table_bytes_ = std::bit_ceil(most_keys) * node_bytes_;
  lua_pop(lua, 2);
}

void Memory::watch_stack(lua_State* thread) {
  // Asked for at the base level, this room counts as used: Lua never shrinks the stack below it.
  ensure_stack(thread, kStackSlots, "no memory");
  stacks_[stack_count_++] = last_plain_;
  stack_bytes_ = last_plain_bytes_;
}

}  // namespace gavel
