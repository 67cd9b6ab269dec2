// Every bound that Gavel sets on what comes from outside, in one place, with the unit in the name. A message
// about a limit names it as it is called here and says its number.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gavel {

struct Limits {
  // Texts
  std::size_t max_text_bytes = 32U << 20U;    // one text to be judged; a longer one is refused whole
  std::size_t max_input_bytes = 128U << 20U;  // a text file that is looked at at all
  std::size_t max_state_bytes = 1U << 30U;    // a state or document file
  std::size_t max_number_chars = 1024;        // one number literal

  // Values and paths
  std::size_t max_depth = 128;               // containers inside one another, the document's root counted
  std::size_t max_string_bytes = 1U << 20U;  // one string
  std::size_t max_key_bytes = 1024;          // one key
  std::size_t max_children = 2'000'000;      // members or elements of one container
  std::size_t max_path_segments = 64;
  std::size_t max_path_bytes = 8192;  // one path in its text form

  // Turns and documents
  std::size_t max_commands = 10'000;        // in one text
  std::size_t max_turn_work = 1U << 28U;    // see Document::work, about the bytes that one text may touch
  std::size_t max_listed_effects = 20'000;  // rows in one verdict; what is beyond is applied, but not listed
  std::size_t max_document_weight = 1U << 30U;  // see Document::weight, about the bytes of its JSON text
  std::size_t max_turn_growth = 32U << 20U;     // by how much one turn may make a document heavier
  std::size_t max_feedback_bytes = 4000;        // one message that tells a model what went wrong
  std::size_t max_history_turns = 20;           // earlier turns that rules may look at
  std::size_t max_pattern_segments = 62;

  // Plugins
  std::size_t max_handler_fuel = 5'000'000;  // one call: instructions and steps of library work
  std::size_t max_turn_fuel = 200'000'000;   // one plugin in one turn, and half as much in all others
  // Results, rolls, events and memory of one plugin in one turn, and half as much of all others.
  std::size_t max_turn_output_bytes = 12U << 20U;
  std::size_t max_memory_bytes = 4U << 20U;    // ctx.memory of one plugin
  std::size_t max_handler_bytes = 64U << 20U;  // one call: allocated, whether or not given back
  std::size_t max_lua_bytes = 128U << 20U;     // held at one time by one call, or by a plugin that loads
  // One table of Lua, beside the elements of a list; rounded up to a power of two.
  std::size_t max_table_keys = 8192;
  std::size_t max_turn_milliseconds = 5'000;     // all plugins of one turn; passed, the turn is given up
  std::size_t max_load_fuel = 20'000'000;        // one plugin, while it registers
  std::size_t max_host_calls = 10'000;           // one call of a handler
  std::size_t max_log_bytes = 16U << 10U;        // one call of a handler
  std::size_t max_error_bytes = 4096;            // of one message that a plugin raised
  std::size_t max_lua_string_bytes = 8U << 20U;  // one string that a library function makes
  std::size_t max_lua_depth = 64;                // tables inside one another that a handler returns or gives
  // One list of jumps in a text of Lua: the `and` and `or` of one expression, the `elseif` of one `if`, the
  // `goto`, `break` and labels of one function.
  std::size_t max_lua_jumps = 1024;
  std::size_t max_function_depth = 16;       // functions inside one another in a text of Lua
  std::size_t max_registrations = 10'000;    // of one plugin
  std::size_t max_plugins = 256;             // of one ruleset
  std::size_t max_plugin_files = 256;        // of one plugin
  std::size_t max_plugin_params = 256;       // of one plugin
  std::size_t max_plugin_bytes = 4U << 20U;  // all files of one plugin
  std::size_t max_yaml_bytes = 8U << 20U;    // one YAML file
  std::size_t max_yaml_marks = 500'000;      // of `[ { , :` in one YAML file: what reading it costs memory
  std::size_t max_problems = 200;            // listed of one file
};

// That a limit was met, by its name above, which stands behind the message.
inline Error limit_error(Code code, const std::string& message, std::string_view name,
                         const std::string& hint = {}) {
  Error error(code, message + " (" + std::string(name) + ")", hint);
  error.limit = name;
  return error;
}

// The one way to say that a limit was passed: what was found, and the limit's number.
inline Error over_limit(Code code, const std::string& what, std::size_t most, std::string_view name) {
  return limit_error(code, what + "; at most " + std::to_string(most), name);
}

}  // namespace gavel
