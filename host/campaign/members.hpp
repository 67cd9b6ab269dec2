// Members of what was stored, each as far as it is there and of its kind: a record from elsewhere may lack
// any.
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

// Null: it is not there.
inline Json value_at(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  return value == nullptr ? Json() : *value;
}

}  // namespace gavel
