#include "triggers.hpp"

#include <array>
#include <bit>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gavel {
namespace {

// Of the wide characters that may start reasoning, `◁`, `＜` and `【`, the last two bytes are rare; all are
// three bytes long.
constexpr std::array<std::string_view, 3> kWide = {"◁", "＜", "【"};

bool is_trigger(char c) { return c == '\n' || c == '<' || c == '`' || c == '{' || c == '[' || c == '('; }

bool is_wide(const char* text, std::size_t at, std::size_t end) {
  const char c = text[at];
  if (c != '\xE2' && c != '\xEF' && c != '\xE3') return false;
  const std::string_view here(text + at, end - at < 3 ? end - at : 3);
  return here == kWide[0] || here == kWide[1] || here == kWide[2];
}

}  // namespace

std::size_t next_trigger(const char* text, std::size_t at, std::size_t end) {
#if defined(__SSE2__)
  const std::size_t begin = at;
  // 17 bytes: a wide character is seen by its last two.
  while (end - at >= 17) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at));
    const auto is = [&bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    // '[' and '{' differ in one bit only.
    const __m128i brackets = _mm_cmpeq_epi8(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), _mm_set1_epi8('{'));
    const __m128i narrow =
        _mm_or_si128(_mm_or_si128(_mm_or_si128(is('\n'), is('<')), _mm_or_si128(is('`'), is('('))), brackets);
    // Only what is no ASCII has its highest bit set.
    if (_mm_movemask_epi8(_mm_or_si128(narrow, bytes)) == 0) {
      at += 16;
      continue;
    }
    const __m128i behind = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + at + 1));
    const auto ends = [&](char second, char third) {
      return _mm_and_si128(is(second), _mm_cmpeq_epi8(behind, _mm_set1_epi8(third)));
    };
    const __m128i wide =
        _mm_or_si128(_mm_or_si128(ends('\x97', '\x81'), ends('\xBC', '\x9C')), ends('\x80', '\x90'));
    const auto bits = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(narrow, wide)));
    if (bits == 0) {
      at += 16;
      continue;
    }
    const std::size_t found = at + static_cast<std::size_t>(std::countr_zero(bits));
    if (is_trigger(text[found])) return found;
    if (found > begin && is_wide(text, found - 1, end)) return found - 1;
    at = found + 1;
  }
  if (at > begin) --at;  // the last character may have been cut in two
#endif
  while (at < end && !is_trigger(text[at]) && !is_wide(text, at, end)) ++at;
  return at;
}

bool may_hold_reasoning(std::string_view text) {
  for (const std::string_view wide : kWide)
    if (text.find(wide) != std::string_view::npos) return true;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1))
    if (at + 1 < text.size() && std::string_view("/\xEFtT").find(text[at + 1]) != std::string_view::npos)
      return true;
  return false;
}

std::size_t cut_trigger(const char* text, std::size_t begin, std::size_t end) {
  for (std::size_t bytes = 2; bytes > 0; --bytes) {
    if (end - begin < bytes) continue;
    const std::string_view last(text + end - bytes, bytes);
    for (const std::string_view wide : kWide)
      if (wide.starts_with(last)) return bytes;
  }
  return 0;
}

}  // namespace gavel
