#include <stdexcept>

#include "table.hpp"

namespace gavel::v1::embed_tests {

TEST_CASE("a contradiction goes back to the model with the reason, and the corrected reply is kept") {
  Campaigns campaigns = table();
  Lines lines{{kLie, kWalk}};
  const Played played = must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  CHECK(played.answer.verdict.accepted());
  CHECK(played.answer.verdict.attempt() == 2);
  REQUIRE(played.attempts.size() == 1);
  REQUIRE(played.attempts[0].conflicts().size() == 1);
  CHECK(played.attempts[0].conflicts()[0].kind == "location");
  CHECK(played.attempts[0].conflicts()[0].actual.string() == "inn");
  REQUIRE(lines.asked.size() == 2);
  CHECK(lines.asked[0].feedback.empty());
  REQUIRE(lines.asked[1].feedback.size() == 1);
  CHECK(lines.asked[1].feedback[0].content == played.attempts[0].messages_to_append()[0].content);
  // The prompt is whole: what goes back stands in it, and the player's words behind it or before.
  bool told = false;
  for (const Message& message : lines.asked[1].prompt.messages)
    told = told || message.content.find(lines.asked[1].feedback[0].content) != std::string::npos;
  CHECK(told);
  CHECK(must(campaigns.state("c"))["data"].at("characters.kim.location").string() == "street");
}

TEST_CASE("a model that repeats the same contradiction ends with the report that the ruleset asks for") {
  Campaigns campaigns = table();
  Lines lines{{kLie}};
  const Played played = must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  CHECK(played.answer.verdict.outcome() == Outcome::kConflictReport);
  CHECK(!played.answer.verdict.report().empty());
  CHECK(lines.asked.size() == 3);  // retry.max of the game is 2
  CHECK(played.attempts.size() == 2);
  CHECK(must(campaigns.state("c"))["data"].at("characters.kim.location").string() == "inn");
  CHECK(must(campaigns.turns("c")).size() == 0);
}

TEST_CASE("garbage is a reply like any other, whatever its bytes") {
  Campaigns campaigns = table();
  for (const std::string& bytes : {std::string("\xff\xfe\x00\x01", 4), std::string(),
                                   std::string(100'000, '['), std::string("{\"tool_calls\": [{\"tool\"")}) {
    Lines lines{{bytes}};
    PlayRequest request;
    request.user_text = "I wait.";
    const Played played = must(play(campaigns, "c", request, lines.model()));
    CHECK(played.answer.verdict.outcome() != Outcome::kRetry);
  }
  CHECK(must(campaigns.verify("c")).empty());
  CHECK(must(campaigns.rebuild("c")).empty());
}

TEST_CASE("a model that throws or gives up stores nothing, and the same turn can be continued") {
  Campaigns campaigns = table();
  const auto throwing = [](const Ask&) -> Result<std::string> { throw std::runtime_error("no line"); };
  const auto odd = [](const Ask&) -> Result<std::string> { throw 7; };
  const auto silent = [](const Ask&) -> Result<std::string> { return Error{"net.down", "no answer"}; };
  const Result<Played> first = play(campaigns, "c", says("t-1", "I go out."), throwing);
  CHECK(code_of(first) == "embedder.failed");
  CHECK(first.error().message.find("no line") != std::string::npos);
  CHECK(code_of(play(campaigns, "c", says("t-1", "I go out."), odd)) == "embedder.failed");
  CHECK(code_of(play(campaigns, "c", says("t-1", "I go out."), silent)) == "net.down");
  CHECK(code_of(play(campaigns, "c", says("t-1", "I go out."), Model())) == "usage");
  CHECK(must(campaigns.turns("c")).size() == 0);

  // It lies, then fails: the attempt is kept, and the next call goes on from it.
  bool lied = false;
  const auto failing = [&lied](const Ask&) -> Result<std::string> {
    if (std::exchange(lied, true)) throw std::runtime_error("gone");
    return std::string(kLie);
  };
  CHECK(code_of(play(campaigns, "c", says("t-1", "I go out."), failing)) == "embedder.failed");
  Lines lines{{kWalk}};
  const Played played = must(play(campaigns, "c", says("t-1", ""), lines.model()));
  CHECK(played.answer.verdict.accepted());
  CHECK(played.answer.verdict.attempt() == 2);
  CHECK(lines.asked[0].attempt == 2);
  CHECK(!lines.asked[0].feedback.empty());
  CHECK(must(campaigns.turns("c"))[0]["user_input"].string() == "I go out.");
}

TEST_CASE("resending an accepted turn returns the stored answer without asking the model") {
  Campaigns campaigns = table();
  Lines lines{{kWalk}};
  const Played first = must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  const Played again = must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  CHECK(lines.asked.size() == 1);
  CHECK(again.answer.repeated);
  CHECK(again.answer.verdict.text() == first.answer.verdict.text());
  CHECK(code_of(play(campaigns, "c", says("t-1", "I stay."), lines.model())) == "turn.conflict");
  must(campaigns.rollback("c", ""));
  CHECK(code_of(play(campaigns, "c", says("t-1", "I go out."), lines.model())) == "turn.rolled_back");
  Lines liar{{kLie}};
  const Played reported = must(play(campaigns, "c", says("t-2", "I go."), liar.model()));
  CHECK(must(play(campaigns, "c", says("t-2", "I go."), liar.model())).answer.verdict.text() ==
        reported.answer.verdict.text());
  CHECK(liar.asked.size() == 3);
}

TEST_CASE("a re-roll is played on the state before the turn it replaces") {
  Campaigns campaigns = table();
  Lines lines{{kWalk, kJoke}};
  must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  PlayRequest request = says("t-1b", "I stay and joke.");
  request.replaces = "t-1";
  const Played played = must(play(campaigns, "c", request, lines.model()));
  CHECK(played.answer.verdict.version() == 1);
  const Json state = must(campaigns.state("c"))["data"];
  CHECK(state.at("characters.kim.location").string() == "inn");
  CHECK(state.at("story.favour.maud").integer() == 5);
}

TEST_CASE("the listener is called once for every committed turn, and cannot break it") {
  std::vector<std::string> heard;
  CampaignsOptions options;
  options.listener = [&heard](const std::string& campaign, const Verdict& verdict) {
    heard.push_back(campaign + " " + verdict.turn());
    if (heard.size() == 2) throw std::runtime_error("full");
  };
  Campaigns campaigns = table(std::move(options));
  Lines lines{{kLie, kWalk}};
  CHECK(!must(play(campaigns, "c", says("t-1", "I go out."), lines.model())).answer.listener_failed);
  must(play(campaigns, "c", says("t-1", "I go out."), lines.model()));
  CHECK(heard == std::vector<std::string>{"c t-1"});
  Lines joke{{kJoke}};
  const Played second = must(play(campaigns, "c", says("t-2", "I joke."), joke.model()));
  REQUIRE(second.answer.listener_failed);
  CHECK(second.answer.listener_failed->code == "embedder.failed");
  CHECK(must(campaigns.turns("c")).size() == 2);
}

}  // namespace gavel::v1::embed_tests
