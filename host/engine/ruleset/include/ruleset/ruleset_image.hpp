// A ruleset as one text that holds all of it: its file, its initial state, every plugin, the shared modules,
// the limits that held. What a campaign is judged by is stored so, by its hash, and can be built again
// anywhere, whatever has become of the folders it was read from.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"

namespace gavel {

// The same source gives the same bytes, wherever its folders lie.
std::string ruleset_image(const RulesetSource& source);

// Builds the ruleset of an image. Where its parts are named, in verdicts and errors, they are named as if
// they lay in `rulesets/<name>`. `limits` bound what is read at all; the image's own hold for the ruleset.
Ruleset::Built ruleset_of_image(std::string_view image, const Limits& limits, Probe* probe = nullptr);

}  // namespace gavel
