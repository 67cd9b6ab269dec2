#include "judging_trace.hpp"

#include "state/lookup_work.hpp"

namespace gavel {
namespace {

std::string place_of(const Where& where) {
  return where.file.empty() ? std::string() : where.file + ":" + std::to_string(where.line);
}

// The rows that say which values fit at a place.
Json checks_of(const FieldTable& fields, PathView path) {
  Json rows(Json::value_t::array);
  for (const FieldRow* row : fields.value_rows(path)) {
    Json one(Json::value_t::object);
    one["pattern"] = row->pattern.text();
    one["at"] = place_of(row->where);
    rows.push_back(std::move(one));
  }
  return rows;
}

void trace_field(Trace& trace, const FieldTable& fields, const Effect& effect, const Result<void>& answer) {
  TraceEvent one;
  one.who = "fields";
  one.path = Path(effect.path);
  if (effect.before != nullptr) one.before = *effect.before;
  if (effect.after != nullptr) one.after = *effect.after;
  one.answer = answer ? "allow" : "deny";
  if (const FieldRow* row = fields.writer(effect.path)) {
    one.id = row->pattern.text();
    one.at = place_of(row->where);
  }
  const bool may_write = answer || answer.error().code != Code::kAuthorityDenied;
  if (!answer && may_write) {
    one.id = answer.error().where.rule;
    one.at = place_of(answer.error().where);
    one.code = code_name(answer.error().code);
    one.message = answer.error().message;
  }
  Json checks = effect.after != nullptr && may_write ? checks_of(fields, effect.path) : Json();
  if (!checks.empty()) one.more["checks"] = std::move(checks);
  trace.say(std::move(one));
}

}  // namespace

Result<void> trace_guards(Trace& trace, const Guards& guards, const Proposed& proposed, Document& document) {
  bool refused = false;
  const FieldListener listener = [&](const Effect& effect, const Result<void>& answer) {
    if (effect.implied) return;
    const std::size_t work = lookup_work;
    trace_field(trace, guards.fields(), effect, answer);
    lookup_work = work;  // nobody pays for the telling
    refused = refused || !answer;
  };
  Result<void> judged = judge_paid(guards, proposed, document, listener);
  if (judged || refused) return judged;
  // Of what the table did not refuse by itself: protection, a key, what is to expire, a container above.
  const Error& error = judged.error();
  TraceEvent one;
  one.who = error.code == Code::kProtected ? "protection" : "guards";
  one.id = error.where.rule;
  one.at = place_of(error.where);
  one.answer = "deny";
  one.code = code_name(error.code);
  one.message = error.message;
  trace.say(std::move(one));
  return judged;
}

void trace_derived(Trace& trace, const Derive& derive, PathView path, const Error& error) {
  TraceEvent one;
  one.who = "derived";
  one.id = derive.source.id;
  one.at = derive.source.at;
  one.path = Path(path);
  one.answer = "deny";
  one.code = code_name(error.code);
  one.message = error.message;
  trace.say(std::move(one));
}

void trace_budget(Trace& trace, const Budget& budget, const Spending& spending, std::string_view answer,
                  const Json* effective, const std::string& message) {
  TraceEvent one;
  one.who = "budget";
  one.id = budget.source.id;
  one.at = budget.source.at;
  one.path = Path(spending.path);
  if (spending.before != nullptr) one.before = *spending.before;
  if (spending.after != nullptr) one.after = *spending.after;
  one.answer = answer;
  one.message = message;
  if (effective != nullptr) one.said = *effective;
  one.more = Json(Json::value_t::object);
  if (!spending.balance.window.is_null()) one.more["window"] = spending.balance.window;
  one.more["most"] = spending.balance.most;
  one.more["left"] = spending.balance.left;
  one.more["takes"] = spending.takes.value_or(Json(0));
  const bool enough = !spending.takes || !number_less(spending.balance.left, *spending.takes);
  if (enough && spending.takes && answer == "allow")
    one.more["left_after"] = difference(spending.balance.left, *spending.takes);
  if (budget.shadow) one.more["shadow"] = true;
  trace.say(std::move(one));
}

}  // namespace gavel
