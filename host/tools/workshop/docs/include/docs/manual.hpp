// Two documents, made from the registry, so that neither can fall behind it: the manual for
// people, and the guidance as models are told it. Markdown, in one of the languages that the plugins are
// written in.
#pragma once

#include <string>
#include <string_view>

#include "lua/pack.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// What one plugin of the ruleset is for, its parameters, and everything that it registers, each with its
// place. REQUIRES: `pack` is one of ruleset.packs().
std::string plugin_manual(const Ruleset& ruleset, const Pack& pack, std::string_view language);

// What a model is told of one plugin's tools; empty: it has none that may be called.
std::string plugin_guidance(const Ruleset& ruleset, const Pack& pack, std::string_view language);

}  // namespace gavel
