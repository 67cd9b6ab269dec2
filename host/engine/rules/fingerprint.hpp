// A fingerprint tells one text from another where nobody gains by a clash: FNV-1a, 16 hexadecimal digits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gavel {

inline std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4)
    digits += "0123456789abcdef"[(hash >> static_cast<unsigned>(shift)) & 15U];
  return digits;
}

}  // namespace gavel
