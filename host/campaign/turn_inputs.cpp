#include "turn_inputs.hpp"

#include "state/json_writer.hpp"
#include "store/hash.hpp"

#include "members.hpp"

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

Json inputs_json(const TurnInputs& inputs) {
  Json json(Json::value_t::object);
  json["actor"] = std::string(actor_name(inputs.actor));
  json["model_text"] = inputs.model_text;
  json["dialect"] = inputs.dialect;
  if (!inputs.replaces.empty()) json["replaces"] = inputs.replaces;
  if (inputs.clock) json["clock"] = format_time(*inputs.clock);
  json["attempt"] = inputs.attempt;
  json["engine"] = inputs.engine;
  json["ruleset"] = inputs.ruleset;
  json["seed"] = inputs.seed;
  json["settings_snapshot"] = inputs.settings;
  json["campaign"] = inputs.campaign;
  if (inputs.tools) json["tools"] = *inputs.tools;
  if (!inputs.summary.is_null()) json["summary"] = inputs.summary;
  if (inputs.schemas) json["schemas"] = *inputs.schemas;
  if (!inputs.milestone_policy.empty()) {
    json["milestone_policy"] = inputs.milestone_policy;
    json["milestone_with"] = inputs.milestone_with;
  }
  if (!inputs.failed_before.empty()) json["failed_before"] = inputs.failed_before;
  return json;
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
  Json given(Json::value_t::object);
  given["actor"] = std::string(actor_name(inputs.actor));
  given["actor_id"] = inputs.actor_id;
  given["user_input"] = inputs.user_text;
  given["model_text"] = inputs.model_text;
  given["dialect"] = inputs.dialect;
  given["replaces"] = inputs.replaces;
  given["summary"] = inputs.summary;
  if (inputs.schemas) given["schemas"] = *inputs.schemas;
  return sha256_hex(to_text(given));
}

}  // namespace gavel
