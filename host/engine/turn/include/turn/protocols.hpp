// Which schemas are in force in a campaign, what their tags mean to the reader, and what a player's text
// switches: the same for the turn that is judged and for the request that is put together before it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/warning.hpp"
#include "dialects/reading.hpp"
#include "dialects/tags.hpp"
#include "ruleset/activation.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

// meta.campaign.schemas: the campaign's own, beside the ruleset's.
std::vector<std::string> own_schemas(const Document& document);

// Of the ruleset and of the campaign.
Activation active_schemas(const Ruleset& ruleset, const std::vector<std::string>& own);

// The standard tags and those of the active schemas; for a player's text also the one that switches.
// Reasoning stays reasoning, whatever a schema says: what stands in it is never run.
TagTable tags_of(const Activation& active, Actor speaker);

// What a player's text switches, in its order, by <use_protocol id="…"/> (active="false": off) and by the
// schemas' own words. What cannot be followed is a warning. The ruleset's own stay in force.
void follow_switches(const Ruleset* ruleset, const Reading& said, std::vector<std::string>& own,
                     std::vector<Warning>& warnings);

// The campaign's own schemas as they are when a player has said `text`.
std::vector<std::string> schemas_after(const Ruleset& ruleset, std::vector<std::string> own,
                                       std::string_view text, std::vector<Warning>& warnings);

// In a text that a player did not write the same tag is narration; that it switches nothing is a warning.
void refuse_switches(const Reading& said, std::vector<Warning>& warnings);

}  // namespace gavel
