// Window: the part of a text that has arrived so far. Whoever looks at its end while more may come is noted:
// what was concluded then is discarded and concluded again when more is there. So a reading cannot depend on
// where a text was cut.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "dialects/looks.hpp"

namespace gavel {

class Window {
 public:
  Window() = default;
  // `whole`: the window's end is the text's end.
  Window(std::string_view text, bool whole) : text_(text), whole_(whole) {}

  std::string_view text() const { return text_; }
  std::size_t size() const { return text_.size(); }
  // The byte at `at`. REQUIRES: at < size().
  char operator[](std::size_t at) const {
    look(1);
    return text_.data()[at];
  }

  // Whether `at` is beyond what has arrived; looking there counts.
  bool ends(std::size_t at) const {
    if (at < text_.size()) return false;
    needs_more_ = needs_more_ || !whole_;
    return true;
  }
  char peek(std::size_t at) const {
    look(1);
    return ends(at) ? '\0' : text_.data()[at];
  }

  // REQUIRES: at <= size(), and `what` is not empty.
  bool has(std::size_t at, std::string_view what) const {
    if (what.size() <= text_.size() - at) {
      const char* here = text_.data() + at;
      return *here == what.front() && std::memcmp(here, what.data(), what.size()) == 0;
    }
    if (what.starts_with(text_.substr(at))) ends(text_.size());
    return false;
  }

  // The first `c` from `at` on, or size().
  std::size_t find(char c, std::size_t at) const {
    const void* found = at < text_.size() ? std::memchr(text_.data() + at, c, text_.size() - at) : nullptr;
    const std::size_t end = found == nullptr
                                ? text_.size()
                                : static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
    look(end - std::min(at, end));
    if (found == nullptr) ends(end);
    return end;
  }

  // The end of the line that holds `at`: its line break, or size(). Looked for once for each line.
  std::size_t line_end(std::size_t at) const {
    if (at < line_from_ || at > line_end_) {
      line_from_ = at;
      line_end_ = find('\n', at);
    } else if (line_end_ == text_.size()) {
      ends(line_end_);
    }
    return line_end_;
  }

  bool needs_more() const { return needs_more_; }

 private:
  std::string_view text_;
  bool whole_ = true;
  mutable bool needs_more_ = false;
  mutable std::size_t line_from_ = 1;  // from there to its end, one line is known
  mutable std::size_t line_end_ = 0;
};

}  // namespace gavel
