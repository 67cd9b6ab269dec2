// Values of a state that a fields table forbids, each with its place.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.hpp"
#include "guards/fields.hpp"
#include "state/path.hpp"
#include "state/resolve.hpp"

namespace gavel {

class Ruleset;

struct FieldViolation {
  Path path;
  Error error;
};

// `described`: where [value, "text"] is a value with its description. In the state's order; at most `most`.
std::vector<FieldViolation> field_violations(const Json& data, const FieldTable& fields,
                                             const DescribedPatterns& described, std::size_t most);

// The errors alone; by a ruleset's own table at most max_problems.
std::vector<Error> field_errors(const Json& data, const FieldTable& fields,
                                const DescribedPatterns& described, std::size_t most);
std::vector<Error> field_errors(const Json& data, const Ruleset& ruleset);

}  // namespace gavel
