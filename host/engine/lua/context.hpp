// Context: `ctx`, what a handler sees of the host: readers, the fields and functions of the vocabulary, and
// tables such as ctx.memory. One for every state; it always speaks of the call that is under way.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lua_api.hpp"
#include "values.hpp"

namespace gavel {

// Raises what a handler hears that has changed an upvalue.
[[noreturn]] void raise_changed_upvalue(lua_State* lua, const std::string& name);
std::string changed_upvalue_text(const std::string& name);

// The name of the reader of ctx that is running: "get"; empty: something else is.
std::string_view reader_that_runs(lua_State* lua);

// Makes ctx and its members.
void make_context(lua_State* lua);
// Adds the vocabulary's modules to the table on top, which are the globals.
void add_modules(lua_State* lua);

// Of ctx.memory and the like.
struct HostTableBox : Box {
  std::uint32_t table = 0;
};
const Json* host_table_json(lua_State* lua, const Box& box);
void push_host_table_member(lua_State* lua, const Box& box);
int write_host_table(lua_State* lua);

// Raises `what`, with "did you mean" where a candidate is near to `word`.
[[noreturn]] void raise_unknown(lua_State* lua, const std::string& what, std::string_view word,
                                const std::vector<std::string_view>& candidates, int level = 1);

}  // namespace gavel
