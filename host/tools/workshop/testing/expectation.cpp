#include "testing/expectation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "guards/fields.hpp"
#include "ruleset/field_violations.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"
#include "testing/scenario.hpp"

namespace gavel {
namespace {

constexpr std::size_t kExpectationShownBytes = 300;
constexpr std::size_t kMostTrouble = 5;
// What people wrote in their own words: part of it is enough to know it by.
constexpr std::array<std::string_view, 8> kProse = {"message",      "hint", "detail",  "why",
                                                    "instructions", "text", "content", "mismatch_reason"};

std::string shown(const Json* value) {
  return value == nullptr ? "nothing" : shortened(to_text(*value), kExpectationShownBytes);
}

// Of a verdict: texts that are looked through.
constexpr std::array<std::string_view, 6> kTextParts = {"feedback",        "feedback_lacks", "narration",
                                                        "narration_lacks", "report",         "report_lacks"};

bool is_prose(std::string_view name) { return std::find(kProse.begin(), kProse.end(), name) != kProse.end(); }

class Expectations {
 public:
  Expectations(const StepResult& result, std::vector<Unmet>& unmet) : result_(result), unmet_(unmet) {}

  void check(const YamlNode& expect) {
    check_error(expect);
    for (const YamlNode& one : expect.children()) {
      const std::string_view name = one.key();
      if (name == "state") {
        for (const YamlNode& place : one.children()) check_place(place);
      } else if (name == "absent") {
        for (const YamlNode& place : one.children()) check_absent(place);
      } else if (name == "campaign") {
        check_members(one, result_.campaign, "campaign");
      } else if (name == "prompt" || name == "prompt_lacks") {
        check_prompt(one, name == "prompt");
      } else if (name == "fits") {
        check_fits(one);
      } else if (name == "swap") {
        check_members(one, result_.swap, "swap");
      } else if (name == "attempts") {
        check_attempts(one);
      } else if (name == "log") {
        check_members(one, result_.log, "log");
      } else if (name != "error") {
        check_last(one);
      }
    }
  }

  // Why it came out otherwise may stand in what the turn refused, and nobody asked about.
  void tell_trouble(const YamlNode& expect) {
    if (result_.verdicts.empty()) return;
    const Json& verdict = result_.verdicts.back();
    std::size_t room = kMostTrouble;
    const auto tell = [&](const std::string& what) {
      if (room == 0) return;
      --room;
      unmet_.push_back(
          {result_.step, {Error(Code::kExpectFailed, what, {}, expect.where_key()), "", "", true}});
    };
    if (!expect.member("refused") && !expect.member("commands")) {
      for (const Json& line : rows_at(verdict, "commands")) {
        const Json* path = member(line, "path");
        const Result<Path> place = path == nullptr ? Path() : path_from_json(*path, Limits());
        if (text_at(line, "status") != "rejected" || text_at(line, "code") == "batch.rolled_back") continue;
        tell(text_at(line, "verb") + (place ? " " + to_dotted(*place) : "") +
             " was rejected: " + text_at(line, "code") + ": " + text_at(line, "message") + at(line));
      }
    }
    if (!expect.member("conflicts"))
      for (const Json& one : rows_at(verdict, "conflicts"))
        tell("the story was held against the state: " + text_at(one, "kind") + ": " + text_at(one, "why"));
    tell_failures(expect, true);
  }

  // What failed beside the commands is told of a turn that came out as expected, too: nothing else shows that
  // a handler does nothing. `refusals`: also what a derived value may not write, which gavel check says.
  void tell_failures(const YamlNode& expect, bool refusals) {
    if (result_.verdicts.empty() || expect.member("warnings")) return;
    std::size_t room = kMostTrouble;
    for (const Json& one : rows_at(result_.verdicts.back(), "warnings")) {
      const std::string code = text_at(one, "code");
      if (room == 0 || (!code.starts_with("derive.") && !code.starts_with("automation."))) continue;
      if (!refusals && !code.ends_with(".failed")) continue;
      --room;
      Error error(Code::kExpectFailed, code + ": " + text_at(one, "message") + at(one), {},
                  expect.where_key());
      unmet_.push_back({result_.step, {std::move(error), "", "", true}});
    }
  }

 private:
  static std::string at(const Json& row) {
    const std::string place = text_at(row, "at");
    return place.empty() ? "" : " (" + place + ")";
  }

  void say(const YamlNode& node, std::string what, std::string found, std::string expected,
           std::string hint = {}) {
    Where where = node.where();
    unmet_.push_back({result_.step + attempt_,
                      {Error(Code::kExpectFailed, std::move(what), std::move(hint), std::move(where)),
                       std::move(found), std::move(expected), false}});
  }

  // A step that was refused, where nobody expects it, is a failure of its own.
  void check_error(const YamlNode& expect) {
    const auto wanted = expect.member("error");
    if (!wanted) {
      if (result_.error)
        say(expect, "the step was refused: " + result_.error->message,
            std::string(code_name(result_.error->code)), "", result_.error->hint);
      return;
    }
    if (!result_.error) {
      say(*wanted, "the step was taken", "no error", shown(&wanted->value()));
      return;
    }
    Json error(Json::value_t::object);
    error["code"] = std::string(code_name(result_.error->code));
    error["message"] = result_.error->message;
    error["hint"] = result_.error->hint;
    compare(*wanted, wanted->value().is_string() ? member(error, "code") : &error, "error", false);
  }

  void check_last(const YamlNode& one) {
    if (!result_.verdicts.empty()) {
      check_verdict(one, result_.verdicts.back());
    } else if (!result_.error) {
      say(one, "there is no verdict to look at", "", "");
    }
  }

  void check_verdict(const YamlNode& one, const Json& verdict) {
    const std::string name(one.key());
    if (name == "commands") {
      check_rows(one, rows_at(verdict, "commands"), "status", "command");
    } else if (name == "refused") {
      JsonArray refused;
      for (const Json& line : rows_at(verdict, "commands"))
        if (const Json* status = member(line, "status"); status != nullptr && *status == "rejected")
          refused.push_back(line);
      check_rows(one, refused, "code", "refused command");
    } else if (name == "conflicts") {
      check_rows(one, rows_at(verdict, "conflicts"), "kind", "conflict");
    } else if (name == "tool_results") {
      check_rows(one, rows_at(verdict, "tool_results"), "tool", "tool result");
    } else if (name == "events") {
      check_rows(one, rows_at(verdict, "events"), "name", "event");
    } else if (name == "displays") {
      check_rows(one, rows_at(verdict, "displays"), "tag", "display");
    } else if (name == "warnings") {
      check_rows(one, warnings_of(verdict), "code", "warning");
    } else if (name == "never") {
      check_never(one, verdict);
    } else if (name == "verdict") {
      check_members(one, verdict, "verdict");
    } else if (!one.value().is_object() &&
               std::find(kTextParts.begin(), kTextParts.end(), name) != kTextParts.end()) {
      check_said(one, verdict);
    } else {
      compare(one, member(verdict, name), name, is_prose(name), &verdict);
    }
  }

  // Codes that no line and no warning has. What a shadowed rule does wrong stands among what it would have
  // done.
  void check_never(const YamlNode& one, const Json& verdict) {
    JsonArray rows = rows_at(verdict, "commands");
    for (Json& warning : warnings_of(verdict)) rows.push_back(std::move(warning));
    for (Json shadow : rows_at(verdict, "shadow")) {
      if (text_at(shadow, "decision") == "error") shadow["code"] = std::string(code_name(Code::kPluginError));
      rows.push_back(std::move(shadow));
    }
    for (const YamlNode& unwanted : one.children())
      for (const Json& row : rows)
        if (const Json* code = member(row, "code"); code != nullptr && *code == unwanted.value())
          say(unwanted, string_of(unwanted.value()) + ": " + text_at(row, "message") + at(row),
              "it was there", "never");
  }

  // Every value that a row speaks for is one that the row allows.
  void check_fits(const YamlNode& rows) {
    const Limits limits;
    for (const YamlNode& row : rows.children()) {
      const Result<FieldTable> table = FieldTable::from_json(Json(JsonArray{row.value()}), limits);
      if (!table) {
        say(row, table.error().message, shown(&row.value()), "a row as in `fields`", table.error().hint);
        continue;
      }
      static const DescribedPatterns kNone;
      for (const Error& error :
           field_errors(result_.state, *table, result_.described == nullptr ? kNone : *result_.described,
                        limits.max_problems))
        say(row, error.message, "", "", error.hint);
    }
  }

  void check_said(const YamlNode& one, const Json& verdict) {
    const std::string name(one.key());
    const bool wanted = !name.ends_with("_lacks");
    const std::string what = wanted ? name : name.substr(0, name.size() - 6);
    std::string text;
    if (what == "feedback") {
      for (const Json& message : rows_at(verdict, "messages_to_append"))
        if (const Json* content = member(message, "content"); content != nullptr && content->is_string())
          text += string_of(*content) + "\n";
    } else {
      const Json* part = member(verdict, what);
      if (part != nullptr && what == "report") part = member(*part, "text");
      if (part != nullptr && part->is_string()) text = string_of(*part);
    }
    check_texts(one, wanted, text, what, result_.step + attempt_, unmet_);
  }

  // Those about the player's text first.
  static JsonArray warnings_of(const Json& verdict) {
    JsonArray all;
    if (const Json* user = member(verdict, "user")) all = rows_at(*user, "warnings");
    for (const Json& warning : rows_at(verdict, "warnings")) all.push_back(warning);
    return all;
  }

  // A list, entry by entry; an entry that is a text says the member `by`.
  void check_rows(const YamlNode& list, const JsonArray& rows, std::string_view by, const std::string& what) {
    const std::vector<YamlNode> entries = list.children();
    if (entries.size() != rows.size()) {
      std::string found;
      for (const Json& row : rows) found += (found.empty() ? "" : ", ") + brief(row, by);
      say(list, "the number of " + what + "s differs", std::to_string(rows.size()) + ": " + found,
          std::to_string(entries.size()));
    }
    for (std::size_t i = 0; i < std::min(entries.size(), rows.size()); ++i) {
      const bool word = entries[i].value().is_string();
      compare(entries[i], word ? member(rows[i], by) : &rows[i], what + " " + std::to_string(i), false);
    }
  }

  static std::string brief(const Json& row, std::string_view by) {
    std::string text = shown(member(row, by));
    if (by == "status" && member(row, "code") != nullptr) text += " " + shown(member(row, "code"));
    return text;
  }

  // Each an outcome, or expectations about the attempt's verdict and members of it.
  void check_attempts(const YamlNode& list) {
    const std::vector<YamlNode> entries = list.children();
    const JsonArray verdicts(result_.verdicts.begin(), result_.verdicts.end());
    if (entries.size() != verdicts.size()) return check_rows(list, verdicts, "outcome", "attempt");
    for (std::size_t i = 0; i < entries.size(); ++i) {
      attempt_ = ", attempt " + std::to_string(i + 1);
      if (entries[i].value().is_string())
        compare(entries[i], member(verdicts[i], "outcome"), "outcome", false);
      for (const YamlNode& one : entries[i].children()) check_verdict(one, verdicts[i]);
    }
    attempt_.clear();
  }

  void check_members(const YamlNode& wanted, const Json& found, const std::string& what) {
    for (const YamlNode& one : wanted.children())
      compare(one, member(found, one.key()), what + "." + std::string(one.key()), is_prose(one.key()),
              &found);
  }

  // Members that are named must match, those that are not may be anything; a list matches entry by entry.
  // Depth is bounded: the expected value came through the reader of YAML.
  void compare(const YamlNode& wanted, const Json* found, const std::string& what, bool prose,
               const Json* around = nullptr) {
    const Json& value = wanted.value();
    if (value.is_null() && (found == nullptr || found->is_null())) return;
    if (found != nullptr && value.is_object() && found->is_object()) {
      check_members(wanted, *found, what);
    } else if (found != nullptr && value.is_array() && found->is_array()) {
      const std::vector<YamlNode> entries = wanted.children();
      if (entries.size() != found->size())
        say(wanted, what + " differs in length", shown(found), shown(&value));
      for (std::size_t i = 0; i < std::min(entries.size(), found->size()); ++i)
        compare(entries[i], &array_of(*found)[i], what + "[" + std::to_string(i) + "]", prose);
    } else if (found == nullptr ||
               !(equal(value, *found) || same_path(wanted, *found) || (prose && occurs(value, *found)))) {
      say(wanted, what + " differs", shown(found), shown(&value), near_member(wanted, found, around));
    }
  }

  std::string near_member(const YamlNode& wanted, const Json* found, const Json* around) {
    if (found != nullptr || around == nullptr || !around->is_object() || hints_.is_used_up()) return {};
    std::vector<std::string_view> names;
    for (const auto& [name, value] : object_of(*around)) names.push_back(name);
    return hints_.nearest_hint(wanted.key(), names);
  }

  static bool occurs(const Json& part, const Json& whole) {
    return part.is_string() && whole.is_string() &&
           string_of(whole).find(string_of(part)) != std::string::npos;
  }

  static bool same_path(const YamlNode& wanted, const Json& found) {
    if (wanted.key() != "path" || !wanted.value().is_string() || !found.is_array()) return false;
    const Result<Path> path = path_from_json(found, Limits());
    return path && to_dotted(*path) == string_of(wanted.value());
  }

  struct Found {
    Path path;
    const Json* node = nullptr;
    bool described = false;
  };

  std::optional<Found> find(const YamlNode& node, const std::string& text) {
    const Limits limits;
    Result<PathText> path = PathText::parse(text, limits);
    if (!path) {
      say(node, path.error().message, "", "", path.error().hint);
      return std::nullopt;
    }
    Path meant = path->resolve(result_.state);
    static const DescribedPatterns kNone;
    const Place place = resolve(result_.state, meant, result_.described ? *result_.described : kNone);
    return Found{std::move(meant), place.node, place.described};
  }

  void check_place(const YamlNode& wanted) {
    const std::optional<Found> found = find(wanted, std::string(wanted.key()));
    if (!found) return;
    if (found->node != nullptr) {
      // Of a described pair the value is meant, unless the pair itself is expected.
      const Json* whole = found->described ? whole_at(found->path) : nullptr;
      if (equal(wanted.value(), *found->node) || (whole != nullptr && equal(wanted.value(), *whole))) return;
      say(wanted, "state " + std::string(wanted.key()) + " differs", shown(found->node),
          shown(&wanted.value()));
      return;
    }
    const std::optional<Path> near = hints_.nearest_path(result_.state, found->path);
    say(wanted, "state " + std::string(wanted.key()) + " differs", "nothing", shown(&wanted.value()),
        near ? "did you mean " + to_dotted(*near) + "?" : "");
  }

  const Json* whole_at(const Path& path) const { return resolve(result_.state, path).node; }

  void check_absent(const YamlNode& wanted) {
    const std::string& text = string_of(wanted.value());
    const std::optional<Found> found = find(wanted, text);
    if (found && found->node != nullptr)
      say(wanted, "state " + text + " is there", shown(found->node), "nothing");
    if (!found || found->node != nullptr || result_.stood == nullptr || result_.stood->contains(text)) return;
    // What never stood there may be a slip, and the expectation then says nothing.
    const std::optional<Path> near = slip_in(result_.state, found->path);
    if (!near) return;
    say(wanted, "there never was a value at " + text, "", "", "did you mean " + to_dotted(*near) + "?");
    unmet_.back().problem.warning = true;
  }

  void check_prompt(const YamlNode& wanted, bool contains) {
    Result<std::string> prompt =
        result_.prompt ? result_.prompt() : Error(Code::kUsage, "this gavel assembles no prompts to look at");
    if (!prompt) {
      say(wanted, prompt.error().message, "", "", prompt.error().hint);
    } else {
      check_texts(wanted, contains, *prompt, "prompt", result_.step, unmet_);
    }
  }

  const StepResult& result_;
  std::vector<Unmet>& unmet_;
  HintBudget hints_;
  std::string attempt_;  // ", attempt 2", while one of several is looked at
};

}  // namespace

void check_expectations(const YamlNode& expect, const StepResult& result, std::vector<Unmet>& unmet) {
  const std::size_t before = unmet.size();
  Expectations expectations(result, unmet);
  expectations.check(expect);
  const bool failed = std::any_of(unmet.begin() + static_cast<std::ptrdiff_t>(before), unmet.end(),
                                  [](const Unmet& one) { return !one.problem.warning; });
  if (failed) {
    expectations.tell_trouble(expect);
  } else {
    expectations.tell_failures(expect, false);
  }
}

void check_texts(const YamlNode& texts, bool wanted, const std::string& in, const std::string& what,
                 const std::string& step, std::vector<Unmet>& unmet) {
  const std::vector<YamlNode> all =
      texts.value().is_string() ? std::vector<YamlNode>{texts} : texts.children();
  for (const YamlNode& text : all) {
    if (!text.value().is_string()) {
      unmet.push_back({step, text.problem("this is no text", described(text.value()), "a text", "")});
      continue;
    }
    if ((in.find(string_of(text.value())) != std::string::npos) == wanted) continue;
    const std::string quoted = to_text(text.value());
    unmet.push_back(
        {step,
         {Error(Code::kExpectFailed, what + (wanted ? " lacks a text" : " holds a text"), {}, text.where()),
          shortened(to_text(Json(in)), kExpectationShownBytes), wanted ? quoted : "nothing of " + quoted,
          false}});
  }
}

}  // namespace gavel
