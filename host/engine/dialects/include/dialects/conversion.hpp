// Conversion: one text with its envelopes rewritten in another dialect. An envelope is rewritten whole or
// left as it was: half of it in each dialect would be two envelopes, and all or nothing holds for one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dialects/dialect.hpp"
#include "dialects/reading.hpp"

namespace gavel {

struct Conversion {
  // A line for people: a note, a warning, or why something was left.
  struct Remark {
    std::string code;
    std::string message;
    std::string hint;
    Span span;
  };

  std::string text;
  std::size_t converted = 0;  // commands, with those that were in the target's dialect already
  std::vector<Remark> left;
  std::vector<Remark> notes;
};

Conversion convert_text(std::string_view text, const ReadOptions& options, const Dialect& target);

}  // namespace gavel
