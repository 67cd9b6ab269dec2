// set, merge, ensure, and arithmetic.

#include <cmath>

#include "base/utf8.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

using Wide = WideInteger;

std::optional<Json> narrow(Wide number) {
  if (number < INT64_MIN || number > Wide{UINT64_MAX}) return std::nullopt;
  if (number <= INT64_MAX) return Json(static_cast<std::int64_t>(number));
  return Json(static_cast<std::uint64_t>(number));
}

std::optional<Json> finite(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  return Json(number == 0 ? 0.0 : number);
}

// Integers stay integers while that is exact; nothing: out of range.
std::optional<Json> calculate(Verb verb, const Json& a, const Json& b) {
  if (a.is_number_float() || b.is_number_float()) {
    const auto x = a.get<double>();
    const auto y = b.get<double>();
    if (verb == Verb::kAdd) return finite(x + y);
    return finite(verb == Verb::kMul ? x * y : x / y);
  }
  const Wide x = wide(a);
  const Wide y = wide(b);
  if (verb == Verb::kAdd) return narrow(x + y);
  if (verb == Verb::kDiv) return x % y == 0 ? narrow(x / y) : finite(a.get<double>() / b.get<double>());
  Wide product = 0;
  if (__builtin_mul_overflow(x, y, &product)) return std::nullopt;
  return narrow(product);
}

bool is_zero(const Json& number) {
  return number.is_number_float() ? number.get<double>() == 0 : wide(number) == 0;
}

}  // namespace

Execution::Step Execution::set() {
  value_at_place_ = true;
  return store(place_, *command_.value);
}

Execution::Step Execution::merge(MergeStrategy strategy) {
  if (strategy == MergeStrategy::kReplace || place_.node == nullptr || node().is_null()) return set();
  const bool objects = node().is_object();
  if (objects != command_.value->is_object()) {
    return reject(Code::kTypeMismatch,
                  "cannot merge " + a(*command_.value) + " into " + a(node()) + " at " + shown(),
                  objects ? "merge an object of the fields that change" : "use `set` to replace the value");
  }
  return objects ? merge_members(strategy == MergeStrategy::kDeep) : set();
}

// Puts each member of the value; when deep, goes on into members that are objects on both sides.
Execution::Step Execution::merge_members(bool deep) {
  value_at_place_ = true;
  struct Level {
    Path shown;
    const Json* value;
  };
  std::vector<Level> todo{{place_.shown, &*command_.value}};
  while (!todo.empty()) {
    const Level level = std::move(todo.back());
    todo.pop_back();
    for (const auto& [key, value] : object_of(*level.value)) {
      const Path path = level.shown.child(key);
      if (Result<void> checked = check_path(path, context_.limits); !checked)
        return Stop{Status::kRejected, std::move(checked).error()};
      const Place place = again(path);
      // What is hidden is written over: going into it would depend on what it is.
      const bool seen = !has_hidden() || !hides(place.shown);
      if (deep && seen && place.node != nullptr && place.node->is_object() && value.is_object()) {
        todo.push_back({path, &value});
      } else if (Step stop = store(place, value)) {
        return stop;
      }
      document_.charge(kLookup *
                       (1 + path.bytes().size() / 64 * 8));  // every member is looked for from the root
      if (Step stop = check_work()) return stop;
    }
  }
  return {};
}

Execution::Step Execution::arithmetic() {
  const Json& operand = *command_.value;
  const std::string verb(verb_name(command_.verb));
  if (place_.node == nullptr) return missing_target();
  if (!operand.is_number())
    return reject(Code::kTypeMismatch, "`" + verb + "` needs a number, not " + a(operand),
                  "write the number without quotes");
  if (!node().is_number())
    return reject(Code::kTypeMismatch, shown() + " is " + a(node()) + ", not a number");
  if (command_.verb == Verb::kDiv && is_zero(operand))
    return reject(Code::kValueRange, "division of " + shown() + " by zero");
  std::optional<Json> number = calculate(command_.verb, node(), operand);
  if (!number)
    return reject(Code::kValueRange, "`" + verb + "` of " + a(node()) + " and " + a(operand) +
                                         " leaves the range of 64-bit numbers");
  document_.amend(place_.path, std::move(*number));
  return {};
}

}  // namespace gavel
