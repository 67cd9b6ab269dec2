#include "campaign.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "state/json_writer.hpp"

#include "campaign_text.hpp"
#include "state_file.hpp"
#include "store_file.hpp"

namespace gavel {
namespace {

constexpr const char* kCampaignFooter =
    "All campaigns of a host lie in one file: --store FILE, else $GAVEL_STORE, else gavel.db in this "
    "folder.\n"
    "Exit code 0 when it was done, 1 where verify, rebuild or a dry swap found something, or nobody said "
    "yes; "
    "2 for errors;\n"
    "then nothing was changed.\n\n"
    "Examples:\n"
    "  gavel campaign new evening --ruleset rulesets/tabletop --title \"The bronze gate\"\n"
    "  gavel campaign turn evening --user \"I open the gate.\" reply.txt\n"
    "  gavel campaign rollback evening t-3\n"
    "  gavel campaign verify evening";

Time campaign_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

}  // namespace

CampaignCommand::CampaignCommand(CLI::App& app) {
  command_ = app.add_subcommand("campaign", "Play, take back, prove and move the campaigns of a store");
  command_->require_subcommand(1);
  command_->footer(kCampaignFooter);
  add_playing();
  add_timeline();
  add_looking();
  add_proving();
  add_moving();
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
                                                    {"import", &CampaignCommand::import_file},
                                                    {"delete", &CampaignCommand::erase}};
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

int CampaignCommand::fail(Error error) const {
  if (error.code == Code::kStoreUnknownCampaign && store_ != nullptr) {
    std::string hint = nearest_campaign(*store_, id_);
    if (!hint.empty()) error.hint = std::move(hint);
  }
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
  if (now_.empty()) return campaign_clock();
  Result<Time> time = parse_time(now_);
  if (!time) return Error(Code::kUsage, "--now: " + time.error().message, time.error().hint);
  return time;
}

Result<Json> CampaignCommand::json_file(const std::string& name) const {
  return state_file(name, Limits(), StateForm::kDocument);
}

std::optional<std::string_view> CampaignCommand::at() const {
  return turn_.empty() ? std::nullopt : std::optional<std::string_view>(turn_);
}

}  // namespace gavel
