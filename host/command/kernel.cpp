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
  if (document_.work() > context_.limits.max_turn_work) {
    return reject(Code::kLimitSize, "this text has used up what one turn may do (max_turn_work)",
                  "say it in fewer or smaller commands");
  }
  if (Step stop = find_places()) return stop;
  if (Step stop = check_host_keys()) return stop;
  if (Step stop = check_reads()) return stop;
  if (Step stop = check_duplicate()) return stop;
  if (Step stop = conditions()) return hushed(std::move(stop));
  if (Step stop = verb()) return hushed(std::move(stop));
  if (Step stop = find_expiring()) return stop;
  if (judge && is_writing(command_.verb)) {
    Result<void> judged =
        judge({document_, from_, command_, context_, expiring_, place_.shown, from_place_.shown});
    if (!judged) return Stop{Status::kRejected, std::move(judged).error()};
  }
  if (Step stop = check_expect()) return hushed(std::move(stop));
  if (Step stop = check_time()) return stop;
  if (is_writing(command_.verb)) raise_versions();
  record_idempotency();
  for (const Path& place : expiring_) {
    const Time time = options_.expires_at ? *options_.expires_at : Time{context_.now.ms + *options_.ttl_ms};
    document_.set_expiry(place, time);
  }
  return check_size();
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
Execution::Step Execution::check_size() const {
  const std::size_t grown = document_.weight() - std::min(document_.weight(), document_.weight_at_rest());
  if (grown > context_.limits.max_turn_growth && document_.weight() > weight_before_) {
    return Stop{
        Status::kRejected,
        over_limit(Code::kLimitSize, "the document would grow by " + std::to_string(grown) + " in one turn",
                   context_.limits.max_turn_growth, "max_turn_growth")};
  }
  const std::size_t most = context_.limits.max_document_weight;
  if (document_.weight() <= std::max(most, weight_before_)) return {};
  const Error error =
      over_limit(Code::kLimitSize, "the document would weigh " + std::to_string(document_.weight()), most,
                 "max_document_weight");
  return reject(error.code, error.message, "delete something first");
}

Execution::Step Execution::verb() {
  if (Step stop = check_missing()) return stop;
  switch (command_.verb) {
    case Verb::kSet:
      return options_.merge_strategy ? merge(*options_.merge_strategy) : set();
    case Verb::kMerge:
      return merge(options_.merge_strategy.value_or(MergeStrategy::kShallow));
    case Verb::kEnsure:
      return place_.node == nullptr ? set()
                                    : skip(Code::kPreconditionExists, "something stands at " + shown());
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
  return Execution(document, command, context).run(judge);
}

std::optional<Expired> expire(Document& document, const Path& place) {
  if (!document.expiries().at(place)) return std::nullopt;
  Expired expired{place, *document.find(place), false};
  expired.stayed = holds_protected(expired.value);
  if (expired.stayed) {
    document.set_expiry(place, std::nullopt);
  } else {
    document.erase(place);
  }
  return expired;
}

}  // namespace gavel
