#include "command/kernel.hpp"

#include <algorithm>
#include <array>

#include "command/host_keys.hpp"

#include "execution.hpp"

namespace gavel {

std::string_view status_name(Status status) {
  constexpr std::array<std::string_view, 5> kNames = {"applied", "amended", "rejected", "skipped",
                                                      "duplicate"};
  return kNames[static_cast<std::size_t>(status)];
}

Outcome Execution::run(const Judge& judge) {
  if (Step stop = all(judge)) {
    document_.rollback(from_);
    outcome_.status = stop->status;
    outcome_.error = std::move(stop->error);
    outcome_.result.reset();
  }
#ifdef GAVEL_CHECK_INVARIANTS
  document_.check_invariants();
#endif
  return std::move(outcome_);
}

Execution::Step Execution::all(const Judge& judge) {
  if (Step stop = check_work()) return stop;
  if (Step stop = find_places()) return stop;
  if (Step stop = check_host_keys()) return stop;
  if (Step stop = check_reads()) return stop;
  if (Step stop = check_duplicate()) return stop;
  if (Step stop = conditions()) return redacted(std::move(stop));
  if (Step stop = verb()) return redacted(std::move(stop));
  if (Step stop = find_expiring()) return stop;
  charge_compared();
  if (judge && is_writing(command_.verb)) {
    Result<void> judged =
        judge({document_, effects_, command_, context_, expiring_, place_.shown, from_place_.shown, kept_});
    if (!judged) return Stop{Status::kRejected, std::move(judged).error()};
  }
  if (Step stop = check_expect()) return redacted(std::move(stop));
  if (Step stop = check_time()) return stop;
  if (is_writing(command_.verb)) raise_versions();
  record_idempotency();
  for (const Path& place : expiring_) {
    const Time time = options_.expires_at ? *options_.expires_at : Time{context_.now.ms + *options_.ttl_ms};
    const std::string_view by = context_.asks_again ? actor_name(command_.origin.actor) : "";
    document_.set_expiry(place, Expiry{time, std::string(by)});
  }
  return check_size();
}

// Asked before each command, and in the midst of those that write many places.
Execution::Step Execution::check_work() {
  const std::size_t most = context_.limits.max_turn_work;
  if (document_.work() <= most || within_share_of_work(document_, context_)) return {};
  return used_up(too_much_work());
}

Execution::Stop Execution::used_up(Error error) {
  outcome_.used_up = true;
  error.shared = true;
  return Stop{Status::kRejected, std::move(error)};
}

Error too_much_work() {
  return limit_error(Code::kLimitSize, "this text has used up what one turn may do", kTurnWork,
                     "say it in fewer or smaller commands");
}

bool within_share_of_work(const Document& document, const Context& context) {
  return document.account(document.payer()).work <= context.set_aside(context.limits.max_turn_work) &&
         context.sharers != 0;
}

bool within_share_of_growth(const Document& document, const Context& context) {
  return document.account(document.payer()).growth <=
             static_cast<std::int64_t>(context.set_aside(context.limits.max_turn_growth)) &&
         context.sharers != 0;
}

std::size_t grown_in_turn(const Document& document) {
  return document.weight() - std::min(document.weight(), document.weight_at_rest());
}

// How far the elements behind a change look as they did before it: the comparison goes as far.
void Execution::charge_run(const JournalEntry& entry) const {
  const JsonArray& after = *entry.array;
  const std::size_t gone = entry.value.is_array() ? entry.value.size() : 0;
  for (std::size_t i = 0; entry.count != gone && entry.slot + i < after.size(); ++i) {
    const std::size_t moved = entry.slot + entry.count + i - gone;
    if (i >= gone && moved >= after.size()) return;
    const Json& before = i < gone ? array_of(entry.value)[i] : after[moved];
    if (!same(before, after[entry.slot + i])) return;
    document_.charge(kLookup);
  }
}

// What changed in an array is found by comparing it with what it was: along one run where one place changed,
// again for each other place; and element by element where rules tell elements apart by index.
void Execution::charge_compared() const {
  constexpr std::size_t kMostSteps = 64;  // as array_diff has them
  const Journal& journal = document_.journal();
  const auto is_array = [](const JournalEntry& entry) {
    using Kind = JournalEntry::Kind;
    return entry.tree == Tree::kData && (entry.kind == Kind::kSplice || entry.kind == Kind::kScatter);
  };
  std::size_t edits = 0;
  for (std::size_t i = from_.entries; i < journal.size(); ++i)
    if (is_array(journal[i]))
      edits += journal[i].kind == JournalEntry::Kind::kScatter ? array_of(journal[i].value)[0].size() : 1;
  for (std::size_t i = from_.entries; i < journal.size() && edits > 0; ++i) {
    const JournalEntry& entry = journal[i];
    if (!is_array(entry)) continue;
    const bool one = edits == 1 && entry.kind == JournalEntry::Kind::kSplice;
    if (one) charge_run(entry);
    const auto names = [&](const Pattern& pattern) { return pattern.matches(journal.path(entry)); };
    const std::size_t steps = (one ? 0 : std::min(edits, kMostSteps)) +
                              (std::ranges::any_of(context_.numbered, names) ? kMostSteps / 8 : 0);
    if (steps == 0) continue;
    std::size_t weight = 8 * entry.array->size();
    for (const Json& element : *entry.array)
      weight += (element.is_string() ? string_of(element).size() : element.size()) / 8;
    document_.charge(steps * weight);
  }
}

bool Execution::same(const Json& a, const Json& b) const {
  std::size_t looked = 0;
  const bool result = equal(a, b, looked);
  document_.charge(looked);
  return result;
}

// allowMissing, where it speaks of T; move, copy and restore ask it of their source.
Execution::Step Execution::check_missing() {
  const bool of_source =
      command_.verb == Verb::kMove || command_.verb == Verb::kCopy || command_.verb == Verb::kRestore;
  if (place_.node != nullptr || of_source || !options_.allow_missing) return {};
  const bool creates = command_.verb == Verb::kSet || command_.verb == Verb::kEnsure ||
                       command_.verb == Verb::kInsert || command_.verb == Verb::kPush;
  if (*options_.allow_missing && creates) return {};
  return missing_target();
}

// The whole document, with what the command left in meta. A document that is too large already may still
// shrink.
Execution::Step Execution::check_size() {
  // A number would tell how heavy what is hidden is.
  const auto weighs = [this](std::size_t weight) {
    return context_.guarded(command_.origin.actor) ? std::string("too much") : std::to_string(weight);
  };
  const std::size_t grown = grown_in_turn(document_);
  if (grown > context_.limits.max_turn_growth && document_.weight() > weight_before_ &&
      !within_share_of_growth(document_, context_)) {
    return used_up(over_limit(Code::kLimitSize,
                              "the document would grow by " + weighs(grown) + " in one turn",
                              context_.limits.max_turn_growth, "max_turn_growth"));
  }
  const std::size_t most = context_.limits.max_document_weight;
  if (document_.weight() <= std::max(most, weight_before_)) return {};
  Error error = over_limit(Code::kLimitSize, "the document would weigh " + weighs(document_.weight()), most,
                           "max_document_weight");
  error.hint = "delete something first";
  error.shared = true;
  return Stop{Status::kRejected, std::move(error)};
}

Execution::Step Execution::verb() {
  if (Step stop = check_missing()) return stop;
  switch (command_.verb) {
    case Verb::kSet:
      return options_.merge_strategy ? merge(*options_.merge_strategy) : set();
    case Verb::kMerge:
      return merge(options_.merge_strategy.value_or(MergeStrategy::kShallow));
    case Verb::kEnsure:
      return place_.node == nullptr
                 ? set()
                 : skip(Code::kPreconditionExists, "there is already a value at " + shown());
    case Verb::kAdd:
    case Verb::kMul:
    case Verb::kDiv:
      return arithmetic();
    case Verb::kInsert:
      return insert();
    case Verb::kPush:
      return push();
    case Verb::kPop:
      return pop();
    case Verb::kPull:
      return pull();
    case Verb::kSplice:
      return splice();
    case Verb::kDelete:
      return options_.all ? remove_all() : remove();
    case Verb::kRestore:
      return restore();
    case Verb::kMove:
    case Verb::kCopy:
      return relocate();
    case Verb::kGet:
      return get();
    case Verb::kTest:
      return test();
    case Verb::kCall:
      return reject(Code::kToolUnknown, "no tool \"" + shown() + "\" is registered", "no ruleset is loaded");
  }
  return {};
}

Outcome execute(Document& document, const Command& command, const Context& context, const Judge& judge) {
  Effects effects(document, document.savepoint(), context.described, context.numbered);
  return execute(document, command, context, judge, effects);
}

Outcome execute(Document& document, const Command& command, const Context& context, const Judge& judge,
                Effects& effects) {
  return Execution(document, command, context, effects).run(judge);
}

}  // namespace gavel
