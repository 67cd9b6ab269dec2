// What shrink() leaves of a case: what shows the trouble, and nothing beside it.
#include <algorithm>
#include <string>
#include <vector>

#include "state/json_writer.hpp"
#include "support/game.hpp"

#include "fuzz_shrink.hpp"

namespace gavel::testing {
namespace {

constexpr std::size_t kAsks = 2'000;

FuzzPiece words(std::string text) { return {"", {}, std::move(text)}; }

FuzzPiece commands(std::string dialect, const std::vector<std::string>& texts) {
  FuzzPiece piece{std::move(dialect), {}, ""};
  for (const std::string& text : texts) piece.commands.push_back(parsed(text));
  return piece;
}

std::string set(const std::string& path, const std::string& value, const std::string& more = "") {
  return R"({"verb":"set","path":["a",")" + path + R"("],"value":)" + value + more + "}";
}

const Ruleset& rules() {
  static const std::shared_ptr<const Ruleset> kRules = build({{"p", ""}}).ruleset;
  return *kRules;
}

// The whole of a game's texts, as somebody would read them.
std::string texts(const FuzzCase& game) {
  std::string all;
  for (const FuzzTurn& turn : game.turns)
    all += "[" + text_of(turn.user, rules()) + "|" + text_of(turn.model, rules()) + "]";
  return all;
}

FuzzCase least(const FuzzCase& game, const FuzzShows& shows) {
  REQUIRE(shows(game));
  FuzzCase left = shrink(game, rules(), shows, kAsks);
  CHECK(shows(left));
  return left;
}

bool says(const FuzzCase& game, const std::string& text) {
  return texts(game).find(text) != std::string::npos;
}

// Three turns with something of everything in them.
FuzzCase long_game() {
  FuzzCase game;
  game.turns.resize(3);
  for (FuzzTurn& turn : game.turns) {
    turn.settings = parsed(R"({"rules.hard":true})");
    turn.by_operator = true;
    turn.after_s = 86'400;
    turn.user = {words("I wait for the fog to lift.")};
    turn.model = {words("The fog is thick."), commands("patch", {set("one", "1"), set("two", "[2]")})};
  }
  return game;
}

TEST_CASE("a game that always shows the fault shrinks to one empty turn [B-14]") {
  const FuzzCase left = least(long_game(), [](const FuzzCase&) { return true; });
  REQUIRE(left.turns.size() == 1);
  const FuzzTurn& turn = left.turns.front();
  CHECK(turn.user.empty());
  CHECK(turn.model.empty());
  CHECK_FALSE(turn.settings.is_object());
  CHECK_FALSE(turn.by_operator);
  CHECK(turn.after_s == 60);
}

TEST_CASE("what shows the fault is kept, whatever it is") {
  CHECK(least(long_game(), [](const FuzzCase& game) { return game.turns.size() >= 2; }).turns.size() == 2);
  const auto kept = [](const auto& holds) {
    return least(long_game(),
                 [&](const FuzzCase& game) {
                   return std::ranges::any_of(game.turns, [&](const FuzzTurn& turn) { return holds(turn); });
                 })
        .turns.front();
  };
  CHECK(kept([](const FuzzTurn& turn) { return turn.settings.is_object(); }).settings.is_object());
  CHECK(kept([](const FuzzTurn& turn) { return turn.by_operator; }).by_operator);
  CHECK(kept([](const FuzzTurn& turn) { return turn.after_s > 3'600; }).after_s == 86'400);
}

TEST_CASE("words shrink to those that show the fault, and the model says them") {
  const FuzzCase left = least(long_game(), [](const FuzzCase& game) { return says(game, "lift"); });
  CHECK(texts(left) == "[|lift]");
}

TEST_CASE("commands are removed, and the rest is written in the plainest dialect") {
  const FuzzCase left = least(long_game(), [](const FuzzCase& game) { return says(game, "one"); });
  CHECK(left.commands() == 1);
  CHECK(left.turns.front().model.front().dialect == "mvu");
  CHECK(texts(left).find("two") == std::string::npos);
}

TEST_CASE("values shrink to the smallest that show the fault, and options are dropped") {
  const auto value_of = [](const std::string& value, const auto& holds) {
    FuzzCase game;
    game.turns.resize(1);
    game.turns[0].model = {commands("ops", {set("one", value, R"(,"options":{"reason":"why not"})")})};
    const FuzzCase left = least(game, [&](const FuzzCase& one) {
      return one.commands() == 1 && holds(*member(one.turns[0].model[0].commands[0], "value"));
    });
    const Json& command = left.turns[0].model[0].commands[0];
    CHECK_FALSE(command.contains("options"));
    return to_text(*member(command, "value"));
  };
  const auto any = [](const Json&) { return true; };
  CHECK(value_of("12345678", any) == "0");
  CHECK(value_of("[1,[2,3]]", any) == "0");
  CHECK(value_of("100", [](const Json& value) { return value.is_number() && wide(value) > 41; }) == "42");
  CHECK(value_of("-100", [](const Json& value) { return value.is_number() && wide(value) < 0; }) == "-1");
  CHECK(value_of("2.75", [](const Json& value) { return value.is_number() && value != 0; }) == "1");
  CHECK(value_of("true", [](const Json& value) { return value.is_boolean(); }) == "false");
  CHECK(value_of(R"("夜晚的雾很浓")", [](const Json& value) { return value.is_string(); }) == R"("")");
  CHECK(value_of(R"("夜晚的雾很浓")", [](const Json& value) {
          return value.is_string() && !string_of(value).empty();
        }) == R"("a")");
  CHECK(value_of(R"({"far":{"near":[7,8]},"other":3})", [](const Json& value) {
          return value.is_object() && value.contains("far");
        }) == R"({"far":0})");
}

TEST_CASE("no more is tried than is allowed") {
  std::size_t asked = 0;
  const FuzzCase left = shrink(
      long_game(), rules(), [&asked](const FuzzCase& game) { return ++asked != 0 && game.turns.size() == 3; },
      10);
  CHECK(asked == 10);
  CHECK(left.turns.size() == 3);
}

}  // namespace
}  // namespace gavel::testing
