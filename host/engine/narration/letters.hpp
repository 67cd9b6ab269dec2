// Letters: the kinds of characters in a text, and words around a place. Places are bytes from 0.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.hpp"

namespace gavel::letters {

inline bool is_letter(char c) { return is_ascii_letter(c); }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_digit(char c) { return is_ascii_digit(c); }
inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

inline std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), ascii_lower);
  return out;
}

// Bytes of the character that starts at a place.
inline std::size_t width(std::string_view text, std::size_t at) {
  if (at >= text.size()) return 0;
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t wide = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
  return std::min(wide, text.size() - at);
}

inline std::string_view at(std::string_view text, std::size_t place) {
  return text.substr(std::min(place, text.size()), width(text, place));
}

// The character that ends before a place.
inline std::string_view before(std::string_view text, std::size_t place) {
  std::size_t start = place;
  while (start > 0 && place - start < 4) {
    --start;
    if ((static_cast<unsigned char>(text[start]) & 0xC0U) != 0x80U) break;
  }
  return text.substr(start, place - start);
}

// A character of the scripts that write words without blanks.
inline bool is_han(std::string_view character) {
  if (character.size() != 3) return false;
  const auto first = static_cast<unsigned char>(character[0]);
  return first >= 0xE4 && first <= 0xE9;
}

inline bool has_han(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return static_cast<unsigned char>(c) >= 0xE4 && static_cast<unsigned char>(c) <= 0xE9;
  });
}

inline std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// The run of letters that starts at a place, or nothing.
inline std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_letter(text[end])) ++end;
  return text.substr(std::min(at, text.size()), end - std::min(at, end));
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

inline std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = word_at(text, at).size();
    if (size > 0) ++count;
    at += std::max<std::size_t>(size, 1);
  }
  return count;
}

}  // namespace gavel::letters
