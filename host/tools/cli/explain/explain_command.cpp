#include "explain_command.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "base/on_disk.hpp"
#include "base/utf8.hpp"
#include "docs/codes.hpp"
#include "explain/turn_story.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "files.hpp"
#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "state_file.hpp"
#include "store_file.hpp"
#include "streams.hpp"
#include "wrap.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kSubjects = {"turn", "rule", "path", "code", "codes"};
constexpr int kExitUnexplained = 1;

// A ruleset that comes with Gavel may be called by its name alone.
std::string folder_of(const std::string& name) {
  if (is_folder(name) || name.find('/') != std::string::npos) return name;
  const std::string known = (fs::path(shipped("rulesets")) / name).string();
  return is_folder(known) ? known : name;
}

Error no_folder(const std::string& name) {
  std::vector<std::string> names;
  const fs::path beside = fs::path(name).parent_path();
  for (const std::string& place :
       {beside.empty() ? std::string(".") : beside.string(), shipped("rulesets")}) {
    std::error_code error;
    for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error))
      if (at->is_directory(error)) names.push_back(at->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  return {Code::kUnreadable, "there is no folder " + name,
          nearest_hint(fs::path(name).filename().string(), views)};
}

}  // namespace

ExplainCommand::ExplainCommand(CLI::App& app) {
  options_.turn = "t-1";
  CLI::App* sub = app.add_subcommand("explain", "");
  sub->add_option("WHAT", words_)->required();
  options_.add(*sub, {"--campaign", "--ruleset", "--plugins", "--schemas", "--store", "--state", "--document",
                      "--actor", "--user", "--now", "--seed", "--turn", "--language", "--json", "--color"});
  sub->add_option("--attempt", attempt_)->check(CLI::Range(1, 1000));
  sub->add_flag("--check", check_)->needs(sub->add_option("--out", out_));
}

Look ExplainCommand::look_out() const {
  std::string language = options_.language;
  if (language.empty() && ruleset_ != nullptr) language = ruleset_->file().language;
  return look_of(options_.colour(), language.starts_with("zh") ? "zh" : "en");
}

Result<void> ExplainCommand::open_store() {
  store_ = TRY(gavel::open_store(store_file(options_.store)));
  campaigns_ = std::make_unique<Campaigns>(*store_, logged_campaigns());
  return {};
}

// The campaign of that id, or an error with the nearest.
Result<std::string> ExplainCommand::campaign_named(const std::string& name) {
  if (campaigns_ == nullptr) TRY(open_store());
  Result<Json> shown = campaigns_->show(name);
  if (shown) return name;
  if (shown.error().code != Code::kStoreUnknownCampaign) return std::move(shown).error();
  Error error = std::move(shown).error();
  if (std::string hint = nearest_campaign(*store_, name); !hint.empty()) error.hint = std::move(hint);
  return error;
}

Result<void> ExplainCommand::load_ruleset(const std::string& name) {
  const std::string folder = folder_of(name);
  if (!is_folder(folder)) return no_folder(name);
  ruleset_ = TRY(options_.load_ruleset(folder));
  limits_ = ruleset_->limits();
  return {};
}

// The state given, or the ruleset's own.
Result<Document> ExplainCommand::document() {
  return options_.load_document(ruleset_ == nullptr ? Json(Json::value_t::object) : ruleset_->initial_state(),
                                limits_);
}

Result<ExplainCommand::Explained> ExplainCommand::turn_of_campaign(const std::string& campaign,
                                                                   const std::string& turn) {
  std::string id = TRY(campaign_named(campaign));
  Trace trace;
  Replay replay = TRY(
      campaigns_->replay_turn(id, turn.empty() ? std::nullopt : std::optional<std::string_view>(turn),
                              attempt_ == 0 ? std::nullopt : std::optional<std::uint64_t>(attempt_), trace));
  ruleset_ = replay.ruleset;
  Json story = turn_story({replay.verdict, trace, replay.input, ruleset_.get()});
  story["after"] = replay.before;
  story["inputs"] = replay.inputs;
  story["differences"] = Json(replay.differences);
  std::string people = turn_for_people(story, look_out());
  return Explained{std::move(story), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::turn_of_file(const std::string& file) {
  if (!options_.ruleset.empty()) TRY(load_ruleset(options_.ruleset));
  Document given = TRY(document());
  std::string text = TRY(read_file(file, limits_.max_input_bytes, "max_input_bytes"));
  const Actor actor = TRY(options_.speaker());
  const Time now = TRY(options_.time());
  Trace trace;
  TurnInput input;
  input.parts = parts_of(options_.user, text, actor);
  input.turn = options_.turn;
  input.now = now;
  input.attempt = std::max<std::size_t>(attempt_, 1);
  TurnRules rules;
  rules.context.limits = limits_;
  rules.trace = &trace;
  std::unique_ptr<Sandbox> sandbox;
  if (ruleset_ != nullptr) {
    sandbox = TRY(ruleset_->pool().take());
    Json settings = TRY(ruleset_->settings(Json()));
    rules.ruleset = ruleset_.get();
    rules.sandbox = sandbox.get();
    input.settings = std::move(settings);
    input.seed = options_.seed.empty() ? "0" : options_.seed;
  }
  const Verdict verdict = TRY(run_turn(given, input, rules));
  Json story = turn_story({verdict, trace, input, ruleset_.get()});
  std::string people = turn_for_people(story, look_out());
  return Explained{std::move(story), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::turn(const std::vector<std::string>& words) {
  const bool of_file = !options_.ruleset.empty() || !options_.state.empty() || !options_.document.empty();
  if (words.empty() && !of_file)
    return Error(Code::kUsage, "gavel explain turn needs a campaign",
                 "gavel explain turn CAMPAIGN [TURN], or gavel explain turn --ruleset DIR reply.txt");
  if (words.size() > (of_file ? 1U : 2U))
    return Error(Code::kUsage, "\"" + words.back() + "\" is one word too many",
                 of_file ? "gavel explain turn --ruleset DIR FILE" : "gavel explain turn CAMPAIGN TURN");
  if (of_file) return turn_of_file(words.empty() ? "-" : words.front());
  return turn_of_campaign(words[0], words.size() > 1 ? words[1] : std::string());
}

Result<ExplainCommand::Explained> ExplainCommand::code(const std::string& name) {
  Json json = TRY(code_explained(name));
  std::string people = laid_out(cli_layouts(), "code", json, look_out());
  return Explained{std::move(json), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::codes() {
  if (!out_.empty()) {
    const bool same = TRY(write_codes(out_, check_));
    exit_ = same ? 0 : kExitUnexplained;
    return Explained{Json{{"out_of_date", !same}}, ""};
  }
  Json json = codes_json();
  std::string people = laid_out(cli_layouts(), "codes", json, look_out());
  return Explained{std::move(json), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::explain() {
  const std::string subject = words_.front();
  const std::vector<std::string> rest(words_.begin() + 1, words_.end());
  if (subject == "turn") return turn(rest);
  if (subject == "rule") return rule(rest);
  if (subject == "path") return path(rest);
  if (subject == "codes" && rest.empty()) return codes();
  if (subject == "code" && rest.empty()) return codes();
  if (subject == "code" && rest.size() == 1) return code(rest.front());
  return guess(words_);
}

Result<ExplainCommand::Explained> ExplainCommand::not_understood(const std::string& word) const {
  std::string hint = nearest_hint(word, kSubjects);
  if (hint.empty()) hint = nearest_hint(word, code_names());
  if (hint.empty())
    hint = "gavel explain turn, rule, path or code …; for a rule or a path, name the ruleset too";
  return Error(Code::kUsage, "nothing is known of \"" + printable(word) + "\"", std::move(hint));
}

int ExplainCommand::run() {
  Result<Explained> explained = explain();
  if (!explained) return options_.fail(explained.error());
  return heard(options_.json ? shown_json(explained->json, 2) + "\n" : for_terminal(explained->people),
               exit_);
}

}  // namespace gavel
