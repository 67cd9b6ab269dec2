#include "rules/migration.hpp"

#include <algorithm>

#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "rules/transaction.hpp"
#include "ruleset/field_violations.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

const Pack* instance_of(const std::vector<Pack>& packs, std::string_view as) {
  const auto found = std::ranges::find(packs, as, &Pack::as);
  return found == packs.end() ? nullptr : &*found;
}

// The only instance of the plugin without a namesake among `others`.
const Pack* lone_instance(const std::vector<Pack>& packs, const std::string& plugin,
                          const std::vector<Pack>& others) {
  const Pack* lone = nullptr;
  for (const Pack& pack : packs) {
    if (pack.manifest.plugin != plugin || instance_of(others, pack.as) != nullptr) continue;
    if (lone != nullptr) return nullptr;
    lone = &pack;
  }
  return lone;
}

// What a plugin's instance is in the other ruleset: the one of its name; or, where it was renamed, the only
// other one of its plugin. nullptr: it is not there.
const Pack* counterpart(const Pack& pack, const std::vector<Pack>& own, const std::vector<Pack>& others) {
  const std::string& plugin = pack.manifest.plugin;
  if (const Pack* same = instance_of(others, pack.as))
    return same->manifest.plugin == plugin ? same : nullptr;
  return lone_instance(own, plugin, others) == &pack ? lone_instance(others, plugin, own) : nullptr;
}

// One block to be run.
struct Step {
  const Migrate* block = nullptr;
  bool up = true;
  std::size_t plugin = 0;  // its place in Migrated::plugins
};

class Migration {
 public:
  Migration(Document& document, const MigrationSide& before, const MigrationSide& after, Time now,
            const TurnFacts& facts)
      : document_(document),
        context_before_(context_of(before.ruleset, now)),
        context_after_(context_of(after.ruleset, now)),
        before_(before.ruleset, before.sandbox, document, context_before_, facts_of(facts, before)),
        after_(after.ruleset, after.sandbox, document, context_after_, facts_of(facts, after)),
        op_ids_(facts.turn + "/") {
    before_.judges = &after_;
  }

  Result<Migrated> run(Derives derives) {
    const Document::Savepoint begin = document_.savepoint();
    plan();
    Result<void> done = run_steps();
    if (done && derives == Derives::kComputed) done = after_.derive(op_ids_);
    // The clock or the memory in use ended it somewhere: another run might come out otherwise.
    for (const RefereeState* state : {&before_, &after_})
      if (done && state->given_up) done = *state->given_up;
    finish();
    if (done) done = check_loads();
    if (!done) {
      document_.rollback(begin);
      return std::move(done).error();
    }
    for (Error& error : field_errors(document_.data(), after_.ruleset))
      made_.problems.push_back(std::move(error));
    return std::move(made_);
  }

 private:
  // A migration may put things where commands may not.
  static Context context_of(const Ruleset& ruleset, Time now) {
    Context context = ruleset.context(now);
    context.create_missing = true;
    context.root.clear();
    return context;
  }

  static TurnFacts facts_of(const TurnFacts& facts, const MigrationSide& side) {
    TurnFacts own = facts;
    own.actor = Actor::kMigration;
    own.settings = side.settings;
    return own;
  }

  void plan();
  void note_change(const Pack& pack, const Pack* was);
  void plan_blocks(const Kinds& kinds, const Pack& owner, const Version& other, bool up);
  Result<void> run_steps();
  Result<void> run_one(const Step& step);
  void finish();
  Result<void> check_loads() const;

  Document& document_;
  const Context context_before_;
  const Context context_after_;
  RefereeState before_;
  RefereeState after_;
  IdSource op_ids_;
  Migrated made_;
  std::vector<Step> up_;
  std::vector<Step> down_;  // the last one first
};

// What has changed, and which blocks are to be run for it.
void Migration::plan() {
  const std::vector<Pack>& old_packs = before_.ruleset.packs();
  const std::vector<Pack>& new_packs = after_.ruleset.packs();
  for (const Pack& pack : new_packs) note_change(pack, counterpart(pack, new_packs, old_packs));
  for (const Pack& pack : old_packs) {
    if (counterpart(pack, old_packs, new_packs) != nullptr) continue;
    made_.plugins.push_back({pack.as, pack.manifest.plugin, pack.manifest.version, std::nullopt, {}, ""});
    made_.plugins.back().note = "it is gone; what it kept in the state stays there";
  }
  // In the old ruleset's order, whatever the new one's is.
  std::ranges::sort(down_, std::less<>(), [](const Step& step) { return step.block->source.number; });
}

void Migration::note_change(const Pack& pack, const Pack* was) {
  if (was == nullptr) {
    made_.plugins.push_back({pack.as, pack.manifest.plugin, std::nullopt, pack.manifest.version, {}, ""});
    made_.plugins.back().note = "it is new; nothing was made ready for it in the state";
    return;
  }
  const Version &from = was->manifest.version, &to = pack.manifest.version;
  if (from == to && was->as == pack.as) return;
  made_.plugins.push_back({pack.as, pack.manifest.plugin, from, to, {}, ""});
  if (was->as != pack.as)
    made_.plugins.back().note = "it was called " + was->as +
                                " before; its ctx.memory and what its budgets have left stay under that name";
  if (from == to) return;
  const std::size_t before = up_.size() + down_.size();
  if (to > from) {
    plan_blocks(after_.kinds, pack, from, true);
  } else {
    plan_blocks(before_.kinds, *was, to, false);
  }
  std::string& note = made_.plugins.back().note;
  if (up_.size() + down_.size() == before)
    note += (note.empty() ? "" : "; ") + std::string("it has no migration between these versions");
}

// The blocks of `owner`, the higher one of the two, whose `from` holds the other's version.
void Migration::plan_blocks(const Kinds& kinds, const Pack& owner, const Version& other, bool up) {
  for (const Migrate& block : kinds.migrates) {
    if (block.source.plugin != owner.as || !block.from.holds(other)) continue;
    if (up || block.down) {
      (up ? up_ : down_).push_back({&block, up, made_.plugins.size() - 1});
      continue;
    }
    Error error(Code::kPluginInvalid,
                owner.as + " " + to_text(owner.manifest.version) +
                    " migrated the state when it was installed, and has no migration back to " +
                    to_text(other),
                "add a `down` to its migrate block");
    made_.problems.push_back(named_after(std::move(error), block.source));
  }
}

Result<void> Migration::run_steps() {
  for (auto step = down_.rbegin(); step != down_.rend(); ++step) TRY(run_one(*step));
  for (const Step& step : up_) TRY(run_one(step));
  return {};
}

Result<void> Migration::run_one(const Step& step) {
  RefereeState& state = step.up ? after_ : before_;
  const Registered& source = step.block->source;
  PluginChange& plugin = made_.plugins[step.plugin];
  Transaction transaction(state);
  CallHost host(state, source, Actor::kMigration);
  const HandlerId handler = step.up ? step.block->up : *step.block->down;
  const Result<Returned> returned =
      state.run({source, handler, {}, {}, step.up ? may("migrate", "up") : may("migrate", "down")}, host);
  if (host.denied()) return refused_write(*host.denied(), returned, source);
  if (!returned) return returned.error();
  if (returned->word) {
    Error error(Code::kPluginError, vocabulary().words[*returned->word].name + to_text(returned->value));
    error.where.file = returned->file;
    error.where.line = returned->line;
    return named_after(std::move(error), source);
  }
  transaction.keep();
  plugin.ran.push_back({source.id, step.up, source.at});
  if (!document_.changed_since(transaction.from())) return {};
  Command command;
  command.verb = Verb::kCall;
  command.path.push_key(source.id);
  command.origin.dialect = "plugin";
  command.origin.actor = Actor::kMigration;
  Outcome outcome;
  outcome.path = command.path;
  outcome.resolved = true;
  Effects effects = after_.effects_since(transaction.from());
  after_.note(effects, command, outcome, "migration " + plugin.instance, op_ids_);
  return {};
}

// What the old ruleset's blocks said goes first, as they ran first.
void Migration::finish() {
  made_.notes = before_.finish();
  Notes rest = after_.finish();
  const auto join = [](Json& all, Json& more) {
    for (Json& one : array_of(more)) all.push_back(std::move(one));
  };
  join(made_.notes.rolls, rest.rolls);
  join(made_.notes.logs, rest.logs);
  join(made_.notes.events, rest.events);
  join(made_.notes.shadow, rest.shadow);
  for (EffectRow& row : rest.changes) made_.notes.changes.push_back(std::move(row));
  for (std::string& record : rest.audit) made_.notes.audit.push_back(std::move(record));
  for (Warning& warning : rest.warnings) made_.notes.warnings.push_back(std::move(warning));
}

// The new ruleset's limits may be narrower.
Result<void> Migration::check_loads() const {
  const Result<Document> loaded = Document::load(document_.data(), document_.meta(), after_.ruleset.limits());
  if (loaded) return {};
  return loaded.error();
}

}  // namespace

Result<Migrated> migrate(Document& document, const MigrationSide& before, const MigrationSide& after,
                         Time now, const TurnFacts& facts, Derives derives) {
  return Migration(document, before, after, now, facts).run(derives);
}

}  // namespace gavel
