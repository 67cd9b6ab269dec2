// Mounts: the keys of a dialect that start at a place of their own. 000 writes
// "character.saveData.时间.当前"; a ruleset says which place of its state `character.saveData` stands for.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "command/proposal.hpp"
#include "ruleset/ruleset_file.hpp"

namespace gavel {

// Puts the mount's place in the place of its prefix, in every path of the proposal. Where none of the mounts'
// prefixes stands, the proposal becomes an error: path.outside. REQUIRES: !mounts.empty().
void mount(Proposal& proposal, std::span<const Mount> mounts, const Limits& limits);

// A place as a text that starts with a mount's prefix; nothing: no mount stands for a place above it.
std::optional<std::string> unmounted(PathView path, std::span<const Mount> mounts, const Limits& limits);

}  // namespace gavel
