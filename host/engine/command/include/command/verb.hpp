// The verbs of the IR and the actors that use them, by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gavel {

enum class Verb {
  kSet,
  kMerge,
  kEnsure,
  kAdd,
  kMul,
  kDiv,
  kInsert,
  kPush,
  kPop,
  kPull,
  kSplice,
  kDelete,
  kRestore,
  kMove,
  kCopy,
  kGet,
  kTest,
  kCall,
};
inline constexpr int kVerbs = 18;

enum class Actor { kModel, kPlayer, kOperator, kTool, kAutomation, kDerive, kMigration };

std::string_view verb_name(Verb verb);
std::optional<Verb> verb_of(std::string_view name);
std::span<const std::string_view> verb_names();

std::string_view actor_name(Actor actor);
std::optional<Actor> actor_of(std::string_view name);

// Model and player: those whose words come from outside, and from whom host-owned keys and protected nodes
// are kept.
inline bool is_outsider(Actor actor) { return actor == Actor::kModel || actor == Actor::kPlayer; }

// get and test read; call runs something else; all others change the document.
inline bool is_writing(Verb verb) { return verb != Verb::kGet && verb != Verb::kTest && verb != Verb::kCall; }

}  // namespace gavel
