// Path arguments of ctx's functions: a text, parsed once for the state, or an array of segments, in which
// strings are keys as they are and integers are indices from 0, as everywhere in Gavel's paths.
#pragma once

#include "state/path_text.hpp"

#include "lua_api.hpp"

namespace gavel {

// The parsed text at `argument`. Raises for a text that is no path. Holds until the next call.
const PathText& path_text_argument(lua_State* lua, int argument);

// REQUIRES: a table stands there.
Path path_table_argument(lua_State* lua, int argument);

}  // namespace gavel
