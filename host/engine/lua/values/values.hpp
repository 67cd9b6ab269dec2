// Values: the userdata that plugins meet (all of them are ours, each says what it is in its first word), the
// null constant, the types as plugins see them, and the guards' view of tables: frozen, plain, or with a
// metatable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lua/sandbox.hpp"
#include "state/json.hpp"

#include "lua_api.hpp"

namespace gavel {

enum class Boxed : std::uint32_t { kNull, kContext, kView, kRecord, kHostTable, kWord };

// INVARIANT: the first member of every userdata in a state. Only these types are ever created.
struct Box {
  Boxed what;
};

// What a handler returns to say something, such as deny("…"). Its arguments are the userdata's values. One
// with arguments holds the function that said it as one value more: `source` is that function's.
struct WordBox : Box {
  std::uint32_t word = 0;
  int count = 0;
  int line = 0;  // where it was said; 0: unknown
  const char* source = nullptr;
};

// The box at a place, or nullptr: not a userdata.
inline Box* box_at(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TUSERDATA ? static_cast<Box*>(lua_touserdata(lua, index)) : nullptr;
}

inline bool is_null(lua_State* lua, int index) {
  const Box* box = box_at(lua, index);
  return box != nullptr && box->what == Boxed::kNull;
}

// As `type` answers: views, records and ctx are tables, null is "null".
std::string_view shown_type(lua_State* lua, int index);

// As `tostring` writes a float: like Lua, in the C locale.
std::string number_text(double number);

// Makes the null constant.
void make_null(lua_State* lua);

// The keys of the table at `index`, which is absolute, that are strings.
void add_names(lua_State* lua, int index, std::vector<std::string>& names);

enum class TableKind {
  kNone,    // no table
  kPlain,   // no metatable, or only the mark of an array
  kFrozen,  // made while loading: read-only now
  kClass,   // has a metatable of the plugin's
};

TableKind table_kind(lua_State* lua, int index);

// Pushes what holds the members of the table at `index`: itself, or what stands behind it when it is frozen.
void push_members(lua_State* lua, int index);

// Marks the table at `index` as an array, so that an empty one stays one.
void mark_array(lua_State* lua, int index);
bool is_marked_array(lua_State* lua, int index);

// Raises "bad argument #n to 'f' (…)".
[[noreturn]] void bad_argument(lua_State* lua, int argument, const std::string& what);
[[noreturn]] void raise_text(lua_State* lua, const std::string& message, int level = 1);

// Arguments of library functions, with the length of strings charged where they are turned into numbers.
lua_Integer integer_argument(lua_State* lua, int argument);
lua_Integer integer_argument(lua_State* lua, int argument, lua_Integer fallback);
lua_Number number_argument(lua_State* lua, int argument);
std::string_view text_argument(lua_State* lua, int argument);

// A key of a frozen table's metatable under which its members stand.
extern const char kShadowKey;

}  // namespace gavel
