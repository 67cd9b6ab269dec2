#include "base/limit_table.hpp"

#include <algorithm>
#include <array>

namespace gavel {
namespace {

// What code relies on is no matter of taste: nesting up to 128 is copied by native recursion, and patterns
// keep their states in 64 bits. All else may be raised to what one process can bear.
constexpr std::array kLimits = {
    LimitRow{"max_text_bytes", &Limits::max_text_bytes, 1, 256U << 20U},
    LimitRow{"max_input_bytes", &Limits::max_input_bytes, 1, 1U << 30U},
    LimitRow{"max_state_bytes", &Limits::max_state_bytes, 1, std::size_t{4} << 30U},
    LimitRow{"max_number_chars", &Limits::max_number_chars, 1, 1U << 16U},
    LimitRow{"max_depth", &Limits::max_depth, 4, 128},
    LimitRow{"max_string_bytes", &Limits::max_string_bytes, 1, 64U << 20U},
    LimitRow{"max_key_bytes", &Limits::max_key_bytes, 1, 1U << 16U},
    LimitRow{"max_children", &Limits::max_children, 1, 20'000'000},
    LimitRow{"max_path_segments", &Limits::max_path_segments, 4, 64},
    LimitRow{"max_path_bytes", &Limits::max_path_bytes, 1, 1U << 16U},
    LimitRow{"max_commands", &Limits::max_commands, 1, 100'000},
    LimitRow{"max_turn_work", &Limits::max_turn_work, 1, std::size_t{1} << 32U},
    LimitRow{"max_listed_effects", &Limits::max_listed_effects, 1, 200'000},
    LimitRow{"max_document_weight", &Limits::max_document_weight, 1, std::size_t{4} << 30U},
    LimitRow{"max_turn_growth", &Limits::max_turn_growth, 1, std::size_t{4} << 30U},
    LimitRow{"max_feedback_bytes", &Limits::max_feedback_bytes, 500, 1U << 20U},
    LimitRow{"max_history_turns", &Limits::max_history_turns, 0, 1'000},
    LimitRow{"max_pattern_segments", &Limits::max_pattern_segments, 1, 62},
    LimitRow{"max_handler_fuel", &Limits::max_handler_fuel, 1'000, 1'000'000'000},
    LimitRow{"max_turn_fuel", &Limits::max_turn_fuel, 1'000, 20'000'000'000},
    LimitRow{"max_turn_output_bytes", &Limits::max_turn_output_bytes, 1'000, 1U << 30U},
    LimitRow{"max_memory_bytes", &Limits::max_memory_bytes, 1, 1U << 30U},
    LimitRow{"max_handler_bytes", &Limits::max_handler_bytes, 1U << 16U, 1U << 30U},
    LimitRow{"max_lua_bytes", &Limits::max_lua_bytes, 1U << 20U, 1U << 30U},
    LimitRow{"max_table_keys", &Limits::max_table_keys, 8192, 16'384},
    LimitRow{"max_turn_milliseconds", &Limits::max_turn_milliseconds, 10, 60'000},
    LimitRow{"max_load_fuel", &Limits::max_load_fuel, 1'000, 1'000'000'000},
    LimitRow{"max_host_calls", &Limits::max_host_calls, 1, 1'000'000},
    LimitRow{"max_log_bytes", &Limits::max_log_bytes, 1, 1U << 20U},
    LimitRow{"max_error_bytes", &Limits::max_error_bytes, 1, 1U << 16U},
    LimitRow{"max_lua_string_bytes", &Limits::max_lua_string_bytes, 1, 64U << 20U},
    LimitRow{"max_lua_depth", &Limits::max_lua_depth, 1, 128},
    LimitRow{"max_lua_jumps", &Limits::max_lua_jumps, 256, 8192},
    LimitRow{"max_function_depth", &Limits::max_function_depth, 8, 200},
    LimitRow{"max_registrations", &Limits::max_registrations, 1, 100'000},
    LimitRow{"max_plugins", &Limits::max_plugins, 1, 4096},
    LimitRow{"max_plugin_files", &Limits::max_plugin_files, 1, 4096},
    LimitRow{"max_plugin_params", &Limits::max_plugin_params, 1, 4096},
    LimitRow{"max_plugin_bytes", &Limits::max_plugin_bytes, 1, 64U << 20U},
    LimitRow{"max_yaml_bytes", &Limits::max_yaml_bytes, 1, 64U << 20U},
    LimitRow{"max_yaml_marks", &Limits::max_yaml_marks, 1, 5'000'000},
    LimitRow{"max_problems", &Limits::max_problems, 1, 10'000},
};
static_assert(kLimits.size() * sizeof(std::size_t) == sizeof(Limits),
              "a limit without a row, or a row too many");

constexpr bool defaults_in_range() {
  const Limits limits;
  return std::all_of(kLimits.begin(), kLimits.end(), [&limits](const LimitRow& row) {
    return row.least <= limits.*row.member && limits.*row.member <= row.most;
  });
}
static_assert(defaults_in_range());

}  // namespace

std::span<const LimitRow> limit_table() { return kLimits; }

const LimitRow* find_limit(std::string_view name) {
  const auto found =
      std::find_if(kLimits.begin(), kLimits.end(), [name](const LimitRow& row) { return row.name == name; });
  return found == kLimits.end() ? nullptr : &*found;
}

}  // namespace gavel
