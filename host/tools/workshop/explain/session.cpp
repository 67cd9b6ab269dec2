#include "explain/session.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "check/trial.hpp"
#include "explain/parse_cli_value.hpp"
#include "explain/turn_story.hpp"
#include "explain/typed_line.hpp"
#include "lua/trace.hpp"
#include "rules/batch.hpp"
#include "rules/migration.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostUndo = 100;
constexpr std::size_t kMostUndoWeight = 256U << 20U;  // bytes, about, of all states that can be gone back to

EffectRows rows_since(const Document& document, const Ruleset& ruleset) {
  std::size_t room = ruleset.limits().max_listed_effects;
  bool cut = false;
  return effect_rows(document, {0}, ruleset.file().described_pairs, room, cut);
}

}  // namespace

Session::Session(std::shared_ptr<const Ruleset> ruleset, Document document, TryFacts facts)
    : ruleset_(std::move(ruleset)), document_(std::move(document)), facts_(std::move(facts)) {
  beginning_ = std::make_shared<const Json>(document_.data());
  if (!ruleset_->packs().empty()) plugin_ = ruleset_->packs().back().as;
}

Result<std::unique_ptr<Session>> Session::open(std::shared_ptr<const Ruleset> ruleset, Document document,
                                               TryFacts facts) {
  std::unique_ptr<Session> session(new Session(std::move(ruleset), std::move(document), std::move(facts)));
  TRY(session->make_states());
  return session;
}

Result<void> Session::make_states() {
  std::unique_ptr<Console> console = TRY(ruleset_->console());
  std::unique_ptr<Console> handlers = TRY(ruleset_->console());
  console_ = std::move(console);
  handlers_ = std::move(handlers);
  return {};
}

Result<Json> Session::settings() const { return ruleset_->settings(facts_.settings); }

TurnFacts Session::turn_facts(Json settings) const {
  TurnFacts facts;
  facts.turn = facts_.turn;
  facts.actor = facts_.actor;
  facts.seed = facts_.seed;
  facts.campaign = facts_.campaign;
  facts.history = &facts_.history;
  facts.settings = std::move(settings);
  return facts;
}

Session::Step Session::here() const {
  return {document_.data(), document_.meta(), beginning_, std::max<std::size_t>(1, document_.weight())};
}

// Becomes the step that undo() goes back to. The oldest ones make room.
void Session::remember(Step step) {
  undo_.push_back(std::move(step));
  redo_.clear();
  std::size_t weight = 0;
  for (const Step& one : undo_) weight += one.weight;
  while (undo_.size() > 1 && (undo_.size() > kMostUndo || weight > kMostUndoWeight)) {
    weight -= undo_.front().weight;
    undo_.pop_front();
  }
}

// What the journal holds becomes a step that can be undone.
void Session::settle() {
  if (document_.changed_since({0})) {
    Document::Undone undone = document_.undo({0});
    Step before = here();
    document_.redo(std::move(undone));
    remember(std::move(before));
  }
  document_.forget();
}

Result<void> Session::go(Steps& from, Steps& to, const char* nothing) {
  if (from.empty()) return Error(Code::kUsage, nothing);
  Document loaded = TRY(Document::load(from.back().data, from.back().meta, ruleset_->limits()));
  to.push_back(here());
  document_ = std::move(loaded);
  beginning_ = std::move(from.back().beginning);
  from.pop_back();
  return {};
}

Result<void> Session::undo() { return go(undo_, redo_, "there is nothing to undo"); }

Result<void> Session::redo() { return go(redo_, undo_, "there is nothing to redo"); }

Result<void> Session::load(Json data, Json meta) {
  Document loaded = TRY(Document::load(std::move(data), std::move(meta), ruleset_->limits()));
  remember(here());
  document_ = std::move(loaded);
  beginning_ = std::make_shared<const Json>(document_.data());
  return {};
}

Result<Typed> Session::type(const std::string& text) {
  Json settings = TRY(this->settings());
  if (plugin_.empty()) return Error(Code::kUsage, "the ruleset has no plugin whose names a line could see");
  const Context context = ruleset_->context(facts_.now);
  Typed typed;
  Referee referee(*ruleset_, *handlers_, document_, context, turn_facts(std::move(settings)));
  if (tracing) referee.watch(typed.trace);
  const TypedLine line{text, "line " + std::to_string(lines_ + 1), plugin_, as_};
  console_->set_deadline(ruleset_->limits().max_turn_milliseconds);
  Result<Evaluated> evaluated = run_line(referee, line, *console_, typed.spent);
  console_->set_deadline(0);
  if (!evaluated || !evaluated->incomplete) ++lines_;
  typed.effects = rows_since(document_, *ruleset_);
  typed.kept = remembered_since(document_);
  typed.notes = referee.finish();
  settle();
  if (!evaluated) return std::move(evaluated).error();
  typed.evaluated = std::move(*evaluated);
  return typed;
}

Result<Tried> Session::call(std::string_view name, const TryWords& words) {
  const Handler handler = TRY(handler_named(*ruleset_, name));
  const HandlerQuestion question = TRY(question_of(*ruleset_, handler, words, facts_));
  Result<Tried> tried = try_handler(*ruleset_, *handlers_, document_, handler, question, facts_);
  settle();
  return tried;
}

Result<Tried> Session::write(std::span<const std::string> words) {
  Command command = TRY(loose_write(words, Actor::kOperator, ruleset_->limits()));
  Json settings = TRY(this->settings());
  const Context context = ruleset_->context(facts_.now);
  Tried tried;
  Referee referee(*ruleset_, *handlers_, document_, context, turn_facts(std::move(settings)));
  referee.watch(tried.trace);
  referee.set_actor(Actor::kOperator);
  tried.reply.asked = true;
  tried.reply.outcome = execute(document_, command, context, [&](const Proposed& proposed) {
    return referee.judge(proposed, tried.reply.amendments);
  });
  tried.reply.effects = rows_since(document_, *ruleset_);
  tried.kept = remembered_since(document_);
  tried.notes = referee.finish();
  settle();
  return tried;
}

Result<Verdict> Session::turn(const std::string& text, const std::string& user_text) {
  Json settings = TRY(this->settings());
  Trace trace;
  trace.with_asks = tracing;
  TurnInput input;
  input.parts = parts_of(user_text, text, facts_.actor);
  input.turn = turns_ == 0 ? facts_.turn : facts_.turn + "." + std::to_string(turns_ + 1);
  input.now = facts_.now;
  input.seed = facts_.seed;
  input.campaign = facts_.campaign;
  input.settings = std::move(settings);
  TurnRules rules;
  rules.ruleset = ruleset_.get();
  rules.sandbox = handlers_.get();
  rules.history = &facts_.history;
  rules.trace = &trace;
  Result<Verdict> verdict = run_turn(document_, input, rules);
  settle();
  if (!verdict) return verdict;
  ++turns_;
  Json story = turn_story({*verdict, trace, input, ruleset_.get()});
  last_ = Turn{*verdict, std::move(story), tracing ? std::move(trace) : Trace()};
  return verdict;
}

EffectRows Session::differences() const {
  Result<Document> then = Document::load(*beginning_, Json(), ruleset_->limits());
  if (!then) return {};
  then->put(Path(), document_.data());
  return rows_since(*then, *ruleset_);
}

std::vector<std::string> Session::globals() {
  const auto& packs = ruleset_->packs();
  const auto pack = std::ranges::find(packs, plugin_, &Pack::as);
  if (pack == packs.end()) return {};
  return console_->globals(static_cast<std::size_t>(pack - packs.begin()));
}

Result<void> Session::speak_as(std::string_view kind, std::string_view plugin) {
  const std::vector<std::string_view> kinds = typed_kinds();
  if (std::ranges::find(kinds, kind) == kinds.end())
    return Error(
        Code::kUsage,
        "a line cannot run as \"" + shortened(printable(kind), 64) + "\"" + did_you_mean(kind, kinds),
        "tool, rule, automation or derive");
  std::vector<std::string_view> plugins;
  for (const Pack& pack : ruleset_->packs()) plugins.push_back(pack.as);
  if (!plugin.empty() && std::ranges::find(plugins, plugin) == plugins.end())
    return Error(Code::kUsage, "there is no plugin \"" + shortened(printable(plugin), 64) + "\"" +
                                   did_you_mean(plugin, plugins));
  as_ = std::string(kind);
  if (!plugin.empty()) plugin_ = std::string(plugin);
  return {};
}

void Session::stop() {
  console_->stop();
  handlers_->stop();
}

SessionReload Session::reload(Ruleset::Built built) {
  SessionReload done;
  done.problems = std::move(built.problems);
  if (built.ruleset == nullptr) return done;
  for (Problem& problem : try_out(*built.ruleset)) done.problems.push_back(std::move(problem));
  if (any_error(done.problems)) return done;
  const auto fail = [&done](Error error) {
    done.problems.push_back({std::move(error), {}, {}, false});
    return std::move(done);
  };
  Result<Json> old_settings = settings();
  if (!old_settings) return fail(std::move(old_settings).error());
  Result<Json> new_settings = built.ruleset->settings(facts_.settings);
  if (!new_settings) return fail(std::move(new_settings).error());
  Result<std::unique_ptr<Sandbox>> sandbox = built.ruleset->pool().take();
  if (!sandbox) return fail(std::move(sandbox).error());
  Result<Migrated> migrated =
      migrate(document_, {*ruleset_, *handlers_, *old_settings}, {*built.ruleset, **sandbox, *new_settings},
              facts_.now, turn_facts(*new_settings));
  built.ruleset->pool().give_back(std::move(*sandbox));
  if (!migrated) return fail(std::move(migrated).error());
  const std::shared_ptr<const Ruleset> before = std::exchange(ruleset_, built.ruleset);
  if (Result<void> made = make_states(); !made) {
    ruleset_ = before;
    document_.rollback({0});
    return fail(std::move(made).error());
  }
  done.changes = gavel::differences(*before, *ruleset_);
  done.migrated = std::move(migrated->plugins);
  done.effects = rows_since(document_, *ruleset_);
  for (Error& error : migrated->problems) done.problems.push_back({std::move(error), {}, {}, true});
  settle();
  done.exchanged = true;
  const auto& packs = ruleset_->packs();
  if (std::ranges::find(packs, plugin_, &Pack::as) == packs.end())
    plugin_ = packs.empty() ? "" : packs.back().as;
  return done;
}

}  // namespace gavel
