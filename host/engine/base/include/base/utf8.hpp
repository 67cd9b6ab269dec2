// Checking of UTF-8: every text that enters Gavel is checked once, and is valid from there on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gavel {

// The offset of the first byte that is not part of a valid UTF-8 sequence (no surrogates, no overlong forms,
// nothing above U+10FFFF), or npos.
std::size_t find_invalid_utf8(std::string_view text);

inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == std::string_view::npos; }

// REQUIRES: valid UTF-8 (of other text, the bytes that start no sequence are not counted).
std::size_t count_code_points(std::string_view text);

// Appends the encoding of a scalar value. REQUIRES: code_point <= 0x10FFFF and no surrogate.
void append_utf8(std::string& out, char32_t code_point);

// The text with U+FFFD for every byte that is no part of a valid sequence.
std::string as_utf8(std::string_view text);

// The text with '?' for everything that could steer a terminal or mislead an eye: control characters of one
// byte and of two, and the marks that turn the direction of writing.
std::string printable(std::string_view text);
// The same for a text of several lines: newlines and tabs stay.
std::string printable_lines(std::string_view text);
// For files: '?' only for control characters, newlines and tabs excepted.
std::string without_controls(std::string_view text);
// A JSON text that means the same and steers nothing: such characters are written as \uXXXX in its strings.
std::string escaped_json(std::string_view json);

// `text` cut to at most `max_bytes` at a sequence's border, with "…" where something was cut.
std::string shortened(std::string_view text, std::size_t max_bytes);

// Whether a text holds another, in time linear in both, whatever they are.
bool holds_text(std::string_view text, std::string_view part);

// Puts "…" in the place of a part, from the front, until the text holds it no more, also where the mark
// itself begins or completes it; in time linear in both. REQUIRES: valid UTF-8, and a part longer than the
// mark.
void cross_out(std::string& text, std::string_view part);

}  // namespace gavel
