#include "turn/turn_input.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "dialects/dialect.hpp"
#include "state/members.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 5> kKinds = {"turn", "tool", "narration", "continue", "swap"};

std::optional<TurnKind> turn_kind_of(std::string_view name) {
  const auto at = std::ranges::find(kKinds, name);
  return at == kKinds.end() ? std::nullopt : std::optional(static_cast<TurnKind>(at - kKinds.begin()));
}

std::vector<std::string> texts_at(const Json& json, std::string_view name) {
  std::vector<std::string> texts;
  for (const Json& one : rows_at(json, name))
    if (one.is_string()) texts.push_back(string_of(one));
  return texts;
}

void tell_part(JsonText& out, const TurnPart& part) {
  out.open_object();
  out.member("role", actor_name(part.role));
  if (!part.actor_id.empty()) out.member("actor_id", part.actor_id);
  if (part.calls.is_null()) {
    out.member("text", part.text);
  } else {
    out.member("calls", part.calls);
  }
  if (part.dialect != "auto") out.member("dialect", part.dialect);
  if (!part.external_answer.is_null()) out.member("external_answer", part.external_answer);
  out.close_object();
}

void tell_parts(JsonText& out, const TurnInput& input) {
  out.key("parts").open_array();
  for (const TurnPart& part : input.parts) tell_part(out, part);
  out.close_array();
}

// Whether format 1 could say it: at most one player's text before one other, both in one dialect.
bool is_plain(const TurnInput& input) {
  const std::vector<TurnPart>& parts = input.parts;
  if (input.kind != TurnKind::kTurn || parts.empty() || parts.size() > 2) return false;
  if (parts.size() == 2 &&
      (parts[0].role != Actor::kPlayer || parts[0].text.empty() || parts[0].dialect != parts[1].dialect))
    return false;
  return std::ranges::all_of(parts, [](const TurnPart& part) {
    return part.actor_id.empty() && part.calls.is_null() && part.external_answer.is_null();
  });
}

// What format 1 said of the parts.
void tell_plain(JsonText& out, const TurnInput& input) {
  const TurnPart none{Actor::kOperator};  // of a swap
  const TurnPart& part = input.parts.empty() ? none : input.spoken();
  out.member("actor", actor_name(part.role));
  out.member("model_text", part.text);
  out.member("dialect", part.dialect);
}

// Nothing: it is nobody's.
std::optional<TurnPart> read_part(const Json& json) {
  const std::optional<Actor> role = actor_of(text_at(json, "role"));
  if (!role) return std::nullopt;
  TurnPart part;
  part.role = *role;
  part.actor_id = text_at(json, "actor_id");
  part.text = text_at(json, "text");
  part.calls = value_at(json, "calls");
  if (member(json, "dialect") != nullptr) part.dialect = text_at(json, "dialect");
  part.external_answer = value_at(json, "external_answer");
  return part;
}

// Empty: there are none, or one is nobody's.
std::vector<TurnPart> read_parts(const Json& json) {
  std::vector<TurnPart> parts;
  for (const Json& one : rows_at(json, "parts")) {
    std::optional<TurnPart> part = read_part(one);
    if (!part) return {};
    parts.push_back(std::move(*part));
  }
  return parts;
}

Error damaged(const TurnInput& input) {
  return {Code::kStoreCorrupt, "the record of turn \"" + input.turn + "\" lacks its inputs"};
}

// Which kind of turn it was, in which format, and who gave what to it.
Result<void> read_given(const Json& record, const Json& inputs, TurnInput& input) {
  const Json format = value_at(record, "format");
  const std::optional<TurnKind> kind = turn_kind_of(text_at(record, "kind"));
  if (!kind || (!format.is_null() && !format.is_number_integer())) return damaged(input);
  input.kind = *kind;
  input.format = format.is_null() ? 1 : static_cast<std::uint64_t>(wide(format));
  if (input.format > kRecordFormat || input.format == 0)
    return Error(Code::kStoreInvalid,
                 "the record of turn \"" + input.turn + "\" has format " + std::to_string(input.format) +
                     "; this Gavel reads formats 1 to " + std::to_string(kRecordFormat),
                 "use the Gavel that wrote it, or a newer one");
  if (input.format > 1) {
    input.parts = read_parts(inputs);
    return input.parts.empty() && input.kind != TurnKind::kSwap ? damaged(input) : Result<void>();
  }
  const std::optional<Actor> actor = actor_of(text_at(inputs, "actor"));
  if (!actor) return damaged(input);
  input.parts.clear();
  if (input.kind != TurnKind::kSwap)
    input.parts = parts_of(text_at(record, "user_input"), text_at(inputs, "model_text"), *actor,
                           text_at(inputs, "dialect"));
  return {};
}

}  // namespace

std::string_view turn_kind_name(TurnKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string TurnPart::written() const {
  if (calls.is_null()) return text;
  std::string json;
  JsonText out(json);
  out.open_object();
  out.member("tool_calls", calls);
  out.close_object();
  return json;
}

std::vector<TurnPart> parts_of(std::string user_text, std::string text, Actor role,
                               const std::string& dialect) {
  std::vector<TurnPart> parts;
  if (!user_text.empty())
    parts.push_back({.role = Actor::kPlayer, .text = std::move(user_text), .dialect = dialect});
  parts.push_back({.role = role, .text = std::move(text), .dialect = dialect});
  return parts;
}

std::string TurnInput::user_text() const {
  std::string all;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) all += (i == 0 ? "" : "\n") + parts[i].text;
  return all;
}

TurnInput judged_input(const TurnInput& input) {
  TurnInput judged = input;
  if (!input.taken) return judged;
  judged.parts.back() = input.taken->part;
  judged.taken.reset();
  return judged;
}

Result<void> check_parts(const TurnInput& input) {
  if (input.parts.empty())
    return Error(Code::kUsage, "the turn has no parts", "give it at least one: a text or calls");
  for (const TurnPart& part : input.parts) {
    if (&part != &input.spoken() && part.role != Actor::kPlayer)
      return Error(Code::kUsage, "only players' parts come before a turn's last part",
                   "put what the model or the operator gave last, or send it as a turn of its own");
    if (!part.calls.is_null() && !part.calls.is_array())
      return Error(Code::kUsage, "`calls` of a part must be an array", R"([{"tool": "move", "args": {}}])");
    if (part.dialect == "auto") continue;
    TRY(find_dialect(part.dialect));
  }
  return {};
}

void tell_turn(JsonText& record, const TurnInput& input) {
  if (input.format > 1) record.member("format", input.format);
  record.member("kind", turn_kind_name(input.kind));
  record.member("turn_id", input.turn);
  record.member("actor_id", input.actor_id);
  record.member("user_input", input.user_text());
}

void tell_inputs(JsonText& out, const TurnInput& input) {
  out.open_object();
  if (input.format > 1) {
    tell_parts(out, input);
  } else {
    tell_plain(out, input);
  }
  if (!input.replaces.empty()) out.member("replaces", input.replaces);
  if (input.clock) out.member("clock", format_time(*input.clock));
  out.member("attempt", input.attempt);
  out.member("engine", input.engine);
  out.member("ruleset", input.ruleset);
  out.member("seed", input.seed);
  out.member("settings_snapshot", input.settings);
  out.member("campaign", input.campaign);
  if (input.tools) out.member("tools", Json(*input.tools));
  if (!input.summary.is_null()) out.member("summary", input.summary);
  if (input.schemas) out.member("schemas", *input.schemas);
  if (!input.milestone_policy.empty()) {
    out.member("milestone_policy", input.milestone_policy);
    out.member("milestone_with", input.milestone_with);
  }
  if (!input.failed_before.empty()) out.member("failed_before", Json(input.failed_before));
  if (!input.rolled_before.empty()) out.member("rolled_before", Json(input.rolled_before));
  if (input.taken) {
    out.key("taken").open_object();
    out.member("attempt", input.taken->number);
    out.key("part");
    tell_part(out, input.taken->part);
    out.close_object();
  }
  out.close_object();
}

Result<TurnInput> read_turn_input(const Json& record) {
  const Json json = value_at(record, "inputs");
  TurnInput input;
  input.turn = text_at(record, "turn_id");
  input.actor_id = text_at(record, "actor_id");
  TRY(read_given(record, json, input));
  const Result<Time> now = parse_time(text_at(record, "timestamp"));
  const Json attempt = value_at(json, "attempt");
  if (input.turn.empty() || !now || !attempt.is_number_integer() || wide(attempt) < 1) return damaged(input);
  input.now = *now;
  input.attempt = attempt.get<std::uint64_t>();
  if (const Result<Time> clock = parse_time(text_at(json, "clock"))) input.clock = *clock;
  input.replaces = text_at(json, "replaces");
  input.engine = text_at(json, "engine");
  input.ruleset = text_at(json, "ruleset");
  input.seed = text_at(json, "seed");
  input.settings = value_at(json, "settings_snapshot");
  input.campaign = value_at(json, "campaign");
  if (member(json, "tools") != nullptr) input.tools = texts_at(json, "tools");
  input.summary = value_at(json, "summary");
  if (const Json* schemas = member(json, "schemas")) input.schemas = *schemas;
  input.milestone_policy = text_at(json, "milestone_policy");
  input.milestone_with = value_at(json, "milestone_with");
  input.failed_before = texts_at(json, "failed_before");
  input.rolled_before = texts_at(json, "rolled_before");
  if (const Json* taken = member(json, "taken")) {
    const Json number = value_at(*taken, "attempt");
    std::optional<TurnPart> part = read_part(value_at(*taken, "part"));
    if (!part || !number.is_number_integer() || wide(number) < 1) return damaged(input);
    input.taken = TakenAttempt{number.get<std::uint64_t>(), std::move(*part)};
  }
  return input;
}

std::string request_text(const TurnInput& input) {
  std::string text;
  JsonText given(text);
  given.open_object();
  // As in format 1 where that could say it: a request that was answered then is still known.
  if (is_plain(input)) {
    given.member("actor", actor_name(input.spoken().role));
    given.member("actor_id", input.actor_id);
    given.member("user_input", input.user_text());
    given.member("model_text", input.spoken().text);
    given.member("dialect", input.spoken().dialect);
  } else {
    given.member("kind", turn_kind_name(input.kind));
    given.member("actor_id", input.actor_id);
    tell_parts(given, input);
  }
  given.member("replaces", input.replaces);
  given.member("summary", input.summary);
  if (input.schemas) given.member("schemas", *input.schemas);
  given.close_object();
  return text;
}

}  // namespace gavel
