// Scenario: a story in a file with what has to come of it: turns as players and a model wrote them, steps on
// the timeline, and expectations beside them. The form is written down in README.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/problem.hpp"
#include "state/json.hpp"
#include "state/path.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

// What the model answered in one attempt at a turn, and when.
struct Reply {
  std::string text;
  Time now;
};

struct Step {
  enum class Kind {
    kTurn,
    kRollback,
    kUndo,
    kRestore,
    kBranch,
    kCheckpoint,
    kSettings,
    kCampaign,
    kSwap,
    kPrompt,
    kLook,
  };
  Kind kind = Kind::kLook;
  YamlNode node;
  std::string id;  // of a turn: its id; of a swap, "s-1" …; of a step to a turn, that turn's
  Time now;
  std::vector<Reply> attempts;  // of a turn, in order
  std::optional<YamlNode> expect;
};

// What a game begins with where nothing else is said: in scenarios, in tests and in random games, so that a
// turn comes out the same in all of them.
inline constexpr Time kScenarioBegin{1'758'355'200'000};  // 2025-09-20T08:00:00Z
inline constexpr const char* kScenarioSeed = "fog";

struct Scenario {
  std::string file;
  std::shared_ptr<const YamlTree> tree;  // what was read; nodes point into it
  std::string title;
  std::vector<std::string> rows;  // of requirements that it shows
  std::optional<YamlNode> given;
  std::string seed = kScenarioSeed;
  Time begin = kScenarioBegin;
  std::vector<Step> steps;
};

// Nothing: see `problems`, which name everything that is wrong in the file.
std::optional<Scenario> read_scenario(const std::string& text, const std::string& file, const Limits& limits,
                                      std::vector<Problem>& problems);

// The member's text; empty where there is none.
std::string text_in(const YamlNode& node, std::string_view name);

// The existing place that the first part of `path` that is not there is nearly written like, if any.
std::optional<Path> slip_in(const Json& root, const Path& path);

// `initial` with the values that the members of `writes` give to places, each named by its key. A place that
// is nearly one that exists is a slip, not a new one.
Json written_state(const YamlNode& writes, const Json& initial, const Limits& limits,
                   std::vector<Problem>& problems);

// The state that a scenario begins with: the ruleset's, with what `given.state` writes onto it.
Json given_state(const Scenario& scenario, const Json& initial, const Limits& limits,
                 std::vector<Problem>& problems);

}  // namespace gavel
