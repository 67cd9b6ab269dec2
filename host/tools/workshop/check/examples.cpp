#include "check/examples.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "turn/turn.hpp"

namespace gavel {
namespace {

constexpr std::string_view kSeed = "examples";

class Examples {
 public:
  Examples(const Ruleset& ruleset, Sandbox& sandbox) : ruleset_(ruleset), sandbox_(sandbox) {}

  Result<std::vector<Problem>> run() {
    document_.emplace(TRY(Document::load(ruleset_.initial_state(), Json(), ruleset_.limits())));
    settings_ = TRY(ruleset_.settings(Json()));
    for (const Schema& schema : ruleset_.schemas().all())
      for (const SchemaExample& example : schema.examples) try_both(schema, example);
    return std::move(problems_);
  }

 private:
  void try_both(const Schema& schema, const SchemaExample& example) {
    const auto number = static_cast<std::size_t>(&example - schema.examples.data()) + 1;
    const std::string name = "example " + std::to_string(number) + " of " + schema.id;
    const bool one = example.output.zh == example.output.en;
    for (const std::string_view language : {"zh", "en"}) {
      if (one && language == "en") continue;
      const std::optional<Error> refused = refusal(schema, example.output.in(language));
      if (!refused) continue;
      problems_.push_back(problem_of(Lint::kRefusedExample,
                                     name + (one ? "" : " (" + std::string(language) + ")") +
                                         " would not be accepted on the initial state: " + refused->message,
                                     fix_of(*refused), example.where));
    }
  }

  // That somebody may not write a place is no fix.
  static std::string fix_of(const Error& refused) {
    if (refused.hint.empty() || refused.code == Code::kAuthorityDenied)
      return "show a reply that this game accepts: places that the model may write, and tools that there are";
    return refused.hint;
  }

  // Why a reply is not accepted as it stands; nothing: it is.
  std::optional<Error> refusal(const Schema& schema, const std::string& text) {
    const Document::Savepoint from = document_->savepoint();
    const Result<Verdict> verdict = run_turn(*document_, input_of(schema, text), rules());
    document_->rollback(from);
    if (!verdict) return verdict.error();
    if (verdict->failed) return verdict->failed;
    for (const Line& line : verdict->lines)
      if (line.outcome.error && line.outcome.error->code != Code::kBatchRolledBack) return line.outcome.error;
    if (!verdict->conflicts.empty())
      return Error(Code::kTurnConflict, "it contradicts the state: " + verdict->conflicts.front().why,
                   "narrate what the commands make true");
    if (verdict->decision != Decision::kAccepted)
      return Error(Code::kTurnConflict, "the turn comes to " + std::string(decision_name(verdict->decision)));
    for (const Line& line : verdict->lines)
      if (line.outcome.status != Status::kApplied) return changed(*verdict, line);
    return std::nullopt;
  }

  // A command that a rule cut, or that was not carried out, though nothing refused it.
  static Error changed(const Verdict& verdict, const Line& line) {
    const auto index = static_cast<std::size_t>(&line - verdict.lines.data()) + 1;
    std::string what =
        "command " + std::to_string(index) + " is " + std::string(status_name(line.outcome.status));
    if (!line.amendments.empty())
      what += " by " + line.amendments.front().rule + ": " + line.amendments.front().reason;
    return Error(Code::kTurnConflict, std::move(what), "write the value that the rules leave as it is");
  }

  TurnInput input_of(const Schema& schema, const std::string& text) const {
    TurnInput input;
    input.parts = parts_of("", text);
    input.seed = kSeed;
    input.settings = settings_;
    const std::vector<std::string>& standing = ruleset_.standing_schemas();
    if (std::ranges::find(standing, schema.id) == standing.end())
      input.schemas = Json(JsonArray{Json(schema.id)});
    return input;
  }

  TurnRules rules() const {
    TurnRules rules;
    rules.ruleset = &ruleset_;
    rules.sandbox = &sandbox_;
    rules.trial = true;
    return rules;
  }

  const Ruleset& ruleset_;
  Sandbox& sandbox_;
  std::optional<Document> document_;
  Json settings_;
  std::vector<Problem> problems_;
};

bool any_example(const Ruleset& ruleset) {
  return std::ranges::any_of(ruleset.schemas().all(),
                             [](const Schema& schema) { return !schema.examples.empty(); });
}

}  // namespace

std::vector<Problem> try_examples(const Ruleset& ruleset) {
  if (!any_example(ruleset)) return {};
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset.pool().take();
  if (!sandbox) return {{sandbox.error(), {}, {}}};
  Result<std::vector<Problem>> problems = Examples(ruleset, **sandbox).run();
  ruleset.pool().give_back(std::move(*sandbox));
  // That the initial state cannot be read, or the settings, the trial says.
  return problems ? std::move(*problems) : std::vector<Problem>{};
}

}  // namespace gavel
