// JSON text out of a Json, without recursion. `to_text` keeps key order, for people and files; `canonical` is
// the one form of a value for hashing and comparing, written down byte by byte in README.md.
#pragma once

#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

// Compact for indent < 0, else one child per line. Valid UTF-8 is kept as it is.
std::string to_text(const Json& json, int indent = -1);
void append_text(std::string& out, const Json& json, int indent = -1);

// INVARIANT: equal(a, b) exactly when canonical(a) == canonical(b).
std::string canonical(const Json& json);
void append_canonical(std::string& out, const Json& json);

// A string as a JSON string, with its quotes.
void append_quoted(std::string& out, std::string_view text);

}  // namespace gavel
