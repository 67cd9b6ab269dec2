#include "state/document.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "base/utf8.hpp"
#include "state/child_at.hpp"
#include "state/path_text.hpp"

#include "meta_check.hpp"

namespace gavel {
namespace {

using Kind = JournalEntry::Kind;

constexpr std::string_view kExpires = "expires";
constexpr std::size_t kShiftWork = 1024;          // bytes journaled for one expiry that moves
constexpr std::size_t kSeenWork = 64;             // for one that is looked at
constexpr std::size_t kDocumentMemberWeight = 4;  // as weight_of counts a child

std::size_t child_weight(const Json& value, std::size_t key_bytes) {
  return weight_of(value) + key_bytes + kDocumentMemberWeight;
}

std::ptrdiff_t offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

// Exchanges a run of elements for another. `run` is an array or null (no elements) and gets those that went.
void exchange(JsonArray& array, std::size_t start, std::size_t count, Json& run) {
  const auto first = array.begin() + offset(start);
  Json gone;
  if (count > 0) {
    gone = Json(Json::value_t::array);
    array_of(gone).assign(std::make_move_iterator(first), std::make_move_iterator(first + offset(count)));
  }
  array.erase(first, first + offset(count));
  if (run.is_array()) {
    array.insert(array.begin() + offset(start), std::make_move_iterator(array_of(run).begin()),
                 std::make_move_iterator(array_of(run).end()));
  }
  run = std::move(gone);
}

// Takes the elements at the entry's indices out of the array, or puts them back, in one pass.
void scatter(JsonArray& array, Json& value, bool out) {
  const JsonArray& indices = array_of(array_of(value)[0]);
  JsonArray& taken = array_of(array_of(value)[1]);
  JsonArray result;
  result.reserve(out ? array.size() - indices.size() : array.size() + indices.size());
  std::size_t next = 0;
  std::size_t from = 0;
  const std::size_t total = out ? array.size() : array.size() + indices.size();
  for (std::size_t i = 0; i < total; ++i) {
    const bool chosen = next < indices.size() && indices[next].get<std::size_t>() == i;
    if (chosen && out) {
      taken.push_back(std::move(array[i]));
    } else if (chosen) {
      result.push_back(std::move(taken[next]));
    } else {
      result.push_back(std::move(out ? array[i] : array[from++]));
    }
    if (chosen) ++next;
  }
  if (!out) taken.clear();
  array.swap(result);
}

[[noreturn]] void broken(const char* invariant) {
  std::fprintf(stderr, "gavel: broken invariant of Document: %s\n", invariant);
  std::abort();
}

}  // namespace

Document::Document()
    : data_(Json::value_t::object),
      meta_(Json::value_t::object),
      weight_(weight_of(data_) + weight_of(meta_)),
      weight_at_rest_(weight_) {}

Result<Document> Document::load(Json data, Json meta, const Limits& limits) {
  Document document;
  if (meta.is_null()) meta = Json(Json::value_t::object);
  if (!data.is_object())
    return Error(Code::kTypeMismatch, "the state must be an object, not " + std::string(type_name(data)));
  if (!meta.is_object())
    return Error(Code::kTypeMismatch, "meta must be an object, not " + std::string(type_name(meta)));
  if (depth_of(data) > limits.max_depth || depth_of(meta) > limits.max_depth) {
    return Error(Code::kLimitDepth, "the document is nested deeper than " + std::to_string(limits.max_depth) +
                                        " containers (max_depth)");
  }
  TRY(check_meta(meta));
  document.data_ = std::move(data);
  document.meta_ = std::move(meta);
  document.weight_ = weight_of(document.data_) + weight_of(document.meta_);
  document.weight_at_rest_ = document.weight_;
  if (document.weight_ > limits.max_document_weight) {
    return Error(Code::kLimitSize, "the document weighs " + std::to_string(document.weight_) + "; at most " +
                                       std::to_string(limits.max_document_weight) + " (max_document_weight)");
  }
  TRY(document.load_expiries());
  return document;
}

Result<void> Document::load_expiries() {
  const Json* expires = member(meta_, kExpires);
  if (expires == nullptr) return {};
  if (!expires->is_object())
    return Error(Code::kTypeMismatch, "meta.expires must be an object of JSON Pointers and times in ms");
  for (const auto& [pointer, time] : object_of(*expires)) {
    Result<PathText> place = PathText::parse(pointer, Limits());
    const std::optional<Expiry> expiry = read_expiry(time);
    if (!place || !expiry) {
      return Error(Code::kParseMalformed, "meta.expires: \"" + shortened(pointer, 200) +
                                              "\" is not a JSON Pointer with a time in ms");
    }
    const Path path = place->resolve(data_);
    if (path.empty() || find(path) == nullptr || to_pointer(path) != pointer) {
      return Error(Code::kPathUnknown, "meta.expires: no existing place, or not its canonical form: \"" +
                                           shortened(pointer, 200) + "\"");
    }
    expiries_.set(path, expiry);
  }
  return {};
}

const Json* Document::find(PathView path, Tree tree) const { return find_at(root(tree), path); }

Json& Document::node_at(PathView path, Tree tree) { return const_cast<Json&>(*find(path, tree)); }

JournalEntry& Document::change(Kind kind, Tree tree, PathView path) {
  generation_.grow();
  return journal_.add(kind, tree, path);
}

void Document::weigh(JournalEntry& entry, std::size_t gone, std::size_t come) {
  entry.weight_delta = static_cast<std::int64_t>(come) - static_cast<std::int64_t>(gone);
  weight_ = weight_ - gone + come;
  entry.payer = payer_;
  if (payer_ != kNobody) accounts_[payer_].growth += entry.weight_delta;
  charge(gone + come + entry.path_bytes);
}

void Document::put(PathView path, Json value, Tree tree) {
  if (tree == Tree::kData && !expiries_.empty()) drop_expiries(path);
  write(path, std::move(value), tree);
}

void Document::amend(PathView path, Json value) { write(path, std::move(value), Tree::kData); }

void Document::write(PathView path, Json value, Tree tree) {
  const std::size_t come = weight_of(value);
  if (path.empty()) {
    JournalEntry& entry = change(Kind::kRoot, tree, path);
    weigh(entry, weight_of(root(tree)), come);
    entry.value = std::exchange(root_of(tree), std::move(value));
    return;
  }
  const auto [above, last] = path.split();
  Json& parent = node_at(above, tree);
  if (parent.is_array()) {
    JsonArray& array = array_of(parent);
    if (last.index == array.size()) {
      JournalEntry& entry = change(Kind::kSplice, tree, above);
      entry.array = &array;
      entry.slot = static_cast<std::uint32_t>(last.index);
      entry.count = 1;
      weigh(entry, 0, come + kDocumentMemberWeight);
      array.push_back(std::move(value));
      return;
    }
    JournalEntry& entry = change(Kind::kElement, tree, path);
    entry.array = &array;
    entry.slot = static_cast<std::uint32_t>(last.index);
    weigh(entry, weight_of(array[last.index]), come);
    entry.value = std::exchange(array[last.index], std::move(value));
    return;
  }
  JsonObject& object = object_of(parent);
  const JsonObject::Slot slot = object.find_slot(last.key);
  JournalEntry& entry = change(slot == JsonObject::kNone ? Kind::kMemberAdd : Kind::kMember, tree, path);
  entry.object = &object;
  if (slot == JsonObject::kNone) {
    weigh(entry, 0, come + last.key.size() + kDocumentMemberWeight);
    entry.prev = object.last();
    entry.slot = object.insert_after(entry.prev, std::string(last.key), std::move(value));
  } else {
    Json& place = object.item(slot).second;
    weigh(entry, weight_of(place), come);
    entry.slot = slot;
    entry.value = std::exchange(place, std::move(value));
  }
}

void Document::erase(PathView path, Tree tree) {
  const auto [above, last] = path.split();
  Json& parent = node_at(above, tree);
  if (parent.is_array()) {
    splice(above, last.index, 1, {}, tree);
    return;
  }
  if (tree == Tree::kData && !expiries_.empty()) drop_expiries(path);
  JsonObject& object = object_of(parent);
  JournalEntry& entry = change(Kind::kMemberRemove, tree, path);
  entry.object = &object;
  entry.slot = object.find_slot(last.key);
  entry.prev = object.before(entry.slot);
  weigh(entry, child_weight(object.item(entry.slot).second, last.key.size()), 0);
  entry.value = object.take(entry.slot).second;
}

void Document::splice(PathView path, std::size_t start, std::size_t remove, std::vector<Json> items,
                      Tree tree) {
  if (remove == 0 && items.empty()) return;
  if (tree == Tree::kData && !expiries_.empty()) {
    shift_expiries(path, start, [&](std::uint64_t i) -> std::optional<std::uint64_t> {
      return i < start + remove ? std::nullopt : std::optional(i - remove + items.size());
    });
  }
  JsonArray& array = array_of(const_cast<Json&>(*find(path, tree)));
  charge((array.size() - start) * 4);  // elements that move up or down, and back
  JournalEntry& entry = change(Kind::kSplice, tree, path);
  entry.array = &array;
  entry.slot = static_cast<std::uint32_t>(start);
  entry.count = static_cast<std::uint32_t>(items.size());
  std::size_t gone = 0;
  for (std::size_t i = start; i < start + remove; ++i) gone += child_weight(array[i], 0);
  std::size_t come = 0;
  for (const Json& item : items) come += child_weight(item, 0);
  weigh(entry, gone, come);
  if (!items.empty()) entry.value = Json(JsonArray(std::move(items)));
  exchange(array, start, remove, entry.value);
}

void Document::take_out(PathView path, std::span<const std::size_t> indices) {
  if (indices.empty()) return;
  if (!expiries_.empty()) {
    shift_expiries(path, indices.front(), [&](std::uint64_t i) -> std::optional<std::uint64_t> {
      const auto at = std::lower_bound(indices.begin(), indices.end(), i);
      if (at != indices.end() && *at == i) return std::nullopt;
      return i - static_cast<std::uint64_t>(at - indices.begin());
    });
  }
  JsonArray& array = array_of(const_cast<Json&>(*find(path)));
  charge(array.size() * 8);
  JournalEntry& entry = change(Kind::kScatter, Tree::kData, path);
  entry.array = &array;
  entry.value = Json::array({Json(Json::value_t::array), Json(Json::value_t::array)});
  std::size_t gone = 0;
  for (const std::size_t i : indices) {
    gone += child_weight(array[i], 0);
    entry.value[0].push_back(i);
  }
  weigh(entry, gone, 0);
  scatter(array, entry.value, true);
}

void Document::set_aside(PathView path, std::size_t first, std::vector<Json>& aside) {
  JsonArray& array = array_of(node_at(path, Tree::kData));
  charge((array.size() - std::min(first, array.size())) * 8);  // out, and back
  generation_.grow();
  for (; array.size() > first; array.pop_back()) aside.push_back(std::move(array.back()));
}

void Document::bring_back(PathView path, std::vector<Json>& aside, Savepoint from) {
  JsonArray& array = array_of(node_at(path, Tree::kData));
  generation_.grow();
  for (; !aside.empty(); aside.pop_back()) array.push_back(std::move(aside.back()));
  JsonArray indices, taken;
  for (std::size_t i = journal_.size(); i-- > from.entries;) {
    JournalEntry& entry = journal_[i];
    if (entry.kind != Kind::kSplice || entry.tree != Tree::kData || entry.array != &array) continue;
    indices.emplace_back(entry.slot);
    taken.push_back(std::move(array_of(entry.value)[0]));
    entry.kind = Kind::kTaken;
    entry.value = nullptr;
  }
  if (indices.empty()) return;
  JournalEntry& entry = change(Kind::kScatter, Tree::kData, path);
  entry.array = &array;
  entry.count = 1;
  entry.value =
      Json(Json::value_t::array);  // moved into, not copied: entries before this one name what is in them
  entry.value.push_back(Json(std::move(indices)));
  entry.value.push_back(Json(std::move(taken)));
}

void Document::set_expiry(PathView place, std::optional<Expiry> expiry) {
  const std::optional<Expiry> before = expiries_.at(place);
  if (before == expiry) return;
  Path expires;
  expires.push_key(kExpires);
  if (find(expires, Tree::kMeta) == nullptr) write(expires, Json(Json::value_t::object), Tree::kMeta);
  const Path entry_path = expires.child(to_pointer(place));
  if (expiry) {
    write(entry_path, expiry_json(*expiry), Tree::kMeta);
  } else {
    // The last one takes the list with it, so that a document without expiries looks as if it never had any.
    erase(expiries_.size() == 1 ? expires : entry_path, Tree::kMeta);
  }
  JournalEntry& entry = change(Kind::kExpiry, Tree::kMeta, place);
  entry.value = before ? expiry_json(*before) : Json(nullptr);
  expiries_.set(place, std::move(expiry));
}

void Document::drop_expiries(PathView place) {
  if (!expiries_.any_below(place)) return;
  for (const auto& [path, expiry] : expiries_.below(place)) set_expiry(path, std::nullopt);
}

// Expiries of elements follow their elements when others come or go, none of them before `first`.
// `index_after`: where an element is now, or nothing.
void Document::shift_expiries(PathView array, std::uint64_t first,
                              const std::function<std::optional<std::uint64_t>(std::uint64_t)>& index_after) {
  if (!expiries_.any_below(array)) return;
  std::vector<std::pair<Path, Expiry>> moved;
  const std::vector<std::pair<Path, Expiry>> behind = expiries_.from_element(array, first);
  charge(behind.size() * kSeenWork);
  for (const auto& [path, expiry] : behind) {
    auto rest = PathView::Iterator(path.bytes().data() + array.bytes().size());
    const std::uint64_t index = (*rest).index;
    const std::optional<std::uint64_t> now = index_after(index);
    if (now == index) continue;
    set_expiry(path, std::nullopt);
    if (!now) continue;
    Path to{array};
    to.push_index(*now);
    for (++rest; rest != path.end(); ++rest) to.push(*rest);
    moved.emplace_back(std::move(to), expiry);
  }
  charge(moved.size() * kShiftWork);
  for (const auto& [path, expiry] : moved) set_expiry(path, expiry);
}

void Document::rollback(Savepoint to) {
  for (std::size_t i = journal_.size(); i-- > to.entries;) toggle(journal_, journal_[i], false);
  journal_.truncate(to.entries);
}

Document::Undone Document::undo(Savepoint to) {
  for (std::size_t i = journal_.size(); i-- > to.entries;) toggle(journal_, journal_[i], false);
  return {journal_.split(to.entries)};
}

void Document::redo(Undone undone) {
  for (std::size_t i = 0; i < undone.journal.size(); ++i) toggle(undone.journal, undone.journal[i], true);
  journal_.append(std::move(undone.journal));
}

void Document::toggle(Journal& journal, JournalEntry& entry, bool doing) {
  generation_.grow();
  const std::int64_t heavier = doing ? entry.weight_delta : -entry.weight_delta;
  weight_ += static_cast<std::size_t>(heavier);  // modular: both signs
  if (entry.payer != kNobody) accounts_[entry.payer].growth += heavier;
  switch (entry.kind) {
    case Kind::kRoot:
      std::swap(root_of(entry.tree), entry.value);
      break;
    case Kind::kMember:
      std::swap(entry.object->item(entry.slot).second, entry.value);
      break;
    case Kind::kMemberAdd:
      toggle_member(journal, entry, doing);
      break;
    case Kind::kMemberRemove:
      toggle_member(journal, entry, !doing);
      break;
    case Kind::kElement:
      std::swap((*entry.array)[entry.slot], entry.value);
      break;
    case Kind::kSplice: {
      const std::size_t count = entry.value.is_array() ? entry.value.size() : 0;
      exchange(*entry.array, entry.slot, entry.count, entry.value);
      entry.count = static_cast<std::uint32_t>(count);
      break;
    }
    case Kind::kScatter:
      scatter(*entry.array, entry.value, doing);
      break;
    case Kind::kTaken:
      break;
    case Kind::kExpiry: {
      const PathView place = journal.path(entry);
      const std::optional<Expiry> now = expiries_.at(place);
      expiries_.set(place, read_expiry(entry.value));
      entry.value = now ? expiry_json(*now) : Json(nullptr);
      break;
    }
  }
}

void Document::toggle_member(Journal& journal, JournalEntry& entry, bool put_back) {
  if (put_back) {
    entry.slot = entry.object->insert_after(entry.prev, std::string(journal.path(entry).back().key),
                                            std::move(entry.value));
    entry.value = nullptr;
  } else {
    entry.value = entry.object->take(entry.slot).second;
  }
}

void Document::check_invariants() const {
  if (!data_.is_object()) broken("data is an object");
  if (!meta_.is_object()) broken("meta is an object");
  if (weight_ != weight_of(data_) + weight_of(meta_)) broken("the weight is that of both trees");
  const Json* expires = member(meta_, kExpires);
  if ((expires == nullptr ? 0 : expires->size()) != expiries_.size())
    broken("the expiry index has the size of meta.expires");
  for (const auto& [place, expiry] : expiries_.below(PathView())) {
    const Json* listed = member(*expires, to_pointer(place));
    if (listed == nullptr || !identical(*listed, expiry_json(expiry)))
      broken("the expiry index says what meta.expires says");
    if (find(place) == nullptr) broken("something stands where an expiry is set");
  }
}

}  // namespace gavel
