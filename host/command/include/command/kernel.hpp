// The kernel: executes one command on a document. What each verb does with each option stands in README.md.
//
// `execute` opens a savepoint, checks the command's own conditions, runs the verb, lets a judge look at the
// effects, checks `expect`, and then keeps everything or nothing. It never decides who may write what: that
// is the judge's part.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/command.hpp"
#include "state/document.hpp"
#include "state/effects.hpp"
#include "state/resolve.hpp"

namespace gavel {

enum class Status { kApplied, kAmended, kRejected, kSkipped, kDuplicate };
std::string_view status_name(Status status);

// What a command is executed under. REQUIRES: outlives the call.
struct Context {
  Time now;
  Limits limits;
  DescribedPatterns described;    // where [value, "text"] is a described place
  std::vector<Pattern> numbered;  // arrays whose elements rules tell apart by index: see EffectOptions
  std::string recycle_bin = "character.saveData.回收站";  // a text path
  std::string root;  // a text path: commands may name only places at or below it; empty: everything
  // Whether an actor from outside may not read a place, and all below it; empty: everything may be read.
  std::function<bool(PathView, Actor)> hides;
  // Who reads the messages, where it is one from outside: what a tool of the game does is told to whoever
  // called it.
  Actor told = Actor::kOperator;
  // Whether a message about what that actor did may quote a place.
  bool tells(PathView path, Actor actor) const {
    const Actor reader = is_outsider(actor) ? actor : told;
    return !hides || !is_outsider(reader) || !hides(path, reader);
  }
  bool create_missing = true;  // false: set, ensure, insert and push need an existing parent
};

struct Outcome {
  Status status = Status::kApplied;
  std::optional<Error> error;  // INVARIANT: present unless applied or amended
  std::optional<Json> result;
  Path path;              // the place, as it stands in the document
  bool resolved = false;  // false: the command ended before `path` was known
  std::vector<Warning> warnings;
};

// What a judge is shown: the document with the command's changes in it, and what it was before.
struct Proposed {
  const Document& document;
  Document::Savepoint from;
  const Command& command;
  const Context& context;
  const std::vector<Path>& expiring;  // places that the command sets to go at a later time
  const Path& place;                  // where the command's path leads, as it stands in the document now
  const Path& source;                 // of a move: where the node stood; else empty

  // Whether a message may quote what stands at a place.
  bool tells(PathView path) const { return context.tells(path, command.origin.actor); }
  // A place as a message may name it: as far as whoever reads the message may read it, or has written it.
  std::string named(PathView path) const;
};
using Judge = std::function<Result<void>(const Proposed&)>;

Outcome execute(Document& document, const Command& command, const Context& context, const Judge& judge);

// Removes a place whose time has come; one that is or holds a protected node stays, and loses its expiry.
// Nothing: the place has no expiry any more. The places to ask for are those of
// `document.expiries().due(now)`, in that order.
struct Expired {
  Path path;
  Json value;
  bool stayed = false;
};
std::optional<Expired> expire(Document& document, const Path& place);

}  // namespace gavel
