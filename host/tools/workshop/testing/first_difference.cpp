#include "first_difference.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kShownBytes = 300;

struct Pair {
  const Json* found;
  const Json* expected;
  Path path;
};

bool both_empty(const Json& a, const Json& b) {
  return a.is_structured() && b.is_structured() && a.empty() && b.empty();
}

Difference differs(const Path& path, const std::string& what, std::string found, std::string expected) {
  const std::string place = path.empty() ? "the value" : to_dotted(path);
  return {place + " " + what, std::move(found), std::move(expected)};
}

std::string entries(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

// The members of one pair of objects, for later; or the member that only one of them has.
std::optional<Difference> open_objects(const Pair& pair, std::vector<Pair>& todo) {
  std::vector<Pair> inner;
  for (const auto& [name, wanted] : object_of(*pair.expected)) {
    Path place = pair.path;
    place.push_key(name);
    const Json* there = member(*pair.found, name);
    if (there == nullptr) return differs(place, "is missing", "nothing", shown_value(wanted));
    inner.push_back({there, &wanted, std::move(place)});
  }
  for (const auto& [name, there] : object_of(*pair.found)) {
    if (member(*pair.expected, name) != nullptr) continue;
    Path place = pair.path;
    place.push_key(name);
    return differs(place, "is too much", shown_value(there), "nothing");
  }
  todo.insert(todo.end(), std::make_move_iterator(inner.rbegin()), std::make_move_iterator(inner.rend()));
  return std::nullopt;
}

void open_arrays(const Pair& pair, std::vector<Pair>& todo) {
  for (std::size_t i = std::min(pair.found->size(), pair.expected->size()); i > 0; --i) {
    Path place = pair.path;
    place.push_index(i - 1);
    todo.push_back({&array_of(*pair.found)[i - 1], &array_of(*pair.expected)[i - 1], std::move(place)});
  }
}

}  // namespace

std::string shown_value(const Json& value) {
  return value.is_discarded() ? "nil" : shortened(to_text(value), kShownBytes);
}

std::optional<Difference> difference_of(const Json& found, const Json& expected) {
  std::vector<Pair> todo{{&found, &expected, {}}};
  std::optional<Difference> shorter;  // told where all that both lists have agrees
  while (!todo.empty()) {
    const Pair pair = std::move(todo.back());
    todo.pop_back();
    const Json& a = *pair.found;
    const Json& b = *pair.expected;
    if (both_empty(a, b)) continue;
    if (a.is_object() && b.is_object()) {
      if (auto parted = open_objects(pair, todo)) return parted;
    } else if (a.is_array() && b.is_array()) {
      if (a.size() != b.size() && !shorter)
        shorter = differs(pair.path, "has another length", entries(a.size()) + ": " + shown_value(a),
                          entries(b.size()) + ": " + shown_value(b));
      open_arrays(pair, todo);
    } else if (a.is_discarded() || b.is_discarded() ? a.is_discarded() != b.is_discarded() : !equal(a, b)) {
      return differs(pair.path, "differs", shown_value(a), shown_value(b));
    }
  }
  return shorter;
}

}  // namespace gavel
