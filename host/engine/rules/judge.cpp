// Rules and budgets on the effects of one write.

#include <algorithm>
#include <map>
#include <string>

#include "base/utf8.hpp"
#include "command/host_keys.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "state/effects.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/subtree.hpp"

#include "budget_balance.hpp"
#include "effect_record.hpp"
#include "judging_trace.hpp"

namespace gavel {
namespace {

// An effect that some rule or budget speaks for. Its `after` follows what rules make of it.
struct JudgedEffect {
  Path path;
  std::optional<Json> before;
  std::optional<Json> after;
  std::vector<std::size_t> judges;  // places in Kinds::judging, ascending
  bool later = false;               // what a ttl will take away: judged now, as nobody is asked then
  // A node's part at the place from which it moves away, or to which it comes: nothing of it was gained.
  std::optional<Path> elsewhere;
  std::vector<std::size_t> amenders;  // places in Kinds::judging that were asked for another value, ascending
  std::vector<const Registered*> amended_by;  // who put there what holds it: they do not amend their own
  bool gone = false;                          // what held it was amended, and other effects take its place
};

// How often what rules put into the document may itself be amended below.
constexpr int kMostRounds = 8;

Where where_of(const Registered& source) {
  Where where;
  where.rule = source.id;
  where.file = source.file;
  where.line = source.line;
  return where;
}

const Json* address(const std::optional<Json>& json) { return json ? &*json : nullptr; }

// Whether there is nothing new at the place itself. What changed inside a node are effects of their own.
bool unchanged(const JudgedEffect& one, const JudgedEffect& other) {
  if (!one.after || !other.after) return one.after.has_value() == other.after.has_value();
  return (one.after->is_structured() && other.after->is_structured()) || identical(*one.after, *other.after);
}

// The judging of one write.
class WriteJudge {
 public:
  WriteJudge(RefereeState& state, const Proposed& proposed, std::vector<Amendment>& amendments)
      : state_(state), proposed_(proposed), amendments_(amendments) {}

  Result<void> run() {
    TRY(look());
    if (!state_.kinds.budgets.empty()) move_balances(state_.document, proposed_);
    TRY(amend());
    TRY(guard());
    TRY(ask_all(false));
    return charge();
  }

 private:
  Result<void> guard() const {
    const Guards& guards = state_.ruleset.guards();
    if (trace_ == nullptr) return judge_paid(guards, proposed_, state_.document);
    return trace_guards(*trace_, guards, proposed_, state_.document);
  }
  Result<void> look();
  Result<void> look_at_expiring();
  Result<void> guard_derived(const Effect& effect);
  std::optional<Path> moved_along(const Effect& effect) const;
  static bool stays_within(const Budget& budget, const JudgedEffect& effect);
  const Json* counted_from(const Budget& budget, const JudgedEffect& effect) const;
  void charge_one(const Budget& budget, const JudgedEffect& effect);
  Result<void> amend();
  Result<void> refresh_judges();
  static bool was_asked(std::size_t place, JudgedEffect& effect);
  const Json* final_value(const JudgedEffect& effect) const;
  Result<void> ask_all(bool amends);
  Result<void> ask(std::size_t place, bool amends);
  Result<void> ask_rule(const Rule& rule, JudgedEffect& effect);
  Result<void> ask_budget(const Budget& budget, JudgedEffect& effect, bool amends);
  Result<void> decide(const Rule& rule, JudgedEffect& effect, const Returned& returned);
  Result<void> change(const Registered& source, JudgedEffect& effect, const Json& value, const Json& reason);
  Result<void> charge();
  void trace_balance(const Budget& budget, const JudgedEffect& effect, const BudgetBalance& balance,
                     const std::optional<Json>& takes, bool amends);
  const Result<Terms>& terms_of(const Budget& budget);
  std::string given(const Returned& returned) const;
  Error refusal(const Registered& source, const JudgedEffect& effect, const Returned& returned) const;
  void note_shadow(const Registered& source, const JudgedEffect& effect, std::string_view decision,
                   std::string message, const Json* value);
  EffectView view(const Pattern& pattern, const JudgedEffect& effect) const;
  bool concerns(std::uint32_t actors) const {
    return ((actors >> static_cast<unsigned>(proposed_.command.origin.actor)) & 1U) != 0;
  }

  RefereeState& state_;
  Trace* const trace_ = state_.facts.trace;
  const Proposed& proposed_;
  std::vector<Amendment>& amendments_;
  std::vector<JudgedEffect> effects_;
  std::vector<std::size_t> order_;  // of all who have something to judge, ascending
  bool amended_ = false;
  bool reshaped_ = false;  // an amendment put a node in, or took away what other effects are about
  std::map<std::string, std::vector<const Registered*>, std::less<>>
      nodes_;  // put in by rules, by path bytes
  std::map<const Budget*, Result<Terms>> terms_;
  std::string reason_ = proposed_.command.why();
};

// Finds out who has something to judge. What nobody speaks for costs nothing more.
Result<void> WriteJudge::look() {
  const Kinds& kinds = state_.kinds;
  if (kinds.judged.empty() && kinds.derived.empty()) return {};
  Result<void> answer;
  std::vector<std::size_t> found;
  for (const Effect& effect : proposed_.effects.judged()) {
    if (effect.implied) continue;
    answer = guard_derived(effect);
    if (!answer) break;
    kinds.judged.covering(effect.path, found);
    if (found.empty()) continue;
    JudgedEffect& one = effects_.emplace_back();
    one.path = Path(effect.path);
    if (effect.before != nullptr) one.before = *effect.before;
    if (effect.after != nullptr) one.after = *effect.after;
    one.judges = found;
    one.elsewhere = moved_along(effect);
    order_.insert(order_.end(), found.begin(), found.end());
  }
  if (answer) answer = look_at_expiring();
  std::sort(order_.begin(), order_.end());
  order_.erase(std::unique(order_.begin(), order_.end()), order_.end());
  return answer;
}

// Of an effect that is half of a move within objects, where the other half is.
std::optional<Path> WriteJudge::moved_along(const Effect& effect) const {
  const bool came = effect.before == nullptr && effect.after != nullptr;
  const bool went = effect.before != nullptr && effect.after == nullptr;
  const Path &source = proposed_.source, &place = proposed_.place;
  if (proposed_.command.verb != Verb::kMove || (!came && !went) || source.empty() || place.empty() ||
      source.back().is_index || place.back().is_index)
    return std::nullopt;
  const Path& near = came ? place : source;
  if (!effect.path.starts_with(near)) return std::nullopt;
  Path other = came ? source : place;
  for (const Segment segment : PathView(effect.path.bytes().substr(near.bytes().size()))) other.push(segment);
  return other;
}

// Whether a budget is about the place at the other end of a move, too.
bool WriteJudge::stays_within(const Budget& budget, const JudgedEffect& effect) {
  return effect.elsewhere && budget.each && budget.pattern.covers(*effect.elsewhere);
}

// What stood at the place, or, where it comes back, what it was when it went.
const Json* WriteJudge::counted_from(const Budget& budget, const JudgedEffect& effect) const {
  return effect.before ? &*effect.before : last_at(state_.document, budget, effect.path);
}

// A place that is set to go later is judged as if it went now, with all that it holds.
Result<void> WriteJudge::look_at_expiring() {
  std::vector<std::size_t> found;
  for (const Path& place : proposed_.expiring) {
    const Place there = gavel::standing(proposed_.document.data(), place, proposed_.context.described);
    if (there.node == nullptr) continue;
    for (Subtree nodes(*there.node, there.shown, proposed_.context.described); nodes.next();) {
      const Path& path = nodes.path();
      state_.kinds.derived.covering(path, found);
      if (!found.empty())
        return Error(Code::kAuthorityDenied,
                     proposed_.named(path) + " is derived, and cannot be set to expire", "",
                     where_of(state_.kinds.derives[found.front()].source));
      state_.kinds.judged.covering(path, found);
      if (!found.empty()) {
        JudgedEffect& one = effects_.emplace_back();
        one.path = path;
        one.before = nodes.json();
        one.judges = found;
        one.later = true;
        order_.insert(order_.end(), found.begin(), found.end());
      }
    }
  }
  return {};
}

// A value that is derived is changed by what it is derived from, and by nothing else.
Result<void> WriteJudge::guard_derived(const Effect& effect) {
  const Actor actor = proposed_.command.origin.actor;
  if (state_.kinds.derived.empty() || actor == Actor::kDerive || actor == Actor::kMigration) return {};
  // What a node brings along when it moves is put right at the turn's end.
  const Verb verb = proposed_.command.verb;
  const bool brought = verb == Verb::kMove || verb == Verb::kCopy || verb == Verb::kRestore;
  if (effect.after == nullptr || (effect.before == nullptr && (brought || !is_outsider(actor)))) return {};
  std::vector<std::size_t> found;
  state_.kinds.derived.covering(effect.path, found);
  if (found.empty()) return {};
  const Derive& derive = state_.kinds.derives[found.front()];
  Error error(Code::kAuthorityDenied,
              proposed_.named(effect.path) + " is computed by " + derive.source.id +
                  " and cannot be written directly",
              "change what it is derived from", where_of(derive.source));
  if (trace_ != nullptr) trace_derived(*trace_, derive, effect.path, error);
  return error;
}

// What is judged in the end is what stands in the document, also where a rule put a whole node there: its
// members are effects like any other. Who comes later in the ruleset is asked about them in turn, and in
// another round whoever came before, about what was not there when it was asked.
Result<void> WriteJudge::amend() {
  for (int round = 0; round < kMostRounds; ++round) {
    bool again = false;
    for (auto place = order_.begin(); place != order_.end();) {
      const std::size_t asked = *place;
      TRY(ask(asked, true));
      if (reshaped_) {
        again = true;
        TRY(refresh_judges());
      }
      place = std::upper_bound(order_.begin(), order_.end(), asked);
    }
    if (!again) return {};
  }
  const Amendment& last = amendments_.back();
  std::string message = last.rule + " amended " + proposed_.named(last.path);
  message += ", but rules keep changing each other's values there";
  Error error(Code::kPluginError, std::move(message),
              "amend only the value that has to change, not an object or array around it");
  error.where.rule = last.rule;
  return error;
}

// The effects anew, from what stands there now. Who was asked about a value that is still the same is not
// asked again.
Result<void> WriteJudge::refresh_judges() {
  reshaped_ = false;
  std::map<std::string, JudgedEffect, std::less<>> before;
  for (JudgedEffect& effect : effects_) before.emplace(effect.path.bytes(), std::move(effect));
  effects_.clear();
  order_.clear();
  Result<void> looked = look();
  for (JudgedEffect& effect : effects_) {
    const std::string_view bytes = effect.path.bytes();
    if (const auto same = before.find(bytes); same != before.end() && unchanged(effect, same->second))
      effect.amenders = std::move(same->second.amenders);
    for (auto at = effect.path.begin(); at != effect.path.end(); ++at) {
      const auto node = nodes_.find(bytes.substr(0, static_cast<std::size_t>(at.at() - bytes.data())));
      if (node != nodes_.end())
        effect.amended_by.insert(effect.amended_by.end(), node->second.begin(), node->second.end());
    }
  }
  return looked;
}

// Whether this judge was asked for another value before; from now on it was.
bool WriteJudge::was_asked(std::size_t place, JudgedEffect& effect) {
  const auto at = std::lower_bound(effect.amenders.begin(), effect.amenders.end(), place);
  if (at != effect.amenders.end() && *at == place) return true;
  effect.amenders.insert(at, place);
  return false;
}

Result<void> WriteJudge::ask_all(bool amends) {
  for (const std::size_t place : order_) TRY(ask(place, amends));
  return {};
}

Result<void> WriteJudge::ask(std::size_t place, bool amends) {
  const Kinds::Judging& judge = state_.kinds.judging[place];
  for (JudgedEffect& effect : effects_) {
    if (effect.gone || !std::binary_search(effect.judges.begin(), effect.judges.end(), place)) continue;
    if (amends && was_asked(place, effect)) continue;
    if (judge.budget) {
      const Budget& budget = state_.kinds.budgets[judge.index];
      if (!concerns(budget.actors) || effect.later) continue;
      TRY(ask_budget(budget, effect, amends));
      continue;
    }
    const Rule& rule = state_.kinds.rules[judge.index];
    if (rule.amends != amends || !concerns(rule.actors) || (effect.later && rule.amends)) continue;
    if (std::find(effect.amended_by.begin(), effect.amended_by.end(), &rule.source) !=
            effect.amended_by.end() &&
        amends)
      continue;
    TRY(ask_rule(rule, effect));
  }
  return {};
}

// What would stand there: of a node, with what was amended inside it.
const Json* WriteJudge::final_value(const JudgedEffect& effect) const {
  if (!amended_ || !effect.after || !effect.after->is_structured()) return address(effect.after);
  const Place place = resolve(state_.document.data(), effect.path, proposed_.context.described);
  return place.node != nullptr ? place.node : address(effect.after);
}

EffectView WriteJudge::view(const Pattern& pattern, const JudgedEffect& effect) const {
  return {effect.path,
          address(effect.before),
          final_value(effect),
          pattern,
          verb_name(proposed_.command.verb),
          actor_name(proposed_.command.origin.actor),
          reason_};
}

Result<void> WriteJudge::ask_rule(const Rule& rule, JudgedEffect& effect) {
  if (state_.is_quarantined(rule.source)) {
    if (rule.shadow || rule.fails_open) return {};
    return Error(Code::kPluginError,
                 rule.source.id +
                     " has failed too often and is in quarantine; every write that it would check is refused",
                 "fix and reload the rule, or set on_failure = \"allow\"", where_of(rule.source));
  }
  EffectRecord record(view(rule.pattern, effect));
  const std::array<Argument, 1> args = {&record};
  CallHost host(state_, rule.source);
  if (trace_ != nullptr) trace_->about(effect.path, address(effect.before), final_value(effect));
  Result<Returned> returned = state_.run({rule.source, rule.run, args, {}, may("rule", "run")}, host);
  if (returned) return decide(rule, effect, *returned);
  if (rule.shadow) {
    note_shadow(rule.source, effect, "error", returned.error().message, nullptr);
    return {};
  }
  if (rule.fails_open) {
    state_.notes.warnings.push_back(
        warning_of("rule.failed", returned.error().message, returned.error(), rule.source));
    return {};
  }
  return std::move(returned).error();
}

Result<void> WriteJudge::decide(const Rule& rule, JudgedEffect& effect, const Returned& returned) {
  const auto contract = [&](const std::string& what) {
    state_.count(rule.source, true);
    return Error(Code::kPluginError, rule.source.id + ": " + what,
                 "return allow(), amend(value), deny(\"why\") or abstain()", where_of(rule.source));
  };
  if (!returned.word) return contract("a rule returned " + given(returned));
  switch (static_cast<Answer>(*returned.word)) {
    case Answer::kAllow:
    case Answer::kAbstain:
      return {};
    case Answer::kDeny:
      if (!rule.shadow) return refusal(rule.source, effect, returned);
      note_shadow(rule.source, effect, "deny", refusal(rule.source, effect, returned).message, nullptr);
      return {};
    case Answer::kAmend: {
      if (!rule.amends)
        return contract("a rule in mode \"check\" called amend(), which needs mode = \"amend\"");
      const JsonArray& args = array_of(returned.value);
      if (rule.shadow) {
        note_shadow(rule.source, effect, "amend", "", args.data());
        return {};
      }
      return change(rule.source, effect, args[0], args.size() > 1 ? args[1] : Json());
    }
    case Answer::kReject:
      break;
  }
  return contract("reject() is a tool's word; a rule says deny(\"why\")");
}

// What a rule returned, for its author; only of what kind it was where it may be what nobody is to read.
std::string WriteJudge::given(const Returned& returned) const {
  if (returned.nothing) return "nothing";
  if (proposed_.context.sight != nullptr) return std::string(type_name(returned.value));
  return to_text(returned.value);
}

Error WriteJudge::refusal(const Registered& source, const JudgedEffect& effect,
                          const Returned& returned) const {
  const JsonArray& args = array_of(returned.value);
  const std::size_t most = proposed_.context.limits.max_error_bytes;
  const std::string place = proposed_.named(effect.path);
  std::string message = place + ": " + source.id + " denies it";
  const std::string& language = state_.ruleset.file().language;
  const std::string why = args.empty() ? std::string() : text_in(args[0], language);
  if (!why.empty()) message = place + ": " + shortened(why, most);
  Error error(Code::kRuleDenied, std::move(message), "", where_of(source));
  if (args.size() > 1) error.hint = shortened(text_in(args[1], language), most);
  if (returned.line != 0) error.where.line = returned.line;
  if (!returned.file.empty()) error.where.file = returned.file;
  return error;
}

// Writes the value that a rule or budget puts in the place of the one proposed.
Result<void> WriteJudge::change(const Registered& source, JudgedEffect& effect, const Json& value,
                                const Json& reason) {
  const Place place = resolve(state_.document.data(), effect.path, proposed_.context.described);
  const bool there = place.node != nullptr;
  if (there && !effect.after) return {};
  if (!there && place.miss != Place::Miss::kMember)
    return Error(Code::kPluginError,
                 source.id + " amended " + proposed_.named(effect.path) + ", which is gone with what held it",
                 "return deny() or allow() where effect.after is nil", where_of(source));
  if (there && identical(*place.node, value)) return {};
  Amendment amendment;
  amendment.path = effect.path;
  amendment.before = effect.before;
  if (effect.after) amendment.proposed = *effect.after;
  amendment.effective = value;
  amendment.rule = source.id;
  amendment.at = source.at;
  amendment.reason =
      shortened(text_in(reason, state_.ruleset.file().language), proposed_.context.limits.max_error_bytes);
  const Paying paying(state_.document, RefereeState::payer_of(source));
  const std::size_t weight_before = state_.document.weight();
  if (there) {
    state_.document.amend(place.path, value);
  } else {
    state_.document.put(place.path, value);
  }
  TRY(state_.may_amend(source, weight_before));
  effect.after = value;
  amended_ = true;
  amendments_.push_back(std::move(amendment));
  if (value.is_structured()) {
    reshaped_ = true;
    nodes_[std::string(effect.path.bytes())].push_back(&source);
  }
  // What was written below it follows it in effects_; none of that is there any more.
  for (auto below = effects_.begin() + (&effect - effects_.data()) + 1;
       below != effects_.end() && below->path.view().starts_with(effect.path); ++below)
    below->gone = reshaped_ = true;
  return {};
}

// Asked once for each write.
const Result<Terms>& WriteJudge::terms_of(const Budget& budget) {
  const auto found = terms_.find(&budget);
  if (found != terms_.end()) return found->second;
  return terms_.emplace(&budget, ask_terms(state_, budget)).first->second;
}

Result<void> WriteJudge::ask_budget(const Budget& budget, JudgedEffect& effect, bool amends) {
  if ((amends && !budget.clamps) || stays_within(budget, effect)) return {};
  if (!spending_of(budget, address(effect.before), address(effect.after))) {
    if (effect.after && !effect.after->is_number() && effect.before && effect.before->is_number() && !amends)
      return Error(Code::kTypeMismatch,
                   proposed_.named(effect.path) + ": " + budget.source.id + " counts numbers here, and " +
                       (proposed_.tells(effect.path) ? to_text(*effect.after) : "this") + " is none",
                   "", where_of(budget.source));
    return {};
  }
  const Result<Terms>& terms = terms_of(budget);
  if (!terms) {
    if (!budget.shadow) return terms.error();
    if (!amends) note_shadow(budget.source, effect, "error", terms.error().message, nullptr);
    return {};
  }
  const BudgetBalance balance = open_balance(state_.document, budget, *terms, effect.path);
  const Json* before = counted_from(budget, effect);
  const std::optional<Json> spends = spending_of(budget, before, address(effect.after));
  const bool enough = !spends || !number_less(balance.left, *spends);
  if (trace_ != nullptr) trace_balance(budget, effect, balance, spends, amends);
  if (enough) return {};
  const bool chinese = state_.ruleset.file().language == "zh";
  std::string message = proposed_.named(effect.path) + (chinese ? "：" : ": ") +
                        too_much(budget, balance, *spends, proposed_.tells(effect.path), chinese);
  if (budget.shadow) {
    if (!amends) note_shadow(budget.source, effect, budget.clamps ? "amend" : "deny", message, nullptr);
    return {};
  }
  // What is deleted cannot be cut down to what is left: it is refused below, with the other budgets.
  if (amends && budget.counts != Budget::Counts::kTimes && effect.after)
    return change(budget.source, effect, clamped(budget, before, *effect.after, balance.left),
                  budget.why.is_null() ? Json(message) : budget.why);
  if (amends) return {};
  if (!budget.why.is_null())
    message = proposed_.named(effect.path) + ": " +
              shortened(text_in(budget.why, state_.ruleset.file().language),
                        proposed_.context.limits.max_error_bytes);
  return Error(Code::kBudgetExceeded, message,
               chinese ? "等到下一个周期，或减少数量" : "wait for the next window, or ask for less",
               where_of(budget.source));
}

void WriteJudge::trace_balance(const Budget& budget, const JudgedEffect& effect, const BudgetBalance& balance,
                               const std::optional<Json>& takes, bool amends) {
  const Json* before = counted_from(budget, effect);
  const bool enough = !takes || !number_less(balance.left, *takes);
  const bool cuts = amends && budget.counts != Budget::Counts::kTimes && effect.after.has_value();
  if (amends && (enough || !cuts)) return;  // it is asked again about the final value
  std::optional<Json> effective;
  if (cuts) effective = clamped(budget, before, *effect.after, balance.left);
  trace_budget(*trace_, budget, {effect.path, before, address(effect.after), balance, takes},
               enough   ? "allow"
               : amends ? "amend"
                        : "deny",
               address(effective), "");
}

// What was kept is paid for.
Result<void> WriteJudge::charge() {
  for (JudgedEffect& effect : effects_) {
    for (const std::size_t place : effect.judges) {
      const Kinds::Judging& judge = state_.kinds.judging[place];
      if (!judge.budget || effect.later) continue;
      const Budget& budget = state_.kinds.budgets[judge.index];
      if (concerns(budget.actors) && !stays_within(budget, effect)) charge_one(budget, effect);
    }
  }
  return {};
}

void WriteJudge::charge_one(const Budget& budget, const JudgedEffect& effect) {
  const std::optional<Json> spends = spending_of(budget, counted_from(budget, effect), address(effect.after));
  if (spends && number_less(Json(0), *spends)) {
    const Result<Terms>& terms = terms_of(budget);
    if (!terms) return;  // in shadow, and noted
    pay(state_.document, open_balance(state_.document, budget, *terms, effect.path), *spends);
  }
  // What goes below nothing would come back as a gain that nobody counted.
  const bool goes = budget.each && !effect.after && effect.before && effect.before->is_number();
  if (goes && (number_less(*effect.before, Json(0)) || last_at(state_.document, budget, effect.path)))
    leave(state_.document, budget, effect.path, *effect.before);
}

void WriteJudge::note_shadow(const Registered& source, const JudgedEffect& effect, std::string_view decision,
                             std::string message, const Json* value) {
  constexpr std::size_t kMost = 1000;
  if (state_.notes.shadow.size() >= kMost) return;
  Json note(Json::value_t::object);
  note["rule"] = source.id;
  note["at"] = source.at;
  note["decision"] = std::string(decision);
  note["path"] = path_to_json(effect.path);
  if (!message.empty()) note["message"] = std::move(message);
  if (value != nullptr) note["value"] = *value;
  state_.notes.shadow.push_back(std::move(note));
}

}  // namespace

bool Referee::asks_about(const Path& place) const {
  const Kinds& kinds = state_->kinds;
  const DescribedPatterns& described = state_->context.described;
  if (kinds.judged.empty()) return false;
  const Place there = standing(state_->document.data(), place, described);
  if (there.node == nullptr) return false;
  std::vector<std::size_t> found;
  for (Subtree nodes(*there.node, there.shown, described); nodes.next();) {
    kinds.judged.covering(nodes.path(), found);
    if (std::ranges::any_of(found, [&](std::size_t id) { return !kinds.judging[id].budget; })) return true;
  }
  return false;
}

Result<void> RefereeState::judge(const Proposed& proposed, std::vector<Amendment>& amendments) {
  if (given_up) return *given_up;
  return WriteJudge(*this, proposed, amendments).run();
}

}  // namespace gavel
