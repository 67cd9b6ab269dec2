// Places are found by the bytes of their paths: all that lies below a path starts with its bytes, so what
// concerns a place is what stands at its beginnings, and one range of the map.

#include "rules/derive_graph.hpp"

#include <algorithm>

#include "state/child_at.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

// Calls `visit` with every id that is filed at, above or below a place.
template <typename Map, typename Visit>
void near(const Map& map, PathView place, Visit visit) {
  const std::string_view bytes = place.bytes();
  for (auto step = place.begin();; ++step) {
    const std::string_view above = bytes.substr(0, static_cast<std::size_t>(step.at() - bytes.data()));
    if (above.size() == bytes.size()) break;
    if (const auto found = map.find(above); found != map.end())
      for (const std::size_t id : found->second) visit(id);
  }
  for (auto found = map.lower_bound(bytes); found != map.end() && found->first.starts_with(bytes); ++found)
    for (const std::size_t id : found->second) visit(id);
}

template <typename Map>
void drop(Map& map, std::string_view bytes, std::size_t id) {
  const auto found = map.find(bytes);
  if (found == map.end()) return;
  found->second.erase(id);
  if (found->second.empty()) map.erase(found);
}

}  // namespace

void DeriveGraph::build(const Kinds& kinds, const Json& root) {
  *this = DeriveGraph();
  built_ = true;
  for (const Derive& derive : kinds.derives) {
    parent_of_.push_back(derive.pattern.parent());
    parents_.add(parent_of_.back(), parent_of_.size() - 1);
  }
  for (std::size_t i = 0; i < parent_of_.size(); ++i) {
    std::vector<std::pair<const Json*, Path>> todo{{&root, Path()}};
    while (!todo.empty()) {
      const auto [node, path] = std::move(todo.back());
      todo.pop_back();
      if (node->is_object() && parent_of_[i].matches(path)) add(kinds, i, path);
      if (!is_container(*node) || !parent_of_[i].leads_below(path)) continue;
      if (node->is_object()) {
        for (const auto& [key, child] : object_of(*node))
          if (is_container(child)) todo.emplace_back(&child, path.child(key));
      } else {
        std::uint64_t index = 0;
        for (const Json& child : array_of(*node)) {
          if (is_container(child)) todo.emplace_back(&child, path.child(index));
          ++index;
        }
      }
    }
  }
}

void DeriveGraph::begin() {
  for (Instance& instance : instances_) instance.times = 0;
}

void DeriveGraph::add(const Kinds& kinds, std::size_t derive, const Path& parent) {
  Path target = parent.child(*kinds.derives[derive].pattern.last_key());
  Ids& there = targets_[std::string(target.bytes())];
  for (const std::size_t id : there)
    if (instances_[id].derive == derive) return;
  const std::size_t id = instances_.size();
  there.insert(id);
  Instance& made = instances_.emplace_back();
  made.derive = derive;
  made.match = kinds.derives[derive].pattern.captures(target);
  made.target = std::move(target);
  mark(id);
}

void DeriveGraph::remove(std::size_t id) {
  Instance& instance = instances_[id];
  if (instance.dirty) dirty_.erase({instance.derive, std::string(instance.target.bytes()), id});
  drop(targets_, instance.target.bytes(), id);
  for (const Path& read : instance.reads) drop(readers_, read.bytes(), id);
  instance = Instance();
  instance.gone = true;
}

void DeriveGraph::mark(std::size_t id) {
  Instance& instance = instances_[id];
  if (instance.dirty || instance.gone) return;
  instance.dirty = true;
  dirty_.insert({instance.derive, std::string(instance.target.bytes()), id});
}

void DeriveGraph::mark_readers(PathView place, std::size_t but) {
  std::vector<std::size_t> found;
  near(readers_, place, [&](std::size_t id) { found.push_back(id); });
  for (const std::size_t id : found)
    if (id != but) mark(id);
}

// Places that derives are for and that a change may have made.
void DeriveGraph::find_places(const Kinds& kinds, const Json& root, PathView changed) {
  std::vector<std::size_t> derives;
  parents_.covering(changed, derives);
  for (const std::size_t derive : derives) {
    Path above;
    for (auto step = changed.begin();; ++step) {
      if (parent_of_[derive].matches(above)) {
        const Json* node = find_at(root, above);
        if (node != nullptr && node->is_object()) add(kinds, derive, above);
      }
      if (step == changed.end()) break;
      above.push(*step);
    }
  }
}

void DeriveGraph::touch(const Kinds& kinds, const Json& root, const Effect& effect) {
  mark_readers(effect.path, std::size_t(-1));
  for (const std::size_t id : producers(effect.path)) {
    const Json* parent = find_at(root, instances_[id].target.parent());
    if (parent == nullptr || !parent->is_object()) {
      remove(id);
    } else {
      mark(id);
    }
  }
  if (effect.after != nullptr) find_places(kinds, root, effect.path);
}

void DeriveGraph::written(std::size_t id) { mark_readers(instances_[id].target, id); }

std::optional<std::size_t> DeriveGraph::next() {
  if (dirty_.empty()) return std::nullopt;
  const std::size_t id = std::get<2>(*dirty_.begin());
  dirty_.erase(dirty_.begin());
  instances_[id].dirty = false;
  ++instances_[id].times;
  return id;
}

std::vector<std::size_t> DeriveGraph::producers(PathView place) const {
  std::vector<std::size_t> found;
  near(targets_, place, [&](std::size_t id) { found.push_back(id); });
  return found;
}

void DeriveGraph::computed(std::size_t id, std::vector<Path> reads) {
  Instance& instance = instances_[id];
  for (const Path& read : instance.reads) drop(readers_, read.bytes(), id);
  std::sort(reads.begin(), reads.end(), [](const Path& a, const Path& b) { return a.bytes() < b.bytes(); });
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  for (const Path& read : reads) readers_[std::string(read.bytes())].insert(id);
  instance.reads = std::move(reads);
}

bool DeriveGraph::reads_itself(std::size_t id) const {
  const Instance& instance = instances_[id];
  return std::any_of(instance.reads.begin(), instance.reads.end(),
                     [&](const Path& read) { return read.view().starts_with(instance.target); });
}

std::vector<std::size_t> DeriveGraph::cycle(std::size_t id) const {
  // Backwards along what each was computed from, remembering the way.
  std::map<std::size_t, std::size_t> from;
  std::vector<std::size_t> todo{id};
  while (!todo.empty()) {
    const std::size_t now = todo.back();
    todo.pop_back();
    for (const Path& read : instances_[now].reads) {
      for (const std::size_t producer : producers(read)) {
        if (producer == id) {
          std::vector<std::size_t> members{id};
          for (std::size_t step = now; step != id; step = from.at(step)) members.push_back(step);
          members.push_back(id);
          return members;
        }
        if (from.emplace(producer, now).second) todo.push_back(producer);
      }
    }
  }
  return {};
}

}  // namespace gavel
