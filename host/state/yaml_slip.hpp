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

// Near `offset`, where the reader stopped: on that line, or on one of the few above it. Time: those lines.
std::optional<YamlSlip> yaml_slip(std::string_view text, std::size_t offset);

// The same in one plain value, where a word or a list of words should stand: "tool，operator", "【a】".
// Empty: nothing is known.
std::string keyboard_hint(std::string_view value);

}  // namespace gavel
