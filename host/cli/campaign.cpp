#include "campaign.hpp"

#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <unistd.h>
#include <utility>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "store/export.hpp"

#include "campaign_text.hpp"
#include "card.hpp"
#include "files.hpp"
#include "kept_scenario.hpp"
#include "progress.hpp"
#include "rules.hpp"
#include "store_file.hpp"

namespace gavel {
namespace {

constexpr int kExitFound = 1;
constexpr const char* kFooter =
    "All campaigns of a host lie in one file: --store FILE, else $GAVEL_STORE, else gavel.db in this "
    "folder.\n"
    "Exit code 0 when it was done, 1 where verify, rebuild or a dry swap found something, 2 for errors; then "
    "nothing\n"
    "was changed.\n\n"
    "Examples:\n"
    "  gavel campaign new evening --ruleset rulesets/tabletop --title \"The bronze gate\"\n"
    "  gavel campaign turn evening --user \"I open the gate.\" reply.txt\n"
    "  gavel campaign rollback evening t-3\n"
    "  gavel campaign verify evening";

Time machine_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

void show_problems(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    std::fprintf(stderr, "%s\n", problem_line(problem, use_colour(Colour::kAuto, STDERR_FILENO)).c_str());
}

Error named_file(const std::string& file, Error error) {
  error.message = file + ": " + error.message;
  return error;
}

}  // namespace

CampaignCommand::CampaignCommand(CLI::App& app) {
  command_ = app.add_subcommand("campaign", "Play, take back, prove and move the campaigns of a store");
  command_->require_subcommand(1);
  command_->footer(kFooter);
  add_playing();
  add_timeline();
  add_looking();
  add_proving();
}

CLI::App* CampaignCommand::add(const char* name, const char* what, const char* example) {
  CLI::App* sub = command_->add_subcommand(name, what);
  add_store_option(*sub, store_file_);
  named(sub->add_option("--now", now_, "The clock, ISO 8601 with a zone (default: the machine's)"), "TIME");
  sub->add_flag("--json", json_, "The answer as JSON");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(std::string("Example:\n  ") + example);
  return sub;
}

void CampaignCommand::add_playing() {
  CLI::App* sub =
      add("new", "Begin a campaign", "gavel campaign new evening --ruleset rulesets/tabletop --seed 7");
  named(sub->add_option("CAMPAIGN", id_, "Its id")->required(), " ");
  named(sub->add_option("--ruleset", ruleset_folder_, "The game's rules: a folder with ruleset.yaml")
            ->required(),
        "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--card", card_file_,
                        "A character card in YAML whose configuration.protocols (or enabled_schemas) are "
                        "active from the beginning"),
        "FILE");
  named(sub->add_option("--title", title_, "For people"), "TEXT");
  named(sub->add_option("--seed", seed_, "Of the dice (default: the campaign's id)"), "TEXT");
  named(sub->add_option("--fields", fields_file_,
                        "A JSON file with title, selected, goal, milestone, settings, tools, dialog"),
        "FILE");
  named(sub->add_option("--document", document_file_,
                        "A JSON file {data, meta} to begin with, instead of the ruleset's"),
        "FILE");

  sub = add("turn", "Take a turn: what the player said, and what the model answered",
            "gavel campaign turn evening --turn t-4 --user \"I wait.\" reply.txt");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  auto* file =
      named(sub->add_option("FILE", file_, "The model's text; - for standard input (default)"), "or -");
  named(sub->add_option("--text", given_text_, "The model's text itself, instead of FILE"), "STRING")
      ->excludes(file)
      ->each([this](const std::string&) { has_text_ = true; });
  named(sub->add_option(
            "--turn", turn_,
            "The turn's id: the same id and texts again get the same answer (default: the next free one)"),
        "ID");
  named(sub->add_option("--user", user_text_, "What the player said"), "STRING");
  named(sub->add_option("--replaces", replaces_, "Re-roll this turn: start from the state before it"),
        "TURN");
  named(sub->add_option("--actor-id", actor_id_, "Whose turn it is (default: the active actor)"), "ID");
  named(sub->add_option("--actor", actor_, "Who wrote the text: model (default) or operator"), "NAME");
  named(sub->add_option("--dialect", dialect_, "auto (default), or one of the dialects"), "ID");
  named(sub->add_option("--summary", summary_file_,
                        "A JSON file {summary_text, facts_json, pins}: the new summary"),
        "FILE");
}

void CampaignCommand::add_timeline() {
  CLI::App* sub = add("rollback", "Go back to the state after a turn; \"\" for the beginning",
                      "gavel campaign rollback evening t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("TURN", turn_, "A turn on the way here")->required(), " ");

  sub =
      add("undo", "Take the last rollback back, as long as no turn followed", "gavel campaign undo evening");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");

  sub = add("restore", "Go to any turn on any branch: rolled back, re-rolled or a sibling",
            "gavel campaign restore evening t-5");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("TURN", turn_, "The turn")->required(), " ");

  sub = add("branch", "Open a branch and go on there", "gavel campaign branch evening kinder --at t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("NAME", name_, "The branch's id")->required(), " ");
  named(sub->add_option("--at", turn_, "The turn it forks from (default: where the campaign stands)"),
        "TURN");
  named(sub->add_option("--label", label_, "For people"), "TEXT");

  sub = add("checkpoint", "Keep the state after a turn under a label",
            "gavel campaign checkpoint evening --label \"before the gate\"");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--at", turn_, "The turn (default: where the campaign stands)"), "TURN");
  named(sub->add_option("--label", label_, "For people"), "TEXT");

  sub = add("settings", "Show the settings, or change them from the next turn on",
            "gavel campaign settings evening dialog.manual_type=action");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("KEY=VALUE", assignments_, "A value is JSON, else a text; KEY= for the default"),
        " ");
  named(sub->add_option("--fields", fields_file_,
                        "A JSON file with other fields: title, selected, tools, dialog …"),
        "FILE");
}

void CampaignCommand::add_looking() {
  CLI::App* sub = add("list", "All campaigns of the store", "gavel campaign list");
  named(sub->add_option("--after", cursor_, "Those behind this id"), "ID");
  named(sub->add_option("--most", most_, "At most so many (default: 100)"), "N");

  sub = add("show", "A campaign: its fields, its turns, its timeline or a state",
            "gavel campaign show evening state --at t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("WHAT", view_, "fields (default), turns, timeline, state, verdict or scenario"), " ")
      ->check(CLI::IsMember({"fields", "turns", "timeline", "state", "verdict", "scenario"}));
  named(sub->add_option("--at", turn_, "Of state and verdict: after this turn (default: the last one)"),
        "TURN");
  named(sub->add_option("--most", most_, "Of turns: at most so many (default: 100)"), "N");
  sub->add_flag("--reveal", reveal_, "Show the goal even if it is hidden");

  sub = add("audit", "Search the records of every command",
            "gavel campaign audit evening --path characters.li_si.hp.current --actor model");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--path", path_, "At this place or below it"), "PATH");
  named(sub->add_option("--tag", tag_, "With this tag"), "TAG");
  named(sub->add_option("--actor", actor_of_audit_, "Of this actor"), "NAME");
  named(sub->add_option("--code", code_, "Refused with this code"), "CODE");
  named(sub->add_option("--turn", turn_, "Of this turn"), "TURN");
  named(sub->add_option("--cursor", cursor_, "Behind the `next` of the page before"), "TEXT");
  named(sub->add_option("--most", most_, "At most so many (default: 100)"), "N");
}

void CampaignCommand::add_proving() {
  CLI::App* sub = add("verify", "Check the chain, and that the stored changes lead to the stored states",
                      "gavel campaign verify evening");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");

  sub = add("rebuild", "Judge every recorded turn anew; every byte must come out the same",
            "gavel campaign rebuild evening --workers 2");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--workers", workers_, "Lua states to use in turn (default: 1)")
            ->check(CLI::Range(1, 64)),
        "N");

  sub = add("swap", "Exchange the rules: shows what would come of it; with --apply, does it",
            "gavel campaign swap evening --ruleset rulesets/tabletop --last 50");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(
      sub->add_option("--ruleset", ruleset_folder_, "The new rules: a folder with ruleset.yaml")->required(),
      "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--last", last_, "Judge so many of the last turns by the new rules (default: 20)"),
        "N");
  auto* dry = sub->add_flag("--dry-run", dry_run_, "Store nothing, only show (what happens without --apply)");
  sub->add_flag("--apply", apply_, "Make the exchange; refused while there are problems")->excludes(dry);
  sub->add_flag("--force", force_, "With --apply: in spite of problems that are not fatal");
  named(sub->add_option("--turn", turn_, "The id under which it is stored (default: the next free one)"),
        "ID");

  add_reload();
  sub = add("export", "Write a campaign as one file", "gavel campaign export evening --out evening.gavel");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--out", out_file_, "The file (default: standard output)"), "FILE");

  sub = add("import", "Store the campaign of a file", "gavel campaign import evening.gavel");
  named(sub->add_option("FILE", file_, "An exported campaign; - for standard input")->required(), " ");
}

int CampaignCommand::run() {
  using Work = int (CampaignCommand::*)();
  constexpr std::pair<const char*, Work> kWork[] = {{"new", &CampaignCommand::create},
                                                    {"list", &CampaignCommand::list},
                                                    {"show", &CampaignCommand::show},
                                                    {"turn", &CampaignCommand::turn},
                                                    {"rollback", &CampaignCommand::rollback},
                                                    {"undo", &CampaignCommand::undo},
                                                    {"restore", &CampaignCommand::restore},
                                                    {"branch", &CampaignCommand::branch},
                                                    {"checkpoint", &CampaignCommand::checkpoint},
                                                    {"settings", &CampaignCommand::settings},
                                                    {"audit", &CampaignCommand::audit},
                                                    {"verify", &CampaignCommand::verify},
                                                    {"rebuild", &CampaignCommand::rebuild},
                                                    {"reload", &CampaignCommand::reload},
                                                    {"swap", &CampaignCommand::swap},
                                                    {"export", &CampaignCommand::export_file},
                                                    {"import", &CampaignCommand::import_file}};
  for (const auto& [name, work] : kWork) {
    if (!command_->got_subcommand(name)) continue;
    const std::string_view what = name;
    if (Result<void> opened = open(what == "new" || what == "import"); !opened) return fail(opened.error());
    return (this->*work)();
  }
  return kExitUsage;
}

bool CampaignCommand::for_people() const { return !json_ && ::isatty(STDOUT_FILENO) != 0; }

bool CampaignCommand::colour() const {
  const Colour wish = colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto;
  return use_colour(wish, STDOUT_FILENO);
}

int CampaignCommand::fail(const Error& error) const {
  show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (!for_people()) print_error_json(error, store_file_);
  return kExitUsage;
}

int CampaignCommand::print(const Json& json, const std::string& people) const {
  const std::string text = for_people() ? people : to_text(json, 2) + "\n";
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return 0;
  return fail(Error(Code::kUnreadable, "cannot write to standard output"));
}

int CampaignCommand::answer(const Result<Json>& campaign) const {
  if (!campaign) return fail(campaign.error());
  return print(*campaign, campaign_for_people(*campaign, colour()));
}

Result<void> CampaignCommand::open(bool makes) {
  store_file_ = store_file(store_file_);
  Result<std::unique_ptr<Store>> store = open_store(store_file_, makes);
  if (!store) return std::move(store).error();
  store_ = std::move(*store);
  campaigns_ = std::make_unique<Campaigns>(*store_);
  return {};
}

Result<Time> CampaignCommand::now() const {
  if (now_.empty()) return machine_clock();
  Result<Time> time = parse_time(now_);
  if (!time) return Error(Code::kUsage, "--now: " + time.error().message, time.error().hint);
  return time;
}

Result<Json> CampaignCommand::json_file(const std::string& name) const {
  const Limits limits;
  Result<std::string> text = read_file(name, limits.max_state_bytes);
  if (!text) return std::move(text).error();
  Limits wide = limits;
  wide.max_depth += 1;
  wide.max_key_bytes = wide.max_path_bytes;
  Result<Json> json = read_json(*text, wide);
  if (!json) return named_file(name, std::move(json).error());
  return json;
}

std::optional<std::string_view> CampaignCommand::at() const {
  return turn_.empty() ? std::nullopt : std::optional<std::string_view>(turn_);
}

int CampaignCommand::create() {
  NewGame game;
  game.id = id_;
  game.seed = seed_.empty() ? id_ : seed_;
  game.fields = Json(Json::value_t::object);
  if (!fields_file_.empty()) {
    Result<Json> fields = json_file(fields_file_);
    if (!fields) return fail(fields.error());
    game.fields = std::move(*fields);
  }
  if (!title_.empty() && game.fields.is_object()) game.fields["title"] = title_;
  if (!document_file_.empty()) {
    Result<Json> state = json_file(document_file_);
    if (!state) return fail(state.error());
    game.state = std::move(*state);
  }
  std::vector<Problem> problems;
  SchemaPlaces schemas{schema_dirs_, {}};
  if (!card_file_.empty()) {
    Result<std::vector<Named>> card = read_card(card_file_, problems);
    if (!card) {
      show_problems(problems);
      return fail(card.error());
    }
    schemas.wanted = std::move(*card);
    for (const Named& one : schemas.wanted) game.schemas.push_back(one.name);
  }
  Result<std::string> image = load_image(ruleset_folder_, plugin_dirs_, Limits(), problems, schemas);
  show_problems(problems);
  if (!image && !card_file_.empty())
    return fail(Error(Code::kPluginInvalid, ruleset_folder_ + " does not load with " + card_file_,
                      "mend what is told above"));
  if (!image) return fail(image.error());
  game.image = std::move(*image);
  Result<Time> time = now();
  if (!time) return fail(time.error());
  game.now = *time;
  return answer(campaigns_->create(game));
}

int CampaignCommand::list() {
  const Result<Json> all = campaigns_->list(cursor_, most_);
  if (!all) return fail(all.error());
  return print(*all, list_for_people(*all, colour()));
}

int CampaignCommand::show() {
  if (view_ == "turns") {
    TurnQuery query;
    query.most = most_;
    const Result<Json> turns = campaigns_->turns(id_, query);
    if (!turns) return fail(turns.error());
    return print(*turns, turns_for_people(*turns, colour()));
  }
  if (view_ == "timeline") {
    const Result<Json> timeline = campaigns_->timeline(id_);
    if (!timeline) return fail(timeline.error());
    return print(*timeline, timeline_for_people(*timeline, colour()));
  }
  if (view_ == "state") {
    const Result<Json> state = campaigns_->state(id_, at());
    if (!state) return fail(state.error());
    return print(*state, to_text(*state, 2) + "\n");
  }
  if (view_ == "verdict") {
    const Result<Json> verdict = campaigns_->verdict(id_, at());
    if (!verdict) return fail(verdict.error());
    return print(*verdict, answer_for_people(*verdict, colour()));
  }
  if (view_ == "scenario") return show_scenario();
  return answer(campaigns_->show(id_, reveal_));
}

int CampaignCommand::show_scenario() {
  const Result<Json> shown = campaigns_->show(id_, reveal_);
  if (!shown) return fail(shown.error());
  TurnQuery query;
  query.most = std::numeric_limits<std::size_t>::max() / 2;
  const Result<Json> records = campaigns_->records(id_, query);
  if (!records) return fail(records.error());
  if (records->empty())
    return fail(Error(Code::kUsage, id_ + " has no turn yet that a scenario could hold",
                      "gavel campaign turn " + id_));
  std::vector<Json> verdicts;
  for (const Json& record : array_of(*records)) {
    Result<Json> verdict = campaigns_->verdict(id_, string_of(*member(record, "turn_id")));
    if (!verdict) return fail(verdict.error());
    verdicts.push_back(std::move(*verdict));
  }
  const std::string text = kept_scenario(*shown, *records, verdicts);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    return fail(Error(Code::kUnreadable, "cannot write to standard output"));
  return kExitJudged;
}

Result<std::string> CampaignCommand::turn_text() {
  if (has_text_) return given_text_;
  if (file_ == "-" && ::isatty(STDIN_FILENO) != 0)
    std::fputs("gavel: reading the model's text from standard input\n", stderr);
  return read_file(file_, Limits().max_input_bytes);
}

int CampaignCommand::turn() {
  Result<std::string> text = turn_text();
  if (!text) return fail(text.error());
  Result<Time> time = now();
  if (!time) return fail(time.error());
  const std::optional<Actor> actor = actor_of(actor_);
  if (!actor || (*actor != Actor::kModel && *actor != Actor::kOperator))
    return fail(Error(Code::kUsage, "--actor is model or operator, not \"" + actor_ + "\""));
  TurnRequest request;
  request.id = turn_;
  if (turn_.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    request.id = std::move(*next);
  }
  request.actor_id = actor_id_;
  request.actor = *actor;
  request.user_text = user_text_;
  request.model_text = std::move(*text);
  request.dialect = dialect_;
  request.replaces = replaces_;
  request.now = *time;
  if (!summary_file_.empty()) {
    Result<Json> summary = json_file(summary_file_);
    if (!summary) return fail(summary.error());
    request.summary = std::move(*summary);
  }
  const Result<TurnAnswer> taken = campaigns_->turn(id_, request);
  if (!taken) return fail(taken.error());
  const Result<Json> verdict = read_verdict(taken->verdict);
  if (!verdict) return fail(verdict.error());
  return print(*verdict, answer_for_people(*verdict, colour()));
}

int CampaignCommand::rollback() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->rollback(id_, turn_, *time)) : fail(time.error());
}

int CampaignCommand::undo() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->undo(id_, *time)) : fail(time.error());
}

int CampaignCommand::restore() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->restore(id_, turn_, *time)) : fail(time.error());
}

int CampaignCommand::branch() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->branch(id_, name_, at(), label_, *time)) : fail(time.error());
}

int CampaignCommand::checkpoint() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->checkpoint(id_, at(), label_, *time)) : fail(time.error());
}

int CampaignCommand::settings() {
  if (assignments_.empty() && fields_file_.empty()) {
    const Result<Json> settings = campaigns_->settings(id_);
    if (!settings) return fail(settings.error());
    return print(*settings, to_text(*settings, 2) + "\n");
  }
  Json fields(Json::value_t::object);
  if (!fields_file_.empty()) {
    Result<Json> given = json_file(fields_file_);
    if (!given) return fail(given.error());
    fields = std::move(*given);
  }
  for (const std::string& assignment : assignments_) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || !fields.is_object())
      return fail(
          Error(Code::kUsage, "\"" + assignment + "\" is no KEY=VALUE", "such as dialog.manual_type=action"));
    const std::string text = assignment.substr(equals + 1);
    Result<Json> value = read_json(text, Limits());
    fields["settings"][assignment.substr(0, equals)] = text.empty() ? Json()
                                                       : value      ? std::move(*value)
                                                                    : Json(text);
  }
  const Result<Time> time = now();
  return time ? answer(campaigns_->change(id_, fields, *time)) : fail(time.error());
}

int CampaignCommand::audit() {
  AuditQuery query;
  const auto given = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
  };
  if (!path_.empty()) {
    Result<Json> state = campaigns_->state(id_, std::nullopt);
    if (!state) return fail(state.error());
    Result<PathText> path = PathText::parse(path_, Limits());
    if (!path) return fail(path.error());
    query.path = path->resolve(*member(*state, "data"));
  }
  query.tag = given(tag_);
  query.actor = given(actor_of_audit_);
  query.code = given(code_);
  query.turn = given(turn_);
  query.cursor = cursor_;
  query.most = most_;
  const Result<Json> page = campaigns_->audit(id_, query);
  if (!page) return fail(page.error());
  return print(*page, audit_for_people(*member(*page, "records"), colour()));
}

int CampaignCommand::findings(const char* what, const Result<std::vector<Finding>>& found) const {
  if (!found) return fail(found.error());
  Json json(Json::value_t::object);
  json["ok"] = found->empty();
  Json& all = json["findings"] = Json(Json::value_t::array);
  for (const Finding& one : *found) {
    Json row(Json::value_t::object);
    row["branch"] = one.branch;
    row["turn"] = one.turn;
    row["version"] = one.version;
    row["what"] = one.what;
    all.push_back(std::move(row));
  }
  const int printed = print(json, findings_for_people(*found, what, colour()));
  return printed != 0 ? printed : found->empty() ? 0 : kExitFound;
}

int CampaignCommand::verify() {
  ProgressLine line("verify");
  const auto found =
      campaigns_->verify(id_, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  return findings("the chain holds, and every change leads to the state that is stored", found);
}

int CampaignCommand::rebuild() {
  ProgressLine line("rebuild");
  const auto found = campaigns_->rebuild(
      id_, workers_, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  return findings("every turn came out the same, byte for byte", found);
}

int CampaignCommand::swap() {
  std::vector<Problem> problems;
  Result<std::string> image =
      load_image(ruleset_folder_, plugin_dirs_, Limits(), problems, {schema_dirs_, {}});
  show_problems(problems);
  if (!image) return fail(image.error());
  const Result<Time> time = now();
  if (!time) return fail(time.error());
  SwapPlan plan;
  plan.image = std::move(*image);
  plan.dry_run = !apply_;
  plan.last = last_;
  plan.force = force_;
  plan.turn_id = turn_;
  plan.now = *time;
  if (apply_ && turn_.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    plan.turn_id = std::move(*next);
  }
  ProgressLine line("swap");
  const Result<Json> report =
      campaigns_->swap(id_, plan, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  if (!report) return fail(report.error());
  const int printed = print(*report, swap_for_people(*report, colour()));
  if (printed != 0) return printed;
  const bool wanted = (*report)["applied"] == apply_ && (*report)["problems"].empty();
  return wanted || (*report)["applied"] == true ? 0 : kExitFound;
}

int CampaignCommand::export_file() {
  std::string bytes;
  const auto keep = [&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  };
  const auto print_piece = [](std::string_view piece) -> Result<void> {
    if (std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size()) return {};
    return Error(Code::kUnreadable, "cannot write to standard output");
  };
  const Result<void> done =
      out_file_.empty() ? export_campaign(*store_, id_, print_piece) : export_campaign(*store_, id_, keep);
  if (!done) return fail(done.error());
  if (out_file_.empty()) return std::fflush(stdout) == 0 ? 0 : kExitUsage;
  if (const Result<void> written = write_file(out_file_, bytes); !written) return fail(written.error());
  return 0;
}

int CampaignCommand::import_file() {
  const Result<std::string> file = read_file(file_, Limits().max_state_bytes);
  if (!file) return fail(file.error());
  const Result<std::string> id = import_campaign(*store_, *file);
  if (!id) return fail(id.error());
  return answer(campaigns_->show(*id));
}

}  // namespace gavel
