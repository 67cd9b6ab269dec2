// TurnInputs: everything a turn depends on beside the state before it and the earlier turns: what is recorded
// of it, and what it is judged by again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "command/options.hpp"
#include "state/json_text.hpp"

namespace gavel {

struct TurnInputs {
  std::string turn;
  std::uint64_t attempt = 1;
  std::string actor_id;
  Actor actor = Actor::kModel;
  std::string user_text;
  std::string model_text;
  std::string dialect = "auto";
  std::string replaces;
  Time now;
  std::optional<Time> clock;  // what the host's clock said, where that was before the turn before
  std::string engine;
  std::string ruleset;  // the hash of its image
  std::string seed;
  Json settings;  // in force: 001's settings_snapshot
  Json campaign;  // what rules see as ctx.campaign
  std::optional<std::vector<std::string>> tools;
  Json summary;  // null: none
  std::optional<Json> schemas;
  std::string milestone_policy;
  Json milestone_with;
  std::vector<std::string> failed_before;
};

// As a record holds them, and out of a record.
void tell_inputs(JsonText& out, const TurnInputs& inputs);
// An error: the record is damaged or of a newer form.
Result<TurnInputs> read_inputs(const Json& json);

// The identity of a turn beside its id: SHA-256 of what the caller gave.
std::string identity_of(const TurnInputs& inputs);
// Whether it is the identity of what is recorded, which names the active actor where the caller named none.
bool is_identity(const std::string& text_hash, const TurnInputs& inputs);
// The identity of an exchange of rules.
std::string swap_identity(const std::string& ruleset);

// The version of this program, as it is recorded.
std::string engine_version();

}  // namespace gavel
