// Referee: one ruleset applied to one document for the length of one turn. It judges what commands did, runs
// tools, and lets derived values and automations follow.
//
// Every write, whoever makes it, is judged on its effects: rules in mode "amend" and budgets that clamp
// first, in ruleset order, then the guards, then every other rule and budget on the final value.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command/kernel.hpp"
#include "guards/guards.hpp"
#include "lua/sandbox.hpp"
#include "rules/effect_row.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

class Trace;

// What a turn depends on beside the document, the text and the clock. All of it but `trace` is recorded with
// the turn.
struct TurnFacts {
  std::string turn;
  Actor actor = Actor::kModel;
  std::string seed;            // of the campaign's dice
  Json settings;               // in force, by key: Ruleset::settings
  Json campaign;               // 001's fields, as far as there is one
  std::string_view narration;  // of this turn, where a model speaks; told with turn_end
  // Earlier turns, the newest last: {turn_id, user_input, assistant_output_text …}; nullptr: none. Not owned,
  // as it is long and the same from one turn to the next. REQUIRES: outlives the turn.
  const Json* history = nullptr;
  // Of the ruleset's tools only these may be called; nothing: all of them.
  std::optional<std::vector<std::string>> allowed_tools;
  // Where who is asked, and what each answers, is written down; nullptr: nowhere. No input. REQUIRES:
  // outlives the turn.
  Trace* trace = nullptr;
};

// A value that a rule or budget changed before it was kept.
struct Amendment {
  Path path;
  std::optional<Json> before;
  Json proposed;
  Json effective;
  std::string rule;
  std::string at;
  std::string reason;
};

// What the game's own code said or did, for the verdict.
struct Notes {
  Json rolls = Json(Json::value_t::array);   // {handler, number, dice, each, total}
  Json logs = Json(Json::value_t::array);    // {handler, text}
  Json events = Json(Json::value_t::array);  // {name, data?, by}
  Json shadow = Json(Json::value_t::array);  // {rule, at, decision, path, message?, value?}
  EffectRows changes;                        // effects of derived values and automations, each with its cause
  std::vector<std::string> audit;            // records, as command/audit.hpp makes them
  std::vector<Warning> warnings;
};

// Which derived values exist in a document and what each was computed from, kept from turn to turn so that
// only those are computed again whose sources changed. Losing it costs time, never correctness.
class DeriveMemory {
 public:
  DeriveMemory();
  ~DeriveMemory();
  DeriveMemory(DeriveMemory&&) noexcept;
  DeriveMemory& operator=(DeriveMemory&&) noexcept;
  // How many handlers were run to compute values since it was made.
  std::size_t computed() const;

 private:
  friend class Follow;
  struct State;
  std::unique_ptr<State> state_;
};

struct RefereeState;

class Referee {
 public:
  // REQUIRES: all of them outlive the referee; the document's journal begins with the turn.
  Referee(const Ruleset& ruleset, Sandbox& sandbox, Document& document, const Context& context,
          TurnFacts facts);
  ~Referee();

  // From here on every handler that runs, and what it asks of ctx, is written down: judging stays the same
  // to the byte. REQUIRES: the trace outlives the referee.
  void watch(Trace& trace);

  // Judges a command's effects, amending them where rules say so. To be called from within execute().
  Result<void> judge(const Proposed& proposed, std::vector<Amendment>& amendments);

  // Whether a rule is asked before a place, with all that it holds, may go.
  bool asks_about(const Path& place) const;

  // Executes a command of the text's, judged by these rules.
  Outcome write(const Command& command, const Context& context, std::vector<Amendment>& amendments,
                Effects& effects);

  // Runs the tool or callback that a command calls. The result is the outcome's; what rules made of its
  // writes is added to `amendments`.
  Outcome call(const Command& command, std::vector<Amendment>& amendments);

  // The clock or the memory in use ended a handler. What was judged then may not be kept: another run of the
  // same turn might come out otherwise.
  const std::optional<Error>& given_up() const;

  // Automations that wait for commands hear of one that was kept.
  void after(Effects& effects, const Command& command, const Outcome& outcome, IdSource& op_ids);

  // Events, dice and what followed from commands, up to a point, and the room for more; those of a command or
  // batch that is undone are taken back.
  struct Mark {
    std::size_t heard = 0;
    std::size_t told = 0;
    std::size_t rolled = 0;
    std::size_t changed = 0;
    std::size_t audited = 0;
    std::size_t room = 0;
  };
  Mark mark() const;
  void take_back(Mark mark);

  // Who speaks from here on: ctx.actor. Before the first text it is the facts' actor.
  void set_actor(Actor actor);

  // What happens before the first command.
  void begin(IdSource& op_ids);
  // Derived values and automations, until nothing changes. An error fails the turn (automation.loop).
  Result<void> follow(DeriveMemory& memory, IdSource& op_ids);

  // Whether a milestone policy says that it is time, given what it is told of the campaign. One that is not
  // there, does not take its parameters, or fails: no, with a warning. After the claims, before finish().
  bool advances(std::string_view policy, const Json& with, const Json& campaign);

  // What was noted so far.
  const Notes& notes() const;
  // Of the facts; nullptr: there is none.
  Trace* trace() const;

  // Its inside, for claims and for those who ask one handler alone (referee_state.hpp).
  RefereeState& state() { return *state_; }

  // Once, at the end: counts of failures are written down, and what was noted is handed over.
  Notes finish();

 private:
  std::unique_ptr<RefereeState> state_;
};

}  // namespace gavel
