// FuzzSurroundings: what a ruleset itself names, for random commands to be made of: its places and the
// patterns that speak for them, the values that are allowed there, its tools, and the numbers and words of
// its own code, which are where its decisions turn.
#pragma once

#include <string>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "state/json.hpp"
#include "state/path.hpp"
#include "state/pattern.hpp"

namespace gavel {

struct FuzzSurroundings {
  // What may stand at a place: a row of `fields`, or of the author's invariants.
  struct Bound {
    Pattern pattern;
    Json row;
  };
  struct Callable {
    std::string name;
    Json args;  // shapes: an object of a tool's, an array of a callback's
    bool in_order = false;
  };

  const Ruleset* ruleset = nullptr;
  const Json* state = nullptr;
  std::vector<Path> places;     // of the state, containers and leaves
  std::vector<Path> templates;  // paths with "*" and "**" as segments
  std::vector<Bound> bounds;    // the more specific first
  std::vector<Callable> callables;
  std::vector<Json> settings;      // definitions of those that a campaign may set
  std::vector<std::string> ids;    // keys that wildcards stand for: people, places, things
  std::vector<std::string> names;  // keys and texts of the state
  std::vector<std::string> words;  // texts of the rules' own code and parameters
  std::vector<Json> numbers;
  std::vector<std::string> dialects;  // that the ruleset reads and that can be written
  bool tools = false;                 // the ruleset reads calls by name
};

// REQUIRES: both outlive what comes of it.
FuzzSurroundings look_around(const Ruleset& ruleset, const Json& state, const Json& invariants);

// The same text of another length or value is often the one that matters: numbers and short texts in quotes
// of a Lua source, comments left out.
void words_of_source(const std::string& source, std::vector<std::string>& words, std::vector<Json>& numbers);

}  // namespace gavel
