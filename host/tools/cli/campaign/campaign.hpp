// gavel campaign: the campaigns in a store: playing, the timeline, proving, moving house.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "campaign/campaigns.hpp"

#include "options.hpp"
#include "show.hpp"
#include "store_file.hpp"

namespace gavel {

class CampaignCommand {
 public:
  explicit CampaignCommand(CLI::App& app);
  int run();

 private:
  // A subcommand with the options that all have, and others that are shared.
  CLI::App* add(const char* name, std::initializer_list<std::string_view> shared = {});
  // Each part stands in a file of its own, with the work that it names: campaign_turn.cpp and so on.
  void add_playing();
  void add_timeline();
  void add_looking();
  void add_proving();
  void add_reload();
  void add_moving();

  // Each answers with the code to exit with.
  int create();
  int list();
  int show();
  int show_scenario();
  int turn();
  int rollback();
  int undo();
  int restore();
  int branch();
  int checkpoint();
  int settings();
  int audit();
  int verify();
  int rebuild();
  int repair();
  int swap();
  int reload();
  int export_file();
  int import_file();
  int erase();

  std::string name_for_copy() const;
  Result<std::string> reload_folder();
  Result<Json> reload_once(const std::string& folder);
  int reload_round(const std::string& folder);
  Result<void> open(StoreUse use);
  Result<Json> json_file(const std::string& name) const;
  // Whether the person at the terminal says yes to the question; nobody is there: an error.
  Result<bool> agreed(const std::string& question) const;
  // Prints the JSON, or `people` on a terminal.
  int print(const Json& json, const std::string& people) const;
  int answer(const Result<Json>& campaign) const;
  int findings(const char* what, const Result<std::vector<Finding>>& found) const;
  int fail(Error error) const;
  // Goes on with what is sound of a damaged campaign, and says so.
  Result<void> take_sound_part(const Error& damage);
  std::optional<std::string_view> at() const;

  CLI::App* command_;
  CliOptions options_;
  std::string id_;
  std::string name_;
  std::string label_;
  std::string title_;
  std::string card_file_;
  std::string fields_file_;
  std::string replaces_;
  std::string actor_id_;
  std::string summary_file_;
  std::string out_file_;
  std::string view_;
  std::string copy_file_;
  std::vector<std::string> assignments_;
  std::string path_, tag_, actor_of_audit_, code_, cursor_;
  std::size_t most_ = 100;
  std::size_t workers_ = 1;
  std::size_t last_ = 20;
  bool apply_ = false;
  bool dry_run_ = false;
  bool force_ = false;
  bool reveal_ = false;
  bool yes_ = false;

  std::unique_ptr<Store> store_;
  std::unique_ptr<Campaigns> campaigns_;
  std::optional<SoundPart> part_;
  bool changes_ = false;  // the subcommand is there to change something
  bool looks_ = false;    // the command only looks, so that a part is better than nothing
  bool proves_ = false;   // the command is the one that other commands' hints about damage name
  mutable std::optional<Error> damage_;
};

}  // namespace gavel
