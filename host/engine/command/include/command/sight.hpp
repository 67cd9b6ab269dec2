// Sight: what a ruleset lets an actor see, as the kernel asks for it. Guards implement it over the table of
// fields.
//
// All answers come from the table and the path alone, never from what stands in the document, so that an
// answer tells nothing of it. "Below" is strictly below, and may be said where nothing stands.
#pragma once

#include "base/result.hpp"
#include "command/verb.hpp"
#include "state/path.hpp"

namespace gavel {

class Sight {
 public:
  Sight() = default;
  Sight(const Sight&) = default;
  Sight(Sight&&) = default;
  Sight& operator=(const Sight&) = default;
  Sight& operator=(Sight&&) = default;
  virtual ~Sight() = default;

  // The actor may not read the place.
  virtual bool hides(PathView path, Actor actor) const = 0;
  // Some place below may be hidden from the actor, though this one is not.
  virtual bool hides_below(PathView path, Actor actor) const = 0;
  // Some place at or below may be hidden from the actor and not theirs to write either.
  virtual bool seals(PathView path, Actor actor) const = 0;
  // What is hidden at or below `from` is as hidden, and as open to change, at `to`.
  virtual bool keeps_hidden(PathView from, PathView to, Actor actor) const = 0;
  // Where it is said that others write the place, or something below it; nothing where nobody says so.
  virtual Where kept_to_others(PathView path, Actor actor) const = 0;
};

}  // namespace gavel
