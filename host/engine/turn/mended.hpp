// Mended: what a refused command was probably meant to be, as far as the state, the fields table and the
// tools tell. Only what the model may read goes into it.
#pragma once

#include <vector>

#include "rules/batch.hpp"
#include "ruleset/ruleset.hpp"
#include "state/suggest.hpp"

namespace gavel {

// What is asked when a command is mended. REQUIRES: all of it outlives the mending.
struct Table {
  const Json& data;  // as the next attempt will find it
  const Ruleset& ruleset;
  const Context& context;
  HintBudget& hints;  // of all that are mended

  bool is_readable(PathView path) const { return context.tells(path, Actor::kModel); }
  Seen sees() const;
  // Neither the place nor anything in what would stand there is hidden; false also for what is too large to
  // look at.
  bool is_open(const Path& path, const Json& value) const;
  // What stands there, if it is small and open; nullptr otherwise.
  const Json* known(PathView path) const;
};

// The commands that may have been meant, the likeliest first; none where nothing honest can be said. Of what
// could not be read: a command that says what is so already, to show the form.
std::vector<Command> mended_commands(const Proposal& proposal, const Line& line, const Table& table);

}  // namespace gavel
