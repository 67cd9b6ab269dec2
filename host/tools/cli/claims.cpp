#include "claims.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "files.hpp"
#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr const char* kClaimsFooter =
    "FILE holds one case a line: {\"id\", \"narration\", \"state\", \"applied\"?}; all else of a case is "
    "passed "
    "over. `state` is the\n"
    "state after the calls in `applied`, {\"tool\", \"args\"} each; what they did, the tools' `back` "
    "functions tell.\n"
    "One line a case comes out: {\"id\", \"conflicts\": [{kind, subject, span, claimed, actual, why, …}]}.\n"
    "Exit code 0 when every case was judged, 2 for bad usage or unreadable input.\n\n"
    "Examples:\n"
    "  gavel claims tests/conformance/claims.jsonl > found.jsonl\n"
    "  echo '{\"id\":\"1\",\"narration\":\"Kim drops "
    "dead.\",\"state\":{\"characters\":{\"kim\":{\"name\":\"Kim\","
    "\"status\":{\"alive_state\":\"alive\"}}}}}' | gavel claims -";

constexpr std::size_t kMostId = 256;

Error bad_claim_line(std::size_t line, std::string what, std::string hint = {}) {
  Where where;
  where.line = line;
  return {Code::kTypeMismatch, "line " + std::to_string(line) + ": " + std::move(what), std::move(hint),
          std::move(where)};
}

Result<std::vector<AppliedCall>> read_calls(const Json* json, std::size_t line) {
  std::vector<AppliedCall> calls;
  if (json == nullptr || json->is_null()) return calls;
  if (!json->is_array())
    return bad_claim_line(line, "\"applied\" is " + std::string(type_name(*json)) + "; it is a list");
  for (const Json& one : array_of(*json)) {
    const Json* tool = member(one, "tool");
    if (tool == nullptr || !tool->is_string())
      return bad_claim_line(line, "a call in \"applied\" has no \"tool\"", R"({"tool": "…", "args": {…}})");
    const Json* args = member(one, "args");
    calls.push_back({string_of(*tool), args == nullptr ? Json(Json::value_t::object) : *args});
  }
  return calls;
}

// Says how far it is, on a terminal, when it takes long.
class Progress {
 public:
  explicit Progress(std::size_t bytes) : bytes_(bytes), shows_(::isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::size_t done, std::size_t cases) {
    if (!shows_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::seconds(2)) return;
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "\rgavel claims: %zu cases, %zu %%", cases, bytes_ == 0 ? 100 : done * 100 / bytes_);
  }

 private:
  std::size_t bytes_;
  bool shows_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

Claims::Claims(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("claims", "Find what narrations say against the state");
  named(sub->add_option("--ruleset", ruleset_folder_,
                        "The game's rules, with its claim plugins (default: rulesets/claims, shipped)"),
        "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  sub->add_flag("--json", json_, "Errors on standard output as JSON, too");
  named(sub->add_option("FILE", file_, "JSON lines; - for standard input (default)"), "or -");
  sub->footer(kClaimsFooter);
}

int Claims::fail(const Error& error) const {
  const std::string name = file_ == "-" ? "standard input" : file_;
  show_error(error, name, text_, use_colour(Colour::kAuto, STDERR_FILENO));
  if (json_) print_error_json(error, name);
  return kExitUsage;
}

Result<void> Claims::load() {
  if (ruleset_folder_.empty()) ruleset_folder_ = shipped("rulesets/claims");
  Ruleset::Built built = load_logged(ruleset_folder_, plugin_dirs_, limits_);
  for (const Problem& problem : built.problems)
    std::fprintf(stderr, "%s\n", problem_line(problem, use_colour(Colour::kAuto, STDERR_FILENO)).c_str());
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, ruleset_folder_ + " does not load", "gavel check " + ruleset_folder_);
  ruleset_ = std::move(built.ruleset);
  limits_ = ruleset_->limits();
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset_->pool().take();
  if (!sandbox) return std::move(sandbox).error();
  sandbox_ = std::move(*sandbox);
  return {};
}

Result<NarrationCase> Claims::read(std::string_view text, std::size_t line) {
  Result<Json> json = read_json(text, limits_);
  if (!json) {
    const std::size_t column = json.error().where.offset ? *json.error().where.offset + 1 : 0;
    Error error = bad_claim_line(line, "no JSON" + (column == 0 ? "" : " at byte " + std::to_string(column)) +
                                           ": " + json.error().message);
    error.code = json.error().code;
    return error;
  }
  NarrationCase one;
  const Json* id = member(*json, "id");
  if (id == nullptr || !id->is_string() || string_of(*id).empty() || string_of(*id).size() > kMostId)
    return bad_claim_line(line,
                          "the case has no \"id\", a text of 1 to " + std::to_string(kMostId) + " bytes");
  one.id = string_of(*id);
  if (!seen_.insert(one.id).second) return bad_claim_line(line, "the id \"" + one.id + "\" was there before");
  const Json* narration = member(*json, "narration");
  if (narration == nullptr || !narration->is_string())
    return bad_claim_line(line, "the case has no \"narration\"");
  if (string_of(*narration).size() > limits_.max_string_bytes)
    return over_limit(Code::kLimitSize, "line " + std::to_string(line) + ": the narration is too long",
                      limits_.max_string_bytes, "max_string_bytes");
  one.narration = string_of(*narration);
  const Json* state = member(*json, "state");
  if (state == nullptr || !state->is_object())
    return bad_claim_line(line, "the case has no \"state\", an object");
  one.state = *state;
  Result<std::vector<AppliedCall>> calls = read_calls(member(*json, "applied"), line);
  if (!calls) return std::move(calls).error();
  one.applied = std::move(*calls);
  return one;
}

Result<std::string> Claims::judge(const NarrationCase& one) {
  const Result<NarrationCheck> told = check_narration(*ruleset_, *sandbox_, one);
  if (!told) return told.error();
  for (const Warning& warning : told->warnings)
    if (told_.insert(warning.code + warning.message).second)
      std::fprintf(stderr, "gavel: warning: %s: %s: %s\n", printable(one.id).c_str(), warning.code.c_str(),
                   printable(warning.message).c_str());
  Json conflicts(Json::value_t::array);
  for (const Conflict& conflict : told->conflicts) conflicts.push_back(conflict_json(conflict));
  Json answer(Json::value_t::object);
  answer["id"] = one.id;
  answer["conflicts"] = std::move(conflicts);
  return shown_json(answer) + "\n";
}

bool Claims::print(const std::string& line) { return put(line); }

int Claims::run() {
  if (Result<void> loaded = load(); !loaded) return fail(loaded.error());
  if (file_ == "-" && ::isatty(STDIN_FILENO) != 0)
    std::fputs("gavel: reading cases from standard input\n", stderr);
  Result<std::string> read_text = read_file(file_, limits_.max_input_bytes, "max_input_bytes");
  if (!read_text) return fail(read_text.error());
  const std::string input = std::move(*read_text);
  Progress progress(input.size());
  std::size_t line = 0;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    const std::string_view text = std::string_view(input).substr(at, end - at);
    at = end + 1;
    ++line;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Result<NarrationCase> one = read(text, line);
    if (!one) return fail(one.error());
    Result<std::string> answer = judge(*one);
    if (!answer) {
      answer.error().message = "line " + std::to_string(line) + ": " + answer.error().message;
      return fail(answer.error());
    }
    if (!print(*answer)) return kExitUnheard;
    progress.at(at, seen_.size());
  }
  return kExitJudged;
}

}  // namespace gavel
