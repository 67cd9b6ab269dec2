// RuleStory: one registration of a ruleset (rule, tool, budget, derive, claim …): who registers it, where it
// applies, what is asked before and behind it, and why in that order.
#pragma once

#include <string_view>

#include "explain/scene.hpp"

namespace gavel {

// The registration of that id ("love/step"), or of that name where only one has it. An error names the
// nearest.
Result<const Registration*> find_registration(const Ruleset& ruleset, std::string_view id);

// {id, kind, name, at, plugin: {as, id, version, at}, handlers: [{which, at}], spec, summary?, guidance?,
//  params: [{name, value, set}], load: {step, of, depth, behind?}, awaits?, emits?,
//  places?: {count, list: [path], cut}, alongside?: [{id, kind, pattern, at, asked, shared}],
//  fields?: [{pattern, at, write?, places}], tool?: {allowed, at?, settles: [{kind, by: [{id, at}]}]},
//  settled_by?: [{id, at}], left?: [{path, window, most, used, left}]}
Json rule_story(Scene& scene, const Registration& registration);

}  // namespace gavel
