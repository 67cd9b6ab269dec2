// Everything that is decided before the verb runs, and `expect` after it.

#include <algorithm>
#include <cmath>

#include "base/utf8.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

constexpr std::string_view kIdempotency = "idempotency";

Path idempotency_path() {
  Path path;
  path.push_key(kIdempotency);
  return path;
}

// Subset comparison: of objects, only the members that `wanted` names.
bool agrees_in_part(const Json& node, const Json& wanted) {
  std::vector<std::pair<const Json*, const Json*>> todo{{&node, &wanted}};
  while (!todo.empty()) {
    const auto [has, asks] = todo.back();
    todo.pop_back();
    if (!has->is_object() || !asks->is_object()) {
      if (!equal(*has, *asks)) return false;
      continue;
    }
    for (const auto& [key, value] : object_of(*asks)) {
      const Json* child = member(*has, key);
      if (child == nullptr && !value.is_null()) return false;
      if (child != nullptr) todo.emplace_back(child, &value);
    }
  }
  return true;
}

std::size_t length_of(const Json& json) {
  return json.is_string() ? count_code_points(string_of(json)) : json.size();
}

// Which member of `expect` does not hold for a node (nullptr: missing); empty if all do.
std::string_view broken_expectation(const Json& expect, const Json* node) {
  for (const auto& [name, value] : object_of(expect)) {
    if (name == "exists") {
      if (value.get<bool>() != (node != nullptr)) return name;
      continue;
    }
    bool holds = node != nullptr;
    if (!holds && name != "equals" && name != "type" && name != "min" && name != "max" && name != "length")
      continue;
    if (holds && name == "equals") holds = equal(*node, value);
    if (holds && name == "type") holds = has_type(*node, string_of(value));
    if (holds && name == "min") holds = node->is_number() && !number_less(*node, value);
    if (holds && name == "max") holds = node->is_number() && !number_less(value, *node);
    if (holds && name == "length")
      holds = (is_container(*node) || node->is_string()) && equal(Json(length_of(*node)), value);
    if (!holds) return name;
  }
  return {};
}

}  // namespace

std::string Execution::nearest_hint(PathView path) const {
  // Looking for it costs more than most commands do: a text of many slips gets hints for the first ones.
  if (document_.account(document_.payer()).work > context_.limits.max_turn_work / 4) return "";
  std::size_t looked = 0;
  // Below a described pair, rows speak of places without the index of its value.
  const auto tells = [this](PathView place) {
    const Actor actor = command_.origin.actor;
    return context_.tells(place, actor) &&
           (context_.described.empty() || context_.tells(shown_of(place), actor));
  };
  const std::optional<Path> near = nearest_path(document_.data(), path, tells, &looked);
  document_.charge(looked);
  if (!near) return "";
  return "the nearest that exists is " + to_dotted(*near);
}

Execution::Step Execution::find_place(const Path& path, const std::optional<std::string>& raw, Path& out) {
  out = path;
  if (raw) {
    Result<PathText> text = PathText::parse(*raw, context_.limits);
    if (!text) return Stop{Status::kRejected, std::move(text).error()};
    constexpr std::uint64_t kFreeSteps = 64;  // a path of eight words
    std::uint64_t steps = 0;
    out = text->resolve(document_.data(), sees(), &steps);
    if (steps > kFreeSteps) document_.charge(kLookup * (steps - kFreeSteps));
  }
  if (Result<void> checked = check_path(out, context_.limits); !checked)
    return Stop{Status::kRejected, std::move(checked).error()};
  return check_root(out);
}

// 000: keys start at a root that the host configures.
Execution::Step Execution::check_root(PathView path) const {
  if (context_.root.empty()) return {};
  if (lies_in(path, context_.root)) return {};
  const std::string where = path.empty() ? "the root" : shortened(to_dotted(path), 200);
  return reject(Code::kPathOutside, where + " is outside " + context_.root,
                "let the path start with " + context_.root);
}

bool Execution::lies_in(PathView path, const std::string& root) const {
  const Result<PathText> text = PathText::parse(root, context_.limits);
  return text && path.starts_with(text->resolve(document_.data()));
}

// Where a dialect's keys start at places of their own, what it restores lands there too.
Execution::Step Execution::check_mounts(PathView path) const {
  const auto holds = [&](const std::string& root) { return lies_in(path, root); };
  if (command_.within.empty() || std::ranges::any_of(command_.within, holds)) return {};
  return reject(Code::kPathOutside,
                shortened(to_dotted(path), 200) + " is outside the places that this dialect can reach");
}

Execution::Step Execution::find_places() {
  if (Step stop = find_place(command_.path, command_.raw_path, target_)) return stop;
  place_ = find(target_);
  outcome_.path = place_.shown;
  outcome_.resolved = true;
  if (options_.recycle_bin) {
    if (Step stop = find_bin(bin_)) return stop;
  }
  if (command_.verb != Verb::kMove && command_.verb != Verb::kCopy) return {};
  if (Step stop = find_place(command_.from.value_or(Path()), command_.raw_from, source_)) return stop;
  from_place_ = find(source_);
  return {};
}

Execution::Step Execution::check_duplicate() {
  if (!options_.idempotency_key) return {};
  const Json* keys = document_.find(idempotency_path().child(to_pointer(target_)), Tree::kMeta);
  if (keys == nullptr || member(*keys, *options_.idempotency_key) == nullptr) return {};
  return duplicate("the idempotency key \"" + shortened(*options_.idempotency_key, 64) +
                   "\" was already used for " + shown());
}

void Execution::record_idempotency() {
  if (!options_.idempotency_key) return;
  const Path all = idempotency_path();
  const Path keys = all.child(to_pointer(target_));
  for (const Path& path : {all, keys}) {
    if (document_.find(path, Tree::kMeta) == nullptr)
      document_.put(path, Json(Json::value_t::object), Tree::kMeta);
  }
  document_.put(keys.child(*options_.idempotency_key), Json(true), Tree::kMeta);
}

Execution::Step Execution::conditions() {
  if (options_.if_missing && place_.node != nullptr)
    return skip(Code::kPreconditionExists, "ifMissing: there is already a value at " + shown());
  if (options_.if_exists && place_.node == nullptr)
    return skip(Code::kPathUnknown, "ifExists: there is nothing at " + shown());
  if (options_.if_equals && (place_.node == nullptr || !equal(node(), *options_.if_equals))) {
    return reject(Code::kPreconditionEquals,
                  "ifEquals: " + shown() + " is " + (place_.node == nullptr ? "missing" : a(node())) +
                      ", not " + a(*options_.if_equals),
                  "look at the present value first");
  }
  if (Step stop = check_version()) return stop;
  return check_old();
}

Execution::Step Execution::check_old() {
  if (!command_.expect_old) return {};
  const Json& old = *command_.expect_old;
  const bool merging_set =
      command_.verb == Verb::kSet &&
      options_.merge_strategy.value_or(MergeStrategy::kReplace) != MergeStrategy::kReplace;
  const bool in_part = command_.verb == Verb::kMerge || merging_set;
  const bool same =
      place_.node == nullptr ? old.is_null() : (in_part ? agrees_in_part(node(), old) : equal(node(), old));
  if (same) return {};
  const std::string message = shown() + " is " + (place_.node == nullptr ? "missing" : a(node())) + ", not " +
                              a(old) + " as the command says";
  if (command_.origin.dialect == "mvu" || command_.origin.dialect == "memory") {
    outcome_.warnings.push_back({"old.differs", message, command_.origin.span});
    return {};
  }
  return reject(Code::kPreconditionOld, message, "give the present value as the old one");
}

Execution::Step Execution::check_expect() {
  if (!options_.expect) return {};
  // The place is looked up again: the command may have made it, moved it or taken it away.
  const Place now = resolve(document_.data(), place_.shown, context_.described);
  if (now.node != nullptr && now.node->is_string()) document_.charge(string_of(*now.node).size());
  const std::string_view broken = broken_expectation(*options_.expect, now.node);
  if (has_hidden() && may_hide_in(now)) return may_not_read_all(now.shown);
  if (broken.empty()) return {};
  const std::string found = now.node == nullptr ? "nothing" : a(*now.node);
  return reject(Code::kExpectFailed, "expect." + std::string(broken) + " is " +
                                         a(*member(*options_.expect, broken)) + ", but after the command " +
                                         found + " stands at " + shown());
}

Execution::Step Execution::check_time() {
  if (!options_.expires_at || *options_.expires_at >= context_.now) return {};
  return reject(Code::kValueRange, "expiresAt " + format_time(*options_.expires_at) +
                                       " is already past; now is " + format_time(context_.now));
}

Execution::Step Execution::find_expiring() {
  if (!options_.ttl_ms && !options_.expires_at) return {};
  expiring_ = added_;
  if (!collects_) expiring_ = {whole(again(place_.shown))};
  for (const Path& place : expiring_) {
    if (place.empty()) return reject(Code::kPathInvalid, "the root cannot expire");
    // Where the write made a described pair of the array around the place, that is no place of its own any
    // more.
    if (document_.find(place) == nullptr)
      return reject(Code::kPathInvalid, "this write makes a described pair of " +
                                            named(place_.shown.parent()) +
                                            ", and no part of a pair can expire");
  }
  return {};
}

}  // namespace gavel
