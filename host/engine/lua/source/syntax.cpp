#include "syntax.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"

#include "state.hpp"

namespace gavel {
namespace {

// What the compiler notices at the end of a block and is about a line before it.
constexpr std::array<std::string_view, 2> kNoticedLate = {"break outside loop", "no visible label"};

bool in_word(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

}  // namespace

bool says_too_deep(std::string_view message) { return message.ends_with("C stack overflow"); }

std::size_t where_too_deep(lua_State* lua, std::string_view text) {
  Memory& memory = state_of(lua).memory;
  // What is tried only to find the place is nobody's to pay for.
  const std::uint64_t charged = memory.charged;
  // The compiler reads word by word and stops there, so every beginning of the text that holds the place is
  // refused for it, and no shorter one is.
  std::size_t fits = 0;
  std::size_t refused = text.size();
  while (refused - fits > 1) {
    const std::size_t middle = fits + (refused - fits) / 2;
    const bool compiled = load_chunk(lua, text.substr(0, middle), "=", "t") == LUA_OK;
    (!compiled && says_too_deep(text_at(lua, -1)) ? refused : fits) = middle;
    lua_pop(lua, 1);
    lua_gc(lua, LUA_GCCOLLECT);
    memory.charged = charged;
  }
  std::size_t at = refused == 0 ? 0 : refused - 1;
  while (at > 0 && in_word(text[at]) && in_word(text[at - 1])) --at;
  return at;
}

std::size_t line_meant(std::string_view message) {
  constexpr std::string_view kAt = " at line ";
  const std::size_t at = message.rfind(kAt);
  const bool late = std::ranges::any_of(
      kNoticedLate, [&](std::string_view one) { return message.find(one) != std::string_view::npos; });
  if (!late || at == std::string_view::npos) return 0;
  std::size_t line = 0;
  for (const char c : message.substr(at + kAt.size(), 9)) {
    if (c < '0' || c > '9') break;
    line = line * 10 + static_cast<std::size_t>(c - '0');
  }
  return line;
}

}  // namespace gavel
