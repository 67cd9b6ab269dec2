#include <algorithm>

#include "reference_tree.hpp"

namespace gavel::reference {

Segment key_segment(std::string key) {
  Segment segment;
  segment.key = std::move(key);
  return segment;
}

Segment index_segment(std::uint64_t index) {
  Segment segment;
  segment.is_index = true;
  segment.index = index;
  return segment;
}

Path path_to(const Path& base, Segment last) {
  Path path = base;
  path.push_back(std::move(last));
  return path;
}

Path parent_of(const Path& path) { return Path(path.begin(), path.end() - 1); }

bool starts_with(const Path& path, const Path& prefix) {
  if (path.size() < prefix.size()) return false;
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (path[i].text() != prefix[i].text()) return false;
  }
  return true;
}

bool same_path(const Path& left, const Path& right) {
  return left.size() == right.size() && starts_with(left, right);
}

std::string pointer_text(const Path& path) {
  std::string out;
  for (const Segment& segment : path) {
    out += '/';
    for (const char c : segment.text()) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
  }
  return out;
}

Json path_json(const Path& path) {
  Json out = Json::array();
  for (const Segment& segment : path) {
    if (segment.is_index) {
      out.push_back(segment.index);
    } else {
      out.push_back(segment.key);
    }
  }
  return out;
}

std::optional<Path> path_from_json(const Json& json) {
  if (!json.is_array()) return std::nullopt;
  Path path;
  for (const Json& item : json) {
    if (item.is_string()) {
      path.push_back(key_segment(item.get<std::string>()));
    } else if (is_integer(item) && wide(item) >= 0) {
      path.push_back(index_segment(item.get<std::uint64_t>()));
    } else {
      return std::nullopt;
    }
  }
  return path;
}

std::optional<std::uint64_t> array_index(const Segment& segment, std::size_t size) {
  if (segment.is_index) return segment.index;
  if (segment.key == "-") return size;
  const std::string& text = segment.key;
  if (text.empty() || text.size() > 18 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  return std::stoull(text);
}

namespace {

// One written piece of a text path. Only plain pieces joined by dots may turn out to be one key that holds
// dots.
struct Piece {
  Segment segment;
  bool plain = false;
  bool dot_before = false;
};

std::optional<Piece> read_bracket(const std::string& text, std::size_t& at) {
  Piece piece;
  ++at;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
    const char quote = text[at++];
    for (; at < text.size() && text[at] != quote; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      piece.segment.key += text[at];
    }
    ++at;
  } else {
    std::string number;
    for (; at < text.size() && text[at] != ']'; ++at) number += text[at];
    const auto index = array_index(key_segment(number), 0);
    if (number == "-" || !index) return std::nullopt;
    piece.segment = index_segment(*index);
  }
  if (at >= text.size() || text[at] != ']') return std::nullopt;
  ++at;
  return piece;
}

std::optional<std::vector<Piece>> read_pieces(const std::string& text) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '[') {
      const auto piece = read_bracket(text, at);
      if (!piece) return std::nullopt;
      pieces.push_back(*piece);
      continue;
    }
    Piece piece;
    piece.plain = true;
    if (text[at] == '.' && !pieces.empty()) {
      piece.dot_before = true;
      ++at;
    }
    for (; at < text.size() && text[at] != '.' && text[at] != '['; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      piece.segment.key += text[at];
    }
    pieces.push_back(piece);
  }
  return pieces;
}

Path split_pointer(const std::string& text) {
  Path path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/') {
      path.push_back(key_segment(""));
    } else if (text[i] == '~' && i + 1 < text.size() && (text[i + 1] == '0' || text[i + 1] == '1')) {
      path.back().key += text[++i] == '0' ? '~' : '/';
    } else {
      path.back().key += text[i];
    }
  }
  return path;
}

// One reading of the pieces, and how many of them name something that is there.
struct ReadingOf {
  Path path;
  std::size_t there = 0;
};

// The best reading of the pieces from `first` on below `node` (null: nothing is there): one that is wholly
// there, else the one that goes furthest; of equals, the one with the longer keys from the left.
ReadingOf best_reading(const Node* node, const std::vector<Piece>& pieces, std::size_t first) {
  if (first == pieces.size()) return {};
  std::size_t last = first;
  while (pieces[first].plain && last + 1 < pieces.size() && pieces[last + 1].plain &&
         pieces[last + 1].dot_before)
    ++last;
  std::optional<ReadingOf> best;
  for (; node != nullptr; --last) {
    Segment segment = pieces[first].segment;
    for (std::size_t i = first + 1; i <= last; ++i) segment.key += "." + pieces[i].segment.key;
    const Node* next = last == first || node->is_object() ? child(*node, segment) : nullptr;
    if (next != nullptr) {
      ReadingOf rest = best_reading(next, pieces, last + 1);
      rest.path.insert(rest.path.begin(), segment);
      rest.there += last + 1 - first;
      if (!best || rest.there > best->there) best = rest;
    }
    if (last == first) break;
  }
  if (best) return *best;
  ReadingOf missing;
  for (std::size_t i = first; i < pieces.size(); ++i) missing.path.push_back(pieces[i].segment);
  return missing;
}

}  // namespace

std::optional<Path> resolve_text(const Node& root, const std::string& text) {
  if (text.empty()) return Path{};
  if (text[0] == '/') return split_pointer(text);
  const auto pieces = read_pieces(text);
  if (!pieces) return std::nullopt;
  return best_reading(&root, *pieces, 0).path;
}

Path normalized(const Node& root, const Path& path) {
  Path out;
  const Node* node = &root;
  for (const Segment& segment : path) {
    if (node != nullptr && node->is_object()) {
      out.push_back(key_segment(segment.text()));
    } else if (node != nullptr && node->is_array()) {
      const auto index = array_index(segment, node->elements.size());
      out.push_back(index ? index_segment(*index) : segment);
    } else {
      out.push_back(segment);
    }
    node = node != nullptr ? child(*node, segment) : nullptr;
  }
  return out;
}

}  // namespace gavel::reference
