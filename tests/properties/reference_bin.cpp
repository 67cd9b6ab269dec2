#include <algorithm>

#include "reference_command.hpp"

namespace gavel::reference {

Path bin_path(const Run& run) {
  const Path path =
      run.command.bin ? *run.command.bin : *resolve_text(run.state.root, "character.saveData.回收站");
  return normalized(run.state.root, path);
}

namespace {

// One node on its way out: where it stood before the command, and what it was.
struct Removed {
  Path path;
  Json value;
};

void put_into_bin(Run& run, const Path& bin_at, const std::vector<Removed>& gone) {
  Path place;
  Node* bin = find(run.state.root, bin_at);
  if (bin == nullptr) {
    bin = &make_place(run.state, bin_at, place);
    bin->kind = Node::Kind::kObject;
  }
  if (!bin->is_object()) reject("type.mismatch");
  for (const Removed& item : gone) {
    std::string key;
    do {
      key = item.path.back().text() + "#" + std::to_string(++run.state.recycled);
    } while (bin->member(key) != nullptr);
    Json entry = Json::object();
    entry["value"] = item.value;
    entry["path"] = path_json(item.path);
    entry["time"] = format_time(run.now_ms);
    if (!run.command.reason.empty()) entry["reason"] = run.command.reason;
    if (const Json* tags = run.command.option("tags")) entry["tags"] = *tags;
    bin->members.push_back({key, node_from_json(run.state, entry)});
  }
}

void list_protected(const Node& node, const Path& at, Json& kept) {
  if (is_protected(node)) {
    kept.push_back(path_json(at));
    if (!kKeptListsNested) return;
  }
  for (const Member& item : node.members) list_protected(item.node, path_to(at, key_segment(item.key)), kept);
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    list_protected(node.elements[i], path_to(at, index_segment(i)), kept);
  }
}

void empty_container(const Run& run, Node& node, const Path& at, std::vector<Removed>& gone, Json& kept);

// Whether this child of an emptied container stays.
bool survives(const Run& run, Node& node, const Path& at, std::vector<Removed>& gone, Json& kept) {
  if (run.guarded && is_protected(node)) {
    list_protected(node, at, kept);
    return true;
  }
  if (run.guarded && holds_protected(node)) {
    empty_container(run, node, at, gone, kept);
    return true;
  }
  gone.push_back({at, json_from_node(node)});
  return false;
}

void empty_container(const Run& run, Node& node, const Path& at, std::vector<Removed>& gone, Json& kept) {
  std::vector<Member> members;
  for (Member& item : node.members) {
    // The object still stands, so it keeps its `__version`.
    const bool own =
        item.key == "__version" || (run.guarded && item.key == "_is_protected" && is_protected(node));
    const bool stays = own || survives(run, item.node, path_to(at, key_segment(item.key)), gone, kept);
    if (stays) members.push_back(item);
  }
  node.members = std::move(members);
  std::vector<Node> elements;
  for (std::size_t i = 0; i < node.elements.size(); ++i) {
    if (survives(run, node.elements[i], path_to(at, index_segment(i)), gone, kept))
      elements.push_back(node.elements[i]);
  }
  node.elements = std::move(elements);
}

bool refuses_cascade(const Command& command) {
  const Json* cascade = command.option("cascade");
  return cascade != nullptr && !cascade->get<bool>();
}

void delete_all(Run& run, const Path& at, std::vector<Removed>& gone, Effect& effect) {
  Node& target = *run.target;
  if (!target.is_object() && !target.is_array()) reject("type.mismatch");
  if (refuses_cascade(run.command)) {
    for (const Member& item : target.members) {
      if (item.node.size() > 0) reject("precondition.not_empty");
    }
    for (const Node& element : target.elements) {
      if (element.size() > 0) reject("precondition.not_empty");
    }
  }
  Json kept = Json::array();
  empty_container(run, target, at, gone, kept);
  if (gone.empty() && kept.empty()) skip("path.unknown");
  if (gone.empty()) reject("protected");
  effect.result = Json{{"removed", gone.size()}, {"kept", kept}};
}

}  // namespace

Effect run_delete(Run& run) {
  const Command& command = run.command;
  const bool all = command.flag("all");
  if (command.path.empty() && !all) reject("path.invalid");
  if (run.target == nullptr) missing_target(run);
  const Path at = normalized(run.state.root, command.path);
  const bool soft = command.flag("softDelete");
  const Path bin = soft ? bin_path(run) : Path{};
  Effect effect;
  effect.place = at;
  if (!all && refuses_cascade(command) && run.target->size() > 0) reject("precondition.not_empty");
  if (soft && starts_with(bin, at)) reject("path.invalid");
  std::vector<Removed> gone;
  if (all) {
    delete_all(run, at, gone, effect);
  } else {
    gone.push_back({at, json_from_node(*run.target)});
    remove_at(run.state.root, at);
  }
  if (soft) put_into_bin(run, bin, gone);
  return effect;
}

namespace {

struct Entry {
  std::string key;
  Path path;
};

std::optional<Entry> entry_of(const Member& member) {
  const Node* path = member.node.is_object() ? member.node.member("path") : nullptr;
  if (path == nullptr || member.node.member("value") == nullptr) return std::nullopt;
  const auto recorded = path_from_json(json_from_node(*path));
  if (!recorded || recorded->empty()) return std::nullopt;
  return Entry{member.key, *recorded};
}

std::optional<std::uint64_t> entry_number(const std::string& key) {
  const std::size_t hash = key.rfind('#');
  if (hash == std::string::npos || key.substr(hash + 1) == "-") return std::nullopt;
  return array_index(key_segment(key.substr(hash + 1)), 0);
}

// By its own place in the bin, or else the newest that came from the path.
std::optional<Entry> find_entry(const Run& run, const Path& bin_at) {
  const Node* bin = find(run.state.root, bin_at);
  if (bin == nullptr || !bin->is_object()) return std::nullopt;
  std::optional<Entry> newest;
  std::uint64_t newest_number = 0;
  for (const Member& member : bin->members) {
    auto entry = entry_of(member);
    if (!entry) continue;
    if (same_path(run.command.path, path_to(bin_at, key_segment(member.key)))) return entry;
    const auto number = entry_number(member.key);
    if (!number || !same_path(run.command.path, entry->path)) continue;
    if (!newest || *number > newest_number) {
      newest = entry;
      newest_number = *number;
    }
  }
  return newest;
}

Path put_back(Run& run, const Path& path, Node node) {
  Node* parent = find(run.state.root, parent_of(path));
  Path place = normalized(run.state.root, path);
  if (parent != nullptr && parent->is_array()) {
    auto index = array_index(path.back(), parent->elements.size());
    if (!index) reject("type.mismatch");
    *index = std::min<std::uint64_t>(*index, parent->elements.size());
    node.place = run.state.next_place++;
    parent->elements.insert(parent->elements.begin() + static_cast<std::ptrdiff_t>(*index), std::move(node));
    return path_to(parent_of(place), index_segment(*index));
  }
  if (parent != nullptr && parent->is_object() && parent->member(path.back().text()) != nullptr) {
    reject("precondition.exists");
  }
  make_place(run.state, path, place) = std::move(node);
  return place;
}

}  // namespace

Effect run_restore(Run& run) {
  const Path bin = bin_path(run);
  const auto entry = find_entry(run, bin);
  if (!entry) missing_source(run.command);
  for (const Segment& segment : entry->path) {
    if (run.guarded && segment.text() == "__version") reject("authority.denied");
  }
  const Path entry_at = path_to(bin, key_segment(entry->key));
  Node value = *find(run.state.root, path_to(entry_at, key_segment("value")));
  drop_expiries(value);
  remove_at(run.state.root, entry_at);
  Effect effect;
  effect.place = put_back(run, entry->path, std::move(value));
  return effect;
}

}  // namespace gavel::reference
