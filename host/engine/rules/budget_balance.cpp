#include "budget_balance.hpp"

#include "base/utf8.hpp"
#include "rules/call_host.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "effect_record.hpp"

namespace gavel {
namespace {

Json positive(const Json& value) { return number_less(value, Json(0)) ? Json(0) : value; }
Json negated(const Json& value) { return difference(Json(0), value); }

// Where a balance lies in meta.
Path balance_place_of(const Budget& budget, const Path& path) {
  Path place;
  place.push_key("budgets");
  place.push_key(budget.source.id);
  place.push_key(budget.each ? to_pointer(path) : "all");
  return place;
}

// What a budget's own function answers.
static_assert(may("budget", "max") == may("budget", "window"));
Result<Json> ask(RefereeState& state, const Budget& budget, HandlerId handler, const char* which) {
  CallHost host(state, budget.source);
  Returned returned = TRY(state.run({budget.source, handler, {}, {}, may("budget", "max")}, host));
  if (!returned.word) return std::move(returned.value);
  return named_after(
      Error(Code::kPluginError, std::string(which) + " returned a word such as deny(); it returns a value"),
      budget.source);
}

}  // namespace

std::optional<Json> spending_of(const Budget& budget, const Json* before, const Json* after) {
  if (budget.counts == Budget::Counts::kTimes) return Json(1);
  if (after == nullptr && budget.counts == Budget::Counts::kIncrease) return Json(0);
  // What is not a number, and what is not there, counts as nothing yet.
  const Json* old = before != nullptr && before->is_number() ? before : nullptr;
  if (after != nullptr && !after->is_number()) return std::nullopt;
  const std::optional<Json> delta = delta_of(old, after);
  if (!delta) return std::nullopt;
  switch (budget.counts) {
    case Budget::Counts::kIncrease:
      return positive(*delta);
    case Budget::Counts::kDecrease:
      return positive(negated(*delta));
    default:
      return number_less(*delta, Json(0)) ? negated(*delta) : *delta;
  }
}

Result<Terms> ask_terms(RefereeState& state, const Budget& budget) {
  Terms terms;
  terms.most = budget.most;
  if (budget.max) terms.most = TRY(ask(state, budget, *budget.max, "max"));
  if (!terms.most.is_number() || number_less(terms.most, Json(0)))
    return named_after(Error(Code::kPluginError, "max is " + to_text(terms.most) + "; it must be 0 or more"),
                       budget.source);
  if (!budget.window) return terms;
  terms.window = TRY(ask(state, budget, *budget.window, "window"));
  return terms;
}

BudgetBalance open_balance(const Document& document, const Budget& budget, const Terms& terms,
                           const Path& path) {
  BudgetBalance balance;
  balance.window = terms.window;
  balance.most = terms.most;
  balance.place = balance_place_of(budget, path);
  balance.used = 0;
  const Json* kept = document.find(balance.place, Tree::kMeta);
  const Json* windows = kept == nullptr ? nullptr : member(*kept, "windows");
  if (windows != nullptr && windows->is_array()) balance.windows = *windows;
  for (const Json& one : balance.windows) {
    const Json* window = member(one, "window");
    const Json* used = member(one, "used");
    const Json none;
    const bool same = equal(window == nullptr ? none : *window, balance.window);
    if (same && used != nullptr && used->is_number()) balance.used = *used;
  }
  balance.left = positive(difference(balance.most, balance.used));
  return balance;
}

std::string too_much(const Budget& budget, const BudgetBalance& balance, const Json& spends, bool tells,
                     bool chinese) {
  const std::string& who = budget.source.id;
  if (!tells) return who + (chinese ? " 的余额不足以支付此次变动" : " has less left than this takes");
  const std::string window = balance.window.is_null() ? "" : shortened(to_text(balance.window), 64);
  const std::string left = to_text(balance.left), most = to_text(balance.most), takes = to_text(spends);
  if (chinese)
    return who + (window.empty() ? " " : " 在 " + window + " 内") + "还剩 " + left + "（共 " + most +
           "），此次变动需要 " + takes;
  return who + " has " + left + " of " + most + " left" + (window.empty() ? "" : " in " + window) +
         ", and this takes " + takes;
}

Json clamped(const Budget& budget, const Json* before, const Json& after, const Json& left) {
  const Json old = before != nullptr && before->is_number() ? *before : Json(0);
  const bool down = number_less(after, old);
  if (budget.counts == Budget::Counts::kDecrease || down) return difference(old, left);
  return sum(old, left);
}

namespace {

// Writes one member of a balance.
void put_in(Document& document, const Path& place, std::string_view name, Json value) {
  Path above;
  for (const Segment step : place) {
    above.push(step);
    if (document.find(above, Tree::kMeta) == nullptr)
      document.put(above, Json(Json::value_t::object), Tree::kMeta);
  }
  document.put(place.child(name), std::move(value), Tree::kMeta);
}

}  // namespace

void pay(Document& document, const BudgetBalance& balance, const Json& spends) {
  // Windows that were used before stay known: going back to one does not fill it up.
  constexpr std::size_t kWindows = 32;
  Json windows(Json::value_t::array);
  const Json none;
  for (const Json& one : balance.windows) {
    const Json* window = member(one, "window");
    if (!equal(window == nullptr ? none : *window, balance.window)) windows.push_back(one);
  }
  JsonArray& all = array_of(windows);
  if (all.size() >= kWindows) all.erase(all.begin(), all.end() - (kWindows - 1));
  Json present(Json::value_t::object);
  if (!balance.window.is_null()) present["window"] = balance.window;
  present["used"] = sum(balance.used, spends);
  windows.push_back(std::move(present));
  put_in(document, balance.place, "windows", std::move(windows));
}

const Json* last_at(const Document& document, const Budget& budget, const Path& path) {
  if (!budget.each) return nullptr;
  const Json* last = document.find(balance_place_of(budget, path).child("last"), Tree::kMeta);
  return last != nullptr && last->is_number() ? last : nullptr;
}

void leave(Document& document, const Budget& budget, const Path& path, const Json& last) {
  put_in(document, balance_place_of(budget, path), "last", last);
}

}  // namespace gavel
