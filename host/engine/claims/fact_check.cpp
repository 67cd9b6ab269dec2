#include "fact_check.hpp"

#include <algorithm>

#include "state/json_writer.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

constexpr std::size_t kLook = 16;     // a member, an element, a row of effects or a roll that is looked at
constexpr std::size_t kStepWork = 8;  // a step that Past counts
constexpr std::size_t kCanonicalWork = 4;  // a value is written out in order, by its weight

// Whether an effect is of the place, or of one below it.
bool is_at(const EffectRow& row, PathView place, bool exactly) {
  return exactly ? row.path.view() == place : row.path.view().starts_with(place);
}

// Scalars anywhere in a few levels of a value.
template <typename Visit>
void each_scalar(const Json& json, const Visit& visit, int levels = 4) {
  if (json.is_object() && levels > 0) {
    for (const auto& [key, child] : object_of(json)) each_scalar(child, visit, levels - 1);
  } else if (json.is_array() && levels > 0) {
    for (const Json& child : array_of(json)) each_scalar(child, visit, levels - 1);
  } else if (!is_container(json)) {
    visit(json);
  }
}

// What an element is beside its count.
std::string identity(const Json& element, const std::string& field) {
  Json rest = element;
  if (rest.is_object()) object_of(rest).erase(field);
  return canonical(rest);
}

Json count_of(const Json& element, const std::string& field) {
  const Json* value = member(element, field);
  return value != nullptr && value->is_number() ? *value : Json(1);
}

}  // namespace

bool FactCheck::same(const Json& a, const Json& b) const { return equal(a, b, work_); }

bool FactCheck::has_members(const Json& element, const Json& wanted) const {
  if (!element.is_object()) return false;
  return std::ranges::all_of(object_of(wanted), [&](const auto& one) {
    work_ += kLook;
    const Json* value = member(element, one.first);
    return value != nullptr && same(*value, one.second);
  });
}

bool FactCheck::mentions(const Json& json, std::string_view text) const {
  bool found = false;
  each_scalar(json, [&](const Json& one) {
    work_ += kLook;
    found = found || (one.is_string() && string_of(one) == text);
  });
  return found;
}

std::map<std::string, Json> FactCheck::counts_of(const Json* list, const std::string& field) const {
  std::map<std::string, Json> counts;
  if (list == nullptr || !is_container(*list)) return counts;
  work_ += kCanonicalWork * weight_of(*list);
  const auto add = [&](const Json& element) {
    Json& count = counts.emplace(identity(element, field), Json(0)).first->second;
    count = sum(count, count_of(element, field));
  };
  if (list->is_array())
    for (const Json& element : array_of(*list)) add(element);
  if (list->is_object())
    for (const auto& [key, element] : object_of(*list)) add(element);
  return counts;
}

const Json* FactCheck::now(PathView path) const {
  work_ += kLook * (1 + path.size());
  return resolve(document_.data(), path, context_.described).node;
}

std::optional<Json> FactCheck::before(PathView path) const {
  if (!past_ || past_generation_ != document_.generation()) {
    past_.emplace(document_, begin_);
    past_generation_ = document_.generation();
    work_ += kStepWork * past_->steps();
  }
  const std::uint64_t steps = past_->steps();
  std::optional<Json> value = past_->value(path, context_.described);
  work_ += kLook * (1 + path.size()) + kStepWork * (past_->steps() - steps) + (value ? weight_of(*value) : 0);
  return value;
}

Json FactCheck::counted(const Fact& fact, const Json* list) const {
  Json total = 0;
  if (list == nullptr || !is_container(*list)) return total;
  const auto add = [&](const Json& element) {
    work_ += kLook;
    if (has_members(element, *fact.where)) total = sum(total, count_of(element, fact.field));
  };
  if (list->is_array())
    for (const Json& element : array_of(*list)) add(element);
  if (list->is_object())
    for (const auto& [key, element] : object_of(*list)) add(element);
  return total;
}

bool FactCheck::settles(const Settled& one, std::string_view kind) const {
  const Tool* tool = one.tool.empty() ? nullptr : kinds_.tool(one.tool);
  if (tool == nullptr) return false;
  work_ += kLook * tool->settles.size();
  return std::ranges::find(tool->settles, kind) != tool->settles.end();
}

bool FactCheck::was_settled_at(const Fact& fact, const Json& value) const {
  for (const Settled& one : settled_) {
    work_ += kLook * one.effects.size();
    for (const EffectRow& row : one.effects)
      if (row.after && is_at(row, fact.paths.front(), true) && same(*row.after, value)) return true;
  }
  return false;
}

bool FactCheck::was_rolled(const Json& number) const {
  for (const Roll& roll : rolls_) {
    work_ += kLook * (1 + roll.each.size());
    if (equal(Json(roll.total), number)) return true;
    for (const std::int64_t each : roll.each)
      if (equal(Json(each), number)) return true;
  }
  bool told = false;
  for (const Settled& one : settled_)
    if (settles(one, "roll"))
      each_scalar(one.result, [&](const Json& value) {
        work_ += kLook;
        told = told || (value.is_number() && equal(value, number));
      });
  return told;
}

void FactCheck::add_elements(const Fact& fact, std::vector<Json>& amounts) const {
  const std::optional<Json> old = before(fact.paths.front());
  std::map<std::string, Json> was = counts_of(old ? &*old : nullptr, fact.field);
  for (const auto& [key, count] : counts_of(now(fact.paths.front()), fact.field)) {
    const auto found = was.find(key);
    amounts.push_back(found == was.end() ? count : difference(count, found->second));
    if (found != was.end()) was.erase(found);
  }
  for (const auto& [key, count] : was) amounts.push_back(difference(Json(0), count));
}

std::vector<Json> FactCheck::amounts(const Fact& fact, bool& unknown) const {
  std::vector<Json> all;
  unknown = false;
  const Path& path = fact.paths.front();
  if (!fact.field.empty() && !fact.where) {
    add_elements(fact, all);
    return all;
  }
  const std::optional<Json> old = before(path);
  if (fact.where) {
    all.push_back(difference(counted(fact, now(path)), counted(fact, old ? &*old : nullptr)));
    return all;
  }
  constexpr std::size_t kMostSteps = 64;
  std::vector<Json> steps;
  for (const Settled& one : settled_) {
    work_ += kLook * one.effects.size();
    for (const EffectRow& row : one.effects) {
      if (!row.after || !row.after->is_number() || steps.size() >= kMostSteps) continue;
      if (!is_at(row, path, true)) continue;
      if (!row.before || !row.before->is_number()) {
        unknown = true;  // it came to be: from what, nobody can say
      } else {
        steps.push_back(difference(*row.after, *row.before));
      }
    }
  }
  work_ += kLook * steps.size() * steps.size() / 2;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Json total = 0;
    for (std::size_t j = i; j < steps.size(); ++j) all.push_back(total = sum(total, steps[j]));
  }
  const Json* current = now(path);
  if (current != nullptr && current->is_number() && old && old->is_number())
    all.push_back(difference(*current, *old));
  return all;
}

const Amendment* FactCheck::amendment_of(const Fact& fact) const {
  const Amendment* found = nullptr;
  for (const Settled& one : settled_) {
    work_ += kLook * one.amendments.size();
    for (const Amendment& amendment : one.amendments)
      if (amendment.path.view().starts_with(fact.paths.front())) found = &amendment;
  }
  return found;
}

// The amount that a call asked for is accepted as well if its tool gave less, as more was asked than there
// was to lose. If a rule gave less, only that amount is.
bool FactCheck::amount_was_given(const Fact& fact) const {
  const bool falls = number_less(fact.range.low, Json(0));
  for (const Settled& one : settled_) {
    if (!settles(one, fact.kind)) continue;
    work_ += kLook * one.amendments.size();
    const auto cut = [&](const Amendment& made) { return made.path.view().starts_with(fact.paths.front()); };
    if (std::ranges::any_of(one.amendments, cut)) continue;
    bool moved = false;
    work_ += kLook * one.effects.size();
    for (const EffectRow& row : one.effects) moved = moved || is_at(row, fact.paths.front(), false);
    if (!moved || !mentions(one.args, fact.subject)) continue;
    bool given = false;
    each_scalar(one.args, [&](const Json& value) {
      work_ += kLook;
      if (!value.is_number()) return;
      const bool signed_so = number_less(value, Json(0)) == falls;
      given = given || (signed_so && fact.range.holds(value));
    });
    if (given) return true;
  }
  return false;
}

// Whether the place went up or down, by whatever amount.
bool FactCheck::has_moved(const Fact& fact) const {
  bool unknown = false;
  for (const Json& amount : amounts(fact, unknown)) {
    const bool right =
        fact.change == Fact::Change::kUp ? number_less(Json(0), amount) : number_less(amount, Json(0));
    if (right) return true;
  }
  if (unknown) return true;
  const Json* current = now(fact.paths.front());
  if (!fact.field.empty() || (current != nullptr && current->is_number())) return false;
  return has_changed(fact);
}

bool FactCheck::has_changed(const Fact& fact) const {
  for (const Path& path : fact.paths) {
    const std::optional<Json> old = before(path);
    const Json* current = now(path);
    if ((current != nullptr) != old.has_value() || (current != nullptr && !same(*current, *old))) return true;
  }
  work_ += kLook * settled_.size();
  return std::ranges::any_of(settled_, [&](const Settled& one) {
    return settles(one, fact.kind) && mentions(one.args, fact.subject);
  });
}

bool FactCheck::holds(const Fact& fact, Json& actual) const {
  if (fact.form == Fact::Form::kRolled) return was_rolled(fact.value);
  const Json* value = now(fact.paths.front());
  Json count;
  if (fact.where) {
    count = counted(fact, value);
    value = &count;
  }
  actual = value == nullptr || (fact.paths.size() > 1) ? Json() : *value;
  work_ += weight_of(actual);
  switch (fact.form) {
    case Fact::Form::kEquals:
      return (value != nullptr && same(*value, fact.value)) ||
             (!fact.where && was_settled_at(fact, fact.value));
    case Fact::Form::kDiffers:
      // A step of this turn that made it so leaves room for what was told before: who dies now acted until
      // then.
      return value == nullptr || !same(*value, fact.value) ||
             (!fact.where && was_settled_at(fact, fact.value));
    case Fact::Form::kExists:
      return (value != nullptr) == (fact.value.is_boolean() && fact.value.get<bool>());
    case Fact::Form::kWithin:
      return value != nullptr && value->is_number() && fact.range.holds(*value);
    case Fact::Form::kShare: {
      const Json* whole = now(fact.of);
      if (value == nullptr || whole == nullptr || !value->is_number() || !whole->is_number()) return true;
      const double of = whole->get<double>();
      return of <= 0 || fact.range.holds(Json(value->get<double>() / of));
    }
    case Fact::Form::kDelta: {
      bool unknown = false;
      for (const Json& amount : amounts(fact, unknown))
        if (!equal(amount, Json(0)) && fact.range.holds(amount)) return true;
      return unknown || amount_was_given(fact);
    }
    case Fact::Form::kChanged:
      return fact.change == Fact::Change::kAny ? has_changed(fact) : has_moved(fact);
    case Fact::Form::kRolled:
      break;
  }
  return true;
}

}  // namespace gavel
