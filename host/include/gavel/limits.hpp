// Limits: every bound that Gavel sets on what comes from outside, by the name that messages call it by. A
// ruleset may set any for itself; what you set here is what it starts from.
//
// A plain value: copies are cheap, one thread at a time changes one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
struct Limit {
  std::string name;  // "max_text_bytes": the unit is part of it
  std::size_t value = 0;
  std::size_t least = 0;  // the range in which it may be set
  std::size_t most = 0;
};

class GAVEL_API Limits {
 public:
  Limits() noexcept;  // the defaults

  // Unknown names are answered with the nearest, values outside the range with the range (`usage`).
  Result<void> set(std::string_view name, std::size_t value) noexcept;
  std::optional<std::size_t> get(std::string_view name) const noexcept;
  std::vector<Limit> all() const;

 private:
  friend struct LimitsAccess;
  std::shared_ptr<const void> impl_;  // nullptr: the defaults
};

GAVEL_NAMESPACE_END
