// What a value that does not fit its field was probably meant to be.

#include <algorithm>

#include "base/ascii.hpp"
#include "guards/fields.hpp"
#include "state/as_type.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

}  // namespace

const Json* nearest_value(const std::vector<Json>& allowed, const Json& value) {
  std::vector<std::string_view> words;
  for (const Json& one : allowed) {
    if (equal(one, value)) return &one;
    if (one.is_string()) words.push_back(string_of(one));
  }
  if (!value.is_string()) return nullptr;
  const std::string wanted = lower(string_of(value));
  const auto find = [&allowed](const auto& holds) {
    const auto found = std::ranges::find_if(
        allowed, [&](const Json& one) { return one.is_string() && holds(string_of(one)); });
    return found == allowed.end() ? nullptr : &*found;
  };
  if (const Json* same = find([&](const std::string& word) { return lower(word) == wanted; })) return same;
  const auto near = nearest(string_of(value), words);
  if (!near) return nullptr;
  return find([&](const std::string& word) { return word == *near; });
}

// One place, by the rows that fits() would ask.
std::optional<Json> FieldTable::mended(PathView path, const Json& given) const {
  Json value = given;
  bool typed = false, low = false, high = false, listed = false;
  for (const FieldRow& row : rows_) {
    if (!row.pattern.matches(path)) continue;
    if (!row.types.empty() && !std::exchange(typed, true)) {
      std::optional<Json> as;
      for (const std::string& type : row.types)
        if (!as) as = as_type(value, type);
      if (!as) return std::nullopt;
      value = std::move(*as);
    }
    if (row.min && !std::exchange(low, true) && value.is_number() && number_less(value, *row.min))
      value = *row.min;
    if (row.max && !std::exchange(high, true) && value.is_number() && number_less(*row.max, value))
      value = *row.max;
    if (row.values && !std::exchange(listed, true)) {
      const Json* near = nearest_value(*row.values, value);
      if (near == nullptr) return std::nullopt;
      value = *near;
    }
  }
  if (!fits(path, value)) return std::nullopt;
  return value;
}

std::optional<Json> FieldTable::nearest_fitting(PathView path, const Json& given) const {
  constexpr std::size_t kMostParts = 1000;
  Json value = given;
  std::vector<std::pair<Json*, Path>> todo{{&value, Path(path)}};
  for (std::size_t seen = 0; !todo.empty(); ++seen) {
    if (seen == kMostParts) return std::nullopt;
    const auto [json, at] = std::move(todo.back());
    todo.pop_back();
    std::optional<Json> fitting = mended(at, *json);
    if (!fitting) return std::nullopt;
    *json = std::move(*fitting);
    if (json->is_object()) {
      for (auto& [key, child] : object_of(*json)) todo.emplace_back(&child, at.child(key));
    } else if (json->is_array()) {
      std::uint64_t i = 0;
      for (Json& child : array_of(*json)) todo.emplace_back(&child, at.child(i++));
    }
  }
  return value;
}

}  // namespace gavel
