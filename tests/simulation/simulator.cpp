#include "simulator.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace gavel::simulation {
namespace {

class Simulation {
 public:
  explicit Simulation(const Plan& plan) : plan_(plan), lowest_(plan.from + plan.seeds) {}

  Outcome run() {
    std::vector<std::thread> threads;
    for (std::size_t job = 0; job < plan_.jobs; ++job) threads.emplace_back([this, job] { work(job); });
    for (std::thread& thread : threads) thread.join();
    if (outcome_.failed) tell();
    return std::move(outcome_);
  }

 private:
  // Every jobs-th seed, up to the lowest that failed.
  void work(std::size_t job) {
    Hosts hosts;
    Tally tally;
    for (std::uint64_t seed = plan_.from + job; seed < lowest_; seed += plan_.jobs) {
      const std::string wrong = World({seed, plan_.lie, false}, hosts, tally).run();
      ++tally["seeds"];
      if (!wrong.empty()) note(seed, wrong);
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [what, count] : tally) outcome_.tally[what] += count;
  }

  void note(std::uint64_t seed, const std::string& wrong) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (seed >= lowest_) return;
    lowest_ = seed;
    outcome_.failed = seed;
    outcome_.what = wrong;
  }

  // The same history again, alone and told.
  void tell() {
    Hosts hosts;
    Tally tally;
    World world({*outcome_.failed, plan_.lie, true}, hosts, tally);
    const std::string again = world.run();
    outcome_.told = world.told();
    if (again != outcome_.what) outcome_.told.push_back("Run alone it ends otherwise: \"" + again + "\"");
  }

  const Plan plan_;
  std::atomic<std::uint64_t> lowest_;
  std::mutex mutex_;
  Outcome outcome_;  // guarded by mutex_
};

}  // namespace

Outcome simulate(const Plan& plan) { return Simulation(plan).run(); }

}  // namespace gavel::simulation
