// One handler of a ruleset, asked alone as a turn would ask it: what it is asked, and what comes of it. For
// authors, who want to see what one rule says of one write without playing a turn around it.
//
// A rule or a budget is asked of a write, and so is everyone else whom the write concerns, in their order:
// whether a rule is asked at all depends on what those before it made of the write. A tool is called, an
// automation hears an event, a derive is computed at one place, a claim reads a narration, a milestone is
// asked whether it is time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/claims.hpp"
#include "command/command.hpp"
#include "rules/referee.hpp"

namespace gavel {

struct HandlerQuestion {
  std::size_t registration = 0;  // its place in Registry::all
  // Of a tool or callback, the call. Of a rule or budget, the write. Of an automation that waits for changes,
  // a write that comes before it.
  std::optional<Command> command;
  std::string event;        // of an automation; empty: what it waits for, where that is one thing
  Json data;                // that the event carries; null: none
  std::vector<Json> match;  // of a derive: what its wildcards stand for; empty where it has one place only
  std::string narration;    // of a claim
  Json with;                // of a milestone: its parameters; null: its defaults
  Json campaign = Json(Json::value_t::object);  // what it is told of the campaign
};

struct HandlerReply {
  bool asked = false;   // the handler itself ran, or, of a budget without handlers, was counted
  std::string why_not;  // a sentence; empty: it was asked
  Outcome outcome;      // of the call or the write; an error also says why a handler failed
  std::vector<Amendment> amendments;
  EffectRows effects;               // what the document would become
  std::vector<Conflict> conflicts;  // of a claim
  std::optional<bool> advances;     // of a milestone
  std::optional<Path> target;       // of a derive: the place
  std::vector<Path> reads;          // of a derive: what it was computed from
};

// Asks one handler alone, as a turn would.
HandlerReply ask_handler(Referee& referee, const HandlerQuestion& question);

// The kinds of registrations that can be asked, as plugins write them.
std::vector<std::string> askable_kinds();

}  // namespace gavel
