// Files that were compiled in: what the program says in two languages, templates, examples. See gavel_embed
// in host/targets.cmake.
#pragma once

#include <span>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

struct EmbeddedFile {
  std::string_view name;  // as the folder's CMakeLists.txt names it: "plugin/tool.lua"
  std::string_view text;
};

// The value of a file of YAML. REQUIRES: there is such a file and it has no fault; else the program ends, so
// that whatever test runs first says so.
Json embedded_yaml(std::span<const EmbeddedFile> files, std::string_view name);

}  // namespace gavel
