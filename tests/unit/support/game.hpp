// A game made in a test: plugins as texts, a ruleset around them, and a table to play it at.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "lua/trace.hpp"
#include "ruleset/ruleset.hpp"
#include "turn/turn.hpp"

#include "judge.hpp"

namespace gavel::testing {

// A plugin: its Lua, and what its manifest says beside its name.
struct PluginText {
  std::string name;
  std::string lua;
  std::string manifest = "";  // lines, such as "params: {step: {type: integer, default: 5}}"
};

// What a ruleset is made of. `ruleset`: lines of ruleset.yaml beside its name and plugins. Ends the test
// where the texts themselves are wrong.
RulesetSource source_of(const std::vector<PluginText>& plugins, std::string_view ruleset = "",
                        std::string_view state = "{}");
Ruleset::Built build(const std::vector<PluginText>& plugins, std::string_view ruleset = "",
                     std::string_view state = "{}");

// What a turn came to, with the JSON of its verdict.
struct Played {
  Shown verdict;
  Shown data;
  Shown meta;

  std::string said() const;  // "applied, rejected rule.denied"
  std::string message(std::size_t index = 0) const;
};

class Game {
 public:
  // Ends the test where the ruleset does not load.
  explicit Game(const std::vector<PluginText>& plugins, std::string_view ruleset = "",
                std::string_view state = "{}");
  explicit Game(std::shared_ptr<const Ruleset> ruleset);

  // One turn of a text in whatever dialect. Turns are called t-1, t-2 … Every turn is judged twice, the
  // second time from a copy of the document, in a new Lua state, with every derived value computed anew and
  // somebody watching: the bytes must agree.
  Played play(std::string_view text, Actor actor = Actor::kModel);
  void undo() { document_.rollback({0}); }
  // As another process would go on: from the document's two trees alone.
  Game restarted() const;

  Document& document() { return document_; }
  const Ruleset& ruleset() const { return *ruleset_; }
  std::size_t computed() const { return derived_.computed(); }
  void replace(std::shared_ptr<const Ruleset> ruleset);

  std::string seed = "0";
  std::size_t attempt = 1;
  std::string now = "2025-09-20T08:00:00Z";
  Json history = Json(Json::value_t::array);
  Json settings = Json(Json::value_t::object);  // the campaign's
  std::string turn;                             // of the next turn; empty: the next number
  std::string said;                             // by the player, before the text that is played
  std::optional<std::vector<std::string>> allowed_tools;
  std::optional<TurnInput> campaign;                                       // what it gives to every turn
  Json campaign_fields;                                                    // 001's, as the campaign has them
  std::vector<std::string> failed_calls() const { return failed_calls_; }  // of the last turn

 private:
  Verdict judge(Document& document, Sandbox& sandbox, DeriveMemory* derived, std::string_view text,
                Actor actor, const std::string& name, Trace* trace) const;

  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  Document document_;
  DeriveMemory derived_;
  int turns_ = 0;
  std::vector<std::string> failed_calls_;
};

}  // namespace gavel::testing
