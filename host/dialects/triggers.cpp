#include "triggers.hpp"

#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gavel {
namespace {

bool is_trigger(char c) { return c == '\n' || c == '<' || c == '`' || c == '{' || c == '[' || c == '('; }

}  // namespace

std::size_t next_trigger(const char* text, std::size_t at, std::size_t end) {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
    const auto is = [&bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    // '[' and '{' differ in one bit only.
    const __m128i brackets = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('{'));
    const __m128i found =
        _mm_or_si128(_mm_or_si128(_mm_or_si128(is('\n'), is('<')), _mm_or_si128(is('`'), is('('))), brackets);
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(found));
    if (bits != 0) return at + static_cast<std::size_t>(std::countr_zero(bits));
  }
#endif
  while (at < end && !is_trigger(text[at])) ++at;
  return at;
}

}  // namespace gavel
