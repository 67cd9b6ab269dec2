// Ruleset: a game system, loaded: its plugins' registrations with the meaning of their kinds, its fields
// table, its settings. Immutable; any number of turns on any number of threads share it. Loading is all or
// nothing, and a loaded ruleset is exchanged as a whole.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "command/kernel.hpp"
#include "guards/guards.hpp"
#include "lua/program.hpp"
#include "lua/sandbox.hpp"
#include "ruleset/ruleset_source.hpp"
#include "ruleset/schema_library.hpp"

namespace gavel {

struct Kinds;     // what the registrations mean (kinds.hpp)
class NameCache;  // see narration/name_search.hpp

// How a campaign's milestone advances: a policy's id, "milestones/by_turn_count", and its parameters, all of
// them.
struct MilestonePolicy {
  std::string policy;
  Json with;
};

class Ruleset {
 public:
  struct Built {
    std::shared_ptr<const Ruleset> ruleset;  // nullptr: see problems
    std::vector<Problem> problems;
  };
  // `probe`, if there is one, outlives the ruleset and looks on while its handlers run.
  static Built build(RulesetSource source, Probe* probe = nullptr);
  ~Ruleset();

  const RulesetFile& file() const { return source_.file; }
  // No other ruleset of this process ever has it, not even one that comes to stand at the same address.
  std::uint64_t number() const { return number_; }
  // What it was built of.
  const RulesetSource& source() const { return source_; }
  const Json& initial_state() const { return source_.state; }
  const Registry& registry() const { return program_->registry(); }
  const std::vector<Pack>& packs() const { return program_->packs(); }
  const Guards& guards() const { return guards_; }
  const Limits& limits() const { return limits_; }
  // Every schema that the game may use, its placeholders filled in; and those that are always in force.
  const SchemaLibrary& schemas() const { return schemas_; }
  const std::vector<std::string>& standing_schemas() const { return standing_; }
  const Kinds& kinds() const { return *kinds_; }

  // The settings in force, by key: defaults, then the ruleset's, `global` (the host's, for all campaigns),
  // then `campaign`'s; null: none. An error names the first that does not fit, or that is not theirs to set.
  Result<Json> settings(const Json& campaign, const Json& global = Json()) const;
  // Every setting there is, the host's own first: {key, type, default, scope, validation, ui_hint,
  // effect_tags, by}, and what is checked of a value (values, min, max, shape, excludes).
  Json setting_definitions() const;
  // What a turn's commands are executed under.
  Context context(Time now) const;

  // The ruleset's default; nothing: milestones do not advance unless the campaign says how.
  const std::optional<MilestonePolicy>& milestone() const { return milestone_; }

  // A Lua state of its own, for lines that somebody types.
  Result<std::unique_ptr<Console>> console() const;
  // Lua states, one at a time for each turn that runs. Any thread.
  SandboxPool& pool() const { return *pool_; }
  // Names of states, prepared for finding them in texts. Any thread.
  NameCache& names() const { return *names_; }

 private:
  Ruleset();
  void choose_milestone(std::vector<Problem>& problems);

  const std::uint64_t number_;
  RulesetSource source_;
  Limits limits_;
  Guards guards_;
  std::shared_ptr<const Program> program_;
  std::unique_ptr<SandboxPool> pool_;
  std::unique_ptr<NameCache> names_;
  std::unique_ptr<Kinds> kinds_;
  std::optional<MilestonePolicy> milestone_;
  SchemaLibrary schemas_;
  std::vector<std::string> standing_;
};

// Whether a campaign's allowlist names only tools that the ruleset registers. An error names the first that
// it does not, with the nearest.
Result<void> check_allowed(const Ruleset& ruleset, std::span<const std::string> names);

// What differs between two rulesets, for people who reload one: "rule love/step: changed (step.lua:9)". Then
// plugins whose version or parameters differ, schemas, shared modules, ruleset.yaml and the initial state.
std::vector<std::string> differences(const Ruleset& before, const Ruleset& after);

}  // namespace gavel
