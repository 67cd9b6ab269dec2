// What campaigns write to the log of their options.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "table.hpp"

namespace gavel::testing {
namespace {

// "warn turn.slow campaign=c turn=t-1 milliseconds=1500"
std::string shown(const LogEvent& event) {
  std::string text = std::string(level_name(event.level)) + " " + std::string(event.name);
  for (const LogField& field : event.fields) {
    text += " " + std::string(field.name) + "=";
    if (const auto* number = std::get_if<std::uint64_t>(&field.value)) text += std::to_string(*number);
    if (const auto* word = std::get_if<std::string_view>(&field.value)) text += *word;
  }
  return text;
}

struct Logged {
  std::vector<std::string> events;
  CampaignsOptions options(LogLevel least) {
    CampaignsOptions made;
    made.log = Log(least, [this](const LogEvent& event) { events.push_back(shown(event)); });
    return made;
  }
};

TurnInput request_of(const std::string& id, const std::string& text, Time now) {
  TurnInput request;
  request.turn = id;
  request.parts = gavel::parts_of("said by a player", text);
  request.now = now;
  return request;
}

}  // namespace

TEST_CASE("a turn over the slow threshold is logged with its duration") {
  Table table;
  const std::string campaign = string_of(table.shown()["campaign_id"]);
  Logged logged;
  CampaignsOptions options = logged.options(LogLevel::kWarn);
  std::uint64_t clock = 0, step = 999;
  options.stopwatch = [&] { return clock += step; };
  options.slow_turn_milliseconds = 1'000;
  Campaigns campaigns(table.store(), options);
  REQUIRE(campaigns.turn(campaign, request_of("t-1", "Quick.", table.now)).ok());
  CHECK(logged.events.empty());
  step = 1'000;
  REQUIRE(campaigns.turn(campaign, request_of("t-2", "Slow.", table.now)).ok());
  CHECK(logged.events ==
        std::vector<std::string>{"warn turn.slow campaign=" + campaign + " turn=t-2 milliseconds=1000"});
}

TEST_CASE("quarantining a handler is logged once, in that turn") {
  Table table(small_image(
      R"(automation "breaks" { on = "turn_end", run = function(_, ctx) local n; return n.x end })",
      "quarantine: 2\n"));
  const std::string campaign = string_of(table.shown()["campaign_id"]);
  Logged logged;
  Campaigns campaigns(table.store(), logged.options(LogLevel::kWarn));
  for (const char* turn : {"t-1", "t-2", "t-3"}) {
    const Result<TurnAnswer> answer = campaigns.turn(campaign, request_of(turn, "On we go.", table.now));
    REQUIRE(answer.ok());
    CHECK(answer->decision == Decision::kAccepted);
  }
  REQUIRE(logged.events.size() == 1);
  CHECK(logged.events[0].find("warn plugin.quarantined campaign=" + campaign + " turn=t-2 handler=") == 0);
  CHECK(logged.events[0].ends_with("/breaks failures=2"));
}

TEST_CASE(
    "a turn that the deadline stopped is logged with the handler's place, and with nothing of its texts") {
  Table table(small_image(
      R"(automation "waits" { on = "turn_end", run = function(_, ctx) while true do end end })",
      "limits: {max_handler_fuel: 1000000000, max_turn_fuel: 20000000000, max_turn_milliseconds: 10}\n"));
  const std::string campaign = string_of(table.shown()["campaign_id"]);
  Logged logged;
  Campaigns campaigns(table.store(), logged.options(LogLevel::kWarn));
  (void)campaigns.turn(campaign, request_of("t-1", "A door creaks.", table.now));
  REQUIRE(logged.events.size() == 1);
  CHECK(logged.events[0].find("warn turn.stopped campaign=" + campaign + " turn=t-1 code=plugin.deadline") ==
        0);
  CHECK(logged.events[0].find("creaks") == std::string::npos);
}

TEST_CASE("loading and swapping rules is logged; without a log nothing is") {
  Table table;
  const std::string campaign = string_of(table.shown()["campaign_id"]);
  Logged logged;
  Campaigns campaigns(table.store(), logged.options(LogLevel::kInfo));
  SwapPlan plan;
  plan.image = small_image("", "quarantine: 7\n");
  plan.dry_run = false;
  plan.turn_id = "swap-1";
  plan.now = table.now;
  REQUIRE(campaigns.swap(campaign, plan).ok());
  REQUIRE(logged.events.size() == 3);
  CHECK(logged.events[0].find("info ruleset.loaded ruleset=") == 0);
  CHECK(logged.events[1].find("info ruleset.loaded ruleset=") == 0);
  CHECK(logged.events[2].find("info rules.exchanged campaign=" + campaign + " turn=swap-1 from=") == 0);
}

}  // namespace gavel::testing
