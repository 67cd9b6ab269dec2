#include "base/utf8.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace gavel {
namespace {

struct Sequence {
  unsigned length;    // bytes, 0 if no sequence starts with this byte
  unsigned char low;  // range of the second byte; the others are 0x80..0xBF
  unsigned char high;
};

Sequence sequence_of(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead < 0xF0) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead < 0xF4) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

unsigned char byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

bool is_sequence(std::string_view text, std::size_t i, Sequence sequence) {
  if (sequence.length == 0 || i + sequence.length > text.size()) return false;
  if (sequence.length == 1) return true;
  if (byte_at(text, i + 1) < sequence.low || byte_at(text, i + 1) > sequence.high) return false;
  for (unsigned k = 2; k < sequence.length; ++k) {
    if ((byte_at(text, i + k) & 0xC0) != 0x80) return false;
  }
  return true;
}

// Passes over sequences of three bytes, as nearly all Chinese is written, but for those whose lead byte
// allows only part of the second bytes.
std::size_t skip_three_byte_sequences(std::string_view text, std::size_t i) {
  if constexpr (std::endian::native != std::endian::little) return i;
  while (i + sizeof(std::uint32_t) <= text.size()) {
    std::uint32_t word = 0;
    std::memcpy(&word, text.data() + i, sizeof word);
    const std::uint32_t lead = word & 0xFFU;
    if ((word & 0x00C0C0F0U) != 0x008080E0U || lead == 0xE0 || lead == 0xED) break;
    i += 3;
  }
  return i;
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    // Eight ASCII bytes at a time: most of a state file is ASCII punctuation.
    std::uint64_t word = 0;
    while (i + sizeof word <= text.size()) {
      std::memcpy(&word, text.data() + i, sizeof word);
      if ((word & 0x8080808080808080ULL) != 0) break;
      i += sizeof word;
    }
    i = skip_three_byte_sequences(text, i);
    if (i >= text.size()) break;
    if (byte_at(text, i) < 0x80) {
      ++i;
      continue;
    }
    const Sequence sequence = sequence_of(byte_at(text, i));
    if (!is_sequence(text, i, sequence)) return i;
    i += sequence.length;
  }
  return std::string_view::npos;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++count;
  }
  return count;
}

void append_utf8(std::string& out, char32_t code_point) {
  const auto put = [&out](char32_t byte) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
  };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::string as_utf8(std::string_view text) {
  std::string out;
  for (std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos;
       bad = find_invalid_utf8(text)) {
    append_utf8(out.append(text.substr(0, bad)), 0xFFFD);
    text.remove_prefix(bad + 1);
  }
  return out.append(text);
}

namespace {

char32_t decode(std::string_view sequence) {
  if (sequence.size() == 1) return byte_at(sequence, 0);
  char32_t code_point = byte_at(sequence, 0) & (0x7FU >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i)
    code_point = (code_point << 6U) | (byte_at(sequence, i) & 0x3FU);
  return code_point;
}

bool steers(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || code_point == 0x061C ||
         code_point == 0x200E || code_point == 0x200F || (code_point >= 0x2028 && code_point <= 0x202E) ||
         (code_point >= 0x2066 && code_point <= 0x2069) || code_point == 0xFEFF;
}

bool is_control(char32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0);
}

bool ends_line_or_cell(char32_t code_point) { return code_point == '\n' || code_point == '\t'; }

// `put` is called with the text and a code point that is not to stay; bytes that are no text are replaced.
template <typename Goes, typename Put>
std::string replaced(std::string_view text, const Goes& goes, const Put& put) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Sequence sequence = sequence_of(byte_at(text, i));
    const std::size_t length = is_sequence(text, i, sequence) ? sequence.length : 1;
    const std::string_view bytes = text.substr(i, length);
    if (sequence.length != length) {
      out.push_back('?');
    } else if (const char32_t code_point = decode(bytes); goes(code_point)) {
      put(out, code_point);
    } else {
      out.append(bytes);
    }
    i += length;
  }
  return out;
}

void put_question(std::string& out, char32_t /*code_point*/) { out.push_back('?'); }

}  // namespace

std::string printable(std::string_view text) { return replaced(text, steers, put_question); }

std::string printable_lines(std::string_view text) {
  return replaced(
      text, [](char32_t c) { return steers(c) && !ends_line_or_cell(c); }, put_question);
}

std::string without_controls(std::string_view text) {
  return replaced(
      text, [](char32_t c) { return is_control(c) && !ends_line_or_cell(c); }, put_question);
}

std::string escaped_json(std::string_view json) {
  const auto as_escape = [](std::string& out, char32_t code_point) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out.push_back(kHex[(code_point >> shift) & 0xFU]);
  };
  return replaced(
      json, [](char32_t c) { return steers(c) && !ends_line_or_cell(c); }, as_escape);
}

std::string shortened(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return std::string(text);
  std::size_t end = max_bytes;
  while (end > 0 && (byte_at(text, end) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

namespace {

// For each beginning of a text, the longest shorter beginning that is also its end.
std::vector<std::size_t> borders_of(std::string_view part) {
  std::vector<std::size_t> border(part.size(), 0);
  for (std::size_t i = 1, length = 0; i < part.size(); ++i) {
    while (length > 0 && part[i] != part[length]) length = border[length - 1];
    if (part[i] == part[length]) ++length;
    border[i] = length;
  }
  return border;
}

}  // namespace

// Knuth, Morris and Pratt: std::string_view::find takes the product of both lengths where the text nearly
// holds the part everywhere.
bool holds_text(std::string_view text, std::string_view part) {
  if (part.size() > text.size()) return false;
  if (part.size() < 16) return text.find(part) != std::string_view::npos;
  const std::vector<std::size_t> border = borders_of(part);
  std::size_t matched = 0;
  for (const char c : text) {
    while (matched > 0 && c != part[matched]) matched = border[matched - 1];
    if (c == part[matched] && ++matched == part.size()) return true;
  }
  return false;
}

// The same search over what is kept, remembering how far it had come at each byte, so that it goes on from
// there when a part is taken back.
void cross_out(std::string& text, std::string_view part) {
  constexpr std::string_view kMark = "…";
  if (!holds_text(text, part)) return;
  const std::vector<std::size_t> border = borders_of(part);
  std::string kept;
  std::vector<std::size_t> matches;
  const auto keep = [&](char c) {
    std::size_t matched = matches.empty() ? 0 : matches.back();
    while (matched > 0 && (matched == part.size() || c != part[matched])) matched = border[matched - 1];
    if (c == part[matched]) ++matched;
    kept.push_back(c);
    matches.push_back(matched);
    return matched == part.size();
  };
  for (const char c : text) {
    for (bool found = keep(c); found;) {
      kept.resize(kept.size() - part.size());
      matches.resize(kept.size());
      found = false;
      for (const char mark : kMark) found = keep(mark);
    }
  }
  text = std::move(kept);
}

}  // namespace gavel
