// ExpiryIndex: which places of a document go when, found by place and by time. It mirrors `meta.expires`; the
// Document keeps the two together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "state/path.hpp"

namespace gavel {

class ExpiryIndex {
 public:
  bool empty() const { return by_place_.empty(); }
  std::size_t size() const { return by_place_.size(); }
  std::optional<Time> at(PathView place) const;
  void set(PathView place, std::optional<Time> time);

  // Places at or below `place`, in order of their bytes.
  std::vector<std::pair<Path, Time>> below(PathView place) const;
  bool any_below(PathView place) const;

  // Places whose time has come. What is below comes before what is above, and the later element before the
  // earlier one, so that they can be taken out in this order without moving one another.
  std::vector<Path> due(Time now) const;

 private:
  std::map<std::string, std::pair<Time, std::string>, std::less<>> by_place_;  // path bytes -> time, pointer
  std::map<std::pair<std::int64_t, std::string>, std::string> by_time_;  // (time, pointer) -> path bytes
};

}  // namespace gavel
