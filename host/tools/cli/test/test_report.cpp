#include "test_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/utf8.hpp"

#include "paint.hpp"
#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLines = 40;  // of a verdict below a failure

bool has_passed(const TestOutcome& outcome) {
  return !outcome.broken && std::all_of(outcome.failures.begin(), outcome.failures.end(),
                                        [](const auto& one) { return one.problem.warning; });
}

Json failure_json(const TestOutcome::Failure& failure) {
  Json row = problem_json(failure.problem);
  if (!failure.step.empty()) row["step"] = failure.step;
  if (failure.verdict.is_object()) row["verdict"] = failure.verdict;
  return row;
}

Json outcome_json(const TestOutcome& outcome) {
  Json one(Json::value_t::object);
  one["file"] = outcome.file;
  if (outcome.line != 0) one["line"] = outcome.line;
  if (!outcome.title.empty()) one[outcome.is_scenario ? "title" : "name"] = outcome.title;
  if (outcome.is_scenario && !outcome.broken) one["rows"] = outcome.rows;
  one["status"] = outcome.broken ? "broken" : has_passed(outcome) ? "passed" : "failed";
  Json& failures = one["failures"] = Json(Json::value_t::array);
  for (const auto& failure : outcome.failures) failures.push_back(failure_json(failure));
  if (!outcome.logs.empty()) one["logs"] = outcome.logs;
  return one;
}

// A verdict below the failure that it is of, as far as it is not too long.
std::string shown_under(const std::string& lines) {
  std::string out;
  std::size_t count = 0;
  for (std::size_t at = 0; at < lines.size() && count < kMostLines; ++count) {
    const std::size_t end = lines.find('\n', at);
    out += (at == 0 ? "      " : "\n      ") + lines.substr(at, end - at);
    at = end + 1;
  }
  return count < kMostLines ? out : out + "\n      …";
}

// Text for XML: what it cannot hold, or would steer a terminal, is a question mark.
std::string xml(std::string_view text) {
  std::string out;
  for (const char c : printable_lines(text)) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\n') {
      out += "&#10;";
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t') {
      out += c;
    }
  }
  return out;
}

void add_case(std::string& out, const TestOutcome& outcome) {
  out += "    <testcase classname=\"" + xml(outcome.file) + "\" name=\"" +
         xml(outcome.title.empty() ? outcome.file : outcome.title) + "\"";
  out += " file=\"" + xml(outcome.file) + "\"";
  if (outcome.line != 0) out += " line=\"" + std::to_string(outcome.line) + "\"";
  if (has_passed(outcome)) {
    out += "/>\n";
    return;
  }
  std::string all;
  for (const auto& failure : outcome.failures) all += problem_line(failure.problem, false) + "\n";
  const char* name = outcome.broken ? "error" : "failure";
  out += std::string(">\n      <") + name + " message=\"" +
         xml(outcome.failures.empty() ? "" : outcome.failures.front().problem.error.message) + "\">" +
         xml(all) + "</" + name + ">\n    </testcase>\n";
}

}  // namespace

void TestReport::say(const std::string& line) const {
  if (!quiet_) std::printf("%s\n", line.c_str());
}

void TestReport::group(const std::string& folder) {
  group_ = folder;
  file_.clear();
}

void TestReport::file(const std::string& file) { file_ = file; }

void TestReport::head() {
  if (!group_.empty()) say(Paint(paint_)(kBold, printable(group_)));
  if (!file_.empty()) say("  " + Paint(paint_)(kDim, printable(file_)));
  group_.clear();
  file_.clear();
}

void TestReport::list(const TestOutcome& outcome) {
  file_.clear();
  head();
  const std::string place =
      printable(outcome.file) + (outcome.line == 0 ? "" : ":" + std::to_string(outcome.line));
  say("  " + place + ": " + printable(outcome.title));
}

void TestReport::repeat_failures() const {
  if (failed_ == 0) return;
  const Paint paint(paint_);
  say("\n" + paint(kBold, "Failed:"));
  for (const TestOutcome& outcome : outcomes_) {
    if (has_passed(outcome)) continue;
    Where where;
    where.file = outcome.file;
    where.line = outcome.line;
    for (const auto& failure : outcome.failures)
      if (where.line == 0 && !failure.problem.warning && !failure.problem.error.where.file.empty())
        where = failure.problem.error.where;
    where.column = 0;
    say("  " + paint(kRed, "✗ ") + shown_place(where) + printable(outcome.title));
  }
}

void TestReport::tell(const TestOutcome& outcome, bool passed) const {
  const Paint paint(paint_);
  const std::string mark = passed ? paint(kGreen, "✓") : paint(kRed, "✗");
  const std::string title = outcome.broken && outcome.title.empty()
                                ? printable(outcome.file) + " cannot be played"
                                : printable(outcome.title);
  say((outcome.is_scenario || outcome.broken ? "  " : "    ") + mark + " " + title);
  for (const auto& failure : outcome.failures) {
    Problem shown = failure.problem;
    if (!failure.step.empty()) shown.error.message = failure.step + ": " + shown.error.message;
    while (shown.error.detail.ends_with('\n')) shown.error.detail.pop_back();
    say(problem_line(shown, paint_));
    if (failure.verdict.is_object()) say(shown_under(verdict_lines(failure.verdict, look_of(paint_))));
  }
  for (const std::string& line : outcome.logs) say(paint(kDim, "      log: " + printable(line)));
}

void TestReport::add(TestOutcome outcome) {
  const bool passed = has_passed(outcome);
  if (outcome.is_scenario || outcome.broken) file_.clear();
  head();
  (passed ? passed_ : failed_) += 1;
  broken_ = broken_ || outcome.broken;
  tell(outcome, passed);
  outcomes_.push_back(std::move(outcome));
}

void TestReport::put_json(Json& answer) const {
  Json scenarios(Json::value_t::array);
  Json tests(Json::value_t::array);
  for (const TestOutcome& outcome : outcomes_)
    (outcome.is_scenario ? scenarios : tests).push_back(outcome_json(outcome));
  answer["scenarios"] = std::move(scenarios);
  answer["tests"] = std::move(tests);
}

std::string TestReport::junit() const {
  std::map<std::string, std::vector<const TestOutcome*>> by_file;
  for (const TestOutcome& outcome : outcomes_) by_file[outcome.file].push_back(&outcome);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"" +
                    std::to_string(outcomes_.size()) + "\" failures=\"" + std::to_string(failed_) + "\">\n";
  for (const auto& [file, cases] : by_file) {
    out += "  <testsuite name=\"" + xml(file) + "\" tests=\"" + std::to_string(cases.size()) + "\">\n";
    for (const TestOutcome* outcome : cases) add_case(out, *outcome);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace gavel
