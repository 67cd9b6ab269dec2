#include "check_texts.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "docs/codes.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"

#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

std::size_t errors_in(const std::vector<Problem>& problems) {
  return static_cast<std::size_t>(
      std::count_if(problems.begin(), problems.end(), [](const Problem& one) { return !one.warning; }));
}

std::string place_of_text(const Where& where) {
  return (where.file.empty() ? "gavel" : printable(where.file)) + ":" +
         std::to_string(std::max<std::size_t>(1, where.line)) + ":" +
         std::to_string(std::max<std::size_t>(1, where.column)) + ": ";
}

// file:line:column: warning: text [code], and a note behind it: what editors read of compilers.
std::string gcc_lines(const Problem& problem) {
  std::string out = place_of_text(problem.error.where) + (problem.warning ? "warning: " : "error: ") +
                    sentence_of(problem) + " [" + code_of_problem(problem) + "]\n";
  if (!problem.error.hint.empty())
    out += place_of_text(problem.error.where) + "note: fix: " + printable(problem.error.hint) + "\n";
  return out;
}

// What a workflow command of GitHub's cannot hold as it is.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\n') {
      out += "%0A";
    } else if (c == '\r') {
      out += "%0D";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

std::string github_line(const Problem& problem) {
  const Where& where = problem.error.where;
  std::string out = problem.warning ? "::warning " : "::error ";
  out += "file=" + escaped(printable(where.file), true);
  if (where.line != 0) out += ",line=" + std::to_string(where.line);
  if (where.column != 0) out += ",col=" + std::to_string(where.column);
  out += ",title=" + escaped(code_of_problem(problem), true) + "::";
  std::string text = sentence_of(problem);
  if (!problem.error.hint.empty()) text += "\nfix: " + printable(problem.error.hint);
  return out + escaped(text, false) + "\n";
}

std::string json_text(const std::vector<Problem>& problems, const std::vector<std::string>& fixed) {
  const std::size_t errors = errors_in(problems);
  Json all(Json::value_t::array);
  for (const Problem& problem : problems) all.push_back(problem_json(problem));
  Json answer(Json::value_t::object);
  answer["errors"] = errors;
  answer["warnings"] = problems.size() - errors;
  answer["problems"] = std::move(all);
  if (!fixed.empty()) answer["fixed"] = Json(fixed);
  return shown_json(answer, 2) + "\n";
}

}  // namespace

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string check_text(const std::vector<Problem>& problems, CheckFormat format, const std::string& what,
                       const std::vector<std::string>& fixed, bool colour) {
  if (format == CheckFormat::kJson) return json_text(problems, fixed);
  std::string out;
  if (format == CheckFormat::kGcc || format == CheckFormat::kGithub) {
    for (const Problem& problem : problems)
      out += format == CheckFormat::kGcc ? gcc_lines(problem) : github_line(problem);
    return out;
  }
  for (const std::string& one : fixed) out += "fixed " + printable(one) + "\n";
  for (const Problem& problem : problems) out += problem_line(problem, colour) + "\n";
  const std::size_t errors = errors_in(problems);
  const auto fixable = static_cast<std::size_t>(std::count_if(
      problems.begin(), problems.end(), [](const Problem& one) { return one.edit.has_value(); }));
  out += what + counted(errors, "error") + ", " + counted(problems.size() - errors, "warning");
  if (fixable > 0) out += "; --fix fixes " + std::to_string(fixable);
  return out + "\n";
}

std::string codes_text(CheckFormat format) {
  Json all(Json::value_t::array);
  std::string text;
  for (const LintRow& row : finding_rows()) {
    const Json& words = *find_code(finding_code(row.finding));
    if (format == CheckFormat::kJson) {
      Json one(Json::value_t::object);
      one["code"] = finding_code(row.finding);
      one["allow"] = std::string(row.name);
      one["severity"] = row.warning ? "warning" : "error";
      one["meaning"] = *member(*member(words, "meaning"), "en");
      one["fix"] = *member(*member(words, "fix"), "en");
      all.push_back(std::move(one));
    } else {
      text += std::string(row.name) + " (" + (row.warning ? "warning" : "error") + ")\n  " +
              text_at(*member(words, "meaning"), "en") + "\n  fix: " + text_at(*member(words, "fix"), "en") +
              "\n";
    }
  }
  return format == CheckFormat::kJson ? shown_json(all, 2) + "\n" : text;
}

}  // namespace gavel
