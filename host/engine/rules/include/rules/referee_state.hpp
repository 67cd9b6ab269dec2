// The referee's inside, shared by its parts: judge.cpp (rules and budgets), calls.cpp (tools and callbacks),
// follow.cpp (derived values and automations), quarantine.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/fair_share.hpp"
#include "lua/trace.hpp"
#include "narration/name_search.hpp"
#include "rules/dice.hpp"
#include "rules/referee.hpp"
#include "ruleset/kinds.hpp"
#include "ruleset/words.hpp"
#include "state/suggest.hpp"

namespace gavel {

class CallHost;

// An event that automations may be waiting for.
struct Event {
  std::string name;
  Json data;
  std::string by;  // the id of who emitted it; empty: the host
};

struct RefereeState {
  RefereeState(const Ruleset& ruleset_in, Sandbox& sandbox_in, Document& document_in,
               const Context& context_in, TurnFacts facts_in);

  // Runs a handler of `source`. An error has the source's place where Lua knew none, and counts as a failure.
  struct Run {
    const Registered& source;
    HandlerId handler;
    std::span<const Argument> args;
    std::span<const Argument> more;
    std::uint64_t functions = 0;
  };
  Result<Returned> run(const Run& run, CallHost& host);
  // `source` pays for what the host looks at because of what it gave, and has as much for that as for a call.
  // `of_call`: with what the same call came to before. An error: nothing is left, or the time is over.
  Result<void> pay_looks(const Registered& source, std::uint64_t steps, std::uint64_t of_call);

  // What changed since the savepoint, to be asked about.
  Effects effects_since(Document::Savepoint from) const {
    return Effects(document, from, context.described, context.numbered);
  }
  // Notes what a write changed, each place with its cause, and the audit record.
  void note(Effects& effects, const Command& command, const Outcome& outcome, const std::string& cause,
            IdSource& op_ids);
  // See Referee::finish.
  Notes finish();

  // Whether that much more may be kept of what a plugin gave in this turn.
  bool keep_bytes(const Registered& source, std::size_t bytes) { return output.take(source.pack, bytes); }
  // Who pays for what a plugin writes: 0 is the text.
  static std::uint16_t payer_of(const Registered& source) {
    return static_cast<std::uint16_t>(source.pack + 1);
  }
  // A refusal by max_turn_work or max_turn_growth, with the name of the plugin that used up its share.
  Error used_up(Error error, const Registered& source) const;
  // The same of the text's own, with that of the plugin that used most, where that is more.
  Error used_up(Error error) const;
  // Whether a rule or budget, which pays, may have put there what it did.
  Result<void> may_amend(const Registered& source, std::size_t weight_before) const;
  // The answer where it may not.
  Error too_much_kept(const Registered& source) const;

  Referee::Mark mark() const;
  void take_back(Referee::Mark mark);

  // ---- watching.cpp
  // Calls the handler while somebody watches.
  Result<Returned> watched(const Call& call, CallHost& host, Spent& spent);

  // ---- judge.cpp
  Result<void> judge(const Proposed& proposed, std::vector<Amendment>& amendments);

  // ---- calls.cpp
  // A write of the game's own code, judged like any other.
  // `source` pays for it.
  Outcome write(const Command& command, const Registered& source) {
    Effects effects = (judges == nullptr ? *this : *judges).effects_since(document.savepoint());
    return write(command, source, effects);
  }
  Outcome write(const Command& command, const Registered& source, Effects& effects);
  Outcome call(const Command& command);
  // What suggestions may still cost whoever pays now.
  HintBudget hint_budget() const;

  // ---- follow.cpp
  // Every derived value anew, and nothing else: no event is told, no automation runs.
  Result<void> derive(IdSource& op_ids);

  // ---- quarantine.cpp
  // Whether it failed so often that it is not asked any more.
  bool is_quarantined(const Registered& source);
  void count(const Registered& source, bool failed);
  void write_quarantine();

  const Ruleset& ruleset;
  const Kinds& kinds;
  Sandbox& sandbox;
  Document& document;
  const Context& context;
  TurnFacts facts;
  const Document::Savepoint begin;  // the turn's
  Dice dice;
  NameSearch names;
  const SearchedText* heard = nullptr;  // while claims are asked
  Notes notes;
  std::vector<Event> events;  // not yet heard by automations
  FairShare fuel;
  FairShare output;     // in bytes
  FairShare log_lines;  // handlers may be asked after the turn, too
  // Whose rules judge what handlers write; nullptr: these. See migration.cpp.
  RefereeState* judges = nullptr;
  // While a call runs: what rules made of its writes.
  std::vector<Amendment>* amending = nullptr;
  // The clock or the memory in use ended a handler: the turn is given up, and nothing more is judged.
  std::optional<Error> given_up;

  // Telling what is wrong with the arguments of calls has used up what the text may do.
  bool fits_no_more = false;

  // What handlers see as ctx.<field>.
  Json actor;
  Json turn;
  Json now;

 private:
  struct Failing {
    std::uint64_t before = 0;  // failures in a row when the turn began
    std::uint64_t failures = 0;
    std::string stamp;
    bool changed = false;
    bool counted = false;  // it failed in this turn already
    bool warned = false;
  };
  Failing& failing(const Registered& source);
  Error no_fuel(const Registered& payer) const;
  Error no_common_fuel(const Registered& asked, const Registered& payer) const;
  void name_spender(Error& error) const;
  Error too_late(const Registered& source) const;
  std::string stamp_of(const Registered& source) const;

  std::map<std::string, Failing, std::less<>> failing_;
  bool any_failing_ = false;               // some handler has failed, now or in an earlier turn
  const Registered* payer_ = nullptr;      // whose call is under way, and asks others by its writes
  std::vector<std::uint64_t> fuel_spent_;  // by plugin
};

// What went wrong with a handler that nothing was asked of: "love/grow: …", with the place where it did.
Warning warning_of(std::string code, std::string message, const Error& error, const Registered& source);
// A word that its kind of handler does not return.
Error wrong_word(const Returned& returned, std::string_view kind, std::string hint, const Registered& source);
// A write of `source` that was refused: by whom it was, where that is known, and else where it was tried.
Error refused_write(Error error, const Result<Returned>& returned, const Registered& source);

}  // namespace gavel
