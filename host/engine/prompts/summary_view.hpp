// What was summed up of the story: the campaign's summary (001), and the places of the state that a ruleset
// names as summaries (002), without their latest entries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "state/document.hpp"
#include "state/path.hpp"

namespace gavel {

struct SummaryView {
  std::vector<std::string> entries;  // the oldest first; what is cut goes from the front
  std::string kept;                  // what is not cut: facts and pins
};

SummaryView view_summary(const Ruleset& ruleset, const Document& document, std::string_view language);

// The places of the state that are shown as summaries.
std::vector<Path> summary_places(const Ruleset& ruleset, const Json& data);

}  // namespace gavel
