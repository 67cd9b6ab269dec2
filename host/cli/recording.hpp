// A scenario recorded from a campaign: what was said in each turn, and what came of it.
#pragma once

#include <string>

#include "base/result.hpp"

namespace gavel {

struct Recording {
  std::string store_file;  // "": $GAVEL_STORE, else gavel.db
  std::string campaign;
  std::string turn;  // the last one; "": that of the campaign
  std::string title;
  std::string ruleset;  // the folder in which it will be played
};

// The scenario as YAML. Of turns that took several attempts, the one that was accepted.
Result<std::string> recorded_scenario(const Recording& recording);

}  // namespace gavel
