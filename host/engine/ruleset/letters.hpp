// ASCII letters in one case; all other bytes as they are.
#pragma once

#include <string>
#include <string_view>

namespace gavel {

inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

}  // namespace gavel
