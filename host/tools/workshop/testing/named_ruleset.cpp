#include "testing/named_ruleset.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/utf8.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

fs::path whole(const std::string& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// The first link on the way from the border to the folder. Both are lexical: what a ".." behind a link would
// mean is never asked.
std::optional<fs::path> link_between(const fs::path& border, const fs::path& folder) {
  fs::path at = border;
  for (const fs::path& part : folder.lexically_relative(border)) {
    at /= part;
    std::error_code error;
    if (fs::symlink_status(at, error).type() == fs::file_type::symlink) return at;
  }
  return std::nullopt;
}

bool lies_in(const fs::path& folder, const fs::path& border) {
  const fs::path inside = folder.lexically_relative(border);
  return !inside.empty() && *inside.begin() != "..";
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
    return Error(Code::kPathInvalid, quoted + " is not a valid folder name", hint);
  if (fs::path(named).is_absolute())
    return Error(Code::kPathForbidden, quoted + " is absolute; absolute paths do not work on other machines",
                 hint);
  const fs::path folder = (fs::path(from) / named).lexically_normal();
  std::error_code error;
  const fs::path at = fs::weakly_canonical(fs::absolute(folder), error);
  const fs::path border = error ? fs::path() : fs::weakly_canonical(fs::absolute(top), error);
  if (error) return Error(Code::kPathInvalid, quoted + " cannot be looked for: " + error.message(), hint);
  const fs::path from_top = whole(folder.string());
  if (!lies_in(at, border) || !lies_in(from_top, whole(top)))
    return Error(Code::kPathForbidden,
                 quoted + " is outside of the folder \"" + printable(border.filename().string()) +
                     "\", which is all that this file may reach",
                 "put the ruleset into that folder, and " + hint);
  if (const std::optional<fs::path> link = link_between(whole(top), from_top))
    return Error(Code::kPathForbidden, quoted + ": " + printable(link->string()) + " is a link",
                 "put a plain folder in its place");
  return folder.string();
}

}  // namespace gavel
