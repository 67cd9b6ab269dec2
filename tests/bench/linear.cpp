// scripts/bench linear: time over work, three doublings, for every entry of every registry. The time is that
// of this thread alone, the median of seven rounds in which the sizes take turns, so that neighbours hardly
// count.

#include "linear.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <string_view>

namespace gavel::bench {
namespace {

constexpr std::size_t kSizes = 4;
constexpr std::size_t kRounds = 7;
constexpr double kEnoughMs = 1;      // of one measurement
constexpr double kMostGrowth = 2.5;  // of the time, where the work doubles

Cost measure(const Run& run, std::size_t times) {
  Cost cost;
  double ns = 0;
  const double begin = spent_ms();
  for (std::size_t i = 0; i < times; ++i) {
    cost = run();
    ns += cost.ns;
  }
  if (cost.ns < 0) ns = (spent_ms() - begin) * 1e6;
  cost.ns = ns / static_cast<double>(times);
  return cost;
}

std::size_t times_enough(const Run& run) {
  const double once = std::max(measure(run, 1).ns / 1e6, 1e-4);
  return static_cast<std::size_t>(std::clamp(kEnoughMs / once, 1.0, 100'000.0));
}

// The growth of the time for each doubling of the work, over all of them; one row's line is printed.
double growth_of(const Row& row, bool json) {
  std::vector<Run> runs;
  std::vector<std::size_t> times;
  for (std::size_t i = 0; i < kSizes; ++i) {
    runs.push_back(row.prepare(row.size << i));
    times.push_back(times_enough(runs.back()));
  }
  std::array<std::vector<double>, kSizes> per_unit;
  for (std::size_t round = 0; round < kRounds; ++round)
    for (std::size_t i = 0; i < kSizes; ++i) {
      const Cost cost = measure(runs[i], times[i]);
      per_unit[i].push_back(cost.ns / std::max(cost.units, 1.0));
    }
  for (std::vector<double>& all : per_unit) std::sort(all.begin(), all.end());
  const auto median = [&](std::size_t i) { return per_unit[i][kRounds / 2]; };
  const double growth = 2 * std::pow(median(kSizes - 1) / median(0), 1.0 / (kSizes - 1));
  std::printf(json ? "{\"row\":\"%s\",\"growth\":%.3f,\"first\":%.3f,\"last\":%.3f}\n"
                   : "  %-48s x%.2f   %9.3f -> %9.3f ns\n",
              row.name.c_str(), growth, median(0), median(kSizes - 1));
  return growth;
}

bool is_of(const Row& row, const std::string& name) {
  return row.name == name || row.name.starts_with(name + " ");
}

bool passes(const Row& row, bool json) try {
  // What the machine did apart from us does not come twice.
  if (growth_of(row, json) <= kMostGrowth || growth_of(row, json) <= kMostGrowth) return true;
  std::printf("  %s: twice the work takes more than %.1f times as long\n", row.name.c_str(), kMostGrowth);
  return false;
} catch (const std::runtime_error& error) {
  std::printf("  %s\n", error.what());
  return false;
}

// Returns how many rows and names failed.
std::size_t check(const Registry& registry, bool json, std::string_view only, std::size_t& passed) {
  std::size_t failed = 0;
  if (!json) std::printf("%s\n", registry.name.c_str());
  for (const std::string& name : registry.names) {
    if (std::ranges::any_of(registry.rows, [&](const Row& row) { return is_of(row, name); })) continue;
    std::printf("  %s has no row: add one in tests/bench\n", name.c_str());
    ++failed;
  }
  for (const Row& row : registry.rows) {
    if (!row.name.starts_with(only)) continue;
    ++(passes(row, json) ? passed : failed);
  }
  return failed;
}

}  // namespace

double spent_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace gavel::bench

int main(int argc, char** argv) {
  const bool json = argc > 1 && std::string_view(argv[1]) == "--json";
  const std::string_view only = argc > (json ? 2 : 1) ? argv[argc - 1] : "";
  std::size_t passed = 0;
  std::size_t failed = 0;
  namespace bench = gavel::bench;
  for (const auto rows :
       {bench::reader_rows, bench::verb_rows, bench::expiry_rows, bench::library_rows, bench::ctx_rows})
    failed += bench::check(rows(), json, only, passed);
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}
