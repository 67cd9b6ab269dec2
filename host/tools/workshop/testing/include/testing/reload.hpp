// Reloading: the rules of a running campaign exchanged for what their author has just written, if nothing is
// wrong with it: it is tried on its own initial state, brought to the campaign's state, and judges the
// campaign's last turns, before the exchange is made between two turns. Whatever fails, the old rules stay.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "campaign/campaigns.hpp"

namespace gavel {

struct ReloadPlan {
  std::string campaign;
  std::string image;      // of the new rules (ruleset/ruleset_image.hpp)
  std::size_t last = 20;  // turns that are judged anew
  bool force = false;     // in spite of problems with the state that are not fatal
  Time now;
};

struct Reloaded {
  bool exchanged = false;
  bool same = false;                 // the campaign is judged by these rules already
  std::vector<Problem> problems;     // of the trial; warnings may stand beside an exchange
  std::vector<std::string> reasons;  // why the old rules stay: sentences
  Json report;                       // of Campaigns::swap; null: it came not so far
};

// An error: the campaign cannot be read, or the store did not take the exchange. `ruleset`: the same rules,
// built.
Result<Reloaded> reload(Campaigns& campaigns, const Ruleset& ruleset, const ReloadPlan& plan,
                        const Campaigns::Progress& progress = {});

// "3 turns judged the same, 1 differently": what the last turns came to under the new rules.
std::string retried_text(const Json& report);

}  // namespace gavel
