#include "campaign.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "campaign_text.hpp"
#include "log.hpp"
#include "show.hpp"
#include "state_file.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr const char* kCampaignFooter =
    "All campaigns of a host are stored in one file: --store FILE, else $GAVEL_STORE, else gavel.db in this "
    "folder.\n"
    "Exit codes: 0 done; 1 verify, rebuild, repair or a dry swap found a problem, or confirmation was "
    "declined;\n2 error, nothing was changed; 3 done, but the answer could not be written to standard "
    "output.\n\n"
    "Examples:\n"
    "  gavel campaign new evening --ruleset rulesets/tabletop --title \"The bronze gate\"\n"
    "  gavel campaign turn evening --user \"I open the gate.\" reply.txt\n"
    "  gavel campaign rollback evening t-3\n"
    "  gavel campaign verify evening";

// Whether an answer says of something that it is false.
bool says_no(const Json& json, std::string_view name) {
  const Json* told = member(json, name);
  return told != nullptr && *told == Json(false);
}

Time campaign_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

}  // namespace

CampaignCommand::CampaignCommand(CLI::App& app) {
  command_ = app.add_subcommand("campaign", "Play, undo, verify, export and import campaigns");
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
  struct Row {
    const char* name;
    Work work;
    StoreUse use;
    bool looks = false;
    bool proves = false;
  };
  constexpr StoreUse kRead = StoreUse::kRead, kWrite = StoreUse::kWrite, kMake = StoreUse::kMake;
  const StoreUse settings = assignments_.empty() && fields_file_.empty() ? kRead : kWrite;
  const Row rows[] = {{"new", &CampaignCommand::create, kMake},
                      {"list", &CampaignCommand::list, kRead},
                      {"show", &CampaignCommand::show, kRead, true},
                      {"turn", &CampaignCommand::turn, kWrite},
                      {"rollback", &CampaignCommand::rollback, kWrite},
                      {"undo", &CampaignCommand::undo, kWrite},
                      {"restore", &CampaignCommand::restore, kWrite},
                      {"branch", &CampaignCommand::branch, kWrite},
                      {"checkpoint", &CampaignCommand::checkpoint, kWrite},
                      {"settings", &CampaignCommand::settings, settings},
                      {"audit", &CampaignCommand::audit, kRead, true},
                      {"verify", &CampaignCommand::verify, kRead, false, true},
                      {"rebuild", &CampaignCommand::rebuild, kRead, true},
                      {"repair", &CampaignCommand::repair, yes_ ? kWrite : kRead, false, true},
                      {"reload", &CampaignCommand::reload, kWrite},
                      {"swap", &CampaignCommand::swap, apply_ ? kWrite : kRead},
                      {"export", &CampaignCommand::export_file, kRead, true},
                      {"import", &CampaignCommand::import_file, kMake},
                      {"delete", &CampaignCommand::erase, kWrite}};
  for (const Row& row : rows) {
    if (!command_->got_subcommand(row.name)) continue;
    if (Result<void> opened = open(row.use); !opened) return fail(opened.error());
    looks_ = row.looks;
    changes_ = row.use != kRead;
    proves_ = row.proves;
    const int code = (this->*row.work)();
    if (!damage_ || part_) return code;
    if (Result<void> taken = take_sound_part(*damage_); !taken) {
      looks_ = false;
      return fail(taken.error());
    }
    return (this->*row.work)();
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

Result<void> CampaignCommand::take_sound_part(const Error& damage) {
  Result<SoundPart> part = campaigns_->sound_part(id_);
  if (!part) return std::move(part).error();
  const bool told = !part->report["damaged"].empty() || !part->report["lost"].empty();
  if (damage.code != Code::kStoreCorrupt && !told) return damage;  // it was never there
  part_ = std::move(*part);
  campaigns_ = std::make_unique<Campaigns>(*part_->store, logged_campaigns());
  store_.swap(part_->store);
  std::fprintf(
      stderr,
      "gavel: note: campaign \"%s\" is damaged; showing only the undamaged part, up to turn \"%s\": %s\n"
      "  fix: gavel campaign repair %s\n",
      printable(id_).c_str(), printable(string_of(part_->report["head"]["turn"])).c_str(),
      printable(damage.message).c_str(), printable(id_).c_str());
  return {};
}

int CampaignCommand::fail(Error error) const {
  const bool lacks = error.code == Code::kStoreCorrupt || error.code == Code::kStoreUnknown ||
                     error.code == Code::kStoreUnknownCampaign;
  if (lacks && looks_ && !part_) {
    damage_ = std::move(error);
    return kExitUsage;
  }
  // Not to the one that has just failed.
  if (error.code == Code::kStoreCorrupt && proves_ && error.hint.find("--") == std::string::npos)
    error.hint = "restore the store from a copy; gavel campaign export " + id_ +
                 " --out FILE keeps what can be read of the campaign";
  else if (error.code == Code::kStoreCorrupt && store_ != nullptr && !id_.empty() &&
           error.hint.find("--") == std::string::npos)
    error.hint =
        "gavel campaign verify " + id_ + " lists the damage; gavel campaign repair " + id_ + " repairs it";
  if (error.code == Code::kStoreUnknownCampaign && store_ != nullptr) {
    std::string hint = nearest_campaign(*store_, id_);
    if (!hint.empty()) error.hint = std::move(hint);
  }
  show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
  if (!for_people()) print_error_json(error, store_file_);
  return kExitUsage;
}

int CampaignCommand::print(const Json& json, const std::string& people) const {
  // What answers that it did not do it, did not.
  const bool refused = says_no(json, "applied") || says_no(json, "exchanged");
  if (changes_ && !refused) note_done();
  const std::string text = for_people() ? people : shown_json(json, 2) + "\n";
  return heard(text);
}

int CampaignCommand::answer(const Result<Json>& campaign) const {
  if (!campaign) return fail(campaign.error());
  if (part_) {
    Json told = *campaign;
    told["damaged"] = part_->report;
    return print(told, campaign_for_people(told, colour()));
  }
  return print(*campaign, campaign_for_people(*campaign, colour()));
}

Result<void> CampaignCommand::open(StoreUse use) {
  store_file_ = store_file(store_file_);
  Result<std::unique_ptr<Store>> store = open_store(store_file_, use);
  if (!store) return std::move(store).error();
  store_ = std::move(*store);
  campaigns_ = std::make_unique<Campaigns>(*store_, logged_campaigns());
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
