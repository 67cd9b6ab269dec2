// Bridge: values between Lua and JSON, strictly: what has no exact counterpart is refused, with the place
// where it stands. Nothing of a plugin runs meanwhile, and nothing recurses.
//
//   - integers stay integers and floats floats: 3.0 arrives as 3.0. NaN, infinity and integers beyond 64 bits
//     with a sign have no counterpart;
//   - a table with the keys 1..n is an array, one with string keys an object; an empty table is an object
//   unless
//     it was made by `array{}` or came from a JSON array. Members of objects are sorted by their keys' bytes;
//   - JSON null is the constant `null`; nil is no value.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "state/json.hpp"

#include "lua_api.hpp"

namespace gavel {

// What is wrong with a value, or nothing. `out` is set only when nothing is. Charges the call.
// REQUIRES: a protected call; a trip is raised.
struct ToJson {
  // Member names of the outermost table that are left out (the functions of a registration).
  const std::function<bool(std::string_view key)>* skip = nullptr;
  std::string name = "value";  // what messages call the whole
};
std::optional<std::string> to_json(lua_State* lua, int index, Json& out, const ToJson& how = {});

// Pushes a copy of `json`, tables of the plugin's own. Raises for what Lua cannot hold.
void push_copy(lua_State* lua, const Json& json);

// Pushes a scalar; an integer beyond Lua's own as the nearest float. REQUIRES: no container.
void push_scalar(lua_State* lua, const Json& json);

}  // namespace gavel
