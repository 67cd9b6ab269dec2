#include "rules.hpp"

#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"

#include "show.hpp"

namespace gavel {

std::string code_of_problem(const Problem& problem) {
  return problem.finding ? finding_code(*problem.finding) : std::string(code_name(problem.error.code));
}

std::string sentence_of(const Problem& problem) {
  std::string text = printable(problem.error.message);
  if (!problem.found.empty()) text += "; found " + printable(problem.found);
  if (!problem.expected.empty()) text += "; expected " + printable(problem.expected);
  return text;
}

std::string told_problem(const Problem& problem) {
  return shown_place(problem.error.where) + sentence_of(problem);
}

void show_problems(const std::vector<Problem>& problems) {
  const bool colour = use_colour(Colour::kAuto, STDERR_FILENO);
  for (const Problem& problem : problems) std::fprintf(stderr, "%s\n", problem_line(problem, colour).c_str());
}

Json problem_json(const Problem& problem) {
  Json json(Json::value_t::object);
  json["severity"] = problem.warning ? "warning" : "error";
  json["code"] = code_of_problem(problem);
  json["file"] = problem.error.where.file;
  json["line"] = problem.error.where.line;
  json["column"] = problem.error.where.column;
  json["what"] = problem.error.message;
  if (!problem.found.empty()) json["found"] = problem.found;
  if (!problem.expected.empty()) json["expected"] = problem.expected;
  if (!problem.error.hint.empty()) json["fix"] = problem.error.hint;
  if (problem.edit) json["fixable"] = true;
  if (!problem.error.where.rule.empty()) json["rule"] = problem.error.where.rule;
  if (!problem.error.detail.empty()) json["detail"] = problem.error.detail;
  return json;
}

}  // namespace gavel
