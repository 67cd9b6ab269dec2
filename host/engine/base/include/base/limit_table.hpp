// The limits by name, for whoever reads them from a file: each with the range in which it may be set.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/limits.hpp"

namespace gavel {

struct LimitRow {
  std::string_view name;
  std::size_t Limits::*member = nullptr;
  std::size_t least = 1;
  std::size_t most = 0;
};

// Every member of Limits, in its order.
std::span<const LimitRow> limit_table();

// The row of that name, or nullptr.
const LimitRow* find_limit(std::string_view name);

}  // namespace gavel
