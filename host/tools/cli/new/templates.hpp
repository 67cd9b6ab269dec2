// Templates: what `gavel new` writes, out of host/tools/cli/templates, where its README says how they are
// written.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "state/embedded.hpp"

namespace gavel {

// All of them, by names such as "plugin/tool.lua".
std::span<const EmbeddedFile> templates();

struct Filling {
  std::set<std::string, std::less<>> marks;               // "en", "rule": lines of others are left out
  std::map<std::string, std::string, std::less<>> words;  // for {{name}}
};

// An error names the line with a word that nobody gave, or that there is no such template.
Result<std::string> filled(std::string_view name, const Filling& filling);

}  // namespace gavel
