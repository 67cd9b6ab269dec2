// Claims and conflicts: claim plugins say which facts a narration asserts; the host compares each of them
// with the state and with what was settled in this turn. What contradicts both is a conflict.
//
// A plugin that fails finds nothing, with a warning; it never makes a turn fail. See "Claims" in README.md
// for the forms that a fact may have.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.hpp"
#include "rules/batch.hpp"
#include "rules/referee.hpp"
#include "state/json.hpp"

namespace gavel {

// Something that this turn settled: a command that was kept, or what followed from it.
struct Settled {
  std::string tool;  // empty: by no tool
  Json args;
  Json result;
  EffectRows effects;
  std::vector<Amendment> amendments = {};  // what rules made of the values
};

// The tools that the ruleset lets be called and that account for claims of that kind, by name: those first
// that name it first among what they settle.
std::vector<std::string> settling_tools(const Ruleset& ruleset, std::string_view kind);

struct Conflict {
  std::string kind;
  std::string subject;
  Span span;      // of the narration
  Json claimed;   // what it says: a value, or an object that says how: {"delta": -5}, {"changed": "down"}
  Json actual;    // what the state says; null: nothing, or what the model may not read
  Json expected;  // 001's expected_state_snippet: {path, value}
  bool hidden_from_players = false;  // what the state says there is not for players
  std::string why;
  std::string by;  // the claim that found it, "vitals/hp"
  std::string at;  // "plugins/claims_vitals/hp.lua:120"
};

// What was settled, put together when it is first asked for.
using Settlement = std::function<std::vector<Settled>()>;

// What the narration says against the state and against what was settled, in order of the claims and of
// their facts; of one claim alone where its place among the ruleset's claims is given. After
// Referee::follow(), before Referee::finish().
std::vector<Conflict> find_conflicts(Referee& referee, std::string_view narration,
                                     const Settlement& settlement,
                                     std::optional<std::size_t> claim = std::nullopt);

Json conflict_json(const Conflict& conflict);

// What a conflict's `claimed` comes to in a sentence: "dead", -5, 下降.
std::string claimed_words(const Json& claimed, std::string_view language);

// What the lines of a turn settled, and what followed from them. REQUIRES: `proposals` are those of the
// lines.
std::vector<Settled> settled_by(std::span<const Proposal> proposals, std::span<const Line> lines,
                                const Notes& notes);

// A call as a label tells it, where only the state after it is known.
struct AppliedCall {
  std::string tool;
  Json args;
};

// A turn that is told by its end: the state before it, made by the `back` of every call's tool, last call
// first.
struct ReconstructedTurn {
  Document before;
  std::vector<Settled> settled;
  std::vector<std::string> unknown;  // tools that nobody can take back
};
Result<ReconstructedTurn> turn_before(const Ruleset& ruleset, Sandbox& sandbox, const Json& after,
                                      std::span<const AppliedCall> calls, const Context& context);

}  // namespace gavel
