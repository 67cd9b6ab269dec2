// PathStory: one place of the state: what stands there, who may touch it, and everything in the ruleset that
// speaks for it.
#pragma once

#include "explain/scene.hpp"

namespace gavel {

// {path, exists, value?, type?, nearest?, actor: {name, may_write, may_read},
//  fields: {write: {decides?, lost}, read: {decides?, lost}, values: [row]},
//  rules: [{id, mode, pattern, actors?, at}], budgets: [{id, pattern, at, window?, most, used, left}],
//  derived_by: [{id, at, pattern, reads?, value?}], read_by: [{id, at, path}],
//  automations: [{id, on, at}], tools: [{id, at, text}], described, protected?, mounts: [{dialect, path}],
//  prompt: {shown, why}}
//
// `lost` rows say why: {…, precedence: {segment, mine, its}} (see scene.hpp).
Result<Json> path_story(Scene& scene, std::string_view path, Actor actor);

}  // namespace gavel
