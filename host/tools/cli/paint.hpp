// Colour for terminals, and how values and paths are written in a line.
#pragma once

#include <string>
#include <string_view>

#include "show/layout.hpp"

namespace gavel {

inline constexpr std::string_view kRed = "\033[31m";
inline constexpr std::string_view kGreen = "\033[32m";
inline constexpr std::string_view kYellow = "\033[33m";
inline constexpr std::string_view kCyan = "\033[36m";
inline constexpr std::string_view kDim = "\033[2m";
inline constexpr std::string_view kBold = "\033[1m";

class Paint {
 public:
  explicit Paint(bool colour) : colour_(colour) {}
  std::string operator()(std::string_view style, std::string_view text) const {
    if (!colour_) return std::string(text);
    return std::string(style) + std::string(text) + "\033[0m";
  }

 private:
  bool colour_;
};

}  // namespace gavel
