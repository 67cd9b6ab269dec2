// Session: a game that somebody works on at a prompt: a ruleset, a state, lines of Lua, turns, undo. It is no
// campaign: nothing is stored, and the state is its own.
//
// What a line or a call wrote stays as it was written: derived values and automations follow with the next
// turn.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explain/trying.hpp"
#include "lua/console.hpp"
#include "rules/migration.hpp"
#include "turn/turn.hpp"

namespace gavel {

// What a line came to.
struct Typed {
  Evaluated evaluated;
  EffectRows effects;
  EffectRows kept;  // see Tried
  Notes notes;
  Trace trace;  // empty unless the session traces
  Spent spent;
};

// What became of a reload.
struct SessionReload {
  bool exchanged = false;            // false: the old rules stay, and `problems` says why
  std::vector<std::string> changes;  // see differences()
  std::vector<PluginChange> migrated;
  EffectRows effects;  // what the migration made of the state
  std::vector<Problem> problems;
};

class Session {
 public:
  // REQUIRES: `facts.settings` fit the ruleset.
  static Result<std::unique_ptr<Session>> open(std::shared_ptr<const Ruleset> ruleset, Document document,
                                               TryFacts facts);

  // ---- asking and changing. What changes the state can be undone.
  Result<Typed> type(const std::string& text);
  // A handler by name, as `gavel run` asks it; what it writes stays.
  Result<Tried> call(std::string_view handler, const TryWords& words);
  // A write by the operator.
  Result<Tried> write(std::span<const std::string> words);
  Result<Verdict> turn(const std::string& text, const std::string& user_text);
  Result<void> load(Json data, Json meta);
  // With the state that differences() compares with. An error, and nothing is changed: there is no step left,
  // or new limits do not hold the state that it would lead to.
  Result<void> undo();
  Result<void> redo();
  // The state is brought to the new rules; its undo stays.
  SessionReload reload(Ruleset::Built built);

  // ---- looking
  const Ruleset& ruleset() const { return *ruleset_; }
  const Document& document() const { return document_; }
  // What differs between the state at the beginning, or when one was loaded last, and now.
  EffectRows differences() const;
  // The last turn, and what is told of it (explain/turn_story.hpp); nothing: there was none.
  struct Turn {
    Verdict verdict;
    Json story;
    Trace trace;  // empty unless the session traced then
  };
  const std::optional<Turn>& last_turn() const { return last_; }
  std::vector<std::string> globals();

  // ---- how lines run
  // `kind`: one of typed_kinds(). `plugin`: an instance; empty: as it was. An error names the nearest.
  Result<void> speak_as(std::string_view kind, std::string_view plugin);
  std::string_view as() const { return as_; }
  const std::string& plugin() const { return plugin_; }
  TryFacts& facts() { return facts_; }
  bool tracing = false;
  // Ends what runs, with an error. From a signal handler too.
  void stop();

 private:
  // A state to go back to, and what it is compared with.
  struct Step {
    Json data, meta;
    std::shared_ptr<const Json> beginning;
    std::size_t weight = 0;
  };
  using Steps = std::deque<Step>;
  Session(std::shared_ptr<const Ruleset> ruleset, Document document, TryFacts facts);
  Result<void> make_states();
  Result<Json> settings() const;
  TurnFacts turn_facts(Json settings) const;
  void settle();
  Step here() const;
  void remember(Step step);
  Result<void> go(Steps& from, Steps& to, const char* nothing);

  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Console> console_;   // where lines run
  std::unique_ptr<Console> handlers_;  // where handlers do
  Document document_;
  TryFacts facts_;
  std::string as_ = "tool";
  std::string plugin_;
  Steps undo_, redo_;
  std::shared_ptr<const Json> beginning_;  // data
  std::optional<Turn> last_;
  std::size_t lines_ = 0, turns_ = 0;
};

}  // namespace gavel
