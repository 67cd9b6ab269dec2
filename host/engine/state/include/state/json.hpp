// Json: the value type of everything that Gavel stores or says. nlohmann's basic_json over an object that
// keeps its authors' key order and finds a key in O(1).
//
// INVARIANT of a Json in a document: valid UTF-8, no NaN and no infinity, no deeper than Limits::max_depth.
// json_reader and the kernel see to it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "state/ordered_object.hpp"

namespace gavel {

using Json =
    nlohmann::basic_json<OrderedObject, std::vector, std::string, bool, std::int64_t, std::uint64_t, double>;
using JsonObject = Json::object_t;
using JsonArray = Json::array_t;

// REQUIRES: json.is_object() / json.is_array().
inline JsonObject& object_of(Json& json) { return *json.get_ptr<JsonObject*>(); }
inline const JsonObject& object_of(const Json& json) { return *json.get_ptr<const JsonObject*>(); }
inline JsonArray& array_of(Json& json) { return *json.get_ptr<JsonArray*>(); }
inline const JsonArray& array_of(const Json& json) { return *json.get_ptr<const JsonArray*>(); }
inline const std::string& string_of(const Json& json) { return *json.get_ptr<const std::string*>(); }

// The member, or nullptr where there is none or `json` is no object.
inline const Json* member(const Json& json, std::string_view key) {
  if (!json.is_object()) return nullptr;
  const JsonObject& object = object_of(json);
  const JsonObject::Slot slot = object.find_slot(key);
  return slot == JsonObject::kNone ? nullptr : &object.item(slot).second;
}

inline bool is_container(const Json& json) { return json.is_structured(); }

// "object", "array", "string", "integer", "number", "boolean", "null".
std::string_view type_name(const Json& json);

// Whether a value is of a type as people name it: an integer is a number too, and a float with an integral
// value an integer.
bool has_type(const Json& json, std::string_view type);

// The number of an integer, wide enough for signed and unsigned ones. REQUIRES: json.is_number_integer().
__extension__ using WideInteger = __int128;
WideInteger wide(const Json& integer);

// JSON equality: key order does not matter, 5 equals 5.0, true is not 1, integers compare exactly.
bool equal(const Json& a, const Json& b);
// The same; `looked` grows by about the bytes that were compared.
bool equal(const Json& a, const Json& b, std::size_t& looked);

// Equal, and written the same but for the order of keys: 5 and 5.0 differ.
bool identical(const Json& a, const Json& b);

// Exact comparison of two numbers, integers and floats alike. REQUIRES: both are numbers.
bool number_less(const Json& a, const Json& b);

// Exact where integers and 64 bits hold it, else a float. REQUIRES: both are numbers.
Json sum(const Json& a, const Json& b);
Json difference(const Json& a, const Json& b);

// Containers inside one another; a scalar has depth 0.
std::size_t depth_of(const Json& json);

// About the bytes of the JSON text: a cheap, exactly reproducible measure of size.
std::size_t weight_of(const Json& json);

}  // namespace gavel
