// View: a JSON container as a handler sees it: indexing, `#`, ipairs and pairs work, writing is an error. A
// view of the document knows its path and looks again when the document has changed; others stand for a value
// that stays for the call. A record is a view whose members the host computes when they are asked for.
//
// `field` values are looked up again too: a table such as ctx.memory is one.
//
// A view is worth its call only: its userdata carries the call's number.
#pragma once

#include <cstdint>
#include <string>

#include "lua/sandbox.hpp"
#include "state/path.hpp"

#include "lua_api.hpp"
#include "values.hpp"

namespace gavel {

struct ViewBox : Box {
  std::uint32_t path_bytes = 0;  // they follow the box
  std::uint64_t epoch = 0;
  std::uint64_t generation = 0;
  const Json* node = nullptr;  // holds for `generation`
  // Where `path` starts. What is fixed has none, and holds for the call.
  enum class Root : std::uint32_t { kFixed, kDocument, kField } root = Root::kFixed;
  std::uint32_t field = 0;

  PathView path() const {
    return PathView(std::string_view(reinterpret_cast<const char*>(this + 1), path_bytes));
  }
};

struct RecordBox : Box {
  std::uint64_t epoch = 0;
  Record* record = nullptr;
};

// The member of an object of that name. Looking a long name up takes as long as it is, and is charged; one
// that is too long for a key stands nowhere.
const Json* member_named(lua_State* lua, const Json& object, std::string_view name);

// A value that stays for the call.
void push_value(lua_State* lua, const Json* json);
// A member, or all, of a field of the vocabulary.
void push_field(lua_State* lua, const Json& json, std::size_t field, PathView path);
// What stands in the document at `path`.
void push_document(lua_State* lua, const Json& json, PathView path);
void push_record(lua_State* lua, Record& record);

// Pushes the member of the view, record or host table at `index` whose key is on top, and takes the key.
void push_member(lua_State* lua, int index);

// Elements of an array; 0 for an object.
lua_Integer box_length(lua_State* lua, int index);

// Pushes a table of the keys: strings of an object in its order, nothing else. The number of them; for an
// array the number of its elements, and `array` is set (no table is pushed).
lua_Integer push_keys(lua_State* lua, int index, bool& array);

// Whether it is a view or a record of an earlier call: worth nothing any more.
bool is_past(lua_State* lua, const Box& box);

// The JSON behind a view, or nullptr and why not.
const Json* json_of_box(lua_State* lua, int index, std::string& why);

// Metatables for views and records.
void make_view_metatables(lua_State* lua);

// __newindex of everything that is read-only.
int refuse_write(lua_State* lua);
// To the metatable on top: handlers take what has it for a table, write as `write` says, and never see the
// metatable itself.
void show_as_table(lua_State* lua, lua_CFunction write);

}  // namespace gavel
