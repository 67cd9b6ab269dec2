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

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kSubjects = {"turn", "rule", "path", "code", "codes"};
constexpr int kExitUnexplained = 1;
constexpr const char* kExplainFooter =
    "Of a campaign's turn the recorded inputs are judged anew by the recorded rules, and it says so where "
    "the result\n"
    "is not what is stored. Without a campaign, a text is judged on a state, and nothing is kept.\n"
    "Exit code 0 when it was explained, 1 where --check found a file that is out of date, 2 for errors.\n\n"
    "Examples:\n"
    "  gavel explain turn evening t-4\n"
    "  gavel explain turn evening t-4 --attempt 1 --language zh\n"
    "  gavel explain turn --ruleset rulesets/first --state state.json reply.txt\n"
    "  gavel explain rule rulesets/first affection/step\n"
    "  gavel explain path rulesets/first characters.li_si.hp.current --actor model\n"
    "  gavel explain path characters.li_si.hp.current --campaign evening\n"
    "  gavel explain rule.denied\n"
    "  gavel explain codes --language zh";

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
  CLI::App* sub = app.add_subcommand("explain", "Explain a turn, a rule, a place in the state, or a code");
  named(sub->add_option(
               "WHAT", words_,
               "turn CAMPAIGN [TURN], turn FILE, rule RULESET ID, path RULESET PATH, code CODE, codes; "
               "or the last word alone")
            ->required(),
        "...");
  named(sub->add_option("--campaign", campaign_,
                        "Look at a rule or a path with this campaign's rules and state"),
        "ID");
  named(sub->add_option("--ruleset", ruleset_folder_, "The game's rules: a folder with ruleset.yaml"), "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  add_store_option(*sub, store_file_);
  auto* state = named(sub->add_option("--state", state_file_, "A JSON or YAML file with the state"), "FILE");
  named(sub->add_option("--document", document_file_, "A file {data, meta}, instead of --state"), "FILE")
      ->excludes(state);
  named(sub->add_option("--attempt", attempt_,
                        "Which attempt at the turn (default: the accepted one, else the last)")
            ->check(CLI::Range(1, 1000)),
        "N");
  named(sub->add_option("--actor", actor_, "Who speaks: model (default), player or operator"), "NAME");
  named(sub->add_option("--user", user_text_, "Of a FILE: what the player said before"), "STRING");
  named(sub->add_option("--now", now_, "Of a FILE: the clock, ISO 8601 with a zone (default: 2025-01-01)"),
        "TIME");
  named(sub->add_option("--seed", seed_, "Of a FILE: of the dice (default: 0)"), "TEXT");
  named(sub->add_option("--turn", turn_, "Of a FILE: the turn's id (default: t-1)"), "ID");
  named(sub->add_option("--language", language_, "en or zh (default: the ruleset's)"), "NAME")
      ->check(CLI::IsMember({"en", "zh"}));
  CLI::Option* out = named(
      sub->add_option("--out", out_, "Of codes: write CODES.md and CODES.zh-CN.md into this folder"), "DIR");
  sub->add_flag("--check", check_, "With --out: write nothing, and say which of them is out of date")
      ->needs(out);
  sub->add_flag("--json", json_, "The explanation as JSON");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(kExplainFooter);
}

int ExplainCommand::fail(const Error& error) const {
  show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (json_) print_error_json(error, "");
  return kExitUsage;
}

ExplainText ExplainCommand::text_out() const {
  const Colour wish = colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto;
  std::string language = language_;
  if (language.empty() && ruleset_ != nullptr) language = ruleset_->file().language;
  return {language.starts_with("zh"), use_colour(wish, STDOUT_FILENO)};
}

Result<void> ExplainCommand::open_store() {
  Result<std::unique_ptr<Store>> store = gavel::open_store(store_file(store_file_));
  if (!store) return std::move(store).error();
  store_ = std::move(*store);
  campaigns_ = std::make_unique<Campaigns>(*store_, logged_campaigns());
  return {};
}

// The campaign of that id, or an error with the nearest.
Result<std::string> ExplainCommand::campaign_named(const std::string& name) {
  if (campaigns_ == nullptr) {
    if (Result<void> opened = open_store(); !opened) return std::move(opened).error();
  }
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
  Ruleset::Built built = load_logged(folder, plugin_dirs_, Limits(), {schema_dirs_, {}});
  for (const Problem& problem : built.problems)
    if (!problem.warning || built.ruleset == nullptr)
      std::fprintf(stderr, "%s\n", problem_line(problem, use_colour(Colour::kAuto, STDERR_FILENO)).c_str());
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  ruleset_ = std::move(built.ruleset);
  limits_ = ruleset_->limits();
  return {};
}

// The state given, or the ruleset's own.
Result<Document> ExplainCommand::document() const {
  const std::string& name = document_file_.empty() ? state_file_ : document_file_;
  if (name.empty())
    return Document::load(ruleset_ == nullptr ? Json(Json::value_t::object) : ruleset_->initial_state(),
                          Json(), limits_);
  Result<Json> json =
      state_file(name, limits_, document_file_.empty() ? StateForm::kState : StateForm::kDocument);
  if (!json) return std::move(json).error();
  if (document_file_.empty()) return Document::load(std::move(*json), Json(), limits_);
  const Json* data = json->is_object() ? member(*json, "data") : nullptr;
  if (data == nullptr)
    return Error(Code::kTypeMismatch, name + " is no document: it has no \"data\"",
                 "give a plain state by --state");
  const Json* meta = member(*json, "meta");
  return Document::load(*data, meta == nullptr ? Json() : *meta, limits_);
}

Result<ExplainCommand::Explained> ExplainCommand::turn_of_campaign(const std::string& campaign,
                                                                   const std::string& turn) {
  Result<std::string> id = campaign_named(campaign);
  if (!id) return std::move(id).error();
  Witness witness;
  Result<Replay> replay =
      campaigns_->replay_turn(*id, turn.empty() ? std::nullopt : std::optional<std::string_view>(turn),
                              attempt_ == 0 ? std::nullopt : std::optional<std::uint64_t>(attempt_), witness);
  if (!replay) return std::move(replay).error();
  ruleset_ = replay->ruleset;
  const Json* actor = member(replay->inputs, "actor");
  const Json* settings = member(replay->inputs, "settings_snapshot");
  const std::optional<Actor> speaker = actor_of(actor == nullptr ? "" : string_of(*actor));
  Json story =
      turn_story({replay->verdict, witness, replay->model_text, replay->user_text,
                  speaker.value_or(Actor::kModel), ruleset_.get(), settings == nullptr ? Json() : *settings});
  story["after"] = replay->before;
  story["inputs"] = replay->inputs;
  story["differences"] = Json(replay->differences);
  std::string people = turn_for_people(story, text_out());
  return Explained{std::move(story), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::turn_of_file(const std::string& file) {
  if (!ruleset_folder_.empty()) {
    if (Result<void> loaded = load_ruleset(ruleset_folder_); !loaded) return std::move(loaded).error();
  }
  Result<Document> given = document();
  if (!given) return std::move(given).error();
  Result<std::string> text = read_file(file, limits_.max_input_bytes, "max_input_bytes");
  if (!text) return std::move(text).error();
  const std::optional<Actor> actor = actor_of(actor_);
  if (!actor || *actor > Actor::kOperator)
    return Error(Code::kUsage, "--actor is model, player or operator, not \"" + actor_ + "\"");
  Result<Time> now = parse_time(now_);
  if (!now) return Error(Code::kUsage, "--now: " + now.error().message, now.error().hint);
  Witness witness;
  TurnInput input;
  input.text = *text;
  input.user_text = user_text_;
  input.actor = *actor;
  input.turn = turn_;
  input.context.now = *now;
  input.context.limits = limits_;
  input.attempt = std::max<std::size_t>(attempt_, 1);
  input.facts.witness = &witness;
  std::unique_ptr<Sandbox> sandbox;
  if (ruleset_ != nullptr) {
    Result<std::unique_ptr<Sandbox>> taken = ruleset_->pool().take();
    if (!taken) return std::move(taken).error();
    sandbox = std::move(*taken);
    Result<Json> settings = ruleset_->settings(Json());
    if (!settings) return std::move(settings).error();
    input.ruleset = ruleset_.get();
    input.sandbox = sandbox.get();
    input.facts.settings = std::move(*settings);
    input.facts.seed = seed_.empty() ? "0" : seed_;
  }
  const Result<Verdict> verdict = run_turn(*given, input);
  if (!verdict) return verdict.error();
  Json story =
      turn_story({*verdict, witness, *text, user_text_, *actor, ruleset_.get(), input.facts.settings});
  std::string people = turn_for_people(story, text_out());
  return Explained{std::move(story), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::turn(const std::vector<std::string>& words) {
  const bool of_file = !ruleset_folder_.empty() || !state_file_.empty() || !document_file_.empty();
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
  Result<Json> json = code_explained(name);
  if (!json) return std::move(json).error();
  std::string people = code_for_people(*json, text_out());
  return Explained{std::move(*json), std::move(people)};
}

Result<ExplainCommand::Explained> ExplainCommand::codes() {
  if (!out_.empty()) {
    const Result<bool> same = write_codes(out_, check_);
    if (!same) return same.error();
    exit_ = *same ? 0 : kExitUnexplained;
    return Explained{Json(Json::value_t::object), ""};
  }
  Json json = codes_json();
  std::string people = codes_for_people(json, text_out());
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
  if (!explained) return fail(explained.error());
  if (!out_.empty()) return exit_;
  const std::string text = json_ ? shown_json(explained->json, 2) + "\n" : explained->people;
  return heard(text);
}

}  // namespace gavel
