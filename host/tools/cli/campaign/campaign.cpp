#include "campaign.hpp"

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

// Whether an answer says of something that it is false.
bool says_no(const Json& json, std::string_view name) {
  const Json* told = member(json, name);
  return told != nullptr && *told == Json(false);
}

}  // namespace

CampaignCommand::CampaignCommand(CLI::App& app) {
  command_ = app.add_subcommand("campaign", "");
  command_->require_subcommand(1);
  add_playing();
  add_timeline();
  add_looking();
  add_proving();
  add_moving();
}

CLI::App* CampaignCommand::add(const char* name, std::initializer_list<std::string_view> shared) {
  CLI::App* sub = command_->add_subcommand(name, "");
  const std::string_view called = name;
  if (called != "list" && called != "import") sub->add_option("CAMPAIGN", id_)->required();
  options_.add(*sub, {"--store", "--now", "--json", "--color"});
  options_.add(*sub, shared);
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

Result<void> CampaignCommand::take_sound_part(const Error& damage) {
  SoundPart part = TRY(campaigns_->sound_part(id_));
  const bool told = !part.report["damaged"].empty() || !part.report["lost"].empty();
  if (damage.code != Code::kStoreCorrupt && !told) return damage;  // it was never there
  part_ = std::move(part);
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
  show_error(error, "", "", options_.colour(STDERR_FILENO));
  if (!options_.for_people()) print_error_json(error, options_.store);
  return kExitUsage;
}

int CampaignCommand::print(const Json& json, const std::string& people) const {
  // What answers that it did not do it, did not.
  const bool refused = says_no(json, "applied") || says_no(json, "exchanged");
  if (changes_ && !refused) note_done();
  const std::string text = options_.for_people() ? people : shown_json(json, 2) + "\n";
  return heard(text);
}

int CampaignCommand::answer(const Result<Json>& campaign) const {
  if (!campaign) return fail(campaign.error());
  if (part_) {
    Json told = *campaign;
    told["damaged"] = part_->report;
    return print(told, report_for_people("campaign", told, options_.colour()));
  }
  return print(*campaign, report_for_people("campaign", *campaign, options_.colour()));
}

Result<void> CampaignCommand::open(StoreUse use) {
  options_.store = store_file(options_.store);
  store_ = TRY(open_store(options_.store, use));
  campaigns_ = std::make_unique<Campaigns>(*store_, logged_campaigns());
  return {};
}

Result<Json> CampaignCommand::json_file(const std::string& name) const {
  return state_file(name, Limits(), StateForm::kDocument);
}

std::optional<std::string_view> CampaignCommand::at() const {
  return options_.turn.empty() ? std::nullopt : std::optional<std::string_view>(options_.turn);
}

}  // namespace gavel
