#include "base/log.hpp"

#include <array>

namespace gavel {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"trace", "debug", "info", "warn", "error", "off"};

}  // namespace

std::string_view level_name(LogLevel level) { return kNames[static_cast<std::size_t>(level)]; }

std::optional<LogLevel> level_of(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i] == name) return static_cast<LogLevel>(i);
  return std::nullopt;
}

}  // namespace gavel
