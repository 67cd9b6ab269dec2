// pop, pull and splice.

#include <algorithm>

#include "base/utf8.hpp"

#include "execution.hpp"

namespace gavel {

Execution::Step Execution::needs_array() {
  if (place_.node == nullptr) return missing_target();
  if (node().is_array()) return {};
  return reject(Code::kTypeMismatch, "`" + std::string(verb_name(command_.verb)) + "` needs an array, but " +
                                         shown() + " is " + a(node()));
}

Execution::Step Execution::pop() {
  if (Step stop = needs_array()) return stop;
  const JsonArray& array = array_of(node());
  if (array.empty()) return skip(Code::kPathUnknown, shown() + " is empty");
  outcome_.result = array.back();
  document_.splice(place_.path, array.size() - 1, 1, {});
  return {};
}

bool Execution::matches(const Json& element) const {
  if (!options_.where) return same(element, *command_.value);
  const JsonObject& where = object_of(*options_.where);
  if (element.is_string() && where.size() == 1) {
    const auto& [key, part] = *where.begin();
    const bool contains = (key == "包含" || key == "contains") && part.is_string();
    document_.charge(string_of(element).size());
    return contains && holds_text(string_of(element), string_of(part));
  }
  return element.is_object() && std::all_of(where.begin(), where.end(), [&](const auto& item) {
           document_.charge(kLookup);
           const Json* theirs = member(element, item.first);
           return theirs != nullptr && same(*theirs, item.second);
         });
}

Execution::Step Execution::pull() {
  if (Step stop = needs_array()) return stop;
  const JsonArray& array = array_of(node());
  const std::size_t most =
      options_.count ? static_cast<std::size_t>(std::min<std::uint64_t>(*options_.count, array.size()))
                     : array.size();
  document_.charge(array.size() * kElement);
  std::vector<std::size_t> found;
  const bool from_end = options_.position == Position::kTail;
  for (std::size_t i = 0; i < array.size() && found.size() < most; ++i) {
    const std::size_t at = from_end ? array.size() - 1 - i : i;
    if (matches(array[at])) found.push_back(at);
  }
  if (found.empty()) return skip(Code::kPathUnknown, "nothing in " + shown() + " matches");
  if (from_end) std::reverse(found.begin(), found.end());
  document_.take_out(place_.path, found);
  return {};
}

namespace {

struct Range {
  std::int64_t start = 0;
  std::optional<std::int64_t> count;
  std::vector<Json> items;
};

std::optional<std::int64_t> integer(const Json* json) {
  if (json == nullptr || !json->is_number_integer()) return std::nullopt;
  if (json->is_number_unsigned() && json->get<std::uint64_t>() > INT64_MAX) return INT64_MAX;
  return json->get<std::int64_t>();
}

// `{start, deleteCount?, items?}` or `[start, deleteCount, items…]`; nothing: neither.
std::optional<Range> read_range(const Json& value) {
  Range range;
  const Json* start = nullptr;
  const Json* count = nullptr;
  if (value.is_array() && !value.empty()) {
    const JsonArray& parts = array_of(value);
    start = &parts[0];
    if (parts.size() > 1) count = &parts[1];
    if (parts.size() > 2) range.items.assign(parts.begin() + 2, parts.end());
  } else if (value.is_object()) {
    for (const auto& [key, part] : object_of(value)) {
      if (key != "start" && key != "deleteCount" && key != "items") return std::nullopt;
    }
    start = member(value, "start");
    count = member(value, "deleteCount");
    const Json* items = member(value, "items");
    if (items != nullptr && !items->is_array()) return std::nullopt;
    if (items != nullptr) range.items = array_of(*items);
  }
  if (!integer(start)) return std::nullopt;
  range.start = *integer(start);
  range.count = integer(count);
  if (count != nullptr && (!range.count || *range.count < 0)) return std::nullopt;
  return range;
}

}  // namespace

Execution::Step Execution::splice() {
  std::optional<Range> range = read_range(*command_.value);
  if (!range) {
    return reject(Code::kParseMalformed, "the value of `splice` must be {start, deleteCount, items}",
                  R"(for example {"start":0,"deleteCount":1,"items":[]})");
  }
  if (Step stop = needs_array()) return stop;
  const JsonArray& array = array_of(node());
  const auto size = static_cast<std::int64_t>(array.size());
  const std::int64_t start = range->start < 0 ? range->start + size : range->start;
  if (range->start < -size || start > size) {
    return reject(Code::kPathInvalid, "start " + std::to_string(range->start) + " is outside " + shown() +
                                          ", which has " + std::to_string(size) + " elements");
  }
  const std::int64_t remove = std::min(range->count.value_or(size), size - start);
  for (const Json& item : range->items) {
    if (Step stop = fits(place_.path.size() + 1, item)) return stop;
  }
  const std::size_t gone = std::min(static_cast<std::size_t>(remove), range->items.size());
  if (Step stop = room_in(node(), range->items.size() - gone)) return stop;
  const auto first = array.begin() + start;
  outcome_.result = Json(JsonArray(first, first + remove));
  document_.splice(place_.path, static_cast<std::size_t>(start), static_cast<std::size_t>(remove),
                   std::move(range->items));
  return {};
}

}  // namespace gavel
