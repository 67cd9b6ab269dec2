// Fuzzing of a game's rules: short games with random commands, calls and texts, made from what the ruleset
// itself names, judged twice each, and what goes wrong in them brought down to the least that shows it.
//
// What is looked for: handlers that fail (plugin.error, plugin.fuel, plugin.memory, plugin.deadline), rules
// that never come to rest (automation.loop), states that `fields` or the author's invariants forbid, turns
// that come out otherwise when they are judged again, and turns that cannot be taken back.
//
// A case is a pure function of the ruleset, the seed and the case's number, and so is the report, however
// many threads look.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "guards/fields.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// What must hold of every state: rows as in `fields`, and nothing but what they say of values.
struct Invariants {
  FieldTable table;
  Json rows = Json(Json::value_t::array);
};

// A file of invariants: a list of {path, type?, min?, max?, enum?}. Nothing: see `problems`.
std::optional<Invariants> read_invariants(const std::string& text, const std::string& file,
                                          const Limits& limits, std::vector<Problem>& problems);

struct FuzzSubject {
  std::shared_ptr<const Ruleset> ruleset;  // REQUIRES: not null
  std::string image;                       // of the same ruleset: campaigns are given it
  Invariants invariants;
  std::optional<Json> state;  // instead of the ruleset's initial state
};

struct FuzzPlan {
  std::uint64_t seed = 1;
  std::uint64_t first = 1;  // number of the first case
  std::size_t cases = 1000;
  std::size_t jobs = 1;
  // Told now and then by one of the threads; may be nothing.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

// Something that went wrong, as often as it did. Findings are told apart by what, code, rule and place.
struct FuzzFinding {
  enum class What {
    kHandler,    // a handler failed
    kLoop,       // rules that do not come to rest
    kForbidden,  // a value that may not stand there
    kReplay,     // the same turn came out otherwise
    kUndo,       // a turn that was taken back left something behind
    kRefused,    // the game's own code wrote what its rules refuse: worth a look, and no failure
  };
  What what = What::kHandler;
  std::string code;     // "plugin.error"; of a forbidden value, "value.range" …
  std::string rule;     // who: "love/step"; of a forbidden value, the row's pattern
  std::string at;       // "plugins/affection/step.lua:9"; may be empty
  std::string message;  // of the least case
  std::string detail;   // the source, and the way there; may be empty
  std::size_t times = 0;
  std::uint64_t number = 0;             // of the first case that showed it
  std::size_t turns = 0, commands = 0;  // of the least case
  std::string scenario;  // the least case as a scenario's file, which fails as long as this is wrong

  bool failure() const { return what != What::kRefused; }
};

std::string_view what_name(FuzzFinding::What what);  // "handler" "loop" "forbidden" …

struct FuzzReport {
  // What of the ruleset was reached: the registrations by id.
  struct Reached {
    std::string kind;       // "tool" "rule" "budget" "derive" "automation" "callback"
    std::size_t asked = 0;  // of a tool or callback: calls that ran or were refused
    std::size_t acted = 0;  // calls that passed; judgements that changed or refused something; writes
  };
  std::uint64_t seed = 1;
  std::size_t cases = 0, turns = 0, accepted = 0, commands = 0, passed = 0;
  std::vector<FuzzFinding> findings;  // failures first, then by the case that showed them first
  std::map<std::string, Reached> reached;

  bool failed() const;
  // Ids of that kind, of which nothing was reached.
  std::vector<std::string> silent(std::string_view kind) const;
  // Tools and callbacks that were called, and never passed.
  std::vector<std::string> always_refused() const;
};

// An error: the ruleset cannot be played at all.
Result<FuzzReport> fuzz(const FuzzSubject& subject, const FuzzPlan& plan);

}  // namespace gavel
