// Settings: what may be set about a game, which values fit, and which are in force. Some are the host's own,
// whatever the plugins; the others are registered by plugins.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ruleset/kinds.hpp"
#include "ruleset/ruleset_file.hpp"
#include "state/json.hpp"

namespace gavel {

// Those that are the host's business: context.* rollback.* dialog.*, and retry.*, whose defaults are the
// ruleset's.
std::vector<Setting> host_settings(const RetrySettings& retry);

// The value as it is kept: with the defaults of its shape filled in. An error says what does not fit.
Result<Json> fitting(const Setting& setting, const Json& value);

// {key, type, default, scope, validation, ui_hint, effect_tags, by}, and what is checked: values min max
// shape excludes. What the plugin left out of the texts is said from the checks.
Json definition_of(const Setting& setting);

// Settings that exclude one that there is not, or that is no bool; and those of a name that another has.
void check_settings(const std::vector<Setting>& settings, std::vector<Problem>& problems);

// Defaults, then the ruleset's, the host-wide ones and the campaign's: each null or an object by key. A
// campaign sets none that is global, and the host none that is a campaign's. The first that is wrong is the
// error.
Result<Json> settings_in_force(const std::vector<Setting>& settings,
                               std::span<const RulesetFile::Chosen> ruleset, const Json& global,
                               const Json& campaign);

}  // namespace gavel
