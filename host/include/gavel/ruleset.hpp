// Ruleset: a game system, loaded from its folder with the plugins and schemas it names.
//
//   std::vector<gavel::Problem> problems;
//   gavel::Result<gavel::Ruleset> rules = gavel::Ruleset::load("my_game", {}, &problems);
//   for (const gavel::Problem& problem : problems) std::cerr << gavel::describe(problem) << "\n";
//
// Everything that is wrong in any of its files is told at once. Rulesets are untrusted: their Lua runs in a
// sandbox, bounded in time and memory.
//
// Immutable: any number of threads may use one. Copies share it, and what was made from it keeps it alive.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gavel/json.hpp"
#include "gavel/limits.hpp"
#include "gavel/log.hpp"
#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
// Something wrong in a file that somebody wrote.
struct Problem {
  Error error;
  std::string found;     // as written; may be empty
  std::string expected;  // may be empty
  bool warning = false;  // nothing is refused for it
};

// "file:3:7: error: message; found …; expected …; fix".
GAVEL_API std::string describe(const Problem& problem);

struct RulesetOptions {
  // Looked through behind the ruleset's own `plugins` and `schemas`, before those that come with Gavel.
  std::vector<std::string> plugin_dirs = {};
  std::vector<std::string> schema_dirs = {};
  // Prompt protocols by id that are to be at hand beside those that the ruleset names: those of a card.
  std::vector<std::string> schemas = {};
  Limits limits = {};
  LogOptions log = {};
};

class GAVEL_API Ruleset {
 public:
  // One that was moved from may only be destroyed or assigned to.
  // A folder with a ruleset.yaml. `problems`, if given, gets all of them, warnings too. An error is
  // `plugin.invalid`, with the first problem's place.
  static Result<Ruleset> load(const std::string& folder, const RulesetOptions& options = {},
                              std::vector<Problem>* problems = nullptr) noexcept;
  // From the bytes of image().
  static Result<Ruleset> from_image(std::string_view image, const Limits& limits = {}) noexcept;

  const std::string& name() const noexcept;
  const std::string& version() const noexcept;
  const std::string& language() const noexcept;  // "zh" or "en": what models and players are told in
  std::string title(std::string_view language) const;
  // All of it as one text: what a campaign keeps. The same folder gives the same bytes, wherever it lies.
  const std::string& image() const noexcept;
  Json initial_state() const;
  // {key, type, default, scope, …} each.
  Json settings() const;
  // The tools as a model's API takes them: "openai" or "anthropic".
  Result<Json> tools(std::string_view api) const noexcept;

  struct GAVEL_INTERNAL Impl;

 private:
  friend struct RulesetAccess;
  explicit Ruleset(std::shared_ptr<const Impl> inside) noexcept : impl_(std::move(inside)) {}

  std::shared_ptr<const Impl> impl_;
};

// The folder of rulesets, plugins or schemas that comes with Gavel, wherever it was installed:
// "rulesets/tabletop". The environment variable GAVEL_SHARE names another place for all of them.
GAVEL_API std::string shipped(const std::string& folder);

GAVEL_NAMESPACE_END
