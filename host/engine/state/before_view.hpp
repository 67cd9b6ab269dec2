// BeforeView: the document as it was at a savepoint, seen through the journal. Private to this folder.
//
// A Ref is either a plain node (of the document as it is, or of a journal entry) or an expanded one, whose
// children are Refs again. Reading the journal from the newest entry to the oldest, each entry expands the
// nodes on its path and puts back what it took. An expanded array is a list of pieces, so that one changed
// element of a million costs two pieces.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "state/document.hpp"

namespace gavel {

class BeforeView {
 public:
  struct Ref {
    const Json* plain = nullptr;  // nullptr with expanded < 0: nothing stands there
    int expanded = -1;
    bool missing() const { return plain == nullptr && expanded < 0; }
  };
  // Either `count` neighbours in memory from `first` on, or one expanded node.
  struct Piece {
    const Json* first = nullptr;
    std::size_t count = 0;
    int expanded = -1;
  };
  struct Node {
    const Json* base;  // tells the kind; of an object, holds the members that `members` does not name
    std::unordered_map<std::string_view, Ref> members;
    std::vector<std::string_view> named;  // keys of `members`, newest change first
    std::vector<Piece> pieces;
    std::size_t size = 0;  // of an array
    // Where it was looked at last: a piece, and the index at which it begins. Changes come in order.
    mutable std::size_t near_piece = 0, near_index = 0;
  };

  BeforeView(const Document& document, Document::Savepoint from, Tree tree);

  Ref root() const { return root_; }
  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }
  // A node to look at, for its kind and its scalar value; nullptr where nothing stands.
  const Json* kind(Ref ref) const { return ref.expanded < 0 ? ref.plain : node(ref.expanded).base; }
  Ref child(Ref ref, const Segment& segment) const;
  // [value, "text"] stands there. REQUIRES: not missing.
  bool is_pair(Ref ref) const;
  // The value of a Ref, put together.
  Json whole(Ref ref) const;
  // Every member in the order in which they stood, every element.
  template <typename Visit>
  void for_each_child(Ref ref, Visit visit) const;

  // Steps that it took to make, each about as long as any other.
  std::uint64_t steps() const { return steps_; }

 private:
  void take_back(const Journal& journal, const JournalEntry& entry);
  int expand(Ref ref);
  int expand_at(PathView path);
  void set_member(Node& node, std::string_view key, Ref ref);
  static Ref piece_ref(const Piece& piece, std::size_t at);
  static void go_near(const Node& node, std::size_t index);
  std::size_t split(Node& node, std::size_t index);
  void set_element(Node& node, std::size_t index, Ref ref);
  void splice(Node& node, std::size_t start, std::size_t count, const Json& run);
  void scatter(Node& node, const Json& value);

  std::vector<Node> nodes_;
  Ref root_;
  std::uint64_t steps_ = 0;
};

template <typename Visit>
void BeforeView::for_each_child(Ref ref, Visit visit) const {
  if (ref.missing()) return;
  if (ref.expanded < 0) {
    std::uint64_t i = 0;
    if (ref.plain->is_array()) {
      for (const Json& child : array_of(*ref.plain)) visit(Segment{{}, i++, true}, Ref{&child});
    } else if (ref.plain->is_object()) {
      for (const auto& [key, child] : object_of(*ref.plain)) visit(Segment{key, 0, false}, Ref{&child});
    }
    return;
  }
  const Node& at = node(ref.expanded);
  if (at.base->is_array()) {
    std::uint64_t i = 0;
    for (const Piece& piece : at.pieces) {
      for (std::size_t k = 0; k < piece.count; ++k) {
        visit(Segment{{}, i++, true}, piece_ref(piece, k));
      }
    }
    return;
  }
  for (const auto& [key, child] : object_of(*at.base)) {
    const auto named = at.members.find(key);
    const Ref before = named == at.members.end() ? Ref{&child} : named->second;
    if (!before.missing()) visit(Segment{key, 0, false}, before);
  }
  for (std::size_t i = at.named.size(); i-- > 0;) {
    const Ref before = at.members.at(at.named[i]);
    if (member(*at.base, at.named[i]) == nullptr && !before.missing())
      visit(Segment{at.named[i], 0, false}, before);
  }
}

}  // namespace gavel
