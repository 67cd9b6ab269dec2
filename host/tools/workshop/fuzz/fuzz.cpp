#include "fuzz/fuzz.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "campaign/campaigns.hpp"
#include "state/yaml_reader.hpp"
#include "store/memory_store.hpp"
#include "testing/scenario.hpp"

#include "fuzz_generator.hpp"
#include "fuzz_judge.hpp"
#include "fuzz_scenario.hpp"
#include "fuzz_shrink.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostFindings = 50;  // that are brought down and told
constexpr std::size_t kAsks = 4000;        // of one, to bring it down
constexpr std::size_t kAsksOfSlow = 300;

// What ctx.campaign shows in a scenario.
Result<Json> campaign_of(const FuzzSubject& subject) {
  const std::unique_ptr<Store> store = open_memory_store();
  Campaigns campaigns(*store);
  NewGame game;
  game.id = "scenario";
  game.image = subject.image;
  game.seed = kScenarioSeed;
  game.now = kScenarioBegin;
  game.fields = Json(Json::value_t::object);
  TRY(campaigns.create(game));
  Json shown = TRY(campaigns.show("scenario"));
  for (const char* name : {"settings", "tools", "ruleset", "seed", "rollback_pending", "updated_at", "head",
                           "branches", "version", "hash", "turn", "branch"})
    shown.erase(name);
  return shown;
}

// Of one signature: the first case that showed it, and how many did.
struct Sighting {
  FuzzTrouble trouble;
  std::uint64_t number = 0;
  std::size_t times = 0;
};
using Sightings = std::map<std::string, Sighting>;

void see(Sightings& all, FuzzTrouble trouble, std::uint64_t number, std::size_t times) {
  const std::string signature = trouble.signature();
  Sighting& one = all[signature];
  if (one.times == 0 || number < one.number) {
    one.trouble = std::move(trouble);
    one.number = number;
  }
  one.times += times;
}

class Fuzzing {
 public:
  Fuzzing(const FuzzSubject& subject, const FuzzPlan& plan, Json campaign)
      : subject_(subject),
        plan_(plan),
        campaign_(std::move(campaign)),
        state_(subject.state ? *subject.state : subject.ruleset->initial_state()),
        around_(look_around(*subject.ruleset, state_, subject.invariants.rows)) {}

  Result<FuzzReport> run() {
    const std::size_t jobs = std::clamp<std::size_t>(plan_.jobs, 1, std::max<std::size_t>(plan_.cases, 1));
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < jobs; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& thread : threads) thread.join();
    if (failed_) return *failed_;
    report_.seed = plan_.seed;
    report_.cases = plan_.cases;
    report_.turns = tally_.turns;
    report_.accepted = tally_.accepted;
    report_.commands = tally_.commands;
    report_.passed = tally_.passed;
    report_.reached = tally_.reached;
    TRY(tell_findings());
    return std::move(report_);
  }

 private:
  FuzzCase make(std::uint64_t number) const { return FuzzGenerator(around_, plan_.seed, number).make(); }

  void work() {
    Result<std::unique_ptr<FuzzJudge>> judge = FuzzJudge::make(subject_, campaign_);
    if (!judge) {
      const std::lock_guard lock(mutex_);
      failed_ = judge.error();
      return;
    }
    Sightings seen;
    for (std::size_t i = next_++; i < plan_.cases; i = next_++) {
      const std::uint64_t number = plan_.first + i;
      for (FuzzTrouble& trouble : (*judge)->play(make(number))) see(seen, std::move(trouble), number, 1);
      if (const std::size_t done = ++done_; plan_.progress && done % 16 == 0) {
        const std::lock_guard lock(mutex_);
        plan_.progress(done, plan_.cases);
      }
    }
    const std::lock_guard lock(mutex_);
    for (auto& [signature, one] : seen) see(seen_, std::move(one.trouble), one.number, one.times);
    tally_.add((*judge)->tally());
  }

  Result<void> tell_findings() {
    std::unique_ptr<FuzzJudge> judge = TRY(FuzzJudge::make(subject_, campaign_));
    std::vector<const Sighting*> order;
    for (const auto& [signature, one] : seen_) order.push_back(&one);
    const auto is_worse = [](const Sighting* a, const Sighting* b) {
      const bool milder = a->trouble.what == FuzzFinding::What::kRefused;
      const bool other = b->trouble.what == FuzzFinding::What::kRefused;
      return milder != other ? other : a->number < b->number;
    };
    std::ranges::stable_sort(order, is_worse);
    if (order.size() > kMostFindings) order.resize(kMostFindings);
    for (const Sighting* one : order) report_.findings.push_back(told(*one, *judge));
    return {};
  }

  FuzzFinding told(const Sighting& sighting, FuzzJudge& judge) const {
    FuzzTrouble trouble = sighting.trouble;
    const std::string signature = trouble.signature();
    const auto shows = [&](const FuzzCase& game) {
      for (FuzzTrouble& one : judge.play(game)) {
        if (one.signature() != signature) continue;
        trouble = std::move(one);
        return true;
      }
      return false;
    };
    FuzzCase least = make(sighting.number);
    // What only the clock brought about may not come again.
    // A handler that spends all it may takes long each time.
    const bool slow = trouble.code == "plugin.fuel" || trouble.code == "plugin.memory";
    if (shows(least)) least = shrink(std::move(least), *subject_.ruleset, shows, slow ? kAsksOfSlow : kAsks);
    FuzzFinding finding{trouble.what,
                        trouble.code,
                        trouble.rule,
                        trouble.at,
                        trouble.message,
                        trouble.detail,
                        sighting.times,
                        sighting.number,
                        least.turns.size(),
                        least.commands(),
                        {}};
    finding.scenario = scenario_of(least, trouble, *subject_.ruleset, plan_.seed, subject_.state);
    return finding;
  }

  const FuzzSubject& subject_;
  const FuzzPlan& plan_;
  const Json campaign_;
  const Json state_;
  const FuzzSurroundings around_;
  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::mutex mutex_;  // of all below, while threads work
  Sightings seen_;
  FuzzTally tally_;
  std::optional<Error> failed_;
  FuzzReport report_;
};

}  // namespace

std::string_view what_name(FuzzFinding::What what) {
  switch (what) {
    case FuzzFinding::What::kHandler:
      return "handler";
    case FuzzFinding::What::kLoop:
      return "loop";
    case FuzzFinding::What::kForbidden:
      return "forbidden";
    case FuzzFinding::What::kReplay:
      return "replay";
    case FuzzFinding::What::kUndo:
      return "undo";
    case FuzzFinding::What::kRefused:
      break;
  }
  return "refused";
}

bool FuzzReport::failed() const {
  return std::ranges::any_of(findings, [](const FuzzFinding& one) { return one.failure(); });
}

std::vector<std::string> FuzzReport::silent(std::string_view kind) const {
  std::vector<std::string> ids;
  for (const auto& [id, one] : reached)
    if (one.kind == kind && one.asked == 0 && one.acted == 0) ids.push_back(id);
  return ids;
}

std::vector<std::string> FuzzReport::always_refused() const {
  std::vector<std::string> ids;
  for (const auto& [id, one] : reached)
    if (one.asked != 0 && one.acted == 0) ids.push_back(id);
  return ids;
}

std::optional<Invariants> read_invariants(const std::string& text, const std::string& file,
                                          const Limits& limits, std::vector<Problem>& problems) {
  const std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  if (!tree) return std::nullopt;
  if (!tree->root().is_array()) {
    problems.push_back(tree->top().problem("invariants are a list", described(tree->root()),
                                           "rows such as - {path: a.b, min: 0}", ""));
    return std::nullopt;
  }
  Invariants read;
  for (const YamlNode& row : tree->top().children()) {
    Json one = row.value();
    for (const char* name : {"write", "read"})
      if (const auto column = row.member(name))
        problems.push_back(
            column->key_problem("an invariant cannot restrict who may `" + std::string(name) + "`",
                                "path type min max enum", "put this in `fields`"));
    if (one.is_object()) one.erase("why");
    const Result<FieldTable> alone = FieldTable::from_json(Json(JsonArray{one}), limits);
    if (!alone)
      problems.push_back(row.problem(alone.error().message, described(row.value()), "", alone.error().hint));
    read.rows.push_back(std::move(one));
  }
  if (any_error(problems)) return std::nullopt;
  Result<FieldTable> table = FieldTable::from_json(read.rows, limits);
  if (!table) {
    problems.push_back(tree->top().problem(table.error().message, "", "", table.error().hint));
    return std::nullopt;
  }
  read.table = std::move(*table);
  return read;
}

Result<FuzzReport> fuzz(const FuzzSubject& subject, const FuzzPlan& plan) {
  Json campaign = TRY(campaign_of(subject));
  return Fuzzing(subject, plan, std::move(campaign)).run();
}

}  // namespace gavel
