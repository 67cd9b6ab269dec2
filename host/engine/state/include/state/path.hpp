// Path: the segments that lead from the root to a place. A segment is a key or an index. All segments of a
// path lie in one string of bytes, so that copying, comparing and journaling a path costs one small copy.
//
// A Path is literal: `["a.b"]` is one key. The text forms that people and models write are path_text.hpp's
// business.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

struct Segment {
  std::string_view key;     // of a key segment
  std::uint64_t index = 0;  // of an index segment
  bool is_index = false;

  bool operator==(const Segment&) const = default;
};

// A path that somebody else owns. REQUIRES: the owner outlives the view and does not change.
class PathView {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;  // NOLINT(readability-identifier-naming)
    using value_type = Segment;                           // NOLINT(readability-identifier-naming)
    using difference_type = std::ptrdiff_t;               // NOLINT(readability-identifier-naming)
    using pointer = const Segment*;                       // NOLINT(readability-identifier-naming)
    using reference = Segment;                            // NOLINT(readability-identifier-naming)

    Iterator() = default;
    explicit Iterator(const char* at) : at_(at) {}
    inline Segment operator*() const;
    inline Iterator& operator++();
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    bool operator==(const Iterator&) const = default;
    const char* at() const { return at_; }

   private:
    const char* at_ = nullptr;
  };

  PathView() = default;
  explicit PathView(std::string_view bytes) : bytes_(bytes) {}

  Iterator begin() const { return Iterator(bytes_.data()); }
  Iterator end() const { return Iterator(bytes_.data() + bytes_.size()); }
  bool empty() const { return bytes_.empty(); }
  std::size_t size() const;  // segments; linear
  std::string_view bytes() const { return bytes_; }

  // REQUIRES: !empty(). All linear in the number of segments.
  inline Segment back() const;
  inline PathView parent() const;
  struct Split;
  inline Split split() const;  // both in one walk

  // The same path or one below `other`.
  bool starts_with(PathView other) const { return bytes_.starts_with(other.bytes_); }
  bool operator==(const PathView&) const = default;

 private:
  std::string_view bytes_;
};

struct PathView::Split {
  PathView parent;
  Segment last;
};

// Bytes of a segment: a 32-bit header, the lowest bit of which tells a key (1) from an index (0). Above it
// stands the key's length, and the key follows; behind an index's header follow 8 bytes of number, the
// highest first, so that elements are in their order when their bytes are. All else is in native byte order:
// the bytes never leave the process.
inline std::uint64_t highest_first(std::uint64_t number) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(number) : number;
}

inline Segment PathView::Iterator::operator*() const {
  std::uint32_t header = 0;
  std::memcpy(&header, at_, sizeof header);
  Segment segment;
  segment.is_index = (header & 1U) == 0;
  if (segment.is_index) {
    std::memcpy(&segment.index, at_ + sizeof header, sizeof segment.index);
    segment.index = highest_first(segment.index);
  } else {
    segment.key = std::string_view(at_ + sizeof header, header >> 1U);
  }
  return segment;
}

inline PathView::Iterator& PathView::Iterator::operator++() {
  std::uint32_t header = 0;
  std::memcpy(&header, at_, sizeof header);
  at_ += sizeof header + ((header & 1U) != 0 ? header >> 1U : sizeof(std::uint64_t));
  return *this;
}

inline PathView::Split PathView::split() const {
  Iterator last = begin();
  for (Iterator next = last; ++next != end();) last = next;
  return {PathView(bytes_.substr(0, static_cast<std::size_t>(last.at() - bytes_.data()))), *last};
}

inline Segment PathView::back() const { return split().last; }
inline PathView PathView::parent() const { return split().parent; }

class Path {
 public:
  Path() = default;
  explicit Path(PathView view) : bytes_(view.bytes()) {}

  operator PathView() const { return PathView(bytes_); }  // NOLINT(google-explicit-constructor)
  PathView view() const { return PathView(bytes_); }
  PathView::Iterator begin() const { return view().begin(); }
  PathView::Iterator end() const { return view().end(); }
  bool empty() const { return bytes_.empty(); }
  std::size_t size() const { return view().size(); }
  Segment back() const { return view().back(); }
  bool operator==(const Path&) const = default;

  void push_key(std::string_view key);
  void push_index(std::uint64_t index);
  void push(const Segment& segment);
  // Cuts back to a byte length taken earlier from bytes().size().
  void truncate(std::size_t bytes) { bytes_.resize(bytes); }
  std::string_view bytes() const { return bytes_; }

  Path child(std::string_view key) const;
  Path child(std::uint64_t index) const;
  Path parent() const { return Path(view().parent()); }

 private:
  std::string bytes_;
};

// JSON form: an array of strings and integers >= 0.
Json path_to_json(PathView path);
Result<Path> path_from_json(const Json& json, const Limits& limits);

// The index that a key means on an array: canonical decimal only, no sign, no leading zero.
std::optional<std::uint64_t> index_of_key(std::string_view key);

// The key that a segment means on an object.
std::string key_of(const Segment& segment);

// Whether a key may be used: `path.forbidden` for __proto__, prototype and constructor, `path.invalid` for an
// empty one, a NUL or bad UTF-8, `limit.size` for one that is too long.
Result<void> check_key(std::string_view key, const Limits& limits);

// Whether a path may be used at all: every key of it, and the number of segments (`limit.depth`).
Result<void> check_path(PathView path, const Limits& limits);

// Which places somebody may see; without a function, all of them.
using Seen = std::function<bool(PathView)>;

}  // namespace gavel
