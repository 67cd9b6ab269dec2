// Handlers by name: what of a ruleset can be tried alone, and what a person means by a word for one of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"

namespace gavel {

struct Handler {
  std::size_t registration = 0;  // its place in Registry::all
  std::string kind;              // "rule"
  std::string id;                // "love/step"
  std::string at;                // "plugins/affection/step.lua:9"
  std::string about;             // the path it speaks for, the events it waits for; may be empty
};

// All that can be tried, in registration order.
std::vector<Handler> handlers_of(const Ruleset& ruleset);

// "rule:love/step", "rule:step", "love/step" or "step", as long as it means one. Else the error names the
// nearest, or all that it may mean.
Result<Handler> handler_named(const Ruleset& ruleset, std::string_view name);

}  // namespace gavel
