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
  if (alarm != nullptr) alarm(owner, *this);
  return false;
}

void* Memory::allocate(void* self, void* block, std::size_t old_bytes, std::size_t bytes) noexcept {
  Memory& memory = *static_cast<Memory*>(self);
  if (bytes == 0) {
    if (block == nullptr) return nullptr;
    const bool was_stack = block == memory.stack_;
    memory.held -= old_bytes;
    std::free(block);
    if (was_stack) {  // Lua has just moved the stack into the newest block
      memory.stack_ = memory.last_plain_;
      if (memory.last_plain_bytes_ > memory.stack_bytes_ && memory.alarm != nullptr) {
        memory.stack_outgrown = true;
        memory.alarm(memory.owner, memory);
      }
    }
    return nullptr;
  }
  if (!memory.admits(block, old_bytes, bytes)) return nullptr;
  const std::size_t before = block != nullptr ? old_bytes : 0;
  if (bytes > before && memory.held + (bytes - before) > memory.most_held) {
    memory.over_held = true;
    if (memory.alarm != nullptr) memory.alarm(memory.owner, memory);
    return nullptr;
  }
  const bool plain = block == nullptr && old_bytes == 0;
  void* fresh = std::realloc(block, bytes);
  if (fresh == nullptr) return nullptr;
  memory.held = memory.held - before + bytes;
  if (plain) {
    memory.last_plain_ = fresh;
    memory.last_plain_bytes_ = bytes;
  }
  return fresh;
}

bool Memory::settle(lua_State* lua) {
  // The longest string that is interned has 40 bytes; its object is as large as this build makes it.
  constexpr std::string_view kLongestInterned = "gavel: forty bytes, that Lua still shares";
  push_text(lua, kLongestInterned.substr(0, 40));
  interned_ = last_string_;
  lua_pop(lua, 1);
  // Asked for at the base level, this room counts as used: Lua never shrinks the stack below it.
  if (lua_checkstack(lua, kStackSlots) == 0) return false;
  stack_ = last_plain_;
  stack_bytes_ = last_plain_bytes_;
  return true;
}

}  // namespace gavel
