#include "state/delta.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "state/child_at.hpp"

namespace gavel {
namespace {

using DeltaKind = JournalEntry::Kind;

Json delta_step(const char* op, const Journal& journal, const JournalEntry& entry) {
  Json one(Json::value_t::object);
  one["op"] = op;
  one["path"] = path_to_json(journal.path(entry));
  if (entry.tree == Tree::kMeta) one["tree"] = "meta";
  return one;
}

// The step that an entry makes when it is redone. REQUIRES: the entry is undone: it holds what will come.
std::optional<Json> step_of(const Journal& journal, const JournalEntry& entry) {
  switch (entry.kind) {
    case DeltaKind::kRoot:
    case DeltaKind::kMember:
    case DeltaKind::kMemberAdd:
    case DeltaKind::kElement: {
      Json one = delta_step("put", journal, entry);
      one["value"] = entry.value;
      return one;
    }
    case DeltaKind::kMemberRemove:
      return delta_step("erase", journal, entry);
    case DeltaKind::kSplice: {
      Json one = delta_step("splice", journal, entry);
      one["start"] = entry.slot;
      one["remove"] = entry.count;
      one["items"] = entry.value.is_array() ? entry.value : Json(Json::value_t::array);
      return one;
    }
    case DeltaKind::kTaken: {
      Json one = delta_step("splice", journal, entry);
      one["start"] = entry.slot;
      one["remove"] = 1U;
      one["items"] = Json(Json::value_t::array);
      return one;
    }
    case DeltaKind::kScatter: {
      if (entry.count == 1) break;  // told one by one
      Json one = delta_step("take", journal, entry);
      one["indices"] = array_of(entry.value)[0];
      return one;
    }
    case DeltaKind::kExpiry:
      break;  // meta.expires says the same
  }
  return std::nullopt;
}

Error unfit(const char* what) {
  return {Code::kParseMalformed, std::string("a stored change does not fit: ") + what};
}

Json* find_in(Json& root, PathView path) { return const_cast<Json*>(find_at(root, path)); }

Result<void> put(Json& root, PathView path, const Json& value) {
  if (path.empty()) {
    if (!value.is_object()) return unfit("the whole must be an object");
    root = value;
    return {};
  }
  const auto [above, last] = path.split();
  Json* parent = find_in(root, above);
  if (parent == nullptr) return unfit("the place to put into is not there");
  if (parent->is_array() && last.is_index && last.index < array_of(*parent).size()) {
    array_of(*parent)[last.index] = value;
    return {};
  }
  if (!parent->is_object() || last.is_index) return unfit("the place to put into is of another kind");
  (*parent)[std::string(last.key)] = value;
  return {};
}

Result<void> erase(Json& root, PathView path) {
  if (path.empty()) return unfit("the whole cannot go");
  const auto [above, last] = path.split();
  Json* parent = find_in(root, above);
  if (parent == nullptr || !parent->is_object() || last.is_index)
    return unfit("there is nothing where it goes");
  JsonObject& object = object_of(*parent);
  const JsonObject::Slot slot = object.find_slot(last.key);
  if (slot == JsonObject::kNone) return unfit("there is nothing where it goes");
  object.take(slot);
  return {};
}

std::optional<std::size_t> count_of(const Json& one, const char* name) {
  const Json* value = member(one, name);
  if (value == nullptr || !value->is_number_integer() || wide(*value) < 0 || wide(*value) > UINT32_MAX)
    return std::nullopt;
  return value->get<std::size_t>();
}

Result<void> splice(Json& root, PathView path, const Json& one) {
  Json* place = find_in(root, path);
  const Json* items = member(one, "items");
  const std::optional<std::size_t> start = count_of(one, "start"), remove = count_of(one, "remove");
  if (place == nullptr || !place->is_array() || !start || !remove || items == nullptr || !items->is_array())
    return unfit("a splice without its array");
  JsonArray& array = array_of(*place);
  if (*start > array.size() || *remove > array.size() - *start) return unfit("a splice beyond the end");
  const auto first = array.begin() + static_cast<std::ptrdiff_t>(*start);
  array.erase(first, first + static_cast<std::ptrdiff_t>(*remove));
  array.insert(array.begin() + static_cast<std::ptrdiff_t>(*start), array_of(*items).begin(),
               array_of(*items).end());
  return {};
}

Result<void> take(Json& root, PathView path, const Json& one) {
  Json* place = find_in(root, path);
  const Json* indices = member(one, "indices");
  if (place == nullptr || !place->is_array() || indices == nullptr || !indices->is_array())
    return unfit("elements without their array");
  JsonArray& array = array_of(*place);
  std::vector<bool> gone(array.size(), false);
  for (const Json& index : array_of(*indices)) {
    if (!index.is_number_integer() || wide(index) < 0 || wide(index) >= static_cast<WideInteger>(gone.size()))
      return unfit("an element beyond the end");
    gone[index.get<std::size_t>()] = true;
  }
  std::size_t next = 0;
  std::erase_if(array, [&](const Json&) { return gone[next++]; });
  return {};
}

// Elements of one array that go one by one, the last first, all at once: thousands would shift those behind
// them thousands of times.
class Gaps {
 public:
  explicit Gaps(Json& root) : root_(root) {}

  // Whether the step was such a removal, and is kept for later. Else whatever it may touch is up to date.
  bool take(PathView path, const Json& one) {
    const Json* items = member(one, "items");
    const std::optional<std::size_t> start = count_of(one, "start"), remove = count_of(one, "remove");
    const bool single = start && remove == 1U && items != nullptr && items->is_array() && items->empty();
    while (!open_.empty() && !is_beside(open_.back(), path, single ? start : std::nullopt)) close();
    if (!single) return false;
    if (open_.empty() || !(open_.back().path.view() == path)) {
      Json* place = find_in(root_, path);
      if (place == nullptr || !place->is_array() || *start >= place->size()) return false;
      open_.push_back({Path(path), &array_of(*place), {}});
    }
    open_.back().gone.push_back(*start);
    return true;
  }

  void close_all() {
    while (!open_.empty()) close();
  }

 private:
  struct Gap {
    Path path;
    JsonArray* array;
    std::vector<std::size_t> gone;  // descending
  };

  // Whether a step leaves what stands behind the gap alone: it takes an element in front, or changes one.
  static bool is_beside(const Gap& gap, PathView path, std::optional<std::size_t> takes) {
    if (!path.starts_with(gap.path)) return false;
    if (path == gap.path.view()) return takes && *takes < gap.gone.back();
    const Segment next = *PathView::Iterator(path.bytes().data() + gap.path.bytes().size());
    return next.is_index && next.index < gap.gone.back();
  }

  void close() {
    Gap& gap = open_.back();
    std::size_t next = 0;
    std::erase_if(*gap.array, [&](const Json&) {
      const bool gone = !gap.gone.empty() && gap.gone.back() == next++;
      if (gone) gap.gone.pop_back();
      return gone;
    });
    open_.pop_back();
  }

  Json& root_;
  std::vector<Gap> open_;  // each within the one before
};

Result<void> make(Json& data, Json& meta, const Json& one, const Limits& limits, Gaps& gaps) {
  const Json* op = member(one, "op");
  const Json* place = member(one, "path");
  if (op == nullptr || !op->is_string() || place == nullptr) return unfit("a step without op or path");
  Path path = TRY(path_from_json(*place, limits));
  const PathView at = path;
  const Json* tree = member(one, "tree");
  if (tree != nullptr && !(tree->is_string() && string_of(*tree) == "meta")) return unfit("an unknown tree");
  Json& root = tree == nullptr ? data : meta;
  const std::string& name = string_of(*op);
  if (tree == nullptr && gaps.take(at, name == "splice" ? one : Json())) return {};
  if (name == "erase") return erase(root, at);
  if (name == "splice") return splice(root, at, one);
  if (name == "take") return take(root, at, one);
  const Json* value = member(one, "value");
  if (name != "put" || value == nullptr) return unfit("an unknown step");
  return put(root, at, *value);
}

}  // namespace

Json delta_since(Document& document, Document::Savepoint from) {
  Json delta(Json::value_t::array);
  if (!document.changed_since(from)) return delta;
  Document::Undone undone = document.undo(from);
  for (std::size_t i = 0; i < undone.journal.size(); ++i)
    if (std::optional<Json> one = step_of(undone.journal, undone.journal[i]))
      delta.push_back(std::move(*one));
  document.redo(std::move(undone));
  return delta;
}

Result<void> apply_delta(Json& data, Json& meta, const Json& delta, const Limits& limits) {
  if (!delta.is_array()) return unfit("no list of steps");
  Gaps gaps(data);
  for (const Json& one : array_of(delta)) TRY(make(data, meta, one, limits, gaps));
  gaps.close_all();
  return {};
}

namespace {

// Places that later steps touch, while steps are looked at from the last one back.
class Touched {
 public:
  // Whether the place, or one above or below it, was.
  bool has(const std::string& tree, PathView path) const {
    if (above_.contains(tree + std::string(path.bytes()))) return true;
    for (;; path = path.parent()) {
      if (places_.contains(tree + std::string(path.bytes()))) return true;
      if (path.empty()) return false;
    }
  }

  void add(const std::string& tree, PathView path) {
    if (!places_.insert(tree + std::string(path.bytes())).second) return;
    while (!path.empty()) {
      path = path.parent();
      if (!above_.insert(tree + std::string(path.bytes())).second) return;
    }
  }

 private:
  std::set<std::string, std::less<>> places_, above_;
};

}  // namespace

bool may_follow(const Json& data, const Json& meta, const Json& delta, const Limits& limits) {
  if (!delta.is_array()) return true;
  Touched touched;
  const JsonArray& steps = array_of(delta);
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Json *op = member(*step, "op"), *place = member(*step, "path"), *value = member(*step, "value");
    if (op == nullptr || place == nullptr) return false;
    const Result<Path> path = path_from_json(*place, limits);
    if (!path) return false;
    const bool in_meta = member(*step, "tree") != nullptr;
    const std::string tree = in_meta ? "m" : "d";
    const bool last = !touched.has(tree, *path);
    touched.add(tree, *path);
    if (!last) continue;
    const Json* now = find_at(in_meta ? meta : data, *path);
    if (*op == Json("put") && (now == nullptr || value == nullptr || !equal(*now, *value))) return false;
    if (*op == Json("erase") && now != nullptr) return false;
  }
  return true;
}

}  // namespace gavel
