// A scenario recorded from a campaign: the turns on the way to where it stands (or stood), as they were
// played, and what came of each. Played by the same rules it comes out the same.
#pragma once

#include <string>

#include "base/result.hpp"
#include "ruleset/ruleset.hpp"
#include "store/store.hpp"

namespace gavel {

struct Recording {
  std::string campaign;
  std::string turn;                // the last one; "": where the campaign stands
  std::string title;               // "": the campaign's
  const Ruleset* rules = nullptr;  // by which it will be played; nullptr: those that its turns were judged by
  bool reveal = false;             // the text of a hidden goal, too
};

// The scenario as YAML. Turns that were taken back or replaced are not in it.
Result<std::string> recorded_scenario(Store& store, const Recording& recording);

}  // namespace gavel
