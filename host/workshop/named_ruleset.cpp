#include "workshop/named_ruleset.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/utf8.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

fs::path whole(const std::string& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace

std::string reach_of_ruleset(const std::string& ruleset) { return whole(ruleset).parent_path().string(); }

std::string reach_of_plugin(const std::string& plugin) {
  const fs::path shelf = whole(plugin).parent_path();
  return (shelf.filename() == "plugins" ? shelf.parent_path() : shelf).string();
}

Result<std::string> named_ruleset(const std::string& named, const std::string& from, const std::string& top) {
  const std::string quoted = "\"" + shortened(printable(named), 200) + "\"";
  const std::string hint = "name a folder from this one, such as \"../../rulesets/mine\"";
  if (named.empty() || !is_valid_utf8(named) || std::ranges::count(named, '\0') != 0)
    return Error(Code::kPathInvalid, quoted + " is no folder's name", hint);
  if (fs::path(named).is_absolute())
    return Error(Code::kPathForbidden, quoted + " is absolute, and no other machine has that folder", hint);
  const fs::path folder = (fs::path(from) / named).lexically_normal();
  std::error_code error;
  const fs::path at = fs::weakly_canonical(fs::absolute(folder), error);
  const fs::path border = error ? fs::path() : fs::weakly_canonical(top, error);
  if (error) return Error(Code::kPathInvalid, quoted + " cannot be looked for: " + error.message(), hint);
  const fs::path inside = at.lexically_relative(border);
  if (inside.empty() || *inside.begin() == "..")
    return Error(Code::kPathForbidden,
                 quoted + " lies outside of the folder \"" + printable(border.filename().string()) +
                     "\", which is all that this file may reach",
                 "put the ruleset into that folder, and " + hint);
  return folder.string();
}

}  // namespace gavel
