// What the tests of the public API play on: the game of the examples, and a model with lines of its own.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "gavel/play.hpp"

namespace gavel::v1::embed_tests {

inline constexpr const char* kGame = GAVEL_SOURCE_DIR "/tests/clients/game";

inline const char* const kLie = "Kim walks out of the inn and into the chapel.";
inline const char* const kWalk =
    "Kim steps out onto the street.\n"
    R"({"tool_calls": [{"id": "c", "tool": "move", "args": {"actor_id": "kim", "from_area_id": "inn",)"
    R"( "to_area_id": "street"}, "reason": "out"}]})";
inline const char* const kJoke =
    "Maud laughs.\n<variable_update>[[ADD, story.favour.maud, 20]]</variable_update>";

// The value; a test that has none ends here, with the reason.
template <typename T>
T must(Result<T> result) {
  if (!result) FAIL(describe(result.error()));
  return std::move(*result);
}

template <typename T>
std::string code_of(const Result<T>& result) {
  return result ? "ok" : result.error().code;
}

inline Ruleset game() { return must(Ruleset::load(kGame)); }

// A minute later at every look, of any thread.
inline Clock ticking(std::int64_t from = 1'760'000'000'000) {
  return [now = std::make_shared<std::atomic<std::int64_t>>(from)] { return Time{*now += 60'000}; };
}

// Campaigns in memory, with one of id "c" in them.
inline Campaigns table(CampaignsOptions options = {}) {
  options.clock = ticking();
  Campaigns campaigns = must(Campaigns::in_memory(std::move(options)));
  NewCampaign fresh;
  fresh.id = "c";
  fresh.rules = game();
  must(campaigns.create(fresh));
  return campaigns;
}

// A model that says its lines one after the other, and the last one for ever; it keeps what it was asked.
struct Lines {
  std::vector<std::string> lines;
  std::vector<Ask> asked = {};

  Model model() {
    return [this](const Ask& ask) -> Result<std::string> {
      asked.push_back(ask);
      return lines[std::min(asked.size(), lines.size()) - 1];
    };
  }
};

inline PlayRequest says(const std::string& turn, const std::string& text) {
  PlayRequest request;
  request.turn = turn;
  request.user_text = text;
  return request;
}

}  // namespace gavel::v1::embed_tests
