// A line on standard error that says how far something has come, once it has taken two seconds; on a terminal
// only.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <unistd.h>

#include "base/utf8.hpp"

namespace gavel {

class ProgressLine {
 public:
  explicit ProgressLine(std::string what) : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) != 0) {}

  void show(std::size_t done, std::size_t all, const char* of = "turns") {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - begin_ < std::chrono::seconds(2) || now - last_ < std::chrono::milliseconds(100))
      return;
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "\r%s: %zu of %zu %s", printable(what_).c_str(), done, all, of);
    std::fflush(stderr);
  }

  void clear() const {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

 private:
  std::string what_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_;
};

}  // namespace gavel
