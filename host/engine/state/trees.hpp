// Trees: what paths are resolved in, so that one walk serves the document as it is and as it was. A node is
// cheap to copy; one that is not there is asked for nothing but that.
#pragma once

#include "state/resolve.hpp"

#include "before_view.hpp"

namespace gavel {

struct PresentTree {
  using Node = const Json*;
  static bool missing(Node node) { return node == nullptr; }
  static const Json& kind(Node node) { return *node; }  // its type, and its value where it is a scalar
  static std::size_t size(Node node) { return node->size(); }
  static Node element(Node node, std::size_t index) { return &array_of(*node)[index]; }
  static Node member(Node node, std::string_view key) { return gavel::member(*node, key); }
  static bool is_pair(Node node) { return gavel::is_pair(*node); }
};

struct PastTree {
  using Node = BeforeView::Ref;
  const BeforeView& view;

  static bool missing(Node node) { return node.missing(); }
  const Json& kind(Node node) const { return *view.kind(node); }
  std::size_t size(Node node) const {
    return node.expanded >= 0 ? view.node(node.expanded).size : node.plain->size();
  }
  Node element(Node node, std::size_t index) const { return view.child(node, Segment{{}, index, true}); }
  Node member(Node node, std::string_view key) const { return view.child(node, Segment{key, 0, false}); }
  bool is_pair(Node node) const { return view.is_pair(node); }
};

// Goes down one segment from `node`, and adds it to both paths of the place as it stands there; a missing
// node, and why, if there is nothing.
template <typename Tree>
typename Tree::Node step_down(const Tree& tree, typename Tree::Node node, const Segment& segment,
                              Place& place);

// As `resolve` says; the place's node is left out.
template <typename Tree>
typename Tree::Node find_place(const Tree& tree, typename Tree::Node root, PathView path,
                               const DescribedPatterns& described, Place& place);

}  // namespace gavel
