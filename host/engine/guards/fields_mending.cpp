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

const Json* nearest_value(const std::vector<Json>& allowed, const Json& value, std::size_t& left) {
  std::vector<std::string_view> words;
  for (const Json& one : allowed) {
    if (left == 0) return nullptr;
    --left;
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
std::optional<Json> FieldTable::mended(PathView path, const Json& given, std::size_t& left) const {
  Json value = given;
  bool typed = false, low = false, high = false, listed = false;
  for (const FieldRow* row : matching(path)) {
    if (!row->types.empty() && !std::exchange(typed, true)) {
      std::optional<Json> as;
      for (const std::string& type : row->types)
        if (!as) as = as_type(value, type);
      if (!as) return std::nullopt;
      value = std::move(*as);
    }
    if (row->min && !std::exchange(low, true) && value.is_number() && number_less(value, *row->min))
      value = *row->min;
    if (row->max && !std::exchange(high, true) && value.is_number() && number_less(*row->max, value))
      value = *row->max;
    if (row->values && !std::exchange(listed, true)) {
      const std::optional<std::size_t> same = row->listed.find(*row->values, value);
      const Json* near = same ? &(*row->values)[*same] : nearest_value(*row->values, value, left);
      if (near == nullptr) return std::nullopt;
      value = *near;
    }
  }
  if (!fits(path, value)) return std::nullopt;
  return value;
}

std::optional<Json> FieldTable::nearest_fitting(PathView path, const Json& given) const {
  constexpr std::size_t kMostParts = 1000;
  std::size_t left = kMostCompared;
  Json value = given;
  std::vector<std::pair<Json*, Path>> todo{{&value, Path(path)}};
  for (std::size_t seen = 0; !todo.empty(); ++seen) {
    if (seen == kMostParts) return std::nullopt;
    const auto [json, at] = std::move(todo.back());
    todo.pop_back();
    std::optional<Json> fitting = mended(at, *json, left);
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
