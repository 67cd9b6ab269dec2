#include "claims.hpp"

#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "progress.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

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

}  // namespace

Claims::Claims(CLI::App& app) {
  options_.add(*app.add_subcommand("claims", ""), {"FILE", "--ruleset", "--plugins", "--json"});
}

Result<void> Claims::load() {
  ruleset_ =
      TRY(options_.load_ruleset(options_.ruleset.empty() ? shipped("rulesets/claims") : options_.ruleset));
  limits_ = ruleset_->limits();
  sandbox_ = TRY(ruleset_->pool().take());
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
  one.applied = TRY(read_calls(member(*json, "applied"), line));
  return one;
}

Result<std::string> Claims::judge(const NarrationCase& one) {
  const NarrationCheck told = TRY(check_narration(*ruleset_, *sandbox_, one));
  for (const Warning& warning : told.warnings)
    if (told_.insert(warning.code + warning.message).second)
      std::fprintf(stderr, "gavel: warning: %s: %s: %s\n", printable(one.id).c_str(), warning.code.c_str(),
                   printable(warning.message).c_str());
  Json conflicts(Json::value_t::array);
  for (const Conflict& conflict : told.conflicts) conflicts.push_back(conflict_json(conflict));
  Json answer(Json::value_t::object);
  answer["id"] = one.id;
  answer["conflicts"] = std::move(conflicts);
  return shown_json(answer) + "\n";
}

int Claims::run() {
  if (Result<void> loaded = load(); !loaded) return options_.fail(loaded.error());
  const Result<std::string> read_text = options_.input(limits_.max_input_bytes, "max_input_bytes", "cases");
  if (!read_text) return options_.fail(read_text.error());
  const std::string& input = *read_text;
  ProgressLine progress("gavel claims");
  std::size_t line = 0;
  for (std::size_t at = 0; at < input.size();) {
    const std::size_t end = std::min(input.find('\n', at), input.size());
    const std::string_view text = std::string_view(input).substr(at, end - at);
    at = end + 1;
    ++line;
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Result<NarrationCase> one = read(text, line);
    if (!one) return options_.fail(one.error());
    Result<std::string> answer = judge(*one);
    if (!answer) {
      answer.error().message = "line " + std::to_string(line) + ": " + answer.error().message;
      return options_.fail(answer.error());
    }
    if (!put(*answer)) return kExitUnheard;
    progress.show(at, input.size(), "bytes");
  }
  progress.clear();
  return kExitJudged;
}

}  // namespace gavel
