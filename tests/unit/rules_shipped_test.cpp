// The games that ship, loaded from their own folders: what shows only from within a campaign.

#include <string>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "support/game.hpp"

using gavel::Json;
using gavel::Ruleset;
using gavel::TurnInput;
using gavel::testing::Game;
using gavel::testing::parsed;

namespace {

std::shared_ptr<const Ruleset> shipped(const std::string& name) {
  const std::string house = GAVEL_SOURCE_DIR;
  gavel::RulesetPlaces places;
  places.folder = house + "/rulesets/" + name;
  places.plugin_dirs = {house + "/plugins"};
  places.library_dir = house + "/scripts/lib";
  places.schema_dirs = {house + "/schemas"};
  std::vector<gavel::Problem> problems;
  std::optional<gavel::RulesetSource> source = gavel::read_ruleset(places, gavel::Limits(), problems);
  REQUIRE(source.has_value());
  Ruleset::Built built = Ruleset::build(std::move(*source));
  REQUIRE(built.ruleset != nullptr);
  return built.ruleset;
}

Game shipped_table(const std::string& policy, const char* with) {
  Game game(shipped("tabletop"));
  game.campaign = TurnInput{};
  game.campaign->milestone_policy = policy;
  game.campaign->milestone_with = parsed(with);
  return game;
}

// How far the milestone is after each of so many turns, "0 0 1".
std::string values(Game& game, int turns, const std::string& text) {
  std::string all;
  for (int i = 0; i < turns; ++i) {
    const auto value = game.play(text).meta["campaign"]["milestone"]["value"];
    all += (all.empty() ? "" : " ") + (value.there ? gavel::to_text(value.json) : std::string("0"));
  }
  return all;
}

}  // namespace

TEST_CASE("tabletop's milestone advances as its ruleset says [R001-14]") {
  const auto ruleset = shipped("tabletop");
  REQUIRE(ruleset->milestone().has_value());
  CHECK(ruleset->milestone()->policy == "milestones/by_turn_count");
  CHECK(gavel::to_text(ruleset->milestone()->with) == R"({"n":5})");
}

TEST_CASE("a milestone advances by turns, by the length of texts, or by summaries [R001-14]") {
  Game by_turns = shipped_table("milestones/by_turn_count", R"({"n":2})");
  CHECK(values(by_turns, 5, "雾更浓了。") == "0 1 1 2 2");
  Game by_tokens = shipped_table("milestones/by_token_estimate", R"({"tokens":10})");
  CHECK(values(by_tokens, 5, "雾更浓了。") == "0 1 1 2 2");
  Game by_summary = shipped_table("milestones/by_summary_version", "{}");
  CHECK(values(by_summary, 2, "雾更浓了。") == "0 0");
  by_summary.campaign->summary = parsed(R"({"summary_text":"so far"})");
  CHECK(values(by_summary, 1, "雾更浓了。") == "1");
  by_summary.campaign->summary = Json();
  CHECK(values(by_summary, 1, "雾更浓了。") == "1");
}
