#include "turn_inputs.hpp"

#include "state/members.hpp"
#include "store/hash.hpp"

namespace gavel {
namespace {

std::vector<std::string> texts_at(const Json& json, std::string_view name) {
  std::vector<std::string> texts;
  const Json* list = member(json, name);
  if (list == nullptr || !list->is_array()) return texts;
  for (const Json& one : array_of(*list))
    if (one.is_string()) texts.push_back(string_of(one));
  return texts;
}

}  // namespace

std::string engine_version() { return GAVEL_VERSION; }

void tell_inputs(JsonText& out, const TurnInputs& inputs) {
  out.open_object();
  out.member("actor", actor_name(inputs.actor));
  out.member("model_text", inputs.model_text);
  out.member("dialect", inputs.dialect);
  if (!inputs.replaces.empty()) out.member("replaces", inputs.replaces);
  if (inputs.clock) out.member("clock", format_time(*inputs.clock));
  out.member("attempt", inputs.attempt);
  out.member("engine", inputs.engine);
  out.member("ruleset", inputs.ruleset);
  out.member("seed", inputs.seed);
  out.member("settings_snapshot", inputs.settings);
  out.member("campaign", inputs.campaign);
  if (inputs.tools) out.member("tools", Json(*inputs.tools));
  if (!inputs.summary.is_null()) out.member("summary", inputs.summary);
  if (inputs.schemas) out.member("schemas", *inputs.schemas);
  if (!inputs.milestone_policy.empty()) {
    out.member("milestone_policy", inputs.milestone_policy);
    out.member("milestone_with", inputs.milestone_with);
  }
  if (!inputs.failed_before.empty()) out.member("failed_before", Json(inputs.failed_before));
  out.close_object();
}

Result<TurnInputs> read_inputs(const Json& record) {
  const Json json = value_at(record, "inputs");
  TurnInputs inputs;
  inputs.turn = text_at(record, "turn_id");
  inputs.actor_id = text_at(record, "actor_id");
  inputs.user_text = text_at(record, "user_input");
  const std::optional<Actor> actor = actor_of(text_at(json, "actor"));
  const Result<Time> now = parse_time(text_at(record, "timestamp"));
  const Json attempt = value_at(json, "attempt");
  if (inputs.turn.empty() || !actor || !now || !attempt.is_number_integer() || wide(attempt) < 1)
    return Error(Code::kStoreCorrupt, "the record of turn \"" + inputs.turn + "\" lacks its inputs");
  inputs.actor = *actor;
  inputs.now = *now;
  inputs.attempt = attempt.get<std::uint64_t>();
  if (const Result<Time> clock = parse_time(text_at(json, "clock"))) inputs.clock = *clock;
  inputs.model_text = text_at(json, "model_text");
  inputs.dialect = text_at(json, "dialect");
  inputs.replaces = text_at(json, "replaces");
  inputs.engine = text_at(json, "engine");
  inputs.ruleset = text_at(json, "ruleset");
  inputs.seed = text_at(json, "seed");
  inputs.settings = value_at(json, "settings_snapshot");
  inputs.campaign = value_at(json, "campaign");
  if (member(json, "tools") != nullptr) inputs.tools = texts_at(json, "tools");
  inputs.summary = value_at(json, "summary");
  if (const Json* schemas = member(json, "schemas")) inputs.schemas = *schemas;
  inputs.milestone_policy = text_at(json, "milestone_policy");
  inputs.milestone_with = value_at(json, "milestone_with");
  inputs.failed_before = texts_at(json, "failed_before");
  return inputs;
}

std::string identity_of(const TurnInputs& inputs) {
  std::string text;
  JsonText given(text);
  given.open_object();
  given.member("actor", actor_name(inputs.actor));
  given.member("actor_id", inputs.actor_id);
  given.member("user_input", inputs.user_text);
  given.member("model_text", inputs.model_text);
  given.member("dialect", inputs.dialect);
  given.member("replaces", inputs.replaces);
  given.member("summary", inputs.summary);
  if (inputs.schemas) given.member("schemas", *inputs.schemas);
  given.close_object();
  return sha256_hex(text);
}

bool is_identity(const std::string& text_hash, const TurnInputs& inputs) {
  if (text_hash == identity_of(inputs)) return true;
  TurnInputs unnamed = inputs;
  unnamed.actor_id.clear();
  return text_hash == identity_of(unnamed);
}

std::string swap_identity(const std::string& ruleset) {
  std::string text;
  JsonText given(text);
  given.open_object();
  given.member("swap", ruleset);
  given.close_object();
  return sha256_hex(text);
}

}  // namespace gavel
