// Linked into a test program: Lua states whose memory refuses every block once. Lua then collects garbage at
// that very place and asks again; whatever the host holds in C++ alone, and not on Lua's stack, is gone by
// then. What handlers come to must be the same.
//
// A collection for every block would take hours where a handler makes millions: in each call the first blocks
// are all refused, then every second, every fourth, and so on; and fewer the more there is to look through.
#include "memory.hpp"

namespace gavel {
namespace {

constexpr std::size_t kRefusals = 200;       // before they become half as frequent
constexpr std::size_t kHeavy = 256U << 10U;  // bytes: a heap of as many makes them half as frequent

// Of one call. A call that begins has charged nothing yet.
struct Refusing {
  std::uint64_t charged = 0;
  std::size_t asked = 0;
  std::size_t refused = 0;
  std::size_t every = 1;
  bool again = false;  // the block that was refused is asked for again
};

void* refuse_once(void* self, void* block, std::size_t old_bytes, std::size_t bytes) noexcept {
  static thread_local Refusing now;
  const auto& memory = *static_cast<const Memory*>(self);
  if (memory.charged < now.charged) now = {};
  now.charged = memory.charged;
  if (bytes > (block == nullptr ? 0 : old_bytes)) {
    if (!now.again && ++now.asked % (now.every * (1 + memory.held / kHeavy)) == 0) {
      if (++now.refused % kRefusals == 0) now.every *= 2;
      now.again = true;
      return nullptr;
    }
    now.again = false;
  }
  return Memory::allocate(self, block, old_bytes, bytes);
}

[[maybe_unused]] const bool kRefuses = [] {
  Memory::allocates_in_tests = refuse_once;
  return true;
}();

}  // namespace
}  // namespace gavel
