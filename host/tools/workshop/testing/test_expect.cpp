// The functions of `expect`.
#include <cmath>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/yaml_tree.hpp"
#include "testing/expectation.hpp"

#include "test_host.hpp"

namespace gavel {
namespace {

// The text that an author gave to say what an expectation is about.
std::string noted(const Json* note) {
  if (note == nullptr || note->is_null() || note->is_discarded()) return {};
  return (note->is_string() ? string_of(*note) : to_text(*note)) + ": ";
}

Error misused(std::string what, std::string hint) {
  return {Code::kPluginError, std::move(what), std::move(hint)};
}

// Who refused a command, and where in which plugin: of a line, as t.call and t.set answer one.
std::string refused_by(const Json& line) {
  const auto word = [&line](std::string_view name) {
    const Json* found = member(line, name);
    return found != nullptr && found->is_string() ? string_of(*found) : std::string();
  };
  if (word("status") != "rejected") return {};
  const std::string at = word("at");
  return "; it was rejected: " + word("code") + ": " + word("message") + (at.empty() ? "" : " (" + at + ")");
}

double number(const Json& value) { return value.get<double>(); }

}  // namespace

Result<Json> TestHost::fail(std::string_view function, Difference difference, const Json* note) {
  difference.what = noted(note) + difference.what;
  std::string said = "expect." + std::string(function) + ": " + difference.what;
  if (!difference.found.empty()) said += "; found " + difference.found;
  if (!difference.expected.empty()) said += "; expected " + difference.expected;
  if (!unmet_) unmet_ = std::move(difference);
  return Error(Code::kPluginError, std::move(said));
}

Result<Json> TestHost::expect(TestAsk ask, std::span<const Json> args) {
  ++expectations_;
  const auto note = [&args](std::size_t index) { return index < args.size() ? &args[index] : nullptr; };
  switch (ask) {
    case TestAsk::kEqual:
      if (auto difference = difference_of(args[0], args[1]))
        return fail("equal", std::move(*difference), note(2));
      return Json();
    case TestAsk::kNear: {
      if (!args[1].is_number() || !args[2].is_number())
        return misused("expect.near takes a value, a number and how far it may be from it",
                       "expect.near(t.get(\"speed\"), 3.3, 0.1)");
      const std::string wanted = shown_value(args[1]) + " ± " + shown_value(args[2]);
      if (!args[0].is_number()) return fail("near", {"no number", shown_value(args[0]), wanted}, note(3));
      // What is not near enough includes what cannot be compared.
      if (!(std::fabs(number(args[0]) - number(args[1])) <= number(args[2])))
        return fail("near", {"too far away", shown_value(args[0]), wanted}, note(3));
      return Json();
    }
    case TestAsk::kError: {
      const Json* part = note(1);
      if (part != nullptr && !part->is_null() && !part->is_string())
        return misused("expect.error takes a function and a part of the message that it raises", "");
      const std::string wanted = part != nullptr && part->is_string() ? string_of(*part) : "";
      const std::string shown = wanted.empty() ? "an error" : "an error with " + to_text(Json(wanted));
      if (args[0].is_null()) return fail("error", {"nothing was raised", "no error", shown});
      if (string_of(args[0]).find(wanted) == std::string::npos)
        return fail("error", {"another error was raised", shown_value(args[0]), shown});
      return args[0];
    }
    case TestAsk::kVerdict:
      return expect_verdict(args[0], args[1]);
    default:
      if (args[0].is_null() || args[0].is_discarded() || args[0] == false)
        return fail("is_true", {"not true", shown_value(args[0]), "true"}, note(1));
      return Json();
  }
}

// By the rules of a scenario's `expect` (README.md of host/tools/cli), with the same messages.
Result<Json> TestHost::expect_verdict(const Json& found, const Json& expected) {
  if (!expected.is_object() || expected.empty())
    return misused("expect.verdict takes a verdict and a table of members that it must have",
                   "expect.verdict(t.turn(\"…\"), { outcome = \"accepted\" })");
  if (!found.is_object())
    return fail("verdict",
                {"this is no verdict", shown_value(found), "what t.turn, t.call or t.set answers"});
  StepResult result;
  result.verdicts.push_back(found);
  result.state = document_.data();
  result.campaign = campaign_;
  result.described = &context_.described;
  const YamlTree tree(expected, "");
  std::vector<Unmet> unmet;
  check_expectations(tree.top(), result, unmet);
  std::optional<Difference> first;
  std::string others;
  for (const Unmet& one : unmet) {
    const Error& error = one.problem.error;
    if (!one.problem.warning && !first) {
      const std::string hint = error.hint.empty() ? "" : " (" + error.hint + ")";
      first = Difference{error.message + hint, one.problem.found, one.problem.expected};
    } else {
      others += "; " + error.message;
      if (!one.problem.found.empty()) others += ", found " + one.problem.found;
      if (!one.problem.expected.empty()) others += ", expected " + one.problem.expected;
    }
  }
  if (member(expected, "warnings") != nullptr) failures_.clear();
  if (!first) return Json();
  first->what += others + refused_by(found);
  return fail("verdict", std::move(*first));
}

}  // namespace gavel
