// The program's log: what libraries write to a Log (base/log.hpp), on standard error, through spdlog: text on
// a terminal, a line of JSON for each event elsewhere.
#pragma once

#include "base/log.hpp"
#include "campaign/campaigns.hpp"
#include "ruleset/loading.hpp"

#include "args.hpp"

namespace gavel {

// --log LEVEL, on the program and behind every subcommand; what is not given comes from $GAVEL_LOG, else
// "warn". REQUIRES: all subcommands are there.
void add_log_option(CLI::App& app);
// Makes the log that was asked for; false: $GAVEL_LOG is no level, and it was said.
bool open_log();

// The log. Before open_log: one that takes nothing.
const Log& program_log();
// Campaigns that write to it.
CampaignsOptions logged_campaigns();
// load_rules, told to it.
Ruleset::Built load_logged(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                           const Limits& limits, const SchemaPlaces& schemas = {},
                           std::string* image = nullptr, std::vector<Pack>* packs = nullptr);

}  // namespace gavel
