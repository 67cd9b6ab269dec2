#include "game.hpp"

#include "state/json_writer.hpp"

namespace gavel::simulation {
namespace {

constexpr const char* kRuleset = R"(ruleset: sim
version: 1.0.0
plugins: [sim]
retry: {max: 1, on: [tool]}
milestone: {policy: every, with: {n: 2}}
state: initial.yaml
)";

constexpr const char* kManifest = R"(plugin: sim
version: 1.0.0
api: 1
summary: {en: A game for the simulator., zh: 模拟器用的游戏。}
files: [sim.lua]
)";

constexpr const char* kCode = R"(
setting "sim.factor" { type = "int", default = 1 }
milestone "every" { params = { n = int{ default = 2, min = 1 } },
  run = function(campaign, ctx) return campaign.turns_since >= ctx.params.n end }
tool "step" { summary = {en = "s", zh = "s"}, guidance = {en = "g", zh = "g"}, 
  args = { k = int{} }, rejects = {}, settles = {},
  run = function(args, ctx)
    ctx.memory.steps = (ctx.memory.steps or 0) + 1
    ctx.set("seen", #ctx.history())
    ctx.set("die", ctx.roll("1d1000000"))
    ctx.add("n", args.k * ctx.settings["sim.factor"])
    return 1
  end }
tool "refuse" { summary = {en = "s", zh = "s"}, guidance = {en = "g", zh = "g"}, args = {}, settles = {},
  rejects = { no = { en = "never", zh = "绝不" } },
  run = function(args, ctx)
    ctx.memory.steps = 1000
    return reject("no")
  end }
)";

}  // namespace

const std::string& game_image() {
  static const std::string kImage = [] {
    Json json(Json::value_t::object);
    json["gavel_ruleset"] = 1;
    json["ruleset"] = "sim";
    json["version"] = "1.0.0";
    json["limits"]["max_history_turns"] = kHistory;
    Json& files = json["files"] = Json(Json::value_t::object);
    files["initial.yaml"] = "n: 0\n";
    files["plugins/sim/plugin.yaml"] = kManifest;
    files["plugins/sim/sim.lua"] = kCode;
    files["ruleset.yaml"] = kRuleset;
    return to_text(json);
  }();
  return kImage;
}

Request request_of(std::size_t campaign, const std::string& id, const Ask& ask, std::size_t serial) {
  Request request;
  request.campaign = campaign;
  request.ask = ask;
  request.turn.turn = id;
  std::string text = "Word " + std::to_string(serial) + ".\n";
  if (ask.added != 0) text += "_.add('n', " + std::to_string(ask.added) + ");\n";
  if (ask.refused) text += "_.set('draft', 1);\n";
  if (ask.once != 0)
    text += R"({"tavern_commands":[{"action":"add","key":"n","value":)" + std::to_string(kOnce) +
            R"(,"options":{"idempotencyKey":"k)" + std::to_string(ask.once) + "\"}}]}\n";
  if (ask.step != 0)
    text += R"({"tool_calls":[{"id":"c1","tool":"step","args":{"k":)" + std::to_string(ask.step) + "}}]}\n";
  if (ask.refused) text += R"({"tool_calls":[{"id":"c2","tool":"refuse","args":{}}]})";
  const std::string user = ask.asked == 0 ? "" : "_.add('n', " + std::to_string(ask.asked) + ");";
  request.turn.parts = gavel::parts_of(user, text);
  if (ask.summary) request.turn.summary["summary_text"] = "so far " + std::to_string(serial);
  request.text = text;
  return request;
}

const char* kind_name(Order::Kind kind) {
  switch (kind) {
    case Order::Kind::kRollback:
      return "rollback";
    case Order::Kind::kUndo:
      return "undo";
    case Order::Kind::kRestore:
      return "restore";
    case Order::Kind::kBranch:
      return "branch";
    case Order::Kind::kCheckpoint:
      return "checkpoint";
    case Order::Kind::kChange:
      return "change";
  }
  return "";
}

Json fields_of(const Order& order) {
  Json fields(Json::value_t::object);
  if (order.title) fields["title"] = *order.title;
  if (order.factor) fields["settings"]["sim.factor"] = *order.factor;
  if (order.every) {
    Json& policy = fields["milestone"]["advance_policy"];
    policy["policy"] = "every";
    policy["with"]["n"] = *order.every;
  }
  if (order.actor) fields["selected"]["active_actor_id"] = *order.actor;
  return fields;
}

}  // namespace gavel::simulation
