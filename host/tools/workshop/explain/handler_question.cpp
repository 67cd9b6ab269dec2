#include "explain/handler_question.hpp"

#include <algorithm>

#include "rules/batch.hpp"
#include "rules/call_host.hpp"
#include "rules/derive_graph.hpp"
#include "rules/event_record.hpp"
#include "rules/referee_state.hpp"
#include "rules/transaction.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

template <typename T>
const T* of_number(const std::vector<T>& all, std::size_t number) {
  for (const T& one : all)
    if (one.source.number == number) return &one;
  return nullptr;
}

std::string enumerated_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

// A wildcard's part as a person writes it: an index may come as a number or as its digits.
std::string question_word_of(const Json& part) { return part.is_string() ? string_of(part) : to_text(part); }

bool same_words(const std::vector<Json>& some, const std::vector<Json>& others) {
  return std::ranges::equal(some, others, {}, question_word_of, question_word_of);
}

// How often the registration's handlers have run while somebody watched.
std::size_t runs_of(const RefereeState& state, std::size_t registration) {
  std::size_t all = 0;
  for (const auto& [which, handler] : state.ruleset.registry().all[registration].handlers)
    all += state.facts.trace->runs(handler);
  return all;
}

class Asked {
 public:
  Asked(Referee& referee, const HandlerQuestion& question)
      : referee_(referee), state_(referee.state()), question_(question) {}

  HandlerReply run() {
    const std::string& kind = state_.ruleset.registry().all[question_.registration].kind;
    const Document::Savepoint from = state_.document.savepoint();
    const std::size_t number = question_.registration;
    const Kinds& kinds = state_.kinds;
    if (kind == "tool" || kind == "callback") call();
    if (const Rule* rule = of_number(kinds.rules, number))
      write(rule->source, rule->pattern, rule->actors, true);
    if (const Budget* budget = of_number(kinds.budgets, number))
      write(budget->source, budget->pattern, budget->actors, false);
    if (const Derive* derive = of_number(kinds.derives, number)) compute(*derive);
    if (const Automation* automation = of_number(kinds.automations, number)) tell(*automation);
    for (std::size_t i = 0; i < kinds.claims.size(); ++i)
      if (kinds.claims[i].source.number == number) read(i);
    std::size_t room = state_.context.limits.max_listed_effects;
    bool cut = false;
    reply_.effects = effect_rows(state_.document, from, state_.context.described, room, cut);
    return std::move(reply_);
  }

 private:
  std::size_t runs() const { return runs_of(state_, question_.registration); }

  void refuse(Error error) {
    reply_.outcome.status = Status::kRejected;
    reply_.outcome.error = std::move(error);
  }

  void call() {
    const std::size_t before = runs();
    state_.amending = &reply_.amendments;
    reply_.outcome = state_.call(*question_.command);
    state_.amending = nullptr;
    reply_.asked = runs() > before;
    if (!reply_.asked) reply_.why_not = "the call was refused before it ran";
  }

  void execute_write() {
    reply_.outcome =
        execute(state_.document, *question_.command, state_.context,
                [&](const Proposed& proposed) { return state_.judge(proposed, reply_.amendments); });
    if (reply_.outcome.status == Status::kApplied && !reply_.amendments.empty())
      reply_.outcome.status = Status::kAmended;
  }

  void write(const Registered& source, const Pattern& pattern, std::uint32_t actors, bool has_handler) {
    const std::size_t before = runs();
    const Document::Savepoint from = state_.document.savepoint();
    execute_write();
    const Actor actor = question_.command->origin.actor;
    const bool concerned = ((actors >> static_cast<unsigned>(actor)) & 1U) != 0;
    const bool covered = touches(pattern, from);
    reply_.asked = has_handler ? runs() > before : covered && concerned;
    if (reply_.asked) return;
    if (!concerned) {
      reply_.why_not = source.id + " does not concern what the " + std::string(actor_name(actor)) + " writes";
    } else if (!covered) {
      reply_.why_not = "nothing that the write changes is covered by its path " + pattern.text();
    } else if (state_.is_quarantined(source)) {
      reply_.why_not = source.id + " has failed too often and is in quarantine";
    } else {
      const Error* error = reply_.outcome.error ? &*reply_.outcome.error : nullptr;
      const std::string by = error == nullptr || error->where.rule.empty() ? "" : " by " + error->where.rule;
      reply_.why_not = error == nullptr ? "the write is only a part of what goes later, or changes nothing"
                                        : "the write was refused" + by + " before it was asked";
    }
  }

  // Whether the write concerns a place of the pattern; of one that was refused, only its own place is known.
  bool touches(const Pattern& pattern, Document::Savepoint from) const {
    if (reply_.outcome.status == Status::kRejected)
      return reply_.outcome.resolved &&
             (pattern.covers(reply_.outcome.path) || pattern.leads_below(reply_.outcome.path));
    bool found = false;
    EffectOptions options;
    if (!state_.context.described.empty()) options.described = &state_.context.described;
    visit_effects(state_.document, from, options, [&](const Effect& effect) {
      found = !effect.implied && pattern.covers(effect.path);
      return !found;
    });
    return found;
  }

  // Why the question means no instance of a derive, of these that there are.
  Error no_instance(const Derive& derive, bool none, const std::vector<std::string>& places) const {
    const std::string& path = derive.pattern.text();
    if (none)
      return {Code::kPathUnknown,
              "its path is " + path + ", and the state has no place with a parent that fits it",
              "give a state that has one: --state FILE"};
    const std::size_t wildcards = derive.pattern.wildcards();
    if (wildcards == 0)
      return {Code::kPathUnknown, "its path is " + path + ", which has no wildcard", "give it no arguments"};
    return {Code::kPathUnknown,
            "its path is " + path + " with " + std::to_string(wildcards) +
                (wildcards == 1 ? " wildcard; " : " wildcards; ") +
                (question_.match.empty() ? "say what to put there" : "no place fits what was given"),
            "there are: " + enumerated_names(places)};
  }

  // The instance of a derive that the question means.
  std::optional<DeriveGraph::Instance> instance_of(const Derive& derive) {
    DeriveGraph graph;
    graph.build(state_.kinds, state_.document.data());
    graph.begin();
    std::vector<DeriveGraph::Instance> all;
    while (const std::optional<std::size_t> id = graph.next()) {
      const DeriveGraph::Instance one = graph.at(*id);
      graph.computed(*id, {});
      if (&state_.kinds.derives[one.derive] == &derive) all.push_back(one);
    }
    if (all.size() == 1 && question_.match.empty()) return all.front();
    for (const DeriveGraph::Instance& one : all)
      if (same_words(one.match, question_.match)) return one;
    std::vector<std::string> places;
    constexpr std::size_t kMostNamed = 8;
    for (const DeriveGraph::Instance& one : all) {
      std::string place;
      for (const Json& part : one.match) place += (place.empty() ? "" : " ") + question_word_of(part);
      if (places.size() < kMostNamed) places.push_back(place);
    }
    refuse(named_after(no_instance(derive, all.empty(), places), derive.source));
    return std::nullopt;
  }

  void compute(const Derive& derive) {
    const std::optional<DeriveGraph::Instance> instance = instance_of(derive);
    if (!instance) return;
    reply_.target = instance->target;
    CallHost host(state_, derive.source, Actor::kDerive);
    host.trace(reply_.reads);
    std::vector<Argument> more;
    for (const Json& one : instance->match) more.emplace_back(&one);
    const Result<Returned> returned = state_.run({derive.source, derive.run, {}, more, kPure}, host);
    reply_.asked = true;
    if (!returned) return refuse(returned.error());
    if (!host.impure().empty())
      return refuse(
          named_after(Error(Code::kPluginError,
                            "a derived value may read only the state; this one used " + host.impure()),
                      derive.source));
    if (returned->word) return;  // abstain(): as it was
    Command command;
    command.path = instance->target;
    command.origin.dialect = "plugin";
    command.origin.actor = Actor::kDerive;
    const Place place = resolve(state_.document.data(), instance->target, state_.context.described);
    const bool same = returned->nothing ? place.node == nullptr
                                        : place.node != nullptr && identical(*place.node, returned->value);
    reply_.outcome.result = returned->value;
    if (same) return;
    command.verb = returned->nothing ? Verb::kDelete : Verb::kSet;
    if (!returned->nothing) command.value = returned->value;
    Outcome outcome = state_.write(command, derive.source);
    outcome.result = returned->value;
    reply_.outcome = std::move(outcome);
  }

  // The events that an automation waits for, as an author writes them.
  static std::vector<std::string> awaited(const Automation& automation) {
    std::vector<std::string> names = automation.events;
    if (!automation.changed.empty()) names.emplace_back("changed");
    if (!automation.commanded.empty()) names.emplace_back("command");
    return names;
  }

  void tell(const Automation& automation) {
    const std::vector<std::string> names = awaited(automation);
    const std::string name = question_.event.empty() && !names.empty() ? names.front() : question_.event;
    if (std::ranges::find(names, name) == names.end()) {
      const std::vector<std::string_view> near(names.begin(), names.end());
      return refuse(
          named_after(Error(Code::kPathUnknown,
                            "it does not wait for the event \"" + name + "\"" + did_you_mean(name, near),
                            "it waits for " + enumerated_names(names)),
                      automation.source));
    }
    const Document::Savepoint since = state_.document.savepoint();
    if (question_.command) {
      execute_write();
      if (reply_.outcome.status == Status::kRejected) {
        reply_.why_not = "the write before it was refused";
        return;
      }
    }
    if (name == "changed" || name == "command") return tell_of_changes(automation, name, since);
    EventRecord record(name);
    if (!question_.data.is_null()) record[EventMember::kData] = question_.data;
    fire(automation, record, state_.begin);
  }

  void tell_of_changes(const Automation& automation, const std::string& name, Document::Savepoint since) {
    const std::vector<Pattern>& patterns = name == "changed" ? automation.changed : automation.commanded;
    std::vector<EventRecord> records;
    EffectOptions options;
    if (!state_.context.described.empty()) options.described = &state_.context.described;
    visit_effects(state_.document, since, options, [&](const Effect& effect) {
      if (effect.implied) return true;
      for (const Pattern& pattern : patterns) {
        if (!pattern.covers(effect.path)) continue;
        records.push_back(record_of(name, effect, pattern));
        return name == "changed";
      }
      return true;
    });
    if (records.empty())
      reply_.why_not =
          "nothing changed that it waits for; give the change by a write, such as --set PATH=VALUE";
    const Document::Savepoint begin = name == "changed" ? state_.begin : since;
    for (EventRecord& record : records) fire(automation, record, begin);
  }

  EventRecord record_of(const std::string& name, const Effect& effect, const Pattern& pattern) const {
    EventRecord record(name);
    if (name == "command") {
      record[EventMember::kPath] = to_dotted(reply_.outcome.path);
      Json data(Json::value_t::object);
      data["verb"] = std::string(verb_name(question_.command->verb));
      data["actor"] = std::string(actor_name(question_.command->origin.actor));
      record[EventMember::kData] = std::move(data);
      return record;
    }
    record[EventMember::kPath] = to_dotted(effect.path);
    if (effect.before != nullptr) record[EventMember::kBefore] = *effect.before;
    if (effect.after != nullptr) record[EventMember::kAfter] = *effect.after;
    record[EventMember::kMatch] = Json(pattern.captures(effect.path));
    return record;
  }

  void fire(const Automation& automation, EventRecord& event, Document::Savepoint since) {
    Transaction transaction(state_);
    CallHost host(state_, automation.source, Actor::kAutomation);
    host.look_from(since);
    const std::array<Argument, 1> args = {&event};
    state_.amending = &reply_.amendments;
    const Result<Returned> returned =
        state_.run({automation.source, automation.run, args, {}, kReads | kWrites}, host);
    state_.amending = nullptr;
    reply_.asked = true;
    if (host.denied()) return refuse(refused_write(*host.denied(), returned, automation.source));
    if (!returned) return refuse(returned.error());
    if (returned->word)
      return refuse(wrong_word(*returned, "an automation",
                               "return nothing; error(\"why\") takes its writes back", automation.source));
    transaction.keep();
  }

  void read(std::size_t claim) {
    const std::size_t before = runs();
    reply_.conflicts = find_conflicts(
        referee_, question_.narration, [] { return std::vector<Settled>(); }, claim);
    reply_.asked = runs() > before;
    if (!reply_.asked)
      reply_.why_not = question_.narration.empty()
                           ? "there is no narration to read"
                           : "the narration has none of the words that it listens for";
  }

  Referee& referee_;
  RefereeState& state_;
  const HandlerQuestion& question_;
  HandlerReply reply_;
};

}  // namespace

std::vector<std::string> askable_kinds() {
  return {"tool", "rule", "budget", "derive", "automation", "claim", "milestone", "callback"};
}

HandlerReply ask_handler(Referee& referee, const HandlerQuestion& question) {
  RefereeState& state = referee.state();
  Trace own;
  Trace* const before = state.facts.trace;
  if (before == nullptr) state.facts.trace = &own;
  const Registration& registration = state.ruleset.registry().all[question.registration];
  HandlerReply reply;
  if (registration.kind == "milestone") {
    const std::size_t before_it = runs_of(state, question.registration);
    reply.advances = referee.advances(registration.id, question.with, question.campaign);
    reply.asked = runs_of(state, question.registration) > before_it;
    if (!reply.asked) reply.why_not = "it was not asked; the warnings say why";
  } else {
    reply = Asked(referee, question).run();
  }
  state.facts.trace = before;
  return reply;
}

}  // namespace gavel
