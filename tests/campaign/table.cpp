#include "table.hpp"

#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "store/export.hpp"
#include "store/memory_store.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kManifest =
    "plugin: small\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [init.lua]\n";

constexpr const char* kPlugin = R"lua(
tool "hurt" {
  summary = { en = "Hurt.", zh = "伤害。" }, guidance = { en = "Call it.", zh = "调用。" },
  args = { n = int{ min = 0, max = 100 } }, rejects = { too_much = "too much" }, settles = { "strength" },
  run = function(args, ctx)
    if args.n > 9 then return reject("too_much") end
    ctx.add("strength", -args.n)
    ctx.memory.hurts = (ctx.memory.hurts or 0) + 1
    return { strength = ctx.get("strength"), rolled = (ctx.roll("1d6")) }
  end,
}
rule "step" { path = "mood", mode = "amend", run = function(effect, ctx)
  if type(effect.delta) == "number" and effect.delta > 5 then return amend(effect.before + 5, "at most 5") end
  return allow()
end }
budget "daily" { path = "coins", max = 10, counts = "increase" }
derive "double" { path = "twice", run = function(ctx) return (ctx.get("strength") or 0) * 2 end }
milestone "every" { params = { n = int{ default = 2 } }, run = function(campaign, ctx)
  return campaign.turns_since >= (ctx.params.n or 2)
end }
setting "rules.gentle" { type = "bool", default = true, scope = "campaign", ui_hint = "a switch", effect_tags = { "rules" } }
claim "strength" { find = function(narration, ctx)
  local b, e, n = narration:find("strength is now (%d+)")
  if not b then return {} end
  return { { kind = "strength", subject = "hero", path = "strength", equals = math.tointeger(tonumber(n)), span = { b, e } } }
end }
)lua";

constexpr const char* kRuleset = R"(ruleset: small
version: 1.0.0
plugins: [small]
retry: {max: 2, on: [tool, conflict]}
fields:
  - {path: "secret", read: [operator], write: [operator]}
  - {path: "strength", write: [tool, operator], type: integer}
  - {path: "**", write: [model, player, tool, automation, derive, operator]}
state: initial.json
)";

}  // namespace

std::string small_image(const std::string& lua, const std::string& yaml) {
  Json image(Json::value_t::object);
  image["gavel_ruleset"] = 1;
  image["ruleset"] = "small";
  image["limits"] = Json(Json::value_t::object);
  Json& files = image["files"] = Json(Json::value_t::object);
  files["ruleset.yaml"] = kRuleset + yaml;
  files["initial.json"] = R"({"strength":30,"mood":0,"coins":0,"secret":"the crown","log":[]})";
  files["plugins/small/plugin.yaml"] = kManifest;
  files["plugins/small/init.lua"] = kPlugin + lua;
  return to_text(image);
}

Table::Table(std::string image, Json fields) : store_(open_memory_store()) {
  reopen();
  NewGame game;
  game.id = "c";
  game.image = std::move(image);
  game.seed = "7";
  game.fields = std::move(fields);
  game.now = now;
  const Result<Json> made = campaigns_->create(game);
  REQUIRE_MESSAGE(made.ok(), (made ? "" : made.error().message));
}

void Table::reopen() { campaigns_ = std::make_unique<Campaigns>(*store_); }

std::string Table::turn(const std::string& id, const std::string& text, const std::string& user,
                        const std::string& replaces) {
  TurnInput request;
  request.turn = id;
  request.parts = gavel::parts_of(user, text);
  request.replaces = replaces;
  now.ms += 1000;
  request.now = now;
  const Result<TurnAnswer> answer = campaigns_->turn("c", request);
  if (!answer) return std::string(code_name(answer.error().code));
  verdict = answer->verdict;
  CHECK(to_text(*answer->json()) == verdict);  // a fresh one as a tree is the one that is stored
  std::string said(decision_name(answer->decision));
  INFO(verdict);
  if (answer->decision == Decision::kAccepted)
    said += " " + to_text((*read_json(verdict, Limits()))["version"]);
  return answer->repeated ? "again " + said : said;
}

std::string Table::said(const Result<Json>& result) {
  return result ? "ok" : std::string(code_name(result.error().code));
}

namespace {

std::string at(const Json& tree, const std::string& pointer) {
  const nlohmann::json plain = nlohmann::json::parse(to_text(tree));
  const nlohmann::json::json_pointer place(pointer);
  return plain.contains(place) ? plain.at(place).dump() : "nothing";
}

}  // namespace

std::string Table::value(const std::string& pointer, std::optional<std::string_view> turn) {
  const Result<Json> state = campaigns_->state("c", turn);
  if (!state) return std::string(code_name(state.error().code));
  return at(*member(*state, "data"), pointer);
}

std::string Table::meta(const std::string& pointer) {
  const Result<Json> state = campaigns_->state("c", std::nullopt);
  REQUIRE(state.ok());
  return at(*member(*state, "meta"), pointer);
}

Json Table::shown() {
  Result<Json> shown = campaigns_->show("c");
  REQUIRE(shown.ok());
  return std::move(*shown);
}

std::string Table::exported() {
  std::string bytes;
  const auto done = export_campaign(*store_, "c", [&bytes](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  });
  REQUIRE(done.ok());
  return bytes;
}

}  // namespace gavel::testing
