// The tools of a ruleset in words, for those who call them: what the registry says, nothing of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ruleset/ruleset.hpp"

namespace gavel {

struct ToolText {
  std::string name;
  std::string id;                                            // "vitals/hp_delta"
  std::string at;                                            // "plugins/vitals/tools.lua:9"
  std::string summary;                                       // for people
  std::string guidance;                                      // for models
  std::vector<std::string> args;                             // "delta: integer, -999 to 999"
  std::vector<std::pair<std::string, std::string>> rejects;  // reasons for refusal, and what they mean
  Json schema;                                               // JSON Schema of the arguments
};

// Those that may be called: of the ruleset's own list, and, where a campaign has one, of that. In load order.
std::vector<ToolText> tool_texts(const Ruleset& ruleset,
                                 const std::optional<std::vector<std::string>>& allowed,
                                 std::string_view language);

}  // namespace gavel
