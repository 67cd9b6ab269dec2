#include "borders.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "fuel.hpp"
#include "instructions.hpp"

namespace gavel {
namespace {

// INVARIANT: as Lua 5.4 has them, in every version of it: behind a table's link, type and mark stand `flags`,
// the logarithm of its places for keys, and the length of its list, which the eighth bit of `flags` says to
// be rounded down from a power of two.
constexpr std::size_t kFlags = sizeof(void*) + 2;
constexpr std::size_t kLogKeys = kFlags + 1;
constexpr std::size_t kListed = kLogKeys + 1;
constexpr std::size_t kKeyPlaces = kListed + 4 + sizeof(void*);  // behind the list
constexpr unsigned char kRounded = 1U << 7U;

std::size_t places_of(const unsigned char* table) {
  std::uint32_t listed = 0;
  std::memcpy(&listed, table + kListed, sizeof listed);
  const std::size_t list = (table[kFlags] & kRounded) != 0 ? std::bit_ceil(std::size_t{listed}) : listed;
  return list + (std::size_t{1} << table[kLogKeys]);
}

}  // namespace

lua_Integer border_by_members(lua_State* lua, int index) {
  index = lua_absindex(lua, index);
  return static_cast<lua_Integer>(border_of([&](lua_Unsigned at) {
    const bool filled = lua_rawgeti(lua, index, static_cast<lua_Integer>(at)) != LUA_TNIL;
    lua_pop(lua, 1);
    return filled;
  }));
}

void spend_empty_places(lua_State* lua, int index, std::size_t members) {
  constexpr std::size_t kPerStep = 8;
  const std::size_t places = places_of(static_cast<const unsigned char*>(lua_topointer(lua, index)));
  // A table that was only filled has at most twice as many places as members.
  if (places > 2 * members + kPerStep) spend(lua, (places - 2 * members) / kPerStep);
}

}  // namespace gavel

#ifdef GAVEL_WRAPS_LUA

// The linker puts these in the place of Lua's own functions (host/engine/lua/CMakeLists.txt) and theirs under
// `real_`. INVARIANT: as Lua 5.4 has them, in every version of it: a value is eight bytes and its tag; the
// seventh bit of a table's `flags` is not used.
extern "C" {
lua_Unsigned gavel_real_getn(void* table) __asm__("__real__Z9luaH_getnP5Table");
void gavel_real_set(lua_State* lua, void* table, const void* key,
                    void* value) __asm__("__real__Z8luaH_setP9lua_StateP5TablePK6TValuePS3_");
void gavel_real_finish(lua_State* lua, void* table, const void* key, const void* slot,
                       void* value) __asm__("__real__Z14luaH_finishsetP9lua_StateP5TablePK6TValueS5_PS3_");
const void* gavel_getint(void* table, lua_Integer key) __asm__("_Z11luaH_getintP5Tablex");

lua_Unsigned gavel_getn(void* table) __asm__("__wrap__Z9luaH_getnP5Table");
void gavel_set(lua_State* lua, void* table, const void* key,
               void* value) __asm__("__wrap__Z8luaH_setP9lua_StateP5TablePK6TValuePS3_");
void gavel_finish(lua_State* lua, void* table, const void* key, const void* slot,
                  void* value) __asm__("__wrap__Z14luaH_finishsetP9lua_StateP5TablePK6TValueS5_PS3_");
}

namespace {

constexpr std::size_t kTag = 8;  // of a value
constexpr unsigned char kHashed = 1U << 6U;

int type_of(const void* value) { return static_cast<const unsigned char*>(value)[kTag] & 0x0F; }

// Before the key comes in: at that the table may be laid out anew.
void note_key(void* table, const void* key) {
  const int type = type_of(key);
  if (type != LUA_TNUMBER && type != LUA_TBOOLEAN)
    static_cast<unsigned char*>(table)[gavel::kFlags] |= kHashed;
}

// Where a table's keys stand. A table that grows is laid out again as often as it doubles; one that is full
// may be at every new key.
class Layout {
 public:
  explicit Layout(const void* table) : keys_(keys_of(table)), places_(places_of(table)) {}

  void charge(const void* table) const {
    if (keys_of(table) != keys_ && places_of(table) <= places_) gavel::hidden_steps += 2 * places_;
  }

 private:
  static const void* keys_of(const void* table) {
    const void* keys = nullptr;
    std::memcpy(&keys, static_cast<const unsigned char*>(table) + gavel::kKeyPlaces, sizeof keys);
    return keys;
  }
  static std::size_t places_of(const void* table) {
    return gavel::places_of(static_cast<const unsigned char*>(table));
  }

  const void* keys_;
  std::size_t places_;
};

}  // namespace

lua_Unsigned gavel_getn(void* table) {
  if ((static_cast<unsigned char*>(table)[gavel::kFlags] & kHashed) == 0) return gavel_real_getn(table);
  return gavel::border_of([table](lua_Unsigned at) {
    return type_of(gavel_getint(table, static_cast<lua_Integer>(at))) != LUA_TNIL;
  });
}

void gavel_set(lua_State* lua, void* table, const void* key, void* value) {
  note_key(table, key);
  const Layout layout(table);
  gavel_real_set(lua, table, key, value);
  layout.charge(table);
}

void gavel_finish(lua_State* lua, void* table, const void* key, const void* slot, void* value) {
  note_key(table, key);
  const Layout layout(table);
  gavel_real_finish(lua, table, key, slot, value);
  layout.charge(table);
}

#endif
