// Four threads over one library: two objects on one SQLite file, games that are loaded, exchanged and left
// while others are judged by them. What a thread saw wrong is what it says; a build with the thread sanitizer
// says the rest.

#include <filesystem>
#include <thread>
#include <unistd.h>

#include "table.hpp"

namespace gavel::v1::embed_tests {
namespace {

constexpr int kRounds = 6;

// The game, with another limit in every round, so that rulesets of every age are in use at once.
Result<Ruleset> loaded(int round) {
  RulesetOptions options;
  if (Result<void> set = options.limits.set("max_feedback_bytes", 2000 + 100 * (round % 3)); !set)
    return set.error();
  return Ruleset::load(kGame, options);
}

class Player {
 public:
  Player(Campaigns& campaigns, std::string own) : campaigns_(campaigns), own_(std::move(own)) {}

  // What went wrong first, or nothing.
  std::string run() {
    NewCampaign fresh;
    fresh.id = own_;
    Result<Ruleset> rules = loaded(0);
    if (!took(rules)) return wrong_;
    fresh.rules = *rules;
    if (!took(campaigns_.create(fresh))) return wrong_;
    for (int round = 0; round < kRounds && wrong_.empty(); ++round) play(round);
    const auto found = campaigns_.verify(own_);
    if (took(found) && !found->empty()) wrong_ = "what is stored is damaged";
    const auto rebuilt = campaigns_.rebuild(own_);
    if (took(rebuilt) && !rebuilt->empty()) wrong_ = "judged again, a turn differs";
    return wrong_;
  }

 private:
  void play(int round) {
    for (const std::string& where : {own_, std::string("c")}) {
      TurnRequest request;
      request.id = own_ + "-" + std::to_string(round);
      request.model_text = round == 0 && where == own_ ? kWalk : kJoke;
      took(campaigns_.turn(where, request));
      took(campaigns_.state(where));
      took(campaigns_.prompt(where, PromptRequest{}));
    }
    SwapRequest swap;
    Result<Ruleset> rules = loaded(round + 1);
    if (!took(rules)) return;
    swap.rules = *rules;
    swap.dry_run = false;
    took(campaigns_.swap(own_, swap));
    took(campaigns_.rollback(own_, ""));
    took(campaigns_.undo(own_));
    took(campaigns_.timeline("c"));
    took(campaigns_.list());
  }

  template <typename T>
  bool took(const Result<T>& result) {
    if (!result && wrong_.empty()) wrong_ = describe(result.error());
    return result.ok();
  }

  Campaigns& campaigns_;
  const std::string own_;
  std::string wrong_;
};

}  // namespace

TEST_CASE("four threads load, play, swap, roll back and read, on two objects and one SQLite file") {
  const auto file =
      std::filesystem::temp_directory_path() / ("gavel-threads-" + std::to_string(::getpid()) + ".db");
  {
    CampaignsOptions options;
    options.clock = ticking();
    Campaigns one = must(Campaigns::open(file.string(), options));
    Campaigns other = must(Campaigns::open(file.string(), options));
    NewCampaign shared;
    shared.id = "c";
    shared.rules = game();
    must(one.create(shared));
    std::vector<std::string> wrong(4);
    std::vector<std::thread> players;
    for (std::size_t i = 0; i < wrong.size(); ++i)
      players.emplace_back(
          [&, i] { wrong[i] = Player(i % 2 == 0 ? one : other, "p" + std::to_string(i)).run(); });
    for (std::thread& player : players) player.join();
    for (const std::string& one_wrong : wrong) CHECK(one_wrong == "");
    CHECK(must(other.verify("c")).empty());
    CHECK(must(one.show("c")).at("head.version").integer() == 4 * kRounds);
  }
  for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + end);
}

}  // namespace gavel::v1::embed_tests
