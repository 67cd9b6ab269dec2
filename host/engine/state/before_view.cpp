#include "before_view.hpp"

#include <algorithm>

#include "state/child_at.hpp"
#include "state/resolve.hpp"

namespace gavel {

namespace {

constexpr std::uint64_t kEntrySteps = 16;
constexpr std::uint64_t kPiecesPerStep = 4;  // looked at, or moved up

}  // namespace

using Kind = JournalEntry::Kind;

BeforeView::BeforeView(const Document& document, Document::Savepoint from, Tree tree)
    : root_{&document.root(tree)} {
  const Journal& journal = document.journal();
  for (std::size_t i = journal.size(); i-- > from.entries;) {
    if (journal[i].tree == tree && journal[i].kind != Kind::kExpiry) take_back(journal, journal[i]);
  }
}

void BeforeView::take_back(const Journal& journal, const JournalEntry& entry) {
  const PathView path = journal.path(entry);
  steps_ += kEntrySteps + path.bytes().size() / 16;
  switch (entry.kind) {
    case Kind::kRoot:
      root_ = {&entry.value};
      break;
    case Kind::kMember:
    case Kind::kMemberRemove:
      set_member(nodes_[static_cast<std::size_t>(expand_at(path.parent()))], path.back().key, {&entry.value});
      break;
    case Kind::kMemberAdd:
      set_member(nodes_[static_cast<std::size_t>(expand_at(path.parent()))], path.back().key, {});
      break;
    case Kind::kElement:
      set_element(nodes_[static_cast<std::size_t>(expand_at(path.parent()))], entry.slot, {&entry.value});
      break;
    case Kind::kSplice:
      splice(nodes_[static_cast<std::size_t>(expand_at(path))], entry.slot, entry.count, entry.value);
      break;
    case Kind::kScatter:
      scatter(nodes_[static_cast<std::size_t>(expand_at(path))], entry.value);
      break;
    case Kind::kTaken:  // the kScatter behind it has put it back
    case Kind::kExpiry:
      break;
  }
}

int BeforeView::expand(Ref ref) {
  if (ref.expanded >= 0) return ref.expanded;
  Node node{ref.plain, {}, {}, {}, 0};
  if (ref.plain->is_array()) {
    node.size = ref.plain->size();
    if (node.size > 0) node.pieces.push_back({array_of(*ref.plain).data(), node.size});
  }
  nodes_.push_back(std::move(node));
  return static_cast<int>(nodes_.size() - 1);
}

int BeforeView::expand_at(PathView path) {
  root_ = {nullptr, expand(root_)};
  int at = root_.expanded;
  for (const Segment segment : path) {
    const Ref next = child({nullptr, at}, segment);
    const int expanded = expand(next);  // may move nodes_
    Node& node = nodes_[static_cast<std::size_t>(at)];
    if (next.expanded < 0 && segment.is_index) {
      set_element(node, segment.index, {nullptr, expanded});
    } else if (next.expanded < 0) {
      set_member(node, segment.key, {nullptr, expanded});
    }
    at = expanded;
  }
  return at;
}

void BeforeView::set_member(Node& node, std::string_view key, Ref ref) {
  if (node.members.insert_or_assign(key, ref).second) node.named.push_back(key);
}

BeforeView::Ref BeforeView::piece_ref(const Piece& piece, std::size_t at) {
  return piece.expanded >= 0 ? Ref{nullptr, piece.expanded} : Ref{piece.first + at};
}

BeforeView::Ref BeforeView::child(Ref ref, const Segment& segment) const {
  if (ref.expanded < 0) {
    return {ref.plain == nullptr ? nullptr : child_at(*ref.plain, segment)};
  }
  const Node& at = node(ref.expanded);
  if (!segment.is_index) {
    const auto named = at.members.find(segment.key);
    return named != at.members.end() ? named->second : Ref{member(*at.base, segment.key)};
  }
  if (segment.index >= at.size) return {};
  go_near(at, segment.index);
  return piece_ref(at.pieces[at.near_piece], segment.index - at.near_index);
}

bool BeforeView::is_pair(Ref ref) const {
  if (ref.expanded < 0) return gavel::is_pair(*ref.plain);
  const Node& at = node(ref.expanded);
  const Ref text = at.base->is_array() && at.size == 2 ? child(ref, Segment{{}, 1, true}) : Ref{};
  return text.plain != nullptr && text.plain->is_string();
}

Json BeforeView::whole(Ref ref) const {
  if (ref.missing()) return nullptr;
  if (ref.expanded < 0) return *ref.plain;
  Json value(node(ref.expanded).base->type());
  for_each_child(ref, [&](const Segment& segment, Ref child) {
    if (value.is_array()) {
      array_of(value).push_back(whole(child));
    } else {
      object_of(value).emplace(std::string(segment.key), whole(child));
    }
  });
  return value;
}

// Goes to the piece that holds an element. REQUIRES: index <= size; at the size it is the one behind the
// last.
void BeforeView::go_near(const Node& node, std::size_t index) {
  while (node.near_index > index) node.near_index -= node.pieces[--node.near_piece].count;
  while (node.near_piece < node.pieces.size() &&
         index - node.near_index >= node.pieces[node.near_piece].count)
    node.near_index += node.pieces[node.near_piece++].count;
}

// Makes a piece begin at `index`, and returns which. REQUIRES: index <= size.
std::size_t BeforeView::split(Node& node, std::size_t index) {
  go_near(node, index);
  const std::size_t i = node.near_piece;
  index -= node.near_index;
  steps_ += node.pieces.size() / kPiecesPerStep;
  if (index == 0) return i;
  const Piece rest{node.pieces[i].first + index, node.pieces[i].count - index};
  node.pieces[i].count = index;
  node.pieces.insert(node.pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
  return i + 1;
}

void BeforeView::set_element(Node& node, std::size_t index, Ref ref) {
  const std::size_t i = split(node, index);
  split(node, index + 1);
  node.pieces[i] = {ref.plain, 1, ref.expanded};
}

void BeforeView::splice(Node& node, std::size_t start, std::size_t count, const Json& run) {
  const std::size_t begin = split(node, start);
  const std::size_t end = split(node, start + count);
  go_near(node, start);
  node.pieces.erase(node.pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                    node.pieces.begin() + static_cast<std::ptrdiff_t>(end));
  const std::size_t came = run.is_array() ? run.size() : 0;
  if (came > 0)
    node.pieces.insert(node.pieces.begin() + static_cast<std::ptrdiff_t>(begin),
                       {array_of(run).data(), came});
  node.size = node.size - count + came;
}

// Puts the elements that were taken out back in, in one pass over the pieces.
void BeforeView::scatter(Node& node, const Json& value) {
  const JsonArray& indices = array_of(array_of(value)[0]);
  const JsonArray& taken = array_of(array_of(value)[1]);
  std::vector<Piece> pieces;
  std::size_t from = 0;    // piece that is being used up
  std::size_t offset = 0;  // elements of it that are used
  std::size_t at = 0;      // index in the array as it was
  const auto use = [&](std::size_t count) {
    while (count > 0 && from < node.pieces.size()) {
      const Piece& piece = node.pieces[from];
      const std::size_t part = std::min(count, piece.count - offset);
      pieces.push_back({piece.first == nullptr ? nullptr : piece.first + offset, part, piece.expanded});
      count -= part;
      offset += part;
      if (offset == piece.count) {
        ++from;
        offset = 0;
      }
    }
  };
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto index = indices[i].get<std::size_t>();
    use(index - at);
    pieces.push_back({&taken[i], 1});
    at = index + 1;
  }
  steps_ += pieces.size() + node.pieces.size();
  node.size += indices.size();
  use(node.size - at);
  node.near_piece = node.near_index = 0;
  node.pieces = std::move(pieces);
}

}  // namespace gavel
