// The two keys inside the game's data that have a meaning for the host.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

inline constexpr std::string_view kVersionKey = "__version";
inline constexpr std::string_view kProtectedKey = "_is_protected";

// The object's version, if it carries one that can still be raised.
std::optional<std::uint64_t> version_of(const Json& node);

bool is_protected(const Json& node);

// Whether the node is protected or holds a protected one at any depth.
bool holds_protected(const Json& node);

// Calls `visit` with every object in a value, the value itself included. `visit` returns false to stop; so
// does this.
bool for_each_object(const Json& value, const std::function<bool(const Json&)>& visit);

}  // namespace gavel
