// NameFinder: finding thousands of names in a text in one pass (Aho-Corasick). Built once from a list of
// names, then immutable: any thread.
//
// Names are compared byte by byte, ASCII letters in any case. A name that begins or ends with an ASCII letter
// or digit is found only as a whole word. Of names that overlap, the one that starts first counts, and of
// those the longest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/span.hpp"

namespace gavel {

class NameFinder {
 public:
  static constexpr std::size_t kMostBytes = 8U << 20U;  // of all names together
  static constexpr std::size_t kMostAtOneEnd = 16;      // names that end at one byte and are looked at

  struct Hit {
    Span span;
    std::uint32_t name = 0;  // its place in the list
  };

  // Empty names are passed over; of two that are the same but for case, the first is found.
  static Result<NameFinder> build(std::span<const std::string> names);

  // In order of the text, none overlapping another. Linear in the text.
  std::vector<Hit> find(std::string_view text) const;
  // By name: whether it stands anywhere, overlapped by others or not.
  std::vector<bool> present(std::string_view text) const;

  std::size_t held_bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  struct Node {
    std::uint32_t first_edge = 0;
    std::uint32_t edges = 0;
    std::uint32_t fail = 0;  // the longest other beginning of a name that ends here
    std::uint32_t link = 0;  // the next node on the way of `fail` that ends a name; 0: none
    std::uint32_t name = kNone;
    std::uint32_t depth = 0;
  };
  struct Edge {
    std::uint8_t byte = 0;
    std::uint32_t target = 0;
  };
  class Builder;

  std::uint32_t child(std::uint32_t node, std::uint8_t byte) const;
  std::uint32_t step(std::uint32_t node, std::uint8_t byte) const;
  template <typename Each>
  void visit(std::string_view text, Each each) const;

  std::size_t names_ = 0;
  std::vector<Node> nodes_;  // INVARIANT: the root first, then by depth; edges of a node ascend by byte
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> root_;  // the root's children by byte, where most of a text is looked up
};

}  // namespace gavel
