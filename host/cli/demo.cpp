#include "demo.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unistd.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/yaml_reader.hpp"
#include "store/sqlite_store.hpp"

#include "campaign_text.hpp"
#include "files.hpp"
#include "paint.hpp"
#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr const char* kCampaign = "demo";
constexpr std::int64_t kBegin = 1'758'355'200'000;  // 2025-09-20T08:00:00Z
constexpr std::int64_t kStep = 60'000;
constexpr const char* kFooter =
    "A campaign of nine recorded turns on a store of its own: a lie that is held back, a locked door, a "
    "value\n"
    "that a rule cuts, a rollback and the branch that grows from it. At the end the chain is checked, and "
    "every\n"
    "turn judged anew.\n\n"
    "Examples:\n  gavel demo\n  gavel demo --language en --store demo.db && gavel campaign show demo "
    "timeline --store demo.db";

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

std::string text_in(const YamlNode& node, std::string_view name) {
  const std::optional<YamlNode> found = node.member(name);
  return found && found->value().is_string() ? string_of(found->value()) : std::string();
}

// What was written, without its commands, in a few lines.
std::string indented(const std::string& text, const char* indent) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out += indent + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return out;
}

bool prefers_chinese() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    if (value != nullptr && *value != '\0') return std::string_view(value).starts_with("zh");
  }
  return false;
}

}  // namespace

Demo::Demo(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("demo", "Play a bundled campaign and tell what happened and why");
  named(sub->add_option("--language", language_, "zh or en (default: as the terminal is set)"), "NAME")
      ->check(CLI::IsMember({"zh", "en"}));
  named(sub->add_option("--store", store_file_,
                        "Keep the campaign in this file (default: it is gone afterwards)"),
        "FILE");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->add_flag("--json", json_, "Every step with its verdict as JSON");
  sub->footer(kFooter);
}

Time Demo::tick() {
  clock_.ms += kStep;
  return clock_;
}

void Demo::tell(const std::string& text) {
  if (json_) return;
  std::fwrite(text.data(), 1, text.size(), stdout);
}

std::string Demo::note_of(const YamlNode& step) const {
  const std::optional<YamlNode> note = step.member("note");
  return note ? text_in(*note, chinese_ ? "zh" : "en") : std::string();
}

Result<void> Demo::begin(const std::string& store_file) {
  Result<std::unique_ptr<Store>> store = open_sqlite_store(store_file);
  if (!store) return std::move(store).error();
  store_ = std::move(*store);
  campaigns_ = std::make_unique<Campaigns>(*store_);
  std::vector<Problem> problems;
  NewGame game;
  game.id = kCampaign;
  game.seed = "fog";
  game.now = clock_;
  game.fields = Json(Json::value_t::object);
  Result<std::string> image = load_image(shipped("rulesets/tabletop"), {}, Limits(), problems);
  if (!image) return std::move(image).error();
  game.image = std::move(*image);
  Result<Json> made = campaigns_->create(game);
  if (!made) return std::move(made).error();
  return {};
}

Result<void> Demo::take(const YamlNode& step, const std::string& id) {
  const Paint paint(paint_);
  TurnRequest request;
  request.id = id;
  request.user_text = text_in(step, "user");
  tell(paint(kCyan, (chinese_ ? "玩家：" : "Player: ") + request.user_text) + "\n");
  const std::optional<YamlNode> attempts = step.member("model");
  if (!attempts) return {};
  for (const YamlNode& attempt : attempts->children()) {
    if (!attempt.value().is_string()) continue;
    request.model_text = string_of(attempt.value());
    request.now = tick();
    const Result<TurnAnswer> answer = campaigns_->turn(kCampaign, request);
    if (!answer) return answer.error();
    Result<Json> verdict = read_json(answer->verdict, Limits());
    if (!verdict) return std::move(verdict).error();
    if (answer->decision != Decision::kAccepted)
      tell(paint(kDim, std::string(chinese_ ? "模型的草稿（玩家看不到）："
                                            : "The model's draft, which no player sees:") +
                           "\n" + indented(request.model_text, "    ")));
    tell(answer_for_people(*verdict, paint_));
    Json one(Json::value_t::object);
    one["turn_id"] = id;
    one["verdict"] = std::move(*verdict);
    steps_.push_back(std::move(one));
  }
  return {};
}

Result<void> Demo::go_back(const YamlNode&, const std::string& to) {
  const Result<Json> done = campaigns_->rollback(kCampaign, to, tick());
  if (!done) return done.error();
  Json one(Json::value_t::object);
  one["rollback_to"] = to;
  one["campaign"] = *done;
  steps_.push_back(std::move(one));
  tell((chinese_ ? "现在站在 " : "The campaign stands at ") + to + "\n");
  return {};
}

Result<void> Demo::play(const YamlNode& step) {
  const Paint paint(paint_);
  const std::string turn = text_in(step, "turn_id"), back = text_in(step, "rollback_to");
  if (!steps_.empty()) tell("\n");
  tell(paint(kBold, turn.empty() ? (chinese_ ? "回滚到 " : "Rollback to ") + back : turn) + "  " +
       note_of(step) + "\n");
  return turn.empty() ? go_back(step, back) : take(step, turn);
}

Result<void> Demo::prove() {
  const Paint paint(paint_);
  const Result<Json> timeline = campaigns_->timeline(kCampaign);
  if (!timeline) return timeline.error();
  tell("\n" + paint(kBold, chinese_ ? "时间线" : "The timeline") + "\n" +
       timeline_for_people(*timeline, paint_));
  const Result<std::vector<Finding>> verified = campaigns_->verify(kCampaign);
  if (!verified) return verified.error();
  const Result<std::vector<Finding>> rebuilt = campaigns_->rebuild(kCampaign, 2);
  if (!rebuilt) return rebuilt.error();
  tell("\n" + findings_for_people(
                  *verified,
                  chinese_ ? "verify：哈希链完整，每个变更都通向所存的状态"
                           : "verify: the chain holds, and every change leads to the state that is stored",
                  paint_));
  tell(findings_for_people(*rebuilt,
                           chinese_
                               ? "rebuild：每一回合重新裁决，逐字节相同"
                               : "rebuild: every turn was judged anew and came out the same, byte for byte",
                           paint_));
  if (!verified->empty() || !rebuilt->empty())
    return Error(Code::kStoreCorrupt, "what was played is not what is stored");
  return {};
}

Result<void> Demo::tell_story() {
  const std::string file = shipped("rulesets/tabletop") + "/demo.yaml";
  Result<std::string> text = read_file(file, Limits().max_yaml_bytes);
  if (!text) return std::move(text).error();
  std::vector<Problem> problems;
  const std::optional<YamlTree> story = read_yaml(*text, file, Limits(), problems);
  if (!story) return problems.front().error;
  for (const YamlNode& step : story->top().children())
    if (Result<void> played = play(step); !played) return played;
  return prove();
}

int Demo::run() {
  chinese_ = language_.empty() ? prefers_chinese() : language_ == "zh";
  paint_ = use_colour(colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto,
                      STDOUT_FILENO);
  clock_.ms = kBegin;
  std::optional<Scratch> scratch;
  std::string file = store_file_;
  if (file.empty()) file = scratch.emplace().path() + "/demo.db";
  Result<void> done = begin(file);
  if (done) done = tell_story();
  campaigns_.reset();
  store_.reset();
  if (!done) {
    show_error(done.error(), "", "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  if (json_) std::printf("%s\n", to_text(steps_, 2).c_str());
  return std::fflush(stdout) == 0 ? 0 : kExitUsage;
}

}  // namespace gavel
