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
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

// When a place goes, and by whose doing: who set it is asked again when the time has come.
struct Expiry {
  Time time;
  std::string by = {};  // the actor's name; empty: nobody asks
  bool operator==(const Expiry&) const = default;
};

// As it stands in meta.expires: the time in ms, or "1758355200000 model".
Json expiry_json(const Expiry& expiry);
std::optional<Expiry> read_expiry(const Json& json);

class ExpiryIndex {
 public:
  bool empty() const { return by_place_.empty(); }
  std::size_t size() const { return by_place_.size(); }
  std::optional<Expiry> at(PathView place) const;
  void set(PathView place, std::optional<Expiry> expiry);

  // Places at or below `place`, in order of their bytes.
  std::vector<std::pair<Path, Expiry>> below(PathView place) const;
  bool any_below(PathView place) const;
  // Places at or below the elements of an array from `first` on, element by element.
  std::vector<std::pair<Path, Expiry>> from_element(PathView array, std::uint64_t first) const;

  // Places whose time has come. What is below comes before what is above, and the later element before the
  // earlier one, so that they can be taken out in this order without moving one another.
  std::vector<Path> due(Time now) const;

 private:
  std::map<std::string, std::pair<Expiry, std::string>, std::less<>>
      by_place_;                                                         // path bytes -> expiry, pointer
  std::map<std::pair<std::int64_t, std::string>, std::string> by_time_;  // (time, pointer) -> path bytes
};

}  // namespace gavel
