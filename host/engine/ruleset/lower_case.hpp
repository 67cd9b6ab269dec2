// ASCII letters in lower case; all other bytes as they are.
#pragma once

#include <string>
#include <string_view>

#include "base/ascii.hpp"

namespace gavel {

inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

}  // namespace gavel
