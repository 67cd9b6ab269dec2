// FuzzValues: random values that mean something where they are put: near what stands there, on and just
// beyond the bounds that somebody set, words and numbers that the rules themselves know; and now and then
// something that nobody expects at all.
#pragma once

#include <string>

#include "base/random.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

#include "fuzz_surroundings.hpp"

namespace gavel {

class FuzzValues {
 public:
  // REQUIRES: both outlive it.
  FuzzValues(const FuzzSurroundings& around, Random& random) : around_(around), random_(random) {}

  // For a place where `now` stands; nullptr: nothing does.
  Json value_for(PathView path, const Json* now);
  // An amount to add where `now` stands.
  Json amount_for(const Json* now);
  // Arguments of a tool, by name, or of a callback, in order; mostly such as fit.
  Json arguments_for(const FuzzSurroundings::Callable& callable);
  Json wild();
  std::string name();
  Json number();

 private:
  Json bounded(const Json& row, const Json* now);
  Json of_type(std::string_view type, const Json* now);
  Json near(const Json& now);
  Json near_number(const Json& now);
  Json changed_object(const Json& now);
  Json changed_array(const Json& now);
  Json shaped(const Json& shape, bool fits);
  Json scalar_of(const Json& shape, std::string_view kind, bool fits);
  Json sized_number(const Json& shape, bool whole, bool fits);

  const FuzzSurroundings& around_;
  Random& random_;
};

}  // namespace gavel
