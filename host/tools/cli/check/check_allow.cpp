#include "check_allow.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "files.hpp"

namespace gavel {
namespace {

constexpr std::string_view kMark = "gavel: allow ";

std::string_view trimmed_name(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

constexpr std::size_t kMostNames = 32;  // that one line allows

// Where the names begin in a line that allows some; npos: it allows none.
std::size_t names_in(std::string_view line, bool lua) {
  const std::string_view sign = lua ? "--" : "#";
  for (std::size_t at = line.find(kMark); at != std::string_view::npos; at = line.find(kMark, at + 1)) {
    const std::string_view before = trimmed_name(line.substr(0, at));
    if (before.ends_with(sign)) return at + kMark.size();
  }
  return std::string_view::npos;
}

Problem unknown_allow(const std::string& file, std::size_t line, std::size_t column, std::string_view name) {
  std::vector<std::string_view> known;
  for (const LintRow& row : finding_rows()) known.push_back(row.name);
  Where where;
  where.file = file;
  where.line = line;
  where.column = column;
  std::string hint = nearest_hint(name, known);
  if (hint.empty()) hint = "gavel check --codes lists what can be allowed";
  Problem problem = problem_of(Lint::kUnknownAllow,
                               "there is no finding \"" + shortened(printable(name), 64) + "\" to allow",
                               std::move(hint), where);
  if (const auto only = only_near(name, known))
    problem.edit = Edit{where, std::string(name), std::string(*only)};
  return problem;
}

}  // namespace

void Allowed::read(const std::string& file, std::string_view text, std::size_t most,
                   std::vector<Problem>& problems) {
  std::map<std::size_t, std::set<Lint>>& lines = files_[file];
  const bool lua = file.ends_with(".lua");
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::size_t at = names_in(line, lua);
    for (std::size_t names = 0; at < line.size() && names < kMostNames; ++names) {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      const std::string_view name = trimmed_name(line.substr(at, comma - at));
      if (const auto finding = finding_of(name)) {
        lines[number].insert(*finding);
      } else if (!name.empty() && problems.size() < most) {
        const auto before = static_cast<std::size_t>(name.data() - line.data());
        problems.push_back(unknown_allow(file, number, count_code_points(line.substr(0, before)) + 1, name));
      }
      at = comma + 1;
    }
  }
}

bool Allowed::allows(const Problem& problem) const {
  if (!problem.finding || problem.error.where.line == 0) return false;
  const auto file = files_.find(problem.error.where.file);
  if (file == files_.end()) return false;
  for (const std::size_t line : {problem.error.where.line, problem.error.where.line - 1}) {
    const auto marks = file->second.find(line);
    if (marks != file->second.end() && marks->second.contains(*problem.finding)) return true;
  }
  return false;
}

std::size_t leave_out_allowed(std::vector<Problem>& problems, const std::set<std::string>& files,
                              const Limits& limits) {
  Allowed allowed;
  const std::size_t most = problems.size() + limits.max_problems;
  std::set<std::string> wanted = files;
  for (const Problem& problem : problems)
    if (problem.finding && !problem.error.where.file.empty()) wanted.insert(problem.error.where.file);
  for (const std::string& file : wanted)
    if (const Result<std::string> text = read_found(file, limits.max_plugin_bytes, "max_plugin_bytes"))
      allowed.read(file, *text, most, problems);
  return std::erase_if(problems, [&](const Problem& problem) { return allowed.allows(problem); });
}

}  // namespace gavel
