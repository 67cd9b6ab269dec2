#include "explain/typed_line.hpp"

#include <algorithm>

#include "lua/watched_host.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "rules/transaction.hpp"

namespace gavel {
namespace {

struct As {
  std::string_view kind;
  std::uint64_t functions;
  Actor writer;
};

constexpr As kAs[] = {{"tool", kReads | kWrites, Actor::kTool},
                      {"rule", kReads, Actor::kTool},
                      {"automation", kReads | kWrites, Actor::kAutomation},
                      {"derive", kPure, Actor::kDerive}};

const As& as_of(std::string_view kind) {
  for (const As& one : kAs)
    if (one.kind == kind) return one;
  return kAs[0];
}

}  // namespace

std::vector<std::string_view> typed_kinds() {
  std::vector<std::string_view> kinds;
  for (const As& one : kAs) kinds.push_back(one.kind);
  return kinds;
}

std::vector<std::string> context_members(std::string_view as) {
  std::vector<std::string> names{"get", "has", "keys", "len"};
  const Vocabulary& words = vocabulary();
  for (std::size_t i = 0; i < words.functions.size(); ++i)
    if ((as_of(as).functions >> i & 1U) != 0 && i != static_cast<std::size_t>(Ask::kRemember))
      names.push_back(words.functions[i].name);
  for (const std::string& field : words.fields) names.push_back(field);
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> library_names() { return visible_names(vocabulary()); }

Result<Evaluated> run_line(Referee& referee, const TypedLine& line, Console& console, Spent& spent) {
  RefereeState& state = referee.state();
  const As& as = as_of(line.as);
  Registered source;
  source.number = state.ruleset.registry().all.size();
  source.id = line.plugin + "/" + line.name;
  source.plugin = line.plugin;
  source.name = line.name;
  source.at = source.file = line.name;
  const auto& packs = state.ruleset.packs();
  const auto pack = std::ranges::find(packs, line.plugin, &Pack::as);
  if (pack == packs.end()) return Error(Code::kUsage, "there is no plugin " + line.plugin);
  Transaction transaction(state);
  CallHost host(state, source, as.writer);
  ConsoleLine typed{line.text, line.name, static_cast<std::size_t>(pack - packs.begin()), as.functions, {}};
  Result<Evaluated> evaluated = Evaluated();
  if (state.facts.trace == nullptr) {
    evaluated = console.evaluate(typed, host, spent);
  } else {
    WatchedHost watched(host, console, vocabulary(), std::nullopt, *state.facts.trace);
    evaluated = console.evaluate(typed, watched, spent);
  }
  if (!evaluated) return evaluated;
  if (host.denied()) return refused_write(*host.denied(), Returned(), source);
  transaction.keep();
  return evaluated;
}

}  // namespace gavel
