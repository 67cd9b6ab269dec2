// What follows from a turn's commands: derived values, then automations, then derived values again, until
// nothing changes.

#include <algorithm>

#include "lua/trace.hpp"
#include "rules/call_host.hpp"
#include "rules/derive_graph.hpp"
#include "rules/event_record.hpp"
#include "rules/referee_state.hpp"
#include "rules/transaction.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {

namespace {

Json told_at_end(const TurnFacts& facts) {
  if (facts.narration.empty()) return {};
  Json data(Json::value_t::object);
  data["narration"] = std::string(facts.narration);
  return data;
}

// Why an automation runs, as a trace tells it. The narration itself it knows.
void trace_event(Trace& trace, EventRecord& event) {
  const std::string name = string_of(*event[EventMember::kName]);
  Json data = name == "turn_end" ? Json() : event[EventMember::kData].value_or(Json());
  if (event[EventMember::kPath]) {
    if (!data.is_object()) data = Json(Json::value_t::object);
    data["path"] = *event[EventMember::kPath];
  }
  trace.about(name, std::move(data));
}

// What a derived value was computed from.
void trace_reads(Trace& trace, const Path& target, const std::vector<Path>& reads) {
  // Where there is no fuel left, it did not run.
  if (trace.all().empty() || trace.ended().path != target) return;
  Json all(Json::value_t::array);
  for (const Path& path : reads) all.push_back(path_to_json(path));
  trace.ended().more = Json(Json::value_t::object);
  trace.ended().more["reads"] = std::move(all);
}

// A round of following, as a trace tells it.
class Round {
 public:
  Round(Trace* trace, std::size_t number) : trace_(trace) {
    if (trace_ == nullptr) return;
    TraceEvent one;
    one.who = "follow";
    one.number = number + 1;
    heard_ = trace_->open(std::move(one));
  }
  ~Round() {
    if (trace_ != nullptr) trace_->close(heard_);
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

 private:
  Trace* trace_;
  std::size_t heard_ = 0;
};

}  // namespace

struct DeriveMemory::State {
  DeriveGraph graph;
  std::uint64_t ruleset = 0;  // its number: it may be gone, and another stand where it stood
  Json settings;
  std::size_t computed = 0;
};

DeriveMemory::DeriveMemory() : state_(std::make_unique<State>()) {}
DeriveMemory::~DeriveMemory() = default;
DeriveMemory::DeriveMemory(DeriveMemory&&) noexcept = default;
DeriveMemory& DeriveMemory::operator=(DeriveMemory&&) noexcept = default;
std::size_t DeriveMemory::computed() const { return state_->computed; }

class Follow {
 public:
  Follow(RefereeState& state, DeriveMemory& memory, IdSource& op_ids)
      : state_(state), memory_(*memory.state_), op_ids_(op_ids) {}

  Result<void> run();
  Result<void> derive_all();
  // The automations that wait for an event, without what follows from them.
  void run_all_waiting(const Event& event) {
    for (const Automation& automation : state_.kinds.automations) run_waiting(automation, event);
  }
  // See Referee::after.
  void after(Effects& effects, const Command& command, const Outcome& outcome);
  // Some derived value could not be computed or written. Nobody may go on from what was computed then:
  // whoever computes all of them anew tells of it in every turn.
  bool failed() const { return failed_; }

 private:
  static constexpr std::size_t kMostRounds = 8;
  static constexpr std::size_t kMostChanges = 1000;  // told to one automation in one round

  void build();
  void look(Document::Savepoint since);
  Result<void> settle();
  Result<void> compute(std::size_t id);
  std::optional<Error> depends_on_itself(std::size_t id);
  Error short_of_share(std::size_t id, Error error) const;
  Result<void> store(std::size_t id, const Returned& returned);
  bool run_automations(Document::Savepoint since);
  void run_changed(const Automation& automation, Effects& effects);
  void run_waiting(const Automation& automation, const Event& event);
  void fire(const Automation& automation, EventRecord& event, Document::Savepoint since);
  Error loop() const;

  RefereeState& state_;
  DeriveMemory::State& memory_;
  IdSource& op_ids_;
  std::vector<std::string> fired_;  // automations of the present round that changed something
  bool failed_ = false;
};

void Follow::look(Document::Savepoint since) {
  EffectOptions options;
  if (!state_.context.described.empty()) options.described = &state_.context.described;
  visit_effects(state_.document, since, options, [&](const Effect& effect) {
    memory_.graph.touch(state_.kinds, state_.document.data(), effect);
    return true;
  });
}

void Follow::build() {
  memory_.graph.build(state_.kinds, state_.document.data());
  memory_.ruleset = state_.ruleset.number();
  memory_.settings = state_.facts.settings;
}

Result<void> Follow::derive_all() {
  build();
  return settle();
}

Result<void> Follow::run() {
  const bool same =
      memory_.ruleset == state_.ruleset.number() && equal(memory_.settings, state_.facts.settings);
  if (!memory_.graph.built() || !same) {
    build();
  } else {
    look(state_.begin);
  }
  Document::Savepoint told = state_.begin;  // automations know all that changed before
  state_.events.push_back({"turn_end", told_at_end(state_.facts), ""});
  for (std::size_t round = 0;; ++round) {
    const Round heard(state_.facts.trace, round);
    TRY(settle());
    if (round == kMostRounds && (state_.document.changed_since(told) || !state_.events.empty()))
      return loop();
    fired_.clear();
    const Document::Savepoint mark = state_.document.savepoint();
    const bool any = run_automations(told);
    told = mark;
    if (!any && state_.events.empty()) return {};
    look(mark);
  }
}

// Computes what is to be computed.
Result<void> Follow::settle() {
  DeriveGraph& graph = memory_.graph;
  graph.begin();
  while (const std::optional<std::size_t> id = graph.next()) TRY(compute(*id));
  return {};
}

// Whether a value that was computed can be made only from itself, at once or by way of others.
std::optional<Error> Follow::depends_on_itself(std::size_t id) {
  DeriveGraph& graph = memory_.graph;
  const Registered& source = state_.kinds.derives[graph.at(id).derive].source;
  const std::vector<std::size_t> members =
      graph.at(id).times > 1 ? graph.cycle(id) : std::vector<std::size_t>();
  std::string list;
  for (const std::size_t member : members) {
    const DeriveGraph::Instance& one = graph.at(member);
    list += (list.empty() ? "" : " from ") + state_.kinds.derives[one.derive].source.id + " (" +
            to_dotted(one.target) + ")";
  }
  if (!members.empty())
    return named_after(Error(Code::kAutomationLoop, "derived values depend on each other: " + list,
                             "compute one of them from what is not derived"),
                       source);
  if (!graph.reads_itself(id)) return std::nullopt;
  return named_after(Error(Code::kAutomationLoop, to_dotted(graph.at(id).target) + " is derived from itself",
                           "compute it from what is not derived, or keep it with an automation"),
                     source);
}

Result<void> Follow::compute(std::size_t id) {
  DeriveGraph& graph = memory_.graph;
  const Derive& derive = state_.kinds.derives[graph.at(id).derive];
  if (state_.is_quarantined(derive.source)) {
    failed_ = true;
    return {};
  }
  std::vector<Path> reads;
  CallHost host(state_, derive.source, Actor::kDerive);
  host.trace(reads);
  std::vector<Argument> more;
  const std::vector<Json> match = graph.at(id).match;
  more.reserve(match.size());
  for (const Json& one : match) more.emplace_back(&one);
  ++memory_.computed;
  if (Trace* trace = state_.facts.trace)
    trace->about(graph.at(id).target,
                 resolve(state_.document.data(), graph.at(id).target, state_.context.described).node,
                 nullptr);
  Result<Returned> returned = state_.run({derive.source, derive.run, {}, more, may("derive", "run")}, host);
  if (Trace* trace = state_.facts.trace) trace_reads(*trace, graph.at(id).target, reads);
  graph.computed(id, std::move(reads));
  if (std::optional<Error> depends = depends_on_itself(id)) return std::move(*depends);
  if (returned && !host.impure().empty())
    returned = named_after(
        Error(Code::kPluginError, "a derived value may read only the state; this one used " + host.impure()),
        derive.source);
  if (!returned) {
    if (returned.error().shared) return short_of_share(id, returned.error());
    failed_ = true;
    state_.notes.warnings.push_back(warning_of(
        "derive.failed", to_dotted(graph.at(id).target) + " stays as it was: " + returned.error().message,
        returned.error(), derive.source));
    return {};
  }
  return store(id, *returned);
}

// What was used up by then would leave a value that is wrong behind, for a text that is right.
Error Follow::short_of_share(std::size_t id, Error error) const {
  const DeriveGraph::Instance& instance = memory_.graph.at(id);
  error.message = to_dotted(instance.target) + " cannot be derived: " + error.message;
  return named_after(std::move(error), state_.kinds.derives[instance.derive].source);
}

Result<void> Follow::store(std::size_t id, const Returned& returned) {
  if (returned.word) return {};  // abstain(): as it was
  DeriveGraph& graph = memory_.graph;
  const DeriveGraph::Instance& instance = graph.at(id);
  const Place place = resolve(state_.document.data(), instance.target, state_.context.described);
  Command command;
  command.path = instance.target;
  command.origin.dialect = "plugin";
  command.origin.actor = Actor::kDerive;
  if (returned.nothing) {
    if (place.node == nullptr) return {};
    command.verb = Verb::kDelete;
  } else {
    if (place.node != nullptr && identical(*place.node, returned.value)) return {};
    command.verb = Verb::kSet;
    command.value = returned.value;
  }
  Effects effects = state_.effects_since(state_.document.savepoint());
  const Outcome outcome = state_.write(command, state_.kinds.derives[instance.derive].source, effects);
  const std::string cause = "derive " + state_.kinds.derives[instance.derive].source.id;
  if (outcome.status == Status::kRejected) {
    if (outcome.error->shared) return short_of_share(id, *outcome.error);
    failed_ = true;
    state_.notes.warnings.push_back(warning_of("derive.refused", cause + ": " + outcome.error->message,
                                               *outcome.error, state_.kinds.derives[instance.derive].source));
    return {};
  }
  state_.note(effects, command, outcome, cause, op_ids_);
  graph.written(id);
  return {};
}

void Follow::fire(const Automation& automation, EventRecord& event, Document::Savepoint since) {
  if (state_.is_quarantined(automation.source)) return;
  Transaction transaction(state_);
  CallHost host(state_, automation.source, Actor::kAutomation);
  host.look_from(since);
  if (Trace* trace = state_.facts.trace) trace_event(*trace, event);
  const std::array<Argument, 1> args = {&event};
  Result<Returned> returned =
      state_.run({automation.source, automation.run, args, {}, may("automation", "run")}, host);
  if (returned && returned->word) {
    // Nobody asked it anything: what its author takes for a refusal would be lost without a word.
    state_.count(automation.source, true);
    returned = wrong_word(*returned, "an automation", "return nothing; error(\"why\") takes its writes back",
                          automation.source);
  }
  // What a refused write says stands: the place is that of the write.
  const std::optional<Error> error = host.denied() ? host.denied()
                                     : returned    ? std::nullopt
                                                   : std::optional(returned.error());
  if (error) {
    state_.notes.warnings.push_back(warning_of(
        "automation.failed",
        automation.source.id + " (" + automation.source.at +
            ") failed, and none of its changes were kept: " + error->message,
        host.denied() ? refused_write(*error, returned, automation.source) : *error, automation.source));
    return;
  }
  transaction.keep();
  if (!state_.document.changed_since(transaction.from())) return;
  Command command;
  command.verb = Verb::kCall;
  command.path.push_key(automation.source.id);
  command.origin.dialect = "plugin";
  command.origin.actor = Actor::kAutomation;
  Outcome outcome;
  outcome.path = command.path;
  outcome.resolved = true;
  Effects effects = state_.effects_since(transaction.from());
  state_.note(effects, command, outcome, "automation " + automation.source.id, op_ids_);
  fired_.push_back(automation.source.id);
}

void Follow::run_waiting(const Automation& automation, const Event& event) {
  if (std::ranges::find(automation.events, event.name) == automation.events.end()) return;
  EventRecord record(event.name);
  if (!event.data.is_null()) record[EventMember::kData] = event.data;
  fire(automation, record, state_.begin);
}

void Follow::run_changed(const Automation& automation, Effects& effects) {
  struct Change {
    Path path;
    std::optional<Json> before, after;
    std::vector<Json> match;
  };
  std::vector<Change> changes;
  for (const Effect& effect : effects.judged()) {
    if (changes.size() >= kMostChanges) break;
    for (const Pattern& pattern : automation.changed) {
      if (effect.implied || !pattern.covers(effect.path)) continue;
      Change& change = changes.emplace_back();
      change.path = Path(effect.path);
      if (effect.before != nullptr) change.before = *effect.before;
      if (effect.after != nullptr) change.after = *effect.after;
      change.match = pattern.captures(effect.path);
      break;
    }
  }
  for (Change& change : changes) {
    EventRecord event("changed");
    event[EventMember::kPath] = to_dotted(change.path);
    event[EventMember::kBefore] = std::move(change.before);
    event[EventMember::kAfter] = std::move(change.after);
    event[EventMember::kMatch] = Json(std::move(change.match));
    fire(automation, event, state_.begin);
  }
}

// In ruleset order, each told of the events and changes since the last round. Whether any changed something.
bool Follow::run_automations(Document::Savepoint since) {
  const std::vector<Event> events = std::move(state_.events);
  state_.events.clear();
  const Document::Savepoint until = state_.document.savepoint();
  Effects effects = state_.effects_since(since);
  for (const Automation& automation : state_.kinds.automations) {
    if (!automation.changed.empty() && state_.document.changed_since(since)) run_changed(automation, effects);
    for (const Event& event : events) run_waiting(automation, event);
  }
  return state_.document.changed_since(until);
}

void Follow::after(Effects& effects, const Command& command, const Outcome& outcome) {
  for (const Automation& automation : state_.kinds.automations) {
    if (automation.commanded.empty()) continue;
    const bool concerned = std::ranges::any_of(effects.shown(), [&](const Effect& effect) {
      return std::ranges::any_of(automation.commanded,
                                 [&](const Pattern& pattern) { return pattern.covers(effect.path); });
    });
    if (!concerned) continue;
    EventRecord event("command");
    event[EventMember::kPath] = to_dotted(outcome.path);
    Json data(Json::value_t::object);
    data["verb"] = std::string(verb_name(command.verb));
    data["actor"] = std::string(actor_name(command.origin.actor));
    event[EventMember::kData] = std::move(data);
    fire(automation, event, effects.from());
  }
}

Error Follow::loop() const {
  // Those that changed something, and those whose events nobody has heard yet.
  std::vector<std::string> restless = fired_;
  for (const Event& event : state_.events)
    if (!event.by.empty()) restless.push_back(event.by);
  std::ranges::sort(restless);
  restless.erase(std::unique(restless.begin(), restless.end()), restless.end());
  std::string list;
  Where where;
  for (const std::string& id : restless) {
    list += (list.empty() ? "" : ", ") + id;
    const auto named =
        std::ranges::find(state_.kinds.automations, id,
                          [](const Automation& one) -> const std::string& { return one.source.id; });
    if (named == state_.kinds.automations.end()) continue;
    list += " (" + named->source.at + ")";
    if (!where.file.empty()) continue;
    where.file = named->source.file;
    where.line = named->source.line;
    where.rule = id;
  }
  return {Code::kAutomationLoop,
          "automations were still changing things after " + std::to_string(kMostRounds) + " rounds" +
              (list.empty() ? "" : "; in the last one: " + list),
          "an automation must not react to its own change or event, and two must not trigger each other: let "
          "one of them check first whether anything is left to do; if not, it must write and emit nothing",
          std::move(where)};
}

void Referee::after(Effects& effects, const Command& command, const Outcome& outcome, IdSource& op_ids) {
  if (!state_->kinds.after_commands || !state_->document.changed_since(effects.from())) return;
  DeriveMemory unused;
  Follow(*state_, unused, op_ids).after(effects, command, outcome);
}

void Referee::begin(IdSource& op_ids) {
  DeriveMemory unused;
  Follow(*state_, unused, op_ids).run_all_waiting({"turn_start", Json(), ""});
}

Result<void> RefereeState::derive(IdSource& op_ids) {
  DeriveMemory memory;
  return Follow(*this, memory, op_ids).derive_all();
}

Result<void> Referee::follow(DeriveMemory& memory, IdSource& op_ids) {
  Follow follow(*state_, memory, op_ids);
  Result<void> followed = follow.run();
  // It may speak of what is undone now, or take what failed for computed.
  if (!followed || state_->given_up || follow.failed()) memory = DeriveMemory();
  return followed;
}

}  // namespace gavel
