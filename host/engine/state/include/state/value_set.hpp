// ValueSet: the way to one of a list's values. Of a few all are compared; of many it keeps an index, so that
// asking does not take longer the more there are.
//
// It knows places in the list only, so that whoever owns the list may be copied and moved.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

#include "state/json.hpp"

namespace gavel {

class ValueSet {
 public:
  ValueSet() = default;
  explicit ValueSet(const JsonArray& values);

  // The place of the first that equals the value. REQUIRES: `values` are those that it was made of.
  std::optional<std::size_t> find(const JsonArray& values, const Json& value) const;

 private:
  std::unordered_map<std::string, std::size_t> places_;  // by canonical text; of a few values none
  std::size_t most_parts_ = 0;                           // of the largest value: what has more is not there
};

}  // namespace gavel
