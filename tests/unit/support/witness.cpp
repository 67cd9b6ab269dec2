#include "witness.hpp"

#include "base/folder.hpp"
#include "dialects/reader.hpp"
#include "lua/pack_reader.hpp"

namespace gavel::testing {

Witness::Witness(const std::vector<PluginText>& plugins, std::string_view state, std::string_view ruleset,
                 const std::string& library) {
  RulesetSource source = source_of(plugins, ruleset, state);
  if (!library.empty()) {
    std::vector<Problem> wrong;
    source.library = read_library(*Folder::open(library, library), Limits(), wrong);
    REQUIRE(wrong.empty());
  }
  Ruleset::Built built = Ruleset::build(std::move(source));
  std::string problems;
  for (const Problem& problem : built.problems)
    problems += problem.error.message + "\n" + problem.error.detail;
  INFO(problems);
  REQUIRE(built.ruleset != nullptr);
  ruleset_ = std::move(built.ruleset);
  sandbox_ = std::move(ruleset_->pool().take()).value();
  document_ = std::move(Document::load(ruleset_->initial_state(), Json(), ruleset_->limits())).value();
}

Witnessed Witness::hear(std::string_view commands, std::string_view narration) {
  document_.forget();
  const Context context = ruleset_->context(parse_time("2025-09-20T08:00:00Z").value());
  TurnFacts facts;
  facts.turn = "t-" + std::to_string(++turns_);
  Referee referee(*ruleset_, *sandbox_, document_, context, facts);
  IdSource ids(facts.turn + "/");
  const Reading reading = read_text(commands, ReadOptions());
  std::size_t room = 1000;
  const BatchInput batch{reading.proposals, context, ruleset_->guards(), &referee, Actor::kModel, facts.turn};
  const std::vector<Line> lines = judge_batch(document_, batch, ids, room);
  const auto settled = [&] { return settled_by(reading.proposals, lines, Notes()); };
  Witnessed witnessed;
  witnessed.conflicts = find_conflicts(referee, narration, settled);
  for (const Conflict& one : witnessed.conflicts) {
    witnessed.said += (witnessed.said.empty() ? "" : "; ") + one.kind + " " + one.subject + " " +
                      std::to_string(one.span.begin) + ".." + std::to_string(one.span.end);
  }
  for (const Warning& warning : referee.finish().warnings)
    witnessed.warnings += (witnessed.warnings.empty() ? "" : "; ") + warning.code + " " + warning.message;
  return witnessed;
}

}  // namespace gavel::testing
