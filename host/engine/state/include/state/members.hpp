// Members of an object as far as they are there and of a kind: what comes from elsewhere may lack any.
#pragma once

#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

inline std::string text_at(const Json& json, std::string_view name) {
  const Json* text = member(json, name);
  return text != nullptr && text->is_string() ? string_of(*text) : std::string();
}

inline bool flag_at(const Json& json, std::string_view name) {
  const Json* flag = member(json, name);
  return flag != nullptr && flag->is_boolean() && flag->get<bool>();
}

inline const JsonArray& rows_at(const Json& json, std::string_view name) {
  static const JsonArray kNone;
  const Json* rows = member(json, name);
  return rows != nullptr && rows->is_array() ? array_of(*rows) : kNone;
}

// Null: it is not there.
inline Json value_at(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  return value == nullptr ? Json() : *value;
}

}  // namespace gavel
