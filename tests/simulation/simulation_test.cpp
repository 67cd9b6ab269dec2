// That the simulator finds what it is there to find. Its long run is a program of its own (simulate.cpp).

#include <string>

#include <doctest/doctest.h>

#include "simulator.hpp"

using gavel::simulation::Lie;
using gavel::simulation::Outcome;
using gavel::simulation::Plan;
using gavel::simulation::simulate;

namespace {

std::string found(const Outcome& outcome) {
  if (!outcome.failed) return "";
  std::string all = "seed " + std::to_string(*outcome.failed) + ": " + outcome.what;
  for (const std::string& line : outcome.told) all += "\n" + line;
  return all;
}

Outcome with(Lie lie) {
  Plan plan;
  plan.seeds = 300;
  plan.lie = lie;
  return simulate(plan);
}

}  // namespace

TEST_CASE("hosts that crash, race and are asked again keep every promise") {
  const Outcome outcome = with(Lie::kNone);
  CHECK(found(outcome) == "");
  // Every place where a host waits for the store, both before and after it did its work.
  for (const char* when : {"before ", "after "})
    for (const char* function : {"load", "find", "turns", "checkpoint", "append", "add_attempt", "update"}) {
      const std::string death = std::string("death ") + when + function;
      INFO(death);
      CHECK(outcome.tally.contains(death));
    }
}

TEST_CASE("the simulator detects a store without compare-and-set") {
  CHECK(with(Lie::kNoCompareAndSet).failed.has_value());
}

TEST_CASE("the simulator detects a store that commits a turn twice") {
  CHECK(with(Lie::kNoIdempotency).failed.has_value());
}
