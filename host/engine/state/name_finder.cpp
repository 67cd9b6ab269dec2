// The trie is built breadth first from the sorted names, so that every node's edges lie together and the node
// that a link points to is finished before it is needed.

#include "state/name_finder.hpp"

#include <algorithm>

#include "base/limits.hpp"

namespace gavel {
namespace {

std::uint8_t folded(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= 'A' && byte <= 'Z' ? static_cast<std::uint8_t>(byte + ('a' - 'A')) : byte;
}

bool is_word(char c) {
  const std::uint8_t byte = folded(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

// Whether a name that ends in word letters stands there as a whole word.
bool is_whole(std::string_view text, Span span) {
  if (span.begin > 0 && is_word(text[span.begin]) && is_word(text[span.begin - 1])) return false;
  return span.end >= text.size() || !is_word(text[span.end - 1]) || !is_word(text[span.end]);
}

}  // namespace

class NameFinder::Builder {
 public:
  explicit Builder(std::span<const std::string> names) {
    finder_.names_ = names.size();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].empty()) continue;
      std::string key;
      for (const char c : names[i]) key += static_cast<char>(folded(c));
      keys_.push_back({std::move(key), static_cast<std::uint32_t>(i)});
    }
    std::ranges::sort(keys_, [](const Key& a, const Key& b) {
      return a.text != b.text ? a.text < b.text : a.name < b.name;
    });
  }

  NameFinder run() && {
    finder_.nodes_.emplace_back();
    ranges_.push_back({0, keys_.size()});
    for (std::uint32_t node = 0; node < finder_.nodes_.size(); ++node) {
      grow(node);
      if (node == 0) index_root();
    }
    return std::move(finder_);
  }

 private:
  struct Key {
    std::string text;
    std::uint32_t name;
  };
  struct Range {
    std::size_t begin, end;
  };

  // Gives a node its name and its children. The keys of its range agree up to its depth.
  void grow(std::uint32_t node) {
    auto [at, end] = ranges_[node];
    const std::uint32_t depth = finder_.nodes_[node].depth;
    while (at < end && keys_[at].text.size() == depth) {
      if (depth > 0 && finder_.nodes_[node].name == kNone) finder_.nodes_[node].name = keys_[at].name;
      ++at;
    }
    finder_.nodes_[node].first_edge = static_cast<std::uint32_t>(finder_.edges_.size());
    while (at < end) {
      const char byte = keys_[at].text[depth];
      std::size_t stop = at;
      while (stop < end && keys_[stop].text[depth] == byte) ++stop;
      const auto target = static_cast<std::uint32_t>(finder_.nodes_.size());
      finder_.edges_.push_back({static_cast<std::uint8_t>(byte), target});
      finder_.nodes_.emplace_back().depth = depth + 1;
      ranges_.push_back({at, stop});
      link(node, target, static_cast<std::uint8_t>(byte));
      ++finder_.nodes_[node].edges;
      at = stop;
    }
  }

  void index_root() {
    finder_.root_.assign(256, kNone);
    for (std::uint32_t i = 0; i < finder_.nodes_[0].edges; ++i)
      finder_.root_[finder_.edges_[i].byte] = finder_.edges_[i].target;
  }

  void link(std::uint32_t parent, std::uint32_t node, std::uint8_t byte) {
    Node& one = finder_.nodes_[node];
    one.fail = parent == 0 ? 0 : finder_.step(finder_.nodes_[parent].fail, byte);
    const Node& fail = finder_.nodes_[one.fail];
    one.link = one.fail != 0 && fail_ends(one.fail) ? one.fail : fail.link;
  }

  // The names of a level are known only when its nodes have grown, so whether one ends here is read off its
  // range.
  bool fail_ends(std::uint32_t node) const {
    const Range range = ranges_[node];
    return range.begin < range.end && keys_[range.begin].text.size() == finder_.nodes_[node].depth;
  }

  std::vector<Key> keys_;
  std::vector<Range> ranges_;  // by node
  NameFinder finder_;
};

Result<NameFinder> NameFinder::build(std::span<const std::string> names) {
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += name.size();
  if (bytes > kMostBytes)
    return over_limit(Code::kLimitSize, "the names have " + std::to_string(bytes) + " bytes", kMostBytes,
                      "NameFinder::kMostBytes");
  return Builder(names).run();
}

std::uint32_t NameFinder::child(std::uint32_t node, std::uint8_t byte) const {
  const Node& one = nodes_[node];
  const auto begin = edges_.begin() + one.first_edge;
  const auto end = begin + one.edges;
  constexpr std::uint32_t kFew = 4;
  if (one.edges <= kFew) {
    for (auto at = begin; at != end; ++at)
      if (at->byte == byte) return at->target;
    return kNone;
  }
  const auto found = std::lower_bound(
      begin, end, byte, [](const Edge& edge, std::uint8_t wanted) { return edge.byte < wanted; });
  return found != end && found->byte == byte ? found->target : kNone;
}

std::uint32_t NameFinder::step(std::uint32_t node, std::uint8_t byte) const {
  for (;;) {
    if (node == 0) return root_.empty() || root_[byte] == kNone ? 0 : root_[byte];
    const std::uint32_t next = child(node, byte);
    if (next != kNone) return next;
    node = nodes_[node].fail;
  }
}

template <typename Each>
void NameFinder::visit(std::string_view text, Each each) const {
  std::uint32_t node = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    node = step(node, folded(text[i]));
    if (node == 0) continue;
    std::uint32_t at = nodes_[node].name != kNone ? node : nodes_[node].link;
    for (std::size_t looked = 0; at != 0 && looked < kMostAtOneEnd; ++looked, at = nodes_[at].link) {
      const Span span{i + 1 - nodes_[at].depth, i + 1};
      if (is_whole(text, span)) each(Hit{span, nodes_[at].name});
    }
  }
}

std::vector<bool> NameFinder::present(std::string_view text) const {
  std::vector<bool> all(names_);
  visit(text, [&](const Hit& hit) { all[hit.name] = true; });
  return all;
}

std::vector<NameFinder::Hit> NameFinder::find(std::string_view text) const {
  std::vector<Hit> all;
  visit(text, [&](const Hit& hit) { all.push_back(hit); });
  std::ranges::sort(all, [](const Hit& a, const Hit& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end > b.span.end;
  });
  std::size_t kept = 0, behind = 0;
  for (const Hit& hit : all) {
    if (hit.span.begin < behind) continue;
    behind = hit.span.end;
    all[kept++] = hit;
  }
  all.resize(kept);
  return all;
}

}  // namespace gavel
