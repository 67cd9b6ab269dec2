#include "letters.hpp"

namespace gavel {

// U+2018 to U+201F are quotes; U+FF01 to U+FF5E are ASCII moved up; U+3000 is a wide blank.
Letter wide_letter(const Window& window, std::size_t at) {
  const auto byte = [&window](std::size_t i) { return static_cast<unsigned char>(window.peek(i)); };
  const unsigned first = byte(at);
  if (first != 0xE2 && first != 0xEF && first != 0xE3) return {};
  const unsigned second = byte(at + 1);
  const unsigned third = second < 0x80 ? 0U : byte(at + 2);
  if (first == 0xE2 && second == 0x80 && third >= 0x98 && third <= 0x9F)
    return {third < 0x9C ? '\'' : '"', 3};
  if (first == 0xEF && (second == 0xBC || second == 0xBD) && third >= 0x80) {
    const unsigned plain = (second == 0xBC ? 0x20U : 0x60U) + (third - 0x80U);
    if (plain > 0x20 && plain < 0x7F) return {static_cast<char>(plain), 3};
  }
  if (first == 0xE3 && second == 0x80 && third == 0x80) return {' ', 3};
  return {};
}

}  // namespace gavel
