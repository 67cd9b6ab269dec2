#include "check_fix.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/utf8.hpp"

#include "files.hpp"
#include "show.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

struct Cut {
  std::size_t begin = 0, end = 0;
  const Edit* edit = nullptr;
};

bool is_below(const std::string& file, const std::string& folder) {
  std::error_code error;
  const fs::path at = fs::weakly_canonical(file, error);
  const fs::path top = fs::weakly_canonical(folder, error);
  const fs::path inside = at.lexically_relative(top);
  return !inside.empty() && *inside.begin() != "..";
}

// Where the text to be changed stands: at its place, or behind the quote that stands there.
std::optional<Cut> cut_of(std::string_view text, const Edit& edit) {
  const std::optional<std::size_t> at = offset_of(text, edit.where);
  if (!at) return std::nullopt;
  for (const std::size_t begin : {*at, *at + 1}) {
    if (begin > text.size() || !text.substr(begin).starts_with(edit.before)) continue;
    if (begin != *at && text[*at] != '"' && text[*at] != '\'') continue;
    return Cut{begin, begin + edit.before.size(), &edit};
  }
  return std::nullopt;
}

Problem refused_fix(const std::string& file, const std::string& why) {
  Where where;
  where.file = file;
  return {
      Error(Code::kTurnConflict, "not fixed: " + why, "look at it, and run gavel check --fix again", where),
      {},
      {}};
}

// The text with all changes made, from behind; nothing: they do not fit.
std::optional<std::string> changed(const std::string& text, std::vector<Cut> cuts) {
  std::ranges::sort(cuts, [](const Cut& a, const Cut& b) { return a.begin > b.begin; });
  std::string out = text;
  std::size_t border = text.size();
  for (const Cut& cut : cuts) {
    if (cut.end > border) return std::nullopt;
    border = cut.begin;
    out.replace(cut.begin, cut.end - cut.begin, cut.edit->behind);
  }
  return out;
}

void fix_one(const std::string& file, const std::vector<const Edit*>& edits, const Limits& limits,
             const std::string& folder, FixedFiles& fixed) {
  const Result<std::string> text = read_found(file, limits.max_yaml_bytes, "max_yaml_bytes");
  if (!text) {
    fixed.not_made.push_back(refused_fix(file, text.error().message));
    return;
  }
  std::vector<Cut> cuts;
  std::set<std::pair<std::size_t, std::string>> seen;
  for (const Edit* edit : edits) {
    const std::optional<Cut> cut = cut_of(*text, *edit);
    if (!cut) {
      fixed.not_made.push_back(refused_fix(file, "\"" + printable(edit->before) + "\" is no longer at " +
                                                     std::to_string(edit->where.line) + ":" +
                                                     std::to_string(edit->where.column)));
      return;
    }
    if (seen.emplace(cut->begin, edit->behind).second) cuts.push_back(*cut);
  }
  const std::optional<std::string> out = changed(*text, cuts);
  if (!out) {
    fixed.not_made.push_back(refused_fix(file, "two changes overlap"));
    return;
  }
  if (const Result<void> written = write_file(file, *out, {folder}); !written) {
    fixed.not_made.push_back(refused_fix(file, written.error().message));
    return;
  }
  for (const Cut& cut : cuts)
    fixed.made.push_back(printable(file) + ":" + std::to_string(cut.edit->where.line) + ":" +
                         std::to_string(cut.edit->where.column) + ": \"" + printable(cut.edit->before) +
                         "\" is now \"" + printable(cut.edit->behind) + "\"");
}

}  // namespace

FixedFiles fix_files(const std::vector<Problem>& problems, const std::string& folder, const Limits& limits) {
  FixedFiles fixed;
  std::map<std::string, std::vector<const Edit*>> by_file;
  for (const Problem& problem : problems)
    if (problem.edit) by_file[problem.edit->where.file].push_back(&*problem.edit);
  for (const auto& [file, edits] : by_file)
    if (is_below(file, folder)) fix_one(file, edits, limits, folder, fixed);
  return fixed;
}

}  // namespace gavel
