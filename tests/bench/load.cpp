// What it costs to load the games that ship: their files read and checked, their plugins run, everything that
// is registered made ready to judge. In processor time, so that neighbours do not count. The target: the
// largest under 50 ms.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"

namespace {

using namespace gavel;  // NOLINT(google-build-using-namespace): a program of one file

constexpr double kTargetMs = 50;

struct Cost {
  std::string name;
  std::size_t plugins = 0, registered = 0;
  std::vector<double> reading, building;  // ms
};

double median(std::vector<double> all) {
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
  return all[all.size() / 2];
}

double spent_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

bool load_once(const std::filesystem::path& house, Cost& cost) {
  RulesetPlaces places;
  places.folder = (house / "rulesets" / cost.name).string();
  places.plugin_dirs = {(house / "plugins").string()};
  places.schema_dirs = {(house / "schemas").string()};
  places.library_dir = (house / "scripts" / "lib").string();
  std::vector<Problem> problems;
  double begin = spent_ms();
  std::optional<RulesetSource> source = read_ruleset(places, Limits(), problems);
  cost.reading.push_back(spent_ms() - begin);
  if (!source) return false;
  begin = spent_ms();
  const Ruleset::Built built = Ruleset::build(std::move(*source));
  cost.building.push_back(spent_ms() - begin);
  if (built.ruleset == nullptr) return false;
  cost.plugins = built.ruleset->packs().size();
  cost.registered = built.ruleset->registry().all.size();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  const std::filesystem::path house = GAVEL_SOURCE_DIR;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(house / "rulesets"))
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  std::printf("%-12s %8s %14s %10s %10s %10s\n", "ruleset", "plugins", "registrations", "read ms", "build ms",
              "both ms");
  double most = 0;
  for (const std::string& name : names) {
    Cost cost{name, 0, 0, {}, {}};
    for (int round = 0; round < (quick ? 3 : 25); ++round) {
      if (load_once(house, cost)) continue;
      std::fprintf(stderr, "bench: %s does not load; gavel check rulesets/%s says why\n", name.c_str(),
                   name.c_str());
      return 1;
    }
    const double both = median(cost.reading) + median(cost.building);
    most = std::max(most, both);
    std::printf("%-12s %8zu %14zu %10.2f %10.2f %10.2f\n", name.c_str(), cost.plugins, cost.registered,
                median(cost.reading), median(cost.building), both);
  }
  std::printf("the largest under %.0f ms: %s (%.2f ms)\n", kTargetMs, most < kTargetMs ? "met" : "missed",
              most);
  return 0;
}
