#include "reference_command.hpp"

namespace gavel::reference {

namespace {

// `move` and `copy` carry no `__version` to the new place.
void strip_versions(Node& node) {
  std::erase_if(node.members, [](const Member& item) { return item.key == "__version"; });
  for (Member& item : node.members) strip_versions(item.node);
  for (Node& element : node.elements) strip_versions(element);
}

void renew_places(State& state, Node& node) {
  for (Member& item : node.members) renew_places(state, item.node);
  for (Node& element : node.elements) {
    element.place = state.next_place++;
    renew_places(state, element);
  }
}

Path put_down(Run& run, Node node) {
  const Path& path = run.command.path;
  Node* parent = find(run.state.root, parent_of(path));
  if (parent == nullptr) reject(blocked(run.state.root, parent_of(path)) ? "type.mismatch" : "path.unknown");
  if (parent->is_array()) {
    const auto index = array_index(path.back(), parent->elements.size());
    if (!index) reject("type.mismatch");
    if (*index > parent->elements.size()) reject("path.invalid");
    Path place = path_to(normalized(run.state.root, parent_of(path)), index_segment(*index));
    parent->elements.insert(parent->elements.begin() + static_cast<std::ptrdiff_t>(*index), std::move(node));
    return place;
  }
  if (!parent->is_object()) reject("type.mismatch");
  if (Node* standing = parent->member(path.back().text())) {
    const Json* overwrite = run.command.option("overwrite");
    if (overwrite != nullptr && !overwrite->get<bool>()) reject("precondition.exists");
    replace(*standing, std::move(node));
  } else {
    parent->members.push_back({path.back().text(), std::move(node)});
  }
  return normalized(run.state.root, path);
}

}  // namespace

Effect run_move(Run& run) {
  const Command& command = run.command;
  const bool copies = command.verb == "copy";
  if (command.path.empty() || command.from.empty()) reject("path.invalid");
  const Node* source = find(run.state.root, command.from);
  if (source == nullptr) missing_source(command);
  Effect effect;
  if (!copies && same_path(command.path, command.from)) {
    effect.place = normalized(run.state.root, command.path);
    raise_nearest(run.state.root, parent_of(command.from));
  } else {
    if (!copies && starts_with(command.path, command.from)) reject("path.invalid");
    Node node = *source;
    strip_versions(node);
    if (copies) {
      drop_expiries(node);
      renew_places(run.state, node);
      node.place = run.state.next_place++;
    } else {
      if (node.place == 0) node.place = run.state.next_place++;
      remove_at(run.state.root, command.from);
      raise_nearest(run.state.root, parent_of(command.from));
    }
    effect.place = put_down(run, std::move(node));
  }
  effect.expiring = {effect.place};
  return effect;
}

}  // namespace gavel::reference
