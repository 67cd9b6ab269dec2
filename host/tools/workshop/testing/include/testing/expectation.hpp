// What a scenario expects of a step, held against what came of it. Every expectation is looked at, so that an
// author meets all that differs at once.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "state/json.hpp"
#include "state/resolve.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

struct StepResult {
  std::string step;            // "t-3", "rollback to t-1": for people
  std::vector<Json> verdicts;  // of a turn: one for each attempt
  Json swap;                   // of a swap: its report
  std::optional<Error> error;  // the step was refused
  Json state;                  // after it
  Json campaign;               // its fields, after it
  Json log;                    // of a turn that was accepted: its TurnLog
  const DescribedPatterns* described = nullptr;
  const std::set<std::string>* stood = nullptr;  // paths that are expected absent somewhere, and stood before
  std::function<Result<std::string>()> prompt;   // the request that would follow
};

// Something that did not come about; as a warning, one that came about by a slip perhaps.
struct Unmet {
  std::string step;
  Problem problem;        // where it is expected, what was expected, what was found
  Json verdict = Json();  // the last one of the step, behind its last problem; null: it has none
};

void check_expectations(const YamlNode& expect, const StepResult& result, std::vector<Unmet>& unmet);

// Texts that have to occur in a longer one, or may not: a text or a list of them.
void check_texts(const YamlNode& texts, bool wanted, const std::string& in, const std::string& what,
                 const std::string& step, std::vector<Unmet>& unmet);

}  // namespace gavel
