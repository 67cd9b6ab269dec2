#include "command/host_keys.hpp"

#include <vector>

namespace gavel {

std::optional<std::uint64_t> version_of(const Json& node) {
  const Json* version = member(node, kVersionKey);
  if (version == nullptr || !version->is_number_integer()) return std::nullopt;
  if (!version->is_number_unsigned() && version->get<std::int64_t>() < 0) return std::nullopt;
  const auto number = version->get<std::uint64_t>();
  return number == UINT64_MAX ? std::nullopt : std::optional(number);
}

bool is_protected(const Json& node) {
  const Json* flag = member(node, kProtectedKey);
  return flag != nullptr && flag->is_boolean() && flag->get<bool>();
}

bool for_each_object(const Json& value, const std::function<bool(const Json&)>& visit) {
  if (!is_container(value)) return true;
  std::vector<const Json*> todo{&value};
  while (!todo.empty()) {
    const Json* node = todo.back();
    todo.pop_back();
    if (node->is_array()) {
      for (const Json& child : array_of(*node)) {
        if (is_container(child)) todo.push_back(&child);
      }
      continue;
    }
    if (!visit(*node)) return false;
    for (const auto& [key, child] : object_of(*node)) {
      if (is_container(child)) todo.push_back(&child);
    }
  }
  return true;
}

bool holds_protected(const Json& node) {
  return !for_each_object(node, [](const Json& object) { return !is_protected(object); });
}

}  // namespace gavel
