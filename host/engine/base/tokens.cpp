#include "base/tokens.hpp"

namespace gavel {
namespace {

// The code point of a sequence of three or four bytes.
char32_t code_point(std::string_view sequence) {
  char32_t point = static_cast<unsigned char>(sequence.front()) & (sequence.size() == 3 ? 0x0FU : 0x07U);
  for (const char c : sequence.substr(1)) point = (point << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return point;
}

// Kana, ideographs, Hangul, and the marks and full-width letters that go with them.
bool is_cjk(char32_t point) {
  return (point >= 0x1100 && point <= 0x11FF) || (point >= 0x2E80 && point <= 0x9FFF) ||
         (point >= 0xAC00 && point <= 0xD7FF) || (point >= 0xF900 && point <= 0xFAFF) ||
         (point >= 0xFE30 && point <= 0xFE4F) || (point >= 0xFF00 && point <= 0xFFEF) ||
         (point >= 0x20000 && point <= 0x3FFFF);
}

}  // namespace

std::size_t quarter_tokens(std::string_view text) {
  std::size_t quarters = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 1;
    const std::string_view sequence = text.substr(at, length);
    const bool cjk = length > 1 && sequence.size() == length && is_cjk(code_point(sequence));
    quarters += cjk ? 4 : sequence.size();
    at += sequence.size();
  }
  return quarters;
}

}  // namespace gavel
