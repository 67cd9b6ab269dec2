// push and insert: table 3 of README.md.

#include <algorithm>

#include "base/utf8.hpp"
#include "command/host_keys.hpp"
#include "state/json_writer.hpp"

#include "execution.hpp"

namespace gavel {

// Whether an element has all the fields of uniqueBy equal to the value's.
bool Execution::agrees(const Json& element, const Json& value) const {
  return std::all_of(options_.unique_by.begin(), options_.unique_by.end(), [&](const std::string& field) {
    document_.charge(kLookup);
    const Json* theirs = member(element, field);
    return theirs != nullptr && same(*theirs, *member(value, field));
  });
}

Execution::Step Execution::push() {
  for (const std::string& field : options_.unique_by) {
    if (member(*command_.value, field) == nullptr) {
      return reject(Code::kTypeMismatch,
                    "the value lacks the field \"" + shortened(field, 64) + "\" of uniqueBy");
    }
  }
  if (place_.node == nullptr) {
    if (Step stop = store(place_, Json(Json::value_t::array))) return stop;
    return push_onto(again(place_.shown));
  }
  if (!node().is_array())
    return reject(Code::kTypeMismatch, "`push` needs an array, but " + shown() + " is " + a(node()));
  return push_onto(place_);
}

Execution::Step Execution::push_onto(const Place& place) {
  const JsonArray& array = array_of(*place.node);
  const Json& value = *command_.value;
  const bool by_fields = !options_.unique_by.empty();
  if (by_fields || options_.dedupe) {
    document_.charge(array.size() * kElement);
    const bool there = std::any_of(array.begin(), array.end(), [&](const Json& element) {
      return by_fields ? agrees(element, value) : same(element, value);
    });
    if (there) return duplicate("an equal element is already in " + shown());
  }
  if (Step stop = fits(place.path.size() + 1, value)) return stop;
  if (Step stop = room_in(*place.node, 1)) return stop;
  const bool head = options_.position == Position::kHead;
  document_.splice(place.path, head ? 0 : array.size(), 0, {value});
  if (options_.limit && array.size() > *options_.limit) {
    const std::size_t surplus = array.size() - *options_.limit;
    document_.splice(place.path, head ? *options_.limit : 0, surplus, {});
  }
  collects_ = true;
  added_.push_back(place.path.child(head ? 0 : array.size() - 1));
  return {};
}

Execution::Step Execution::insert() {
  if (!options_.unique_by.empty()) return insert_unique();
  const Json* parent = place_.path.empty() ? nullptr : document_.find(whole(place_).parent());
  if (parent != nullptr && parent->is_array()) return insert_element();
  if (place_.node != nullptr && node().is_array()) return push_onto(place_);
  if (options_.limit || options_.position)
    return reject(Code::kTypeMismatch, "`limit` and `position` need an array at " + shown());
  if (place_.node == nullptr) {
    value_at_place_ = true;
    return store(place_, *command_.value);
  }
  if (node().is_object()) return insert_into_object();
  if (options_.dedupe && equal(node(), *command_.value))
    return duplicate("the same value is already at " + shown());
  return reject(Code::kPreconditionExists, shown() + " is already " + a(node()), "use `set` to replace it");
}

Execution::Step Execution::insert_element() {
  if (options_.limit || options_.position) {
    return reject(Code::kParseMalformed,
                  "`limit` and `position` have no meaning for an insertion at an index");
  }
  if (place_.miss != Place::Miss::kNone && place_.miss != Place::Miss::kAppend) return not_creatable(place_);
  const Path array = whole(place_).parent();
  const JsonArray& elements = array_of(*document_.find(array));
  const Json& value = *command_.value;
  if (options_.dedupe) {
    document_.charge(elements.size() * kElement);
    if (std::any_of(elements.begin(), elements.end(), [&](const Json& e) { return same(e, value); }))
      return duplicate("an equal element is already in the array");
  }
  if (Step stop = fits(place_.path.size(), value)) return stop;
  if (Step stop = room_in(*document_.find(array), 1)) return stop;
  const Path element = whole(place_);
  document_.splice(array, element.back().index, 0, {value});
  collects_ = true;
  added_.push_back(element);
  value_at_place_ = true;
  return {};
}

Execution::Step Execution::insert_into_object() {
  const Json& value = *command_.value;
  if (!value.is_object())
    return reject(Code::kPreconditionExists, shown() + " is already " + a(node()),
                  "give an object of the members to add, or use `set`");
  std::size_t standing = 0;
  for (const auto& [key, child] : object_of(value)) {
    const Json* there = member(node(), key);
    if (there == nullptr) continue;
    ++standing;
    if (!options_.dedupe || !equal(*there, child)) {
      return reject(Code::kPreconditionUnique, "\"" + shortened(key, 64) + "\" is already in " + shown(),
                    "use `merge` to change it");
    }
  }
  if (options_.dedupe && standing == value.size()) return duplicate("all of this is already in " + shown());
  if (Step stop = room_in(node(), value.size() - standing)) return stop;
  collects_ = true;
  for (const auto& [key, child] : object_of(value)) {
    const Path path = place_.shown.child(key);
    if (Result<void> checked = check_path(path, context_.limits); !checked)
      return Stop{Status::kRejected, std::move(checked).error()};
    const Place place = again(path);
    if (place.node != nullptr) continue;
    if (Step stop = store(place, child)) return stop;
    if (Step stop = check_work()) return stop;
    added_.push_back(place.path);
    value_at_place_ = value_at_place_ || key == kVersionKey;
  }
  return {};
}

// The key under which an object enters a map: its fields' values as text, joined by '|'.
Result<std::string> Execution::unique_key(const Json& value) const {
  std::string key;
  for (std::size_t i = 0; i < options_.unique_by.size(); ++i) {
    const std::string& field = options_.unique_by[i];
    const Json* part = member(value, field);
    if (part == nullptr || is_container(*part) || part->is_null()) {
      return Error(
          Code::kTypeMismatch,
          "the value needs a field \"" + shortened(field, 64) + "\" that is a string, a number or a boolean",
          "uniqueBy names the fields that make the key");
    }
    if (i > 0) key += '|';
    key += part->is_string() ? string_of(*part) : canonical(*part);
  }
  return key;
}

Execution::Step Execution::insert_unique() {
  const Json& value = *command_.value;
  Result<std::string> key = unique_key(value);
  if (!key) return Stop{Status::kRejected, std::move(key).error()};
  if (place_.node == nullptr) {
    if (Step stop = store(place_, Json(Json::value_t::object))) return stop;
    place_ = again(place_.shown);
  }
  if (node().is_array()) return insert_into_array();
  if (!node().is_object())
    return reject(Code::kTypeMismatch,
                  "`insert` needs an object or an array, but " + shown() + " is " + a(node()));
  if (options_.limit || options_.position)
    return reject(Code::kTypeMismatch, "`limit` and `position` need an array at " + shown());
  if (is_outsider(command_.origin.actor) && *key == kVersionKey) {
    return reject(Code::kAuthorityDenied, "`__version` belongs to the host and cannot be written");
  }
  const Path path = place_.shown.child(*key);
  if (Result<void> checked = check_path(path, context_.limits); !checked)
    return Stop{Status::kRejected, std::move(checked).error()};
  const Place place = again(path);
  if (place.node != nullptr) {
    if (equal(*place.node, value))
      return duplicate("\"" + shortened(*key, 64) + "\" is already in " + shown());
    return reject(Code::kPreconditionUnique,
                  "another \"" + shortened(*key, 64) + "\" is already in " + shown(),
                  "use `merge` on it to change it");
  }
  collects_ = true;
  added_.push_back(place.path);
  return store(place, value);
}

Execution::Step Execution::insert_into_array() {
  const Json& value = *command_.value;
  bool another = false;
  document_.charge(node().size() * kElement);
  for (const Json& element : array_of(node())) {
    if (!agrees(element, value)) continue;
    if (same(element, value)) return duplicate("an equal element is already in " + shown());
    another = true;
  }
  if (another)
    return reject(Code::kPreconditionUnique, "another element with the same key is already in " + shown(),
                  "change that element instead");
  return push_onto(place_);
}

}  // namespace gavel
