// Naming a plugin in ruleset.yaml: only the list changes, comments and all other lines stay as they are.
#pragma once

#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"

namespace gavel {

// The text with the plugin at the end of `plugins`. An error: the list is written in a way that cannot be
// added to; it has the line to write by hand.
Result<std::string> with_plugin(const std::string& text, std::string_view plugin, const Limits& limits);

}  // namespace gavel
