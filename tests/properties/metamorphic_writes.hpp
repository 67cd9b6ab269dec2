// One effect, and every way to write it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json_random.hpp"

namespace gavel::testing {

// A change of one place: what the document must be afterwards.
struct Target {
  Path place;
  std::optional<Json> before;  // nothing: it is created
  std::optional<Json> after;   // nothing: it is removed
  Json data;                   // the document before
  Json wanted;                 // the document afterwards
};

// One way to write it.
struct Writing {
  std::string how;             // for messages and counts
  Json command;                // the IR
  std::optional<Path> source;  // of a move: the place that goes as well
};

Target random_target(Random& random);

// Every command that this knows to cause the effect. Some may turn out not to: the caller runs them unjudged
// first.
std::vector<Writing> writings_of(const Target& target, Random& random);

}  // namespace gavel::testing
