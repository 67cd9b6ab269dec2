// Exchange: the rules of a campaign exchanged for others, judged from its recorded inputs: the same for a
// swap that is made, one that is judged anew, and one that is only tried.
#pragma once

#include <memory>
#include <string>

#include "rules/migration.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

#include "identity.hpp"
#include "rulesets.hpp"

namespace gavel {

// One of the two rulesets of an exchange.
struct Side {
  std::string hash;
  std::shared_ptr<const Ruleset> ruleset;
  Json settings;  // in force

  // {hash, ruleset, version}
  Json json() const;
};

struct Exchanged {
  Json verdict;  // as it is answered, but for what the store adds
  std::vector<Error> problems;
  std::string body;    // the verdict's text
  std::string audit;   // as text
  std::string record;  // the canonical record, changes included
};

// What an exchange or a judgement comes to, as far as it is stored.
struct Replayed {
  std::string record, body, audit;
};

// The side that the recorded swap replaced.
Result<Side> replaced_side(Rulesets& rulesets, const Json& swap_record);

// Migrates the document. Its journal holds what was done; after an error it is as it was. Of `inputs`, the
// ruleset and the settings are those of `after`. REQUIRES: the document's journal is empty.
Result<Exchanged> exchange(Document& document, const Side& before, const Side& after, const TurnInput& inputs,
                           const Json& history, Derives derives = Derives::kComputed);

// An error as it stands in a report: {about, code, message, hint?, rule?, at?, detail?}.
Json problem_json(const Error& error, const char* about);

}  // namespace gavel
