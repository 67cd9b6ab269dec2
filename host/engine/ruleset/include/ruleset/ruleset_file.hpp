// RulesetFile: what ruleset.yaml says, read and checked as far as it can be without its plugins. The format
// is the one of CONTRACTS.md.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "guards/fields.hpp"
#include "lua/manifest.hpp"
#include "ruleset/feedback_texts.hpp"
#include "ruleset/prompt_section.hpp"
#include "state/json.hpp"
#include "state/pattern.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

enum class MissingPaths { kCreate, kKnownOnly };

// A plugin that the ruleset asks for.
struct PluginUse {
  std::string id;
  std::string as;                // the instance; the plugin's own name where none is given
  std::optional<YamlNode> with;  // its parameters, in RulesetFile::tree
  bool shadow = false;           // its rules judge and are written down, but decide nothing
  Where where;
};

// A prefix of paths of one dialect, and the place of the state that it stands for.
struct Mount {
  std::string from;
  std::string to;
};

// What may be wrong with a model's reply.
enum class Trouble { kTool, kConflict, kCommand, kParse };
inline constexpr std::array<std::string_view, 4> kTroubleNames = {"tool", "conflict", "command", "parse"};

// What a trouble leads to; of several, the greatest.
enum class AfterRetries {
  kNoRetry,  // it asks for no retry
  kAccept,   // it does; if it is there in the last try, too, what passed is accepted
  kReport,   // it does; if it is there in the last try, too, nothing is kept
};

struct RetrySettings {
  std::size_t max = 2;
  // By Trouble.
  std::array<AfterRetries, 4> on = {AfterRetries::kReport, AfterRetries::kReport, AfterRetries::kNoRetry,
                                    AfterRetries::kNoRetry};
  bool intercept_output = true;
  bool with_debug = true;
  std::size_t feedback_tokens = 600;  // of one message to the model, by base/tokens.hpp

  AfterRetries after(Trouble trouble) const { return on[static_cast<std::size_t>(trouble)]; }
};

// How milestones advance where a campaign does not say.
struct MilestoneUse {
  std::string policy;
  Json with;
  Where where;  // of the policy's name
  Where where_with;
};

// A name that the file mentions, and where.
struct Named {
  std::string name;
  Where where;
};

struct RulesetFile {
  std::shared_ptr<const YamlTree> tree;  // what was read; nodes point into it
  std::string name;
  Version version;
  Json title;  // {en, zh}
  std::string language = "en";
  std::vector<PluginUse> plugins;
  std::vector<Named> schemas;         // always in force
  std::vector<Named> offered;         // those that a card or a player may switch on
  std::vector<std::string> dialects;  // empty: all
  std::vector<Mount> tavern_mounts;
  std::string memory_status = "stat_data";
  std::string memory_attribute = "play_character_data";
  std::string memory_memory = "assa_data";
  FieldTable fields;
  std::vector<Pattern> described_pairs;
  bool atomic = false;
  MissingPaths missing_paths = MissingPaths::kCreate;
  std::vector<std::pair<std::string, MissingPaths>> missing_paths_of;  // dialects that differ
  RetrySettings retry;
  FeedbackTexts feedback;
  PromptSection prompt;
  std::optional<MilestoneUse> milestone;
  std::optional<std::vector<Named>> allowed_tools;  // nothing: all that the plugins register
  std::string state;                                // a file in the ruleset's folder; empty: no initial state
  Where state_mark;
  struct Chosen {
    std::string key;
    Json value;
    Where where;
  };
  std::vector<Chosen> settings;
  Limits limits;
  bool arithmetic = false;
  std::vector<Named> shadow;   // rules by id
  std::size_t quarantine = 3;  // failures before a rule is set aside; 0: never
  std::string recycle_bin;     // a path; empty: the default
  std::string root;            // a path; empty: the whole state
};

// The dialects that a ruleset may name.
std::span<const std::string_view> dialect_names();

// `limits` are those of the host; the ruleset may change them for itself. After an error in `problems` the
// result must not be used, but for asking which plugins it names.
RulesetFile read_ruleset_file(std::string_view text, const std::string& file, const Limits& limits,
                              std::vector<Problem>& problems);

}  // namespace gavel
