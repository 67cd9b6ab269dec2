#include "command/verb.hpp"

#include <algorithm>
#include <array>

namespace gavel {
namespace {

constexpr std::array<std::string_view, kVerbs> kVerbNames = {
    "set",  "merge",  "ensure", "add",     "mul",  "div",  "insert", "push", "pop",
    "pull", "splice", "delete", "restore", "move", "copy", "get",    "test", "call"};
constexpr std::array<std::string_view, 7> kActorNames = {"model",      "player", "operator", "tool",
                                                         "automation", "derive", "migration"};

template <typename Enum, std::size_t kCount>
std::optional<Enum> find(const std::array<std::string_view, kCount>& names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view verb_name(Verb verb) { return kVerbNames[static_cast<std::size_t>(verb)]; }
std::optional<Verb> verb_of(std::string_view name) { return find<Verb>(kVerbNames, name); }
std::span<const std::string_view> verb_names() { return kVerbNames; }

std::string_view actor_name(Actor actor) { return kActorNames[static_cast<std::size_t>(actor)]; }
std::optional<Actor> actor_of(std::string_view name) { return find<Actor>(kActorNames, name); }

}  // namespace gavel
