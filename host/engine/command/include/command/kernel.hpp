// The kernel: executes one command on a document. What each verb does with each option stands in README.md.
//
// `execute` opens a savepoint, checks the command's own conditions, runs the verb, lets a judge look at the
// effects, checks `expect`, and then keeps everything or nothing. It never decides who may write what: that
// is the judge's part.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "command/command.hpp"
#include "command/sight.hpp"
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
  const Sight* sight = nullptr;  // what actors from outside may read; nullptr: everything
  bool asks_again = false;       // who set an expiry is judged once more when its time has come
  // Who reads the messages, where it is one from outside: what a tool of the game does is told to whoever
  // called it.
  Actor message_reader = Actor::kOperator;
  // Whether a message about what that actor did may quote a place.
  bool tells(PathView path, Actor actor) const {
    const Actor reader = is_outsider(actor) ? actor : message_reader;
    return sight == nullptr || !is_outsider(reader) || !sight->hides(path, reader);
  }
  // Whether what that actor is told goes to one from whom something may be hidden.
  bool guarded(Actor actor) const {
    return sight != nullptr && is_outsider(is_outsider(actor) ? actor : message_reader);
  }
  // Among how many, the text and each plugin, what a turn may do and grow by is shared; 0: nobody shares.
  std::size_t sharers = 0;
  // What is set aside for each of them, of such a limit: beyond the limit itself, which one alone may use up.
  std::size_t set_aside(std::size_t limit) const { return sharers == 0 ? 0 : limit / 2 / sharers; }
  bool create_missing = true;  // false: set, ensure, insert and push need an existing parent
};

struct Outcome {
  Status status = Status::kApplied;
  std::optional<Error> error;  // INVARIANT: present unless applied or amended
  std::optional<Json> result;
  Path path;              // the place, as it stands in the document
  bool resolved = false;  // false: the command ended before `path` was known
  std::vector<Warning> warnings;
  bool used_up =
      false;  // rejected, because whoever pays has used up what it may of max_turn_work or max_turn_growth
  std::size_t first_roll = 0, end_roll = 0;  // of the turn's dice: those that a call rolled

  bool took_effect() const { return status == Status::kApplied || status == Status::kAmended; }
};

// What a judge is shown: the document with the command's changes in it, and what it was before.
struct Proposed {
  const Document& document;
  Effects& effects;  // of the command, so far
  const Command& command;
  const Context& context;
  const std::vector<Path>& expiring;  // places that the command sets to go at a later time
  const Path& place;                  // where the command's path leads, as it stands in the document now
  const Path& source;                 // of a move: where the node stood; else empty
  const std::vector<Path>& kept;  // hidden places that came along unchanged where an object was written over

  // Whether a message may quote what stands at a place.
  bool tells(PathView path) const { return context.tells(path, command.origin.actor); }
  // What a tool of the game does is told to whoever called it. Which place in what it wrote was refused may
  // depend on what that one cannot see there: what it wrote, or the array around it, where that is so.
  std::optional<Path> veiled() const;
  // A place as a message may name it: as far as whoever reads the message may read it, or has written it; of
  // what is veiled, only that.
  std::string named(PathView path) const;
};
using Judge = std::function<Result<void>(const Proposed&)>;

// The refusal of a write where the reason would give a hidden value away: the same whether the kernel or the
// guards refused. `named`: as Proposed::named() has it.
Error unsaid(PathView place, const std::string& named, const Context& context, Actor actor);

// The limit that is met by doing too much in one turn; and what is said of it.
inline constexpr std::string_view kTurnWork = "max_turn_work";
Error too_much_work();

// Whether what the document's payer did in this turn, and made it heavier by, is within what is set aside for
// it: that much it may, whatever the others did.
bool within_share_of_work(const Document& document, const Context& context);
bool within_share_of_growth(const Document& document, const Context& context);
// By how much the document is heavier than when the turn began.
std::size_t grown_in_turn(const Document& document);

Outcome execute(Document& document, const Command& command, const Context& context, const Judge& judge);
// For those who go on asking what it did. REQUIRES: nothing has changed since the effects' savepoint.
Outcome execute(Document& document, const Command& command, const Context& context, const Judge& judge,
                Effects& effects);

// Removes a place whose time has come. One that is or holds a protected node stays, and so does one that the
// actor who set the expiry could not set to go now, or could not take out; it loses its expiry. Nothing: the
// place has no expiry any more. The places to ask for are those of `document.expiries().due(now)`, in that
// order. `judge` is asked twice: before the removal, with the place as `expiring`, and after it.
struct Expired {
  Path path;   // as it stands in the document
  Path shown;  // without steps into described pairs
  std::optional<Error> stays;
};
std::optional<Expired> expire(Document& document, const Path& place, const Context& context,
                              const Judge& judge);

// The same in two steps, for elements of one array that go together: each is judged while all of them are
// there, and loses its expiry where it stays. Then they go, or, where those who set their expiries may not
// take out all of them, none does; the error says why. `indices`: ascending; `actors`: who set the expiries,
// each once.
std::optional<Expired> judge_expired(Document& document, const Path& place, const Context& context,
                                     const Judge& judge);
std::optional<Error> take_expired(Document& document, const Path& array, std::span<const std::size_t> indices,
                                  std::span<const Actor> actors, const Context& context, const Judge& judge);

}  // namespace gavel
