// A state, or a document {data, meta}, in a file: YAML where the file's name ends with .yaml or .yml, JSON
// where it does not.
#pragma once

#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// A document holds its two trees one level deeper, and paths as keys of its meta; whoever loads it judges the
// trees themselves.
enum class StateForm { kState, kDocument };

// What stands in `text`, of the file `name`. An error of JSON has the place in the text; one of YAML names
// file, line and column of all that is wrong.
Result<Json> read_state(std::string_view text, const std::string& name, const Limits& limits, StateForm form);

// What stands in `text` as YAML, whatever the file is called.
Result<Json> yaml_state(std::string_view text, const std::string& name, const Limits& limits);

// The file, read. Its errors have the place in it; one of YAML says all that is wrong.
Result<Json> state_file(const std::string& name, const Limits& limits, StateForm form);

}  // namespace gavel
