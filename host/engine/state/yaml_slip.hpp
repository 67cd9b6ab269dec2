// The slip that a YAML text which cannot be read comes from most often: signs of a Chinese keyboard, a colon
// without its blank, quotes or brackets that a line does not close. Read from the text alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gavel {

struct YamlSlip {
  std::size_t offset = 0;  // where it stands, which need not be where the reader stopped
  std::string message, expected, hint;
};

// Near `offset`, where the reader stopped: on that line, or on one of the few above it, where that can be
// what it stumbled over. Time: linear.
std::optional<YamlSlip> yaml_slip(std::string_view text, std::size_t offset);

// For a key of a flow mapping that has no value: {b：1}. Empty: nothing is known.
std::string colon_hint(std::string_view key);

// Signs of a Chinese keyboard in one plain value, where a word or a list of words should stand:
// "tool，operator", "【a】". Empty: nothing is known.
std::string keyboard_hint(std::string_view value);

}  // namespace gavel
