#include "state/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace gavel {
namespace {

constexpr std::size_t kScalarWeight = 8;
constexpr std::size_t kContainerWeight = 4;
constexpr std::size_t kMemberWeight = 4;

bool integer_equals_float(const Json& integer, double number) {
  if (number != std::floor(number)) return false;
  constexpr double kTwo63 = 9223372036854775808.0;
  if (integer.is_number_unsigned()) {
    const auto value = integer.get<std::uint64_t>();
    return number >= 0 && number < 2 * kTwo63 && static_cast<std::uint64_t>(number) == value;
  }
  return number >= -kTwo63 && number < kTwo63 &&
         static_cast<std::int64_t>(number) == integer.get<std::int64_t>();
}

bool numbers_equal(const Json& a, const Json& b) {
  if (a.is_number_float() && b.is_number_float()) return a.get<double>() == b.get<double>();
  if (a.is_number_float()) return integer_equals_float(b, a.get<double>());
  if (b.is_number_float()) return integer_equals_float(a, b.get<double>());
  if (a.is_number_unsigned() != b.is_number_unsigned()) {
    const Json& with_sign = a.is_number_unsigned() ? b : a;
    const Json& without = a.is_number_unsigned() ? a : b;
    const auto value = with_sign.get<std::int64_t>();
    return value >= 0 && static_cast<std::uint64_t>(value) == without.get<std::uint64_t>();
  }
  return a.is_number_unsigned() ? a.get<std::uint64_t>() == b.get<std::uint64_t>()
                                : a.get<std::int64_t>() == b.get<std::int64_t>();
}

bool scalars_equal(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return numbers_equal(a, b);
  if (a.type() != b.type()) return false;
  if (a.is_string()) return string_of(a) == string_of(b);
  if (a.is_boolean()) return a.get<bool>() == b.get<bool>();
  return a.is_null();
}

// Every 64-bit integer must be exact in it; where long double is no wider than double, comparisons lose their
// last bits.
static_assert(std::numeric_limits<long double>::digits >= 64,
              "number_less needs a long double of 64 bits precision");

using Pairs = std::vector<std::pair<const Json*, const Json*>>;

// Compares the containers themselves and leaves their children to be compared. False: they differ already.
bool push_children(const Json& a, const Json& b, Pairs& todo) {
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_array()) {
    for (std::size_t i = 0; i < a.size(); ++i) todo.emplace_back(&array_of(a)[i], &array_of(b)[i]);
    return true;
  }
  for (const auto& [key, value] : object_of(a)) {
    const Json* other = member(b, key);
    if (other == nullptr) return false;
    todo.emplace_back(&value, other);
  }
  return true;
}

template <typename Visit>
void for_each_child(const Json& json, Visit visit) {
  if (json.is_array()) {
    for (const Json& child : array_of(json)) visit(child, std::size_t{0});
  } else if (json.is_object()) {
    for (const auto& [key, child] : object_of(json)) visit(child, key.size());
  }
}

std::size_t own_weight(const Json& json) {
  if (is_container(json)) return kContainerWeight;
  return json.is_string() ? kScalarWeight + string_of(json).size() : kScalarWeight;
}

}  // namespace

std::uint64_t hash_seed() {
  static const std::uint64_t kSeed = [] {
    std::random_device chance;
    return (static_cast<std::uint64_t>(chance()) << 32U) ^ chance();
  }();
  return kSeed;
}

std::string_view type_name(const Json& json) {
  if (json.is_number_integer()) return "integer";  // unsigned ones included
  return json.is_number() ? "number" : json.type_name();
}

bool has_type(const Json& json, std::string_view type) {
  if (type == "number") return json.is_number();
  if (type == "integer" && json.is_number_float())
    return std::floor(json.get<double>()) == json.get<double>();
  return type_name(json) == type;
}

WideInteger wide(const Json& integer) {
  return integer.is_number_unsigned() ? WideInteger{integer.get<std::uint64_t>()}
                                      : WideInteger{integer.get<std::int64_t>()};
}

bool number_less(const Json& a, const Json& b) {
  if (a.is_number_float() && b.is_number_float()) return a.get<double>() < b.get<double>();
  if (!a.is_number_float() && !b.is_number_float()) return wide(a) < wide(b);
  // A double is exact in a long double, and so is every 64-bit integer.
  const auto exact = [](const Json& n) {
    return n.is_number_float() ? static_cast<long double>(n.get<double>())
                               : static_cast<long double>(wide(n));
  };
  return exact(a) < exact(b);
}

bool equal(const Json& a, const Json& b) {
  std::size_t looked = 0;
  return equal(a, b, looked);
}

bool equal(const Json& a, const Json& b, std::size_t& looked) {
  const auto own = [](const Json& left, const Json& right) {
    const bool texts =
        left.is_string() && right.is_string() && string_of(left).size() == string_of(right).size();
    return kScalarWeight + (texts ? string_of(left).size() : 0);
  };
  looked += own(a, b);
  if (!is_container(a) || !is_container(b)) return scalars_equal(a, b);
  Pairs todo{{&a, &b}};
  while (!todo.empty()) {
    const auto [left, right] = todo.back();
    todo.pop_back();
    if (is_container(*left) || is_container(*right)) {
      const std::size_t known = todo.size();
      const bool same = push_children(*left, *right, todo);
      looked += 2 * kScalarWeight * (todo.size() - known);
      if (!same) return false;
      continue;
    }
    looked += own(*left, *right);
    if (!scalars_equal(*left, *right)) return false;
  }
  return true;
}

bool identical(const Json& a, const Json& b) {
  if (!equal(a, b)) return false;
  std::vector<std::pair<const Json*, const Json*>> todo{{&a, &b}};
  while (!todo.empty()) {
    const auto [left, right] = todo.back();
    todo.pop_back();
    if (left->is_number() && left->is_number_float() != right->is_number_float()) return false;
    if (left->is_array()) {
      for (std::size_t i = 0; i < left->size(); ++i)
        todo.emplace_back(&array_of(*left)[i], &array_of(*right)[i]);
    } else if (left->is_object()) {
      for (const auto& [key, value] : object_of(*left)) todo.emplace_back(&value, member(*right, key));
    }
  }
  return true;
}

namespace {

Json in_64_bits(WideInteger exact, double rounded) {
  if (exact >= INT64_MIN && exact <= INT64_MAX) return static_cast<std::int64_t>(exact);
  if (exact >= 0 && exact <= static_cast<WideInteger>(UINT64_MAX)) return static_cast<std::uint64_t>(exact);
  return rounded;
}

}  // namespace

Json sum(const Json& a, const Json& b) {
  const double rounded = a.get<double>() + b.get<double>();
  return a.is_number_integer() && b.is_number_integer() ? in_64_bits(wide(a) + wide(b), rounded)
                                                        : Json(rounded);
}

Json difference(const Json& a, const Json& b) {
  const double rounded = a.get<double>() - b.get<double>();
  return a.is_number_integer() && b.is_number_integer() ? in_64_bits(wide(a) - wide(b), rounded)
                                                        : Json(rounded);
}

std::size_t depth_of(const Json& json) {
  if (!is_container(json)) return 0;
  std::size_t deepest = 0;
  std::vector<std::pair<const Json*, std::size_t>> todo{{&json, 1}};
  while (!todo.empty()) {
    const auto [node, depth] = todo.back();
    todo.pop_back();
    deepest = std::max(deepest, depth);
    for_each_child(*node, [&todo, depth = depth](const Json& child, std::size_t) {
      if (is_container(child)) todo.emplace_back(&child, depth + 1);
    });
  }
  return deepest;
}

std::size_t weight_of(const Json& json) {
  std::size_t weight = own_weight(json);
  if (!is_container(json)) return weight;
  std::vector<const Json*> todo{&json};
  while (!todo.empty()) {
    const Json* node = todo.back();
    todo.pop_back();
    for_each_child(*node, [&](const Json& child, std::size_t key_size) {
      weight += own_weight(child) + key_size + kMemberWeight;
      if (is_container(child)) todo.push_back(&child);
    });
  }
  return weight;
}

}  // namespace gavel
