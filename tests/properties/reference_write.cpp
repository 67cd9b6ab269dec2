#include <cmath>

#include "reference_command.hpp"

namespace gavel::reference {

namespace {

// A written value does not take `__version` away where an object stood and an object stands.
void keep_versions(const Node& old, Node& fresh) {
  if (!old.is_object() || !fresh.is_object()) return;
  const Node* version = old.member("__version");
  if (version != nullptr && fresh.member("__version") == nullptr) {
    fresh.members.push_back({"__version", *version});
    drop_expiries(fresh.members.back().node);
  }
  for (const Member& item : old.members) {
    Node* same = fresh.member(item.key);
    if (same != nullptr) keep_versions(item.node, *same);
  }
}

}  // namespace

void replace(Node& old, Node fresh) {
  keep_versions(old, fresh);
  fresh.place = old.place;
  old = std::move(fresh);
}

Node& make_place(State& state, const Path& path, Path& place) {
  place = normalized(state.root, path);
  Node* node = &state.root;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool last = i + 1 == path.size();
    if (node->is_object()) {
      const std::string key = path[i].text();
      place[i] = key_segment(key);
      Node* next = node->member(key);
      if (next == nullptr) {
        Node fresh;
        if (!last) fresh.kind = Node::Kind::kObject;
        node->members.push_back({key, fresh});
        next = &node->members.back().node;
      }
      node = next;
    } else if (node->is_array()) {
      const std::size_t size = node->elements.size();
      const auto index = array_index(path[i], size);
      if (!index) reject("type.mismatch");
      if (*index > size || (*index == size && !last)) reject("path.invalid");
      if (*index == size) {
        node->elements.emplace_back();
        node->elements.back().place = state.next_place++;
      }
      node = &node->elements[*index];
    } else {
      reject("type.mismatch");
    }
  }
  return *node;
}

namespace {

void merge_into(Run& run, Node& target, const Json& value, bool deep) {
  if (!target.is_object() || !value.is_object()) {
    const bool one_object = target.is_object() != value.is_object();
    if (one_object && !target.is_null()) reject("type.mismatch");
    replace(target, node_from_json(run.state, value));
    return;
  }
  for (const auto& [key, item] : value.items()) {
    Node* standing = target.member(key);
    if (standing == nullptr) {
      target.members.push_back({key, node_from_json(run.state, item)});
    } else if (deep && standing->is_object() && item.is_object()) {
      merge_into(run, *standing, item, true);
    } else {
      replace(*standing, node_from_json(run.state, item));
    }
  }
}

}  // namespace

// `set` and `merge`: they differ in the strategy that goes without saying.
Effect run_set(Run& run) {
  const Command& command = run.command;
  std::string strategy = command.verb == "merge" ? "shallow" : "replace";
  if (const Json* given = command.option("mergeStrategy")) strategy = given->get<std::string>();
  if (command.path.empty() && !command.value->is_object()) reject("type.mismatch");
  Effect effect;
  effect.value_at_place = true;
  if (run.target == nullptr) {
    Node& node = make_place(run.state, command.path, effect.place);
    replace(node, node_from_json(run.state, *command.value));
  } else {
    effect.place = normalized(run.state.root, command.path);
    if (strategy == "replace") {
      replace(*run.target, node_from_json(run.state, *command.value));
    } else {
      merge_into(run, *run.target, *command.value, strategy == "deep");
    }
  }
  effect.expiring = {effect.place};
  return effect;
}

Effect run_ensure(Run& run) {
  if (run.target != nullptr) skip("precondition.exists");
  Effect effect;
  Node& node = make_place(run.state, run.command.path, effect.place);
  replace(node, node_from_json(run.state, *run.command.value));
  effect.value_at_place = true;
  effect.expiring = {effect.place};
  return effect;
}

namespace {

Json integer_json(Wide value) {
  const Wide low = -(static_cast<Wide>(1) << 63);
  const Wide high = (static_cast<Wide>(1) << 64) - 1;
  if (value < low || value > high) reject("value.range");
  if (value < 0) return static_cast<std::int64_t>(value);
  return static_cast<std::uint64_t>(value);
}

Json float_json(double value) {
  if (!std::isfinite(value)) reject("value.range");
  return value;
}

Json calculate_integers(const std::string& verb, Wide left, Wide right) {
  if (verb == "add") return integer_json(left + right);
  if (verb == "mul") {
    Wide product = 0;
    if (__builtin_mul_overflow(left, right, &product)) reject("value.range");
    return integer_json(product);
  }
  if (right == 0) reject("value.range");
  if (left % right == 0) return integer_json(left / right);
  return float_json(static_cast<double>(left) / static_cast<double>(right));
}

}  // namespace

Effect run_arithmetic(Run& run) {
  const Command& command = run.command;
  if (run.target == nullptr) missing_target(run);
  if (!run.target->is_number() || !command.value->is_number()) reject("type.mismatch");
  Json& number = run.target->scalar;
  const Json& operand = *command.value;
  if (is_integer(number) && is_integer(operand)) {
    number = calculate_integers(command.verb, wide(number), wide(operand));
  } else {
    const double left = number.get<double>();
    const double right = operand.get<double>();
    if (command.verb == "div" && right == 0) reject("value.range");
    number = float_json(command.verb == "add"   ? left + right
                        : command.verb == "mul" ? left * right
                                                : left / right);
  }
  Effect effect;
  effect.place = normalized(run.state.root, command.path);
  effect.expiring = {effect.place};
  effect.value_at_place = true;
  return effect;
}

Effect run_read(Run& run) {
  Effect effect;
  effect.place = normalized(run.state.root, run.command.path);
  if (run.command.verb == "test") {
    if (run.target == nullptr || !equal(json_from_node(*run.target), *run.command.value))
      reject("test.failed");
    return effect;
  }
  if (run.target == nullptr) reject("path.unknown");
  effect.result = json_from_node(*run.target);
  return effect;
}

}  // namespace gavel::reference
