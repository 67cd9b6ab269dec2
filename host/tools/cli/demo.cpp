#include "demo.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "base/joined.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "campaign_text.hpp"
#include "files.hpp"
#include "log.hpp"
#include "paint.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "store_file.hpp"
#include "streams.hpp"
#include "wrap.hpp"

namespace gavel {
namespace {

constexpr const char* kCampaign = "demo";

// A folder of our own, gone with us.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path(error_) / "gavel-demo-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    if (!path_.empty()) std::filesystem::remove_all(path_, error_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::error_code error_;
  std::string path_;
};

// What was written, without its commands, in a few lines.
std::string indented_text(const std::string& text, const char* indent) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out += indent + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

// The rulesets that come with a story, by name.
std::vector<std::string> stories() {
  std::error_code error;
  std::vector<std::string> names;
  const std::filesystem::path all = shipped("rulesets");
  for (std::filesystem::directory_iterator at(all, error), end; !error && at != end; at.increment(error)) {
    std::error_code missing;
    if (std::filesystem::is_regular_file(at->path() / "scenarios" / "demo.yaml", missing))
      names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<Scenario> story_of(const std::string& name) {
  const std::string file = shipped("rulesets/" + name) + "/scenarios/demo.yaml";
  std::string text = TRY(read_file(file, Limits().max_yaml_bytes, "max_yaml_bytes"));
  std::vector<Problem> problems;
  std::optional<Scenario> story = read_scenario(text, file, Limits(), problems);
  if (!story) return Error(Code::kUnreadable, problem_line(problems.front(), false), "gavel test " + file);
  return std::move(*story);
}

Error unknown_story(const std::string& name) {
  const std::vector<std::string> names = stories();
  const std::vector<std::string_view> views(names.begin(), names.end());
  return {Code::kUsage, "no story \"" + printable(name) + "\" comes with gavel" + did_you_mean(name, views),
          "one of " + joined(names) +
              "; gavel demo --list says what they are about, and gavel test DIR plays those of a ruleset of "
              "your own"};
}

}  // namespace

Demo::Demo(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("demo", "");
  sub->add_option("NAME", name_);
  options_.add(*sub, {"--language", "--store", "--json", "--color"});
  sub->add_flag("--list", list_);
}

void Demo::tell(const std::string& text) const {
  if (!options_.json) put(for_terminal(text));
}

std::string Demo::in_language(const YamlNode& node, std::string_view name) const {
  const std::optional<YamlNode> texts = node.member(name);
  return texts ? text_in(*texts, chinese_ ? "zh" : "en") : std::string();
}

void Demo::tell_turn(const Step& step, const StepResult& result) {
  const Paint paint(paint_);
  if (const std::string user = text_in(step.node, "user"); !user.empty())
    tell(paint(kCyan, (chinese_ ? "玩家：" : "Player: ") + user) + "\n");
  for (std::size_t i = 0; i < result.verdicts.size(); ++i) {
    const Json& verdict = result.verdicts[i];
    if (const Json* outcome = member(verdict, "outcome"); outcome != nullptr && *outcome != "accepted")
      tell(paint(kDim, std::string(chinese_ ? "模型的草稿（玩家看不到）："
                                            : "The model's draft, which no player sees:") +
                           "\n" + indented_text(step.attempts[i].text, "    ")));
    tell(verdict_lines(verdict, look_of(paint_, chinese_ ? "zh" : "en")));
    Json one(Json::value_t::object);
    one["turn_id"] = step.id;
    one["verdict"] = verdict;
    steps_.push_back(std::move(one));
  }
}

void Demo::tell_step(const Step& step, const StepResult& result) {
  const Paint paint(paint_);
  if (!steps_.empty()) tell("\n");
  const bool back = step.kind == Step::Kind::kRollback;
  const std::string heading = back && chinese_ ? "回滚到 " + step.id : result.step;
  const std::string note = in_language(step.node, "note");
  tell(paint(kBold, back && !chinese_ ? "Rollback to " + step.id : heading) +
       (note.empty() ? "" : "  " + note) + "\n");
  if (step.kind == Step::Kind::kTurn) {
    tell_turn(step, result);
  } else {
    Json one(Json::value_t::object);
    one[back ? "rollback_to" : "step"] = back ? step.id : result.step;
    one["campaign"] = result.campaign;
    steps_.push_back(std::move(one));
  }
  if (back) tell((chinese_ ? "当前回合：" : "The campaign is at ") + step.id + "\n");
  if (result.error) tell(paint(kRed, printable(result.error->message)) + "\n");
}

Result<void> Demo::tell_end(Campaigns& campaigns, const std::vector<Unmet>& unmet) {
  const Paint paint(paint_);
  for (const Unmet& one : unmet) {
    if (one.problem.warning) continue;
    Error error = one.problem.error;
    error.message = one.step + ": " + error.message + "; found " + one.problem.found + "; expected " +
                    one.problem.expected;
    return error;
  }
  const Json timeline = TRY(campaigns.timeline(kCampaign));
  tell("\n" + paint(kBold, chinese_ ? "时间线" : "The timeline") + "\n" +
       timeline_for_people(timeline, paint_));
  tell("\n" + findings_for_people(
                  {},
                  chinese_ ? "verify：哈希链完整，每个变更都通向所存的状态"
                           : "verify: the chain holds, and every change leads to the state that is stored",
                  paint_));
  tell(findings_for_people({},
                           chinese_ ? "rebuild：每一回合重新裁决，逐字节相同"
                                    : "rebuild: every turn was replayed and came out the same, byte for byte",
                           paint_));
  return {};
}

Result<void> Demo::play() {
  const std::vector<std::string> names = stories();
  if (std::find(names.begin(), names.end(), name_) == names.end()) return unknown_story(name_);
  const std::string folder = shipped("rulesets/" + name_);
  Scenario story = TRY(story_of(name_));
  ScenarioRules rules;
  rules.ruleset = load_logged(folder, {}, Limits(), {}, &rules.image).ruleset;
  if (rules.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  std::optional<Scratch> scratch;
  const std::string file = options_.store.empty() ? scratch.emplace().path() + "/demo.db" : options_.store;
  std::unique_ptr<Store> store = TRY(open_store(file, StoreUse::kMake));
  ScenarioRun story_run(story, rules, *store);
  const std::vector<Unmet> unmet = story_run.run(
      [this](const Step& step, const StepResult& result) { tell_step(step, result); }, kCampaign);
  return tell_end(story_run.campaigns(), unmet);
}

int Demo::list() {
  Json all(Json::value_t::array);
  const Paint paint(paint_);
  for (const std::string& name : stories()) {
    const Result<Scenario> story = story_of(name);
    Json one(Json::value_t::object);
    one["name"] = name;
    const std::string title = story ? in_language(story->tree->top(), "title") : story.error().message;
    one["title"] = title.empty() ? story->title : title;
    one["about"] = story ? in_language(story->tree->top(), "about") : "";
    const std::string about = printable(string_of(one["about"]));
    tell(paint(kBold, name) + "  " + printable(string_of(one["title"])) + "\n" +
         (about.empty() ? "" : "    " + paint(kDim, about) + "\n"));
    all.push_back(std::move(one));
  }
  if (options_.json) put(shown_json(all, 2) + "\n");
  return heard();
}

int Demo::run() {
  chinese_ = options_.language.empty() ? prefers_chinese() : options_.language == "zh";
  paint_ = options_.colour();
  if (list_) return list();
  if (name_.empty()) name_ = chinese_ ? "tabletop" : "harbour";
  if (const Result<void> done = play(); !done) return options_.fail(done.error());
  if (options_.json) put(shown_json(steps_, 2) + "\n");
  return heard();
}

}  // namespace gavel
