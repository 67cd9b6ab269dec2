// Window: the part of a text that has arrived so far. Whoever looks at its end while more may come is noted:
// what was concluded then is thrown away and concluded anew when more is there. So a reading cannot depend on
// where a text was cut.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace gavel {

class Window {
 public:
  Window() = default;
  // `whole`: the window's end is the text's end.
  Window(std::string_view text, bool whole) : text_(text), whole_(whole) {}

  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  // The byte at `at`. REQUIRES: at < size().
  char operator[](std::size_t at) const { return text_.data()[at]; }

  // Whether `at` lies beyond what has arrived; looking there counts.
  bool ends(std::size_t at) const {
    if (at < text_.size()) return false;
    starved_ = starved_ || !whole_;
    return true;
  }
  char peek(std::size_t at) const { return ends(at) ? '\0' : text_.data()[at]; }

  // REQUIRES: at <= size().
  bool has(std::size_t at, std::string_view what) const {
    if (what.size() <= text_.size() - at)
      return std::memcmp(text_.data() + at, what.data(), what.size()) == 0;
    if (what.starts_with(text_.substr(at))) ends(text_.size());
    return false;
  }

  // The first `c` from `at` on, or size().
  std::size_t find(char c, std::size_t at) const {
    const void* found = at < text_.size() ? std::memchr(text_.data() + at, c, text_.size() - at) : nullptr;
    if (found != nullptr) return static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
    ends(text_.size());
    return text_.size();
  }

  bool starved() const { return starved_; }

 private:
  std::string_view text_;
  bool whole_ = true;
  mutable bool starved_ = false;
};

}  // namespace gavel
