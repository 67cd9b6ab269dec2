// Values of a state that a fields table forbids, each with its place.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.hpp"
#include "guards/fields.hpp"
#include "state/path.hpp"
#include "state/resolve.hpp"

namespace gavel {

struct Misfit {
  Path path;
  Error error;
};

// In the state's order; at most `most`.
std::vector<Misfit> misfits_in(const Json& data, const FieldTable& fields, const DescribedPatterns& described,
                               std::size_t most);

}  // namespace gavel
