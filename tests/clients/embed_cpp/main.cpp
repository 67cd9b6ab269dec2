// An evening on libgavel: a campaign in a file, a model that is held to the truth, a way back, and a proof.
// Copy it.
//
//   evening GAME_FOLDER STORE_FILE

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gavel/campaigns.hpp>
#include <gavel/play.hpp>
#include <gavel/ruleset.hpp>

namespace {

// The model. A real one is asked over its API, with ask.prompt.messages as they stand; this one has learnt
// its lines, and its first line is a lie: it tells of a walk that it did not ask the game for.
class Model {
 public:
  gavel::Result<std::string> operator()(const gavel::Ask& ask) {
    std::cout << "  asked for " << ask.turn << ", attempt " << ask.attempt << "\n";
    for (const gavel::Message& message : ask.feedback)
      std::cout << "  told: " << first_line(message.content) << "\n";
    if (next_ == lines_.size())
      return gavel::Error{.code = "model.silent", .message = "it has no more lines"};
    return lines_[next_++];
  }

 private:
  static std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

  std::size_t next_ = 0;
  const std::vector<std::string> lines_ = {
      "Kim walks out of the inn and into the chapel.",

      "Kim steps out onto the street.\n"
      R"({"tool_calls": [{"id": "call_1", "tool": "move",)"
      R"( "args": {"actor_id": "kim", "from_area_id": "inn", "to_area_id": "street"}, "reason": "Kim goes out"}]})",

      "Maud laughs until she has to sit down.\n"
      "<variable_update>[[ADD, story.favour.maud, 20]]</variable_update>",

      "Maud does not look up.\n"
      "<variable_update>[[PUSH, story.clues, \"Maud is waiting for somebody\"]]</variable_update>"};
};

// Whatever fails, the reason is there to be shown.
template <typename T>
T must(gavel::Result<T> result) {
  if (result) return std::move(*result);
  std::cerr << "evening: " << gavel::describe(result.error()) << "\n";
  std::exit(1);
}

void show(const gavel::Verdict& verdict) {
  std::string narration = verdict.narration();
  while (narration.ends_with('\n')) narration.pop_back();
  std::cout << "  " << narration << "\n";
  for (const gavel::Command& command : verdict.commands())
    if (command.status == gavel::Status::kAmended)
      std::cout << "  amended by " << command.rule << "\n";
    else if (command.status == gavel::Status::kRejected)
      std::cout << "  refused: " << command.message << " [" << command.code << "]\n";
  for (const gavel::Change& change : verdict.changes())
    std::cout << "  " << change.path << ": " << change.before.text() << " -> " << change.after.text() << "\n";
  if (!verdict.report().empty()) std::cout << "  report: " << verdict.report() << "\n";
}

class Evening {
 public:
  Evening(gavel::Campaigns campaigns, std::string id)
      : campaigns_(std::move(campaigns)), id_(std::move(id)) {}

  gavel::Campaigns& campaigns() { return campaigns_; }

  void play(const std::string& turn, const std::string& said) {
    std::cout << turn << "  \"" << said << "\"\n";
    gavel::PlayRequest request;
    request.turn = turn;
    request.user_text = said;
    const gavel::Played played =
        must(gavel::play(campaigns_, id_, request, [this](const gavel::Ask& ask) { return model_(ask); }));
    show(played.answer.verdict);
  }

  void where() {
    const gavel::Json state = must(campaigns_.state(id_))["data"];
    std::cout << "  Kim is at " << state.at("characters.kim.location").text() << ", Maud's favour is "
              << state.at("story.favour.maud").integer() << "\n";
  }

 private:
  gavel::Campaigns campaigns_;
  std::string id_;
  Model model_;
};

gavel::Ruleset load(const std::string& folder) {
  std::vector<gavel::Problem> problems;
  gavel::Result<gavel::Ruleset> rules = gavel::Ruleset::load(folder, {}, &problems);
  for (const gavel::Problem& problem : problems) std::cerr << gavel::describe(problem) << "\n";
  return must(std::move(rules));
}

// A clock of our own, so that this evening is the same every time. Leave it out for the machine's.
gavel::CampaignsOptions options() {
  gavel::CampaignsOptions options;
  options.clock = [now = gavel::Time{1'760'000'000'000}]() mutable { return gavel::Time{now.ms += 60'000}; };
  options.listener = [](const std::string& campaign, const gavel::Verdict& verdict) {
    std::cout << "  stored: " << campaign << " " << verdict.turn() << ", version " << verdict.version()
              << "\n";
  };
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: evening GAME_FOLDER STORE_FILE\n";
    return 2;
  }
  const gavel::Ruleset rules = load(argv[1]);
  std::cout << rules.title("en") << "\n";
  Evening evening(must(gavel::Campaigns::open(argv[2], options())), "evening");
  gavel::Campaigns& campaigns = evening.campaigns();
  gavel::NewCampaign game;
  game.id = "evening";
  game.rules = rules;
  game.seed = "7";
  must(campaigns.create(game));

  evening.play("t-1", "I go out.");
  evening.play("t-2", "I tell Maud a joke.");
  evening.where();

  std::cout << "back to t-1\n";
  must(campaigns.rollback("evening", "t-1"));
  evening.where();
  std::cout << "another way on\n";
  must(campaigns.branch("evening", "quiet", "t-1", "without the joke"));
  evening.play("t-3", "I say nothing.");
  evening.where();

  std::cout << "branches:";
  for (const gavel::Json& branch : must(campaigns.timeline("evening"))["branches"].elements())
    std::cout << " " << branch["id"].string() << " ends with " << branch["turn"].string() << ";";
  std::cout << "\n";
  const auto faults = must(campaigns.verify("evening"));
  const auto differences = must(campaigns.rebuild("evening"));
  std::cout << "verified, faults: " << faults.size() << "; judged anew, differences: " << differences.size()
            << "\n";
  return faults.empty() && differences.empty() ? 0 : 1;
}
