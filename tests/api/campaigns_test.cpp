#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "table.hpp"

namespace gavel::v1::embed_tests {

namespace {

Answer take(Campaigns& campaigns, const std::string& id, const std::string& text) {
  TurnRequest request;
  request.id = id;
  request.user_text = "…";
  request.model_text = text;
  return must(campaigns.turn("c", request));
}

std::string place(Campaigns& campaigns) {
  return must(campaigns.state("c"))["data"].at("characters.kim.location").string();
}

}  // namespace

TEST_CASE("a turn's verdict shows what was amended, by which rule, and what changed") {
  Campaigns campaigns = table();
  const Answer answer = take(campaigns, "t-1", kJoke);
  const Verdict& verdict = answer.verdict;
  CHECK(verdict.accepted());
  CHECK(verdict.version() == 1);
  CHECK(verdict.hash().size() == 64);
  REQUIRE(verdict.commands().size() == 1);
  const Command command = verdict.commands()[0];
  CHECK(command.status == Status::kAmended);
  CHECK(command.rule == "favour/step");
  CHECK(command.at.find("limits.lua:") != std::string::npos);
  CHECK(command.path == "story.favour.maud");
  REQUIRE(verdict.changes().size() == 1);
  CHECK(verdict.changes()[0].before.integer() == 0);
  CHECK(verdict.changes()[0].after.integer() == 5);
  CHECK(verdict.changes()[0].cause == "command 0");
  CHECK(verdict.json()["outcome"].string() == "accepted");
  CHECK(take(campaigns, "t-1", kJoke).verdict.text() == verdict.text());
  CHECK(take(campaigns, "t-1", kJoke).repeated);
  CHECK(must(campaigns.verdict("c", "t-1")).text() == verdict.text());
}

TEST_CASE("rollback, undo, branch and restore move the campaign along its timeline") {
  Campaigns campaigns = table();
  take(campaigns, "t-1", kWalk);
  take(campaigns, "t-2", kJoke);
  CHECK(must(campaigns.rollback("c", "")).at("rollback_pending.can_undo").boolean());
  CHECK(place(campaigns) == "inn");
  must(campaigns.undo("c"));
  CHECK(place(campaigns) == "street");
  CHECK(must(campaigns.branch("c", "quiet", "t-1", "without the joke"))["head"]["branch"].string() ==
        "quiet");
  take(campaigns, "t-3", "Nothing.");
  CHECK(must(campaigns.timeline("c"))["branches"].size() == 2);
  must(campaigns.restore("c", "t-2"));
  CHECK(must(campaigns.state("c"))["data"].at("story.favour.maud").integer() == 5);
  CHECK(must(campaigns.state("c", "t-1"))["data"].at("story.favour.maud").integer() == 0);
  CHECK(must(campaigns.audit("c", "story"))["records"].size() == 1);
  CHECK(must(campaigns.verify("c")).empty());
  CHECK(must(campaigns.rebuild("c")).empty());
}

TEST_CASE("a campaign moves to another store as one text, and an altered text is refused") {
  Campaigns campaigns = table();
  take(campaigns, "t-1", kWalk);
  const std::string file = must(campaigns.take_out("c"));
  Campaigns other = must(Campaigns::in_memory());
  CHECK(must(other.bring_in(file)) == "c");
  CHECK(place(other) == "street");
  CHECK(code_of(other.bring_in(file)) == "store.exists");
  std::string altered = file;
  altered[altered.find("street")] = 'S';
  Campaigns third = must(Campaigns::in_memory());
  CHECK(code_of(third.bring_in(altered)) == "store.corrupt");
  CHECK(must(third.list()).size() == 0);
}

TEST_CASE(
    "deleting a campaign deletes all of it; a new one of the same name with the same turn ids is "
    "independent") {
  Campaigns campaigns = table(), other = table();
  take(other, "t-1", "I stay.");
  const std::string file = must(other.take_out("c"));
  take(campaigns, "t-1", kWalk);
  CHECK(campaigns.remove("c").ok());
  CHECK(must(campaigns.list()).size() == 0);
  CHECK(code_of(campaigns.show("c")) == "store.unknown_campaign");
  CHECK(code_of(campaigns.remove("c")) == "store.unknown_campaign");
  CHECK(must(campaigns.bring_in(file)) == "c");
  take(campaigns, "t-2", "I wait.");
  CHECK(place(campaigns) != "street");
  CHECK(must(campaigns.rebuild("c")).empty());
}

TEST_CASE("a turn of an actor outside the party is refused, with the nearest name of the party") {
  Campaigns campaigns = table();
  TurnRequest turn;
  turn.id = "t-1";
  turn.actor_id = "maudd";
  turn.model_text = "Nothing.";
  CHECK(campaigns.turn("c", turn).ok());  // nothing says who may
  must(campaigns.change(
      "c", must(Json::parse(
               R"({"selected": {"party_character_ids": ["kim", "maud"], "active_actor_id": "tom"}})"))));
  turn.id = "t-2";
  const Result<Answer> refused = campaigns.turn("c", turn);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message.find("\"maudd\"") != std::string::npos);
  CHECK(refused.error().hint.find("did you mean \"maud\"?") != std::string::npos);
  CHECK(must(campaigns.show("c"))["head"]["version"].integer() == 1);
  turn.id = "t-1";
  CHECK(must(campaigns.turn("c", turn)).repeated);
  for (const char* known : {"kim", "tom", ""}) {
    turn.id = "by " + std::string(known);
    turn.actor_id = known;
    CHECK(campaigns.turn("c", turn).ok());
  }
}

TEST_CASE("an invalid cursor is reported in the words of the call") {
  Campaigns campaigns = table();
  const Result<Json> refused = campaigns.audit("c", "", "17");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().hint.find("::") == std::string::npos);
  CHECK(refused.error().hint.find("`next`") != std::string::npos);
}

TEST_CASE("a file keeps its campaigns for the next process, and another program's file is refused") {
  const auto folder = std::filesystem::temp_directory_path() / "gavel_embed_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "games.db").string();
  std::string hash;
  {
    Campaigns campaigns = must(Campaigns::open(file));
    NewCampaign fresh;
    fresh.id = "c";
    fresh.rules = game();
    must(campaigns.create(fresh));
    hash = take(campaigns, "t-1", kWalk).verdict.hash();
  }
  Campaigns again = must(Campaigns::open(file));
  CHECK(must(again.show("c")).at("head.hash").string() == hash);
  std::ofstream(folder / "letter.txt") << "this is a letter and no database, whatever its name may be";
  CHECK(code_of(Campaigns::open((folder / "letter.txt").string())) != "ok");
  CHECK(code_of(Campaigns::open((folder / "nowhere" / "games.db").string())) != "ok");
  std::filesystem::remove_all(folder);
}

TEST_CASE("misuse is an error and changes nothing") {
  Campaigns campaigns = table();
  CHECK(code_of(campaigns.show("nobody")) == "store.unknown_campaign");
  CHECK(code_of(campaigns.rollback("c", "t-9")) != "ok");
  CHECK(code_of(campaigns.undo("c")) != "ok");
  CHECK(code_of(campaigns.create(NewCampaign{.id = "d"})) == "usage");
  CHECK(code_of(campaigns.create(NewCampaign{.id = "c", .rules = game()})) == "store.exists");
  CHECK(code_of(campaigns.create(NewCampaign{.id = std::string("a\0b", 3), .rules = game()})) == "usage");
  CHECK(code_of(campaigns.create(NewCampaign{.id = "\xff", .rules = game()})) == "usage");
  CHECK(code_of(campaigns.create(NewCampaign{.id = "d", .rules = game(), .fields = Json("x")})) == "usage");
  CHECK(code_of(campaigns.change("c", Json::object({{"titel", "x"}}))) != "ok");
  CHECK(code_of(campaigns.change("c", Json())) != "ok");
  CHECK(code_of(campaigns.swap("c", SwapRequest())) == "usage");
  TurnRequest turn;
  turn.id = "t-1";
  turn.dialect = "mwu";
  const Result<Answer> refused = campaigns.turn("c", turn);
  CHECK(code_of(refused) != "ok");
  CHECK((refused.error().message + refused.error().hint).find("mvu") != std::string::npos);
  turn.dialect = "auto";
  turn.actor = Actor::kPlayer;
  CHECK(code_of(campaigns.turn("c", turn)) == "usage");
  CampaignsOptions options;
  options.clock = nullptr;
  CHECK(code_of(Campaigns::in_memory(options)) == "usage");
  Campaigns moved = std::move(campaigns);
  CHECK(code_of(campaigns.show("c")) == "usage");  // NOLINT(bugprone-use-after-move): that is the question
  CHECK(must(moved.turns("c")).size() == 0);
  CHECK(must(moved.list()).size() == 1);
}

TEST_CASE("an exception from the embedder's functions is an error of the call") {
  Campaigns campaigns = table();
  take(campaigns, "t-1", kWalk);
  const auto progress = [](std::size_t, std::size_t) { throw std::runtime_error("enough"); };
  CHECK(code_of(campaigns.rebuild("c", progress)) == "embedder.failed");
  CHECK(must(campaigns.rebuild("c")).empty());
  CampaignsOptions options;
  options.clock = []() -> Time { throw std::runtime_error("stopped"); };
  Campaigns timeless = must(Campaigns::in_memory(options));
  CHECK(code_of(timeless.create(NewCampaign{.id = "c", .rules = game()})) == "embedder.failed");
}

TEST_CASE("a swap can be previewed before it is made") {
  Campaigns campaigns = table();
  take(campaigns, "t-1", kWalk);
  SwapRequest request;
  RulesetOptions options;
  REQUIRE(options.limits.set("max_feedback_bytes", 2000).ok());
  request.rules = must(Ruleset::load(kGame, options));
  const Json plan = must(campaigns.swap("c", request));
  CHECK(!plan["applied"].boolean());
  CHECK(plan["turns"].size() == 1);
  request.dry_run = false;
  CHECK(must(campaigns.swap("c", request))["applied"].boolean());
  CHECK(must(campaigns.verify("c")).empty());
}

TEST_CASE("many threads play on one object, each its own campaign, and one campaign together") {
  Campaigns campaigns = table();
  const Ruleset rules = game();
  std::vector<std::thread> players;
  std::vector<std::string> wrong(4);
  for (std::size_t i = 0; i < wrong.size(); ++i)
    players.emplace_back([&campaigns, &rules, &wrong, i] {
      const std::string id = "p" + std::to_string(i);
      if (const auto made = campaigns.create(NewCampaign{.id = id, .rules = rules}); !made)
        wrong[i] = describe(made.error());
      for (int turn = 0; turn < 5; ++turn) {
        TurnRequest request;
        request.id = id + "-" + std::to_string(turn);
        request.model_text = "Nothing.";
        for (const std::string& where : {id, std::string("c")})
          if (const auto taken = campaigns.turn(where, request); !taken) wrong[i] = describe(taken.error());
      }
    });
  for (std::thread& player : players) player.join();
  for (const std::string& one : wrong) CHECK(one == "");
  CHECK(must(campaigns.show("c")).at("head.version").integer() == 20);
  CHECK(must(campaigns.verify("c")).empty());
}

TEST_CASE("turns without an id each become a turn of their own, however many threads send them at once") {
  constexpr int kEach = 25;
  Campaigns campaigns = table();
  std::vector<std::thread> players;
  std::vector<std::string> wrong(4);
  players.reserve(wrong.size());
  for (std::string& one : wrong)
    players.emplace_back([&campaigns, &one] {
      for (int turn = 0; turn < kEach; ++turn) {
        TurnRequest request;
        request.model_text = "Rain.";  // all of them say the same
        const auto taken = campaigns.turn("c", request);
        if (!taken) one = describe(taken.error());
        if (taken && taken->repeated) one = "answered as the turn of somebody else";
      }
    });
  for (std::thread& player : players) player.join();
  for (const std::string& one : wrong) CHECK(one == "");
  CHECK(must(campaigns.show("c")).at("head.version").integer() == 4 * kEach);
}

}  // namespace gavel::v1::embed_tests
