// `gavel check` on schemas: one file, or a folder of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"

namespace gavel {

struct CheckedSchemas {
  std::size_t count = 0;
  std::vector<Problem> problems;
};

// Nothing: the place holds no schemas. What they depend on may also lie in `dirs` or among those shipped.
std::optional<CheckedSchemas> check_schemas(const std::string& place, const std::vector<std::string>& dirs,
                                            const Limits& limits);

}  // namespace gavel
