#include "reference_tree.hpp"

#include <algorithm>
#include <tuple>

namespace gavel::reference {

std::size_t Node::size() const {
  if (is_object()) return members.size();
  return is_array() ? elements.size() : 0;
}

Node* Node::member(const std::string& key) {
  for (Member& item : members) {
    if (item.key == key) return &item.node;
  }
  return nullptr;
}

const Node* Node::member(const std::string& key) const {
  for (const Member& item : members) {
    if (item.key == key) return &item.node;
  }
  return nullptr;
}

Node node_from_json(State& state, const Json& json) {
  Node node;
  if (json.is_object()) {
    node.kind = Node::Kind::kObject;
    for (const auto& [key, value] : json.items()) node.members.push_back({key, node_from_json(state, value)});
  } else if (json.is_array()) {
    node.kind = Node::Kind::kArray;
    for (const Json& value : json) {
      node.elements.push_back(node_from_json(state, value));
      node.elements.back().place = state.next_place++;
    }
  } else {
    node.scalar = json;
  }
  return node;
}

Json json_from_node(const Node& node) {
  if (node.is_object()) {
    Json out = Json::object();
    for (const Member& item : node.members) out[item.key] = json_from_node(item.node);
    return out;
  }
  if (node.is_array()) {
    Json out = Json::array();
    for (const Node& element : node.elements) out.push_back(json_from_node(element));
    return out;
  }
  return node.scalar;
}

Node* child(Node& node, const Segment& segment) {
  if (node.is_object()) return node.member(segment.text());
  if (!node.is_array()) return nullptr;
  const auto index = array_index(segment, node.elements.size());
  return index && *index < node.elements.size() ? &node.elements[*index] : nullptr;
}

const Node* child(const Node& node, const Segment& segment) {
  return child(const_cast<Node&>(node), segment);
}

Node* find(Node& root, const Path& path) {
  Node* node = &root;
  for (const Segment& segment : path) {
    node = child(*node, segment);
    if (node == nullptr) return nullptr;
  }
  return node;
}

const Node* find(const Node& root, const Path& path) { return find(const_cast<Node&>(root), path); }

void remove_at(Node& root, const Path& path) {
  Node& parent = *find(root, parent_of(path));
  if (parent.is_object()) {
    const std::string key = path.back().text();
    std::erase_if(parent.members, [&](const Member& item) { return item.key == key; });
    return;
  }
  const auto index = array_index(path.back(), parent.elements.size());
  parent.elements.erase(parent.elements.begin() + static_cast<std::ptrdiff_t>(*index));
}

bool blocked(const Node& root, const Path& path) {
  const Node* node = &root;
  for (const Segment& segment : path) {
    if (!node->is_object() && !node->is_array()) return true;
    if (node->is_array() && !array_index(segment, node->elements.size())) return true;
    node = child(*node, segment);
    if (node == nullptr) return false;
  }
  return false;
}

bool is_protected(const Node& node) {
  if (!node.is_object()) return false;
  const Node* flag = node.member("_is_protected");
  return flag != nullptr && flag->scalar.is_boolean() && flag->scalar.get<bool>();
}

bool holds_protected(const Node& node) {
  if (is_protected(node)) return true;
  return std::any_of(node.members.begin(), node.members.end(),
                     [](const Member& m) { return holds_protected(m.node); }) ||
         std::any_of(node.elements.begin(), node.elements.end(),
                     [](const Node& e) { return holds_protected(e); });
}

bool protected_stand(const Node& before, const Node* after) {
  if (!holds_protected(before)) return true;
  if (after == nullptr || (is_protected(before) && !is_protected(*after))) return false;
  for (const Member& item : before.members) {
    if (!protected_stand(item.node, after->is_object() ? after->member(item.key) : nullptr)) return false;
  }
  // Elements must be found again in their order.
  std::size_t next = 0;
  for (const Node& element : before.elements) {
    if (!holds_protected(element)) continue;
    while (next < after->elements.size() && !protected_stand(element, &after->elements[next])) ++next;
    if (next == after->elements.size()) return false;
    ++next;
  }
  return true;
}

void drop_expiries(Node& node) {
  node.expires.reset();
  for (Member& item : node.members) drop_expiries(item.node);
  for (Node& element : node.elements) drop_expiries(element);
}

namespace {

struct Due {
  std::int64_t time;
  std::string pointer;
  Path path;
};

void collect_due(const Node& node, const Path& at, std::int64_t now_ms, std::vector<Due>& out) {
  if (node.expires && *node.expires <= now_ms) out.push_back({*node.expires, pointer_text(at), at});
  for (const Member& item : node.members)
    collect_due(item.node, path_to(at, key_segment(item.key)), now_ms, out);
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    collect_due(node.elements[i], path_to(at, index_segment(i)), now_ms, out);
  }
}

}  // namespace

void sweep(State& state, std::int64_t now_ms) {
  // One at a time, looked for afresh: a removal may move or take the others along.
  for (;;) {
    std::vector<Due> due;
    collect_due(state.root, {}, now_ms, due);
    if (due.empty()) return;
    const Due first = *std::min_element(due.begin(), due.end(), [](const Due& a, const Due& b) {
      return std::tie(a.time, a.pointer) < std::tie(b.time, b.pointer);
    });
    Node& node = *find(state.root, first.path);
    node.expires.reset();
    if (!first.path.empty() && !holds_protected(node)) remove_at(state.root, first.path);
  }
}

}  // namespace gavel::reference
