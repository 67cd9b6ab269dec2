// What a plain scalar of YAML means, by the core schema of YAML 1.2: null, true and false, 64-bit integers,
// finite floats, and text. Nothing else: `yes`, `on`, dates and `1_000` are text.
#pragma once

#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "state/json.hpp"

namespace gavel {

struct PlainScalar {
  Json value;
  // Empty: nothing is wrong.
  std::string message;
  std::string expected;
  std::string hint;
  bool warning = false;
};

PlainScalar plain_scalar(std::string_view text, const Limits& limits);

// `~`, `null` and the like.
bool is_null_word(std::string_view text);

}  // namespace gavel
