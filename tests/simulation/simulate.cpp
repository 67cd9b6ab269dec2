// Hosts, clients, faults and deaths on campaigns, simulated: every seed is a short history of 6 to 20 pieces
// of work by two or three hosts on one or two campaigns, over a store in memory. After it everything that was
// promised is looked for: every acknowledged turn is there, once, answered with the same bytes again; the
// states are the sums of the accepted texts on their way, and what lies beside them (milestone, memory,
// idempotency keys, counters) goes back with them; drafts leave nothing; all hosts show the same; verify
// finds nothing, and rebuild (of some) gives the same bytes.
//
//   simulate [--seeds N] [--from SEED] [--jobs N] [--lie no-compare-and-set | no-idempotency] [--tally]
//
// Exit 0: all seeds passed. 1: one failed; it is printed with all that happened, and how to run it again.
//
// Read world.hpp first; then model.cpp (what must be), clients.cpp (what is done), settling.cpp (what is
// looked for in the end), line.cpp (where hosts wait for the store).

#include <charconv>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <thread>

#include "simulator.hpp"

using gavel::simulation::Lie;
using gavel::simulation::Outcome;
using gavel::simulation::Plan;

namespace {

int usage() {
  std::fputs(
      "simulate [--seeds N] [--from SEED] [--jobs N] [--lie no-compare-and-set | no-idempotency] [--tally]\n",
      stderr);
  return 2;
}

template <typename T>
bool read_number(std::string_view text, T& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0;
}

bool read_lie(std::string_view text, Lie& lie) {
  if (text == "no-compare-and-set") lie = Lie::kNoCompareAndSet;
  if (text == "no-idempotency") lie = Lie::kNoIdempotency;
  return lie != Lie::kNone;
}

bool read_option(std::string_view name, std::string_view value, Plan& plan) {
  if (name == "--seeds") return read_number(value, plan.seeds);
  if (name == "--from") return read_number(value, plan.from);
  if (name == "--jobs") return read_number(value, plan.jobs);
  return name == "--lie" && read_lie(value, plan.lie);
}

void print_failure(const Outcome& outcome, const char* program) {
  for (const std::string& line : outcome.told) std::printf("%s\n", line.c_str());
  std::printf("\nseed %llu failed: %s\nagain: %s --seeds 1 --from %llu\n",
              static_cast<unsigned long long>(*outcome.failed), outcome.what.c_str(), program,
              static_cast<unsigned long long>(*outcome.failed));
}

}  // namespace

int main(int argc, char** argv) {
  Plan plan;
  plan.seeds = 100'000;
  plan.jobs = std::max(1U, std::thread::hardware_concurrency());
  bool tally = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--tally")
      tally = true;
    else if (i + 1 == argc || !read_option(argv[i], argv[i + 1], plan))
      return usage();
    else
      ++i;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = simulate(plan);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (tally)
    for (const auto& [what, count] : outcome.tally)
      std::printf("%10llu  %s\n", static_cast<unsigned long long>(count), what.c_str());
  if (outcome.failed) {
    print_failure(outcome, argv[0]);
    return 1;
  }
  std::printf("%llu histories passed in %.1f s\n", static_cast<unsigned long long>(plan.seeds), took.count());
  return 0;
}
