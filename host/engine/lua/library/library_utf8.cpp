#include <algorithm>
#include <string>

#include "fuel.hpp"
#include "library.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostUtf8Values = 4000;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

// The code point at the start of `text` and its bytes; 0 bytes: no valid sequence. `lax` allows what Unicode
// does not: surrogates, and values up to 2^31.
struct Decoded {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};

Decoded decode(std::string_view text, bool lax) {
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  if (text.empty()) return {};
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) return {first, 1};
  if (first < 0xC0 || first > 0xFD) return {};
  std::size_t bytes = 2;
  while (bytes < 6 && (first >> (7U - bytes) & 1U) != 0) ++bytes;
  if (text.size() < bytes) return {};
  std::uint32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues(text[i])) return {};
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  if (code < kLeast[bytes]) return {};
  if (!lax && (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))) return {};
  return {code, bytes};
}

void append(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  std::size_t bytes = 2;
  while (bytes < 6 && code >> (bytes * 5U + 1U) != 0) ++bytes;
  out += static_cast<char>(static_cast<unsigned char>(0xFF00U >> bytes | code >> (6U * (bytes - 1))));
  for (std::size_t i = bytes - 1; i-- > 0;) out += static_cast<char>(0x80U | (code >> (6U * i) & 0x3FU));
}

// An offset from 0 for a place from 1 or from the end.
lua_Integer offset_of(lua_Integer place, std::size_t size) {
  if (place >= 0) return place - 1;
  return place < -static_cast<lua_Integer>(size) ? -1 : static_cast<lua_Integer>(size) + place;
}

int utf8_length(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const auto size = static_cast<lua_Integer>(text.size());
  lua_Integer at = offset_of(integer_argument(lua, 2, 1), text.size());
  const lua_Integer last = offset_of(integer_argument(lua, 3, -1), text.size());
  const bool lax = lua_toboolean(lua, 4) != 0;
  if (at < 0 || at > size) bad_argument(lua, 2, "initial position out of bounds");
  if (last >= size) bad_argument(lua, 3, "final position out of bounds");
  if (last >= at) spend(lua, 1 + static_cast<std::uint64_t>(last - at) / 4);
  lua_Integer count = 0;
  while (at <= last) {
    const Decoded one = decode(text.substr(static_cast<std::size_t>(at)), lax);
    if (one.bytes == 0) {
      lua_pushnil(lua);
      lua_pushinteger(lua, at + 1);
      return 2;
    }
    at += static_cast<lua_Integer>(one.bytes);
    ++count;
  }
  lua_pushinteger(lua, count);
  return 1;
}

int code_point(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const lua_Integer from = integer_argument(lua, 2, 1);
  lua_Integer at = offset_of(from, text.size());
  const lua_Integer last = offset_of(integer_argument(lua, 3, at + 1), text.size());
  const bool lax = lua_toboolean(lua, 4) != 0;
  if (at < 0) bad_argument(lua, 2, "out of bounds");
  if (last >= static_cast<lua_Integer>(text.size())) bad_argument(lua, 3, "out of bounds");
  if (at > last) return 0;
  spend(lua, 1 + static_cast<std::uint64_t>(last - at));
  int count = 0;
  while (at <= last) {
    const Decoded one = decode(text.substr(static_cast<std::size_t>(at)), lax);
    if (one.bytes == 0) raise_text(lua, "invalid UTF-8 code");
    if (static_cast<std::size_t>(count) == kMostUtf8Values)
      raise_text(lua,
                 "utf8.codepoint would give too many values; at most " + std::to_string(kMostUtf8Values));
    ensure_stack(lua, 1, "too many values");
    lua_pushinteger(lua, one.code);
    ++count;
    at += static_cast<lua_Integer>(one.bytes);
  }
  return count;
}

int utf8_character(lua_State* lua) {
  const int count = lua_gettop(lua);
  spend(lua, static_cast<std::uint64_t>(count));
  std::string out;
  for (int i = 1; i <= count; ++i) {
    const lua_Integer code = integer_argument(lua, i);
    if (code < 0 || code > 0x7FFFFFFF) bad_argument(lua, i, "value out of range");
    append(out, static_cast<std::uint32_t>(code));
  }
  push_text(lua, out);
  return 1;
}

int offset(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  lua_Integer n = integer_argument(lua, 2);
  const auto size = static_cast<lua_Integer>(text.size());
  lua_Integer at = offset_of(integer_argument(lua, 3, n > 0 ? 1 : size + 1), text.size());
  if (at < 0 || at > size) bad_argument(lua, 3, "position out of bounds");
  spend_bytes(lua, text.size());
  const auto inside = [&](lua_Integer place) {
    return place < size && continues(text[static_cast<std::size_t>(place)]);
  };
  if (n == 0) {
    while (at > 0 && inside(at)) --at;
    lua_pushinteger(lua, at + 1);
    return 1;
  }
  if (inside(at)) raise_text(lua, "initial position is a continuation byte");
  if (n < 0) {
    while (n < 0 && at > 0) {
      do --at;
      while (at > 0 && inside(at));
      ++n;
    }
  } else {
    --n;
    while (n > 0 && at < size) {
      do ++at;
      while (inside(at));
      --n;
    }
  }
  if (n == 0) {
    lua_pushinteger(lua, at + 1);
  } else {
    lua_pushnil(lua);
  }
  return 1;
}

// (text, place of the last one, from 1; 0: none yet). Upvalue: lax.
int codes_step(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const lua_Integer last = integer_argument(lua, 2);
  const bool lax = lua_toboolean(lua, lua_upvalueindex(1)) != 0;
  auto at = static_cast<std::size_t>(last < 0 ? 0 : last);
  if (last > 0)
    while (at < text.size() && continues(text[at])) ++at;
  spend(lua, 1 + (at - std::min(at, static_cast<std::size_t>(std::max<lua_Integer>(last, 0)))) / 8);
  if (at >= text.size()) return 0;
  const Decoded one = decode(text.substr(at), lax);
  if (one.bytes == 0) raise_text(lua, "invalid UTF-8 code");
  lua_pushinteger(lua, static_cast<lua_Integer>(at) + 1);
  lua_pushinteger(lua, one.code);
  return 2;
}

int codes(lua_State* lua) {
  text_argument(lua, 1);
  lua_pushboolean(lua, lua_toboolean(lua, 2));
  lua_pushcclosure(lua, codes_step, 1);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, 0);
  return 3;
}

}  // namespace

std::span<const LibraryFunction> utf8_functions() {
  static constexpr LibraryFunction kFunctions[] = {{"len", utf8_length},
                                                   {"codepoint", code_point},
                                                   {"char", utf8_character},
                                                   {"offset", offset},
                                                   {"codes", codes}};
  return kFunctions;
}

}  // namespace gavel
