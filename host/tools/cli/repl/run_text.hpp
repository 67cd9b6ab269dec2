// What a tried handler came to, for people.
#pragma once

#include <string>
#include <vector>

#include "explain/trying.hpp"

namespace gavel {

// Every host call in order: where, what, its answer, the fuel so far.
std::string trace_for_people(const Trace& trace, bool with_asks, bool colour);

// `trace`: with every host call; else only the handlers that ran.
std::string tried_for_people(const Tried& tried, bool trace, bool colour);

// Handlers by kind: [{handler, about, at}], and a line for each.
Json handlers_json(const std::vector<Handler>& handlers);
std::string handlers_for_people(const std::vector<Handler>& handlers, bool colour);

}  // namespace gavel
