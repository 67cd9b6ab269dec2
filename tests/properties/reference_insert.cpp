#include <algorithm>

#include "reference_command.hpp"

namespace gavel::reference {

namespace {

// Table 3, first line: the member's key is the fields' values as text.
std::string unique_key(const Json& value, const std::vector<std::string>& fields) {
  if (!value.is_object()) reject("type.mismatch");
  std::string key;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!value.contains(fields[i])) reject("type.mismatch");
    const Json& field = value[fields[i]];
    if (!field.is_string() && !field.is_number() && !field.is_boolean()) reject("type.mismatch");
    if (i > 0) key += '|';
    key += field.is_string() ? field.get<std::string>() : field.dump();
  }
  return key;
}

bool wants_array(const Command& command) {
  return command.option("limit") != nullptr || command.option("position") != nullptr;
}

Effect insert_unique_member(Run& run, Node& object, Effect effect, const std::string& key) {
  const Json& value = *run.command.value;
  if (wants_array(run.command)) reject("type.mismatch");
  if (const Node* standing = object.member(key)) {
    if (equal(json_from_node(*standing), value)) duplicate();
    reject("precondition.unique");
  }
  object.members.push_back({key, node_from_json(run.state, value)});
  effect.expiring = {path_to(effect.place, key_segment(key))};
  return effect;
}

Effect insert_unique(Run& run) {
  const Json& value = *run.command.value;
  const auto fields = unique_fields(run.command);
  const std::string key = unique_key(value, fields);
  Effect effect;
  Node* collection = run.target;
  if (collection == nullptr) {
    collection = &make_place(run.state, run.command.path, effect.place);
    collection->kind = Node::Kind::kObject;
  } else {
    effect.place = normalized(run.state.root, run.command.path);
  }
  if (collection->is_object()) return insert_unique_member(run, *collection, effect, key);
  if (!collection->is_array()) reject("type.mismatch");
  bool agrees = false;
  for (const Node& element : collection->elements) {
    if (!fields_agree(element, value, fields)) continue;
    if (equal(json_from_node(element), value)) duplicate();
    agrees = true;
  }
  if (agrees) reject("precondition.unique");
  const std::size_t index = add_element(run, *collection, value);
  effect.expiring = {path_to(effect.place, index_segment(index))};
  return effect;
}

Effect insert_element(Run& run, Node& array) {
  const Command& command = run.command;
  if (wants_array(command)) reject("parse.malformed");
  const auto index = array_index(command.path.back(), array.elements.size());
  if (!index) reject("type.mismatch");
  if (*index > array.elements.size()) reject("path.invalid");
  for (const Node& element : array.elements) {
    if (command.flag("dedupe") && equal(json_from_node(element), *command.value)) duplicate();
  }
  Effect effect;
  effect.place = path_to(normalized(run.state.root, parent_of(command.path)), index_segment(*index));
  Node element = node_from_json(run.state, *command.value);
  element.place = run.state.next_place++;
  array.elements.insert(array.elements.begin() + static_cast<std::ptrdiff_t>(*index), std::move(element));
  effect.expiring = {effect.place};
  effect.value_at_place = true;
  return effect;
}

Effect insert_members(Run& run, Node& object) {
  const Command& command = run.command;
  const Json& value = *command.value;
  if (!value.is_object()) reject("precondition.exists");
  std::size_t standing_count = 0;
  for (const auto& [key, item] : value.items()) {
    const Node* standing = object.member(key);
    if (standing == nullptr) continue;
    ++standing_count;
    if (!command.flag("dedupe") || !equal(json_from_node(*standing), item)) reject("precondition.unique");
  }
  if (command.flag("dedupe") && standing_count == value.size()) duplicate();
  Effect effect;
  effect.place = normalized(run.state.root, command.path);
  for (const auto& [key, item] : value.items()) {
    if (object.member(key) != nullptr) continue;
    object.members.push_back({key, node_from_json(run.state, item)});
    effect.expiring.push_back(path_to(effect.place, key_segment(key)));
    if (key == "__version") effect.value_at_place = true;  // only then it is the one this command wrote
  }
  return effect;
}

}  // namespace

Effect run_insert(Run& run) {
  const Command& command = run.command;
  if (command.option("uniqueBy") != nullptr) return insert_unique(run);
  if (!command.path.empty()) {
    Node* parent = find(run.state.root, parent_of(command.path));
    if (parent != nullptr && parent->is_array()) return insert_element(run, *parent);
  }
  if (run.target != nullptr && run.target->is_array()) return run_push(run);
  if (wants_array(command)) reject("type.mismatch");
  if (run.target != nullptr && run.target->is_object()) return insert_members(run, *run.target);
  if (run.target != nullptr) {
    if (command.flag("dedupe") && equal(json_from_node(*run.target), *command.value)) duplicate();
    reject("precondition.exists");
  }
  Effect effect;
  Node& node = make_place(run.state, command.path, effect.place);
  replace(node, node_from_json(run.state, *command.value));
  effect.expiring = {effect.place};
  effect.value_at_place = true;
  return effect;
}

}  // namespace gavel::reference
