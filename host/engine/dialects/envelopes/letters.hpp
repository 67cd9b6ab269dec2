// Letters: what single characters mean to the readers, the full-width and curly ones included that models
// type for the plain ones.
#pragma once

#include <cstdint>

#include "window.hpp"

namespace gavel {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
inline bool is_gap(char c) { return c == ' ' || c == '\t'; }  // a blank within a line
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

// The first place from `at` on that is no blank.
inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// Whether one of the words that blanks part is that name.
inline bool is_listed(std::string_view names, std::string_view name) {
  if (name.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' ')) return true;
  }
  return false;
}

// A character as the readers see it: `plain` is the ASCII character that is meant, or '\0' where the
// character means nothing to them.
struct Letter {
  char plain = '\0';
  std::uint8_t bytes = 1;

  bool is(char c) const { return plain == c; }
  bool wide() const { return bytes > 1; }
};

Letter wide_letter(const Window& window, std::size_t at);

inline Letter letter_at(const Window& window, std::size_t at) {
  const char c = window.peek(at);
  if (static_cast<unsigned char>(c) < 0x80) return {c, 1};
  return wide_letter(window, at);
}

}  // namespace gavel
