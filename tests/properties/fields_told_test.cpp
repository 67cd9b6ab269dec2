// Random games under random tables of fields: see fields_play.hpp for what must hold.
//
// Again, with the seed that was printed: GAVEL_SEED=S GAVEL_FIELDS_CASE=K build/dev/tests/test_fields

#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

#include "fields_play.hpp"

namespace gavel::testing {
namespace {

constexpr std::uint64_t kGamesOfOneTable = 20;

std::uint64_t cases() {
  const char* wish = std::getenv("GAVEL_GAMES");
  return cases_here(wish == nullptr ? 6'000 : std::strtoull(wish, nullptr, 10));
}

}  // namespace

TEST_CASE(
    "a hidden place shows in no output, and a place that may not be written stays, whatever is done around "
    "it") {
  std::printf("seed %llu\n", static_cast<unsigned long long>(chosen_seed()));
  const char* chosen = std::getenv("GAVEL_FIELDS_CASE");
  const std::uint64_t first = chosen == nullptr ? 0 : std::strtoull(chosen, nullptr, 10);
  const std::uint64_t end = chosen == nullptr ? cases() : first + 1;
  FieldsCounts counts;
  FieldsCase game;
  std::unique_ptr<Sandbox> sandbox;
  int failures = 0;
  for (std::uint64_t i = first; i < end && failures < 8; ++i) {
    if (sandbox == nullptr || i % kGamesOfOneTable == 0) {
      sandbox.reset();
      Random rules(chosen_seed() * 1'000'003 + i / kGamesOfOneTable);
      choose_rules(game, rules);
      sandbox = std::move(game.ruleset->pool().take()).value();
    }
    Random random(chosen_seed() * 7'000'003 + i);
    choose_play(game, random);
    const std::string failure = play(game, *sandbox, &counts);
    if (failure.empty()) continue;
    ++failures;
    FAIL_CHECK("GAVEL_FIELDS_CASE=" << i << "\n" << shrunk(game, *sandbox, failure));
  }
  std::printf("%llu games, %llu turns, %llu more ended where all was plain\n",
              static_cast<unsigned long long>(counts.games), static_cast<unsigned long long>(counts.turns),
              static_cast<unsigned long long>(counts.parted));
  for (const auto& [status, count] : counts.statuses)
    std::printf("  %8llu %s\n", static_cast<unsigned long long>(count), status.c_str());
  if (chosen == nullptr) {
    CHECK(counts.games > (end - first) / 2);
    CHECK(counts.statuses["applied"] > end);
  }
}

}  // namespace gavel::testing
