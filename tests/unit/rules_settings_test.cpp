// Settings: which there are, which values fit, who may set them, and which are in force.

#include "support/game.hpp"

using gavel::Code;
using gavel::Json;
using gavel::Ruleset;
using gavel::testing::build;
using gavel::testing::PluginText;

namespace {

const PluginText kTable = {"s", R"(
  setting "rules.hard" { type = "bool", default = false, ui_hint = { en = "Switch", zh = "开关" }, effect_tags = { "rules" } }
  setting "rules.mild" { type = "bool", default = false, excludes = { "rules.hard" } }
  setting "rules.level" { type = "int", default = 1, min = 1, max = 5, validation = "one to five" }
  setting "rules.tone" { type = "enum", default = "plain", values = { "plain", "grim" } }
  setting "rules.motto" { type = "string", default = "", max = 4 }
  setting "rules.houses" { type = "json", default = array{}, shape = list{ max = 2, of = object{ of = { name = str{}, size = int{ default = 3 } } } } }
  setting "storage.shared" { type = "bool", default = false, scope = "global", effect_tags = { "storage" } })"};

std::shared_ptr<const Ruleset> settings_table(std::string_view lines = "") {
  const Ruleset::Built built = build({kTable}, lines);
  for (const gavel::Problem& problem : built.problems) MESSAGE(problem.error.message);
  REQUIRE(built.ruleset != nullptr);
  return built.ruleset;
}

Json definition(const Ruleset& ruleset, std::string_view key) {
  const Json all = ruleset.setting_definitions();
  for (const Json& one : gavel::array_of(all))
    if (gavel::string_of(one["key"]) == key) return one;
  return Json();
}

std::string first_problem(const std::string& lua) {
  const Ruleset::Built built = build({{"p", lua}});
  if (built.ruleset != nullptr) return "none";
  return built.problems.empty() ? "no ruleset, and no problem" : built.problems.front().error.message;
}

}  // namespace

TEST_CASE("the settings of every game exist without any plugin [R001-05]") {
  const Ruleset::Built built = build({});
  REQUIRE(built.ruleset != nullptr);
  const Json all = built.ruleset->settings(Json()).value();
  CHECK(all["context.full_context_enabled"] == Json(false));
  CHECK(all["context.compress_enabled"] == Json(false));
  CHECK(all["rollback.max_checkpoints"] == Json(32));
  CHECK(all["dialog.manual_type"] == Json("scene"));
  for (const char* type : {"scene", "action", "rules", "free_chat"})
    CHECK(built.ruleset->settings({{"dialog.manual_type", type}}).ok());
  CHECK(built.ruleset->settings({{"rollback.max_checkpoints", -1}}).error().code == Code::kValueRange);
  const gavel::Error wrong = built.ruleset->settings({{"dialog.manual_type", "acton"}}).error();
  CHECK(wrong.code == Code::kValueEnum);
  CHECK(wrong.hint == "did you mean \"action\"?");
}

TEST_CASE("full context and compression exclude each other, wherever they are set [R001-05]") {
  const auto ruleset = settings_table("settings: {context.compress_enabled: true}");
  const gavel::Error both = ruleset->settings({{"context.full_context_enabled", true}}).error();
  CHECK(both.code == Code::kPreconditionEquals);
  CHECK(both.message ==
        "context.full_context_enabled and context.compress_enabled exclude each other: both are true");
  CHECK(
      ruleset->settings({{"context.full_context_enabled", true}, {"context.compress_enabled", false}}).ok());
  const auto built =
      build({kTable}, "settings:\n  context.compress_enabled: true\n  context.full_context_enabled: true");
  CHECK(built.ruleset == nullptr);
  REQUIRE(built.problems.size() == 1);
  CHECK(built.problems[0].error.where.line == 5);
  CHECK(settings_table()->settings({{"rules.hard", true}, {"rules.mild", true}}).error().code ==
        Code::kPreconditionEquals);
}

TEST_CASE("every setting is listed with everything that clients need to show and check it [R001-03]") {
  const auto ruleset = settings_table();
  const Json all = ruleset->setting_definitions();
  CHECK(all.size() == 14);
  for (const Json& one : gavel::array_of(all))
    for (const char* field :
         {"key", "type", "default", "scope", "validation", "ui_hint", "effect_tags", "by"}) {
      CAPTURE(one["key"]);
      CHECK(one.contains(field));
    }
  const Json level = definition(*ruleset, "rules.level");
  CHECK(level["validation"] == Json("one to five"));
  CHECK(level["max"] == Json(5));
  CHECK(level["by"] == Json("s"));
  CHECK(definition(*ruleset, "rules.hard")["ui_hint"]["zh"] == Json("开关"));
  CHECK(definition(*ruleset, "storage.shared")["scope"] == Json("global"));
  CHECK(definition(*ruleset, "context.compress_enabled")["by"] == Json("host"));
  CHECK(definition(*ruleset, "rollback.max_checkpoints")["validation"]["en"] ==
        Json("a whole number, from 0"));
}

TEST_CASE("defaults, ruleset, host, campaign: the later value counts [R001-03]") {
  const auto ruleset = settings_table("settings: {rules.level: 2, rules.tone: grim}");
  const Json all = ruleset->settings({{"rules.level", 4}}, {{"storage.shared", true}}).value();
  CHECK(all["rules.level"] == Json(4));
  CHECK(all["rules.tone"] == Json("grim"));
  CHECK(all["storage.shared"] == Json(true));
  CHECK(all["rules.hard"] == Json(false));
}

TEST_CASE("a campaign cannot set settings of the host, nor the host those of a campaign [R001-03]") {
  const auto ruleset = settings_table();
  const gavel::Error campaign = ruleset->settings({{"storage.shared", true}}).error();
  CHECK(campaign.code == Code::kAuthorityDenied);
  CHECK(campaign.message == "storage.shared is a setting of the whole host, and a campaign cannot set it");
  const gavel::Error global = ruleset->settings(Json(), {{"rules.level", 2}}).error();
  CHECK(global.code == Code::kAuthorityDenied);
  CHECK(global.message == "rules.level is a setting of each campaign, and the host cannot set it");
}

TEST_CASE("a value that does not fit is refused with the reason, whatever its type [R001-03]") {
  const auto ruleset = settings_table();
  const auto said = [&](const char* key, Json value) {
    Json given(Json::value_t::object);
    given[key] = std::move(value);
    const gavel::Result<Json> all = ruleset->settings(given);
    return all ? std::string("fits") : std::string(gavel::code_name(all.error().code));
  };
  CHECK(said("rules.hard", 1) == "type.mismatch");
  CHECK(said("rules.level", "3") == "type.mismatch");
  CHECK(said("rules.level", 6) == "value.range");
  CHECK(said("rules.level", 5) == "fits");
  CHECK(said("rules.tone", "bright") == "value.enum");
  CHECK(said("rules.motto", "四个字呀") == "fits");
  CHECK(said("rules.motto", "五个字了呀") == "value.range");
  CHECK(said("rules.houses", Json::array({{{"name", 7}}})) == "type.mismatch");
  CHECK(said("rules.houses", Json::array({{{"nmae", "x"}}})) == "type.mismatch");
  CHECK(ruleset->settings({{"rules.lvel", 1}}).error().hint == "did you mean \"rules.level\"?");
  CHECK(ruleset->settings(Json::array({1})).error().code == Code::kTypeMismatch);
  const Json kept = ruleset->settings({{"rules.houses", Json::array({{{"name", "x"}}})}}).value();
  CHECK(kept["rules.houses"][0]["size"] == Json(3));
}

TEST_CASE("an invalid definition of a setting does not load [R001-03]") {
  const std::string head = "setting 'a' { default = false, type = 'bool', ";
  CHECK(
      first_problem(head + "effect_tags = { 'rule' } }").find("there are context rules routing ui storage") !=
      std::string::npos);
  CHECK(first_problem(head + "excludes = { 'nobody' } }") ==
        "setting \"p/a\" excludes \"nobody\", which is no setting");
  CHECK(first_problem(head + "excludes = { 'dialog.manual_type' } }") ==
        "setting \"p/a\" excludes dialog.manual_type, which is no other bool");
  CHECK(first_problem(head + "min = 1 }").find("has a bound 1") != std::string::npos);
  CHECK(first_problem(head + "shape = str{} }").find("`shape`") != std::string::npos);
  CHECK(first_problem("setting 'a' { type = 'enum', default = 'x' }").find("has no `values`") !=
        std::string::npos);
  CHECK(first_problem("setting 'a' { type = 'int', default = 3, max = 2 }").find("would not take") !=
        std::string::npos);
  CHECK(first_problem("setting 'context.compress_enabled' { type = 'bool', default = true }") ==
        "setting \"p/context.compress_enabled\" is registered by host (the host) too");
}
