#include <algorithm>
#include <string>

#include "fuel.hpp"
#include "library.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

constexpr lua_Integer kMostBytes = 4000;  // values that string.byte gives at once

// The bytes from place `from` to place `to`, both from 1 or from the end.
std::string_view part_of(std::string_view text, lua_Integer from, lua_Integer to) {
  const auto size = static_cast<lua_Integer>(text.size());
  if (from < 0) from = std::max<lua_Integer>(size + from + 1, 1);
  if (from < 1) from = 1;
  if (to < 0) to = to < -size ? 0 : size + to + 1;
  to = std::min(to, size);
  if (from > to) return {};
  return text.substr(static_cast<std::size_t>(from - 1), static_cast<std::size_t>(to - from + 1));
}

int string_length(lua_State* lua) {
  lua_pushinteger(lua, static_cast<lua_Integer>(text_argument(lua, 1).size()));
  return 1;
}

int sub(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const std::string_view part = part_of(text, integer_argument(lua, 2), integer_argument(lua, 3, -1));
  spend_bytes(lua, part.size());
  push_text(lua, part);
  return 1;
}

int byte(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const lua_Integer from = integer_argument(lua, 2, 1);
  const std::string_view part = part_of(text, from, integer_argument(lua, 3, from));
  if (part.size() > kMostBytes)
    raise_text(lua, "string.byte would give " + std::to_string(part.size()) + " values; at most " +
                        std::to_string(kMostBytes));
  spend(lua, part.size());
  ensure_stack(lua, static_cast<int>(part.size()), "too many values");
  for (const char c : part) lua_pushinteger(lua, static_cast<unsigned char>(c));
  return static_cast<int>(part.size());
}

int character(lua_State* lua) {
  const int count = lua_gettop(lua);
  spend(lua, static_cast<std::uint64_t>(count));
  std::string out;
  for (int i = 1; i <= count; ++i) {
    const lua_Integer value = integer_argument(lua, i);
    if (value < 0 || value > 255) bad_argument(lua, i, "value out of range");
    out += static_cast<char>(static_cast<unsigned char>(value));
  }
  push_text(lua, out);
  return 1;
}

int repeat(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  const lua_Integer count = integer_argument(lua, 2);
  const std::string_view between = lua_isnoneornil(lua, 3) ? std::string_view() : text_argument(lua, 3);
  const std::size_t one = text.size() + between.size();
  if (count <= 0 || one == 0) {
    lua_pushliteral(lua, "");
    return 1;
  }
  const auto most = state_of(lua).build.limits.max_lua_string_bytes;
  if (static_cast<lua_Unsigned>(count) > (most + between.size()) / one)
    raise_text(lua, "string.rep would make too long a string; at most " + std::to_string(most) +
                        " bytes (limits.max_lua_string_bytes)");
  std::string out;
  const std::size_t size = one * static_cast<std::size_t>(count) - between.size();
  charge_string(lua, size, "string.rep");
  out.reserve(size);
  for (lua_Integer i = 0; i < count; ++i) {
    if (i > 0) out.append(between);
    out.append(text);
  }
  push_text(lua, out);
  return 1;
}

int reverse(lua_State* lua) {
  const std::string_view text = text_argument(lua, 1);
  spend_bytes(lua, text.size());
  push_text(lua, std::string(text.rbegin(), text.rend()));
  return 1;
}

int change(lua_State* lua, char first, char last) {
  const std::string_view text = text_argument(lua, 1);
  spend_bytes(lua, text.size());
  std::string out(text);
  for (char& c : out)
    if (c >= first && c <= last) c = static_cast<char>(c ^ 0x20);
  push_text(lua, out);
  return 1;
}

int lower(lua_State* lua) { return change(lua, 'A', 'Z'); }
int upper(lua_State* lua) { return change(lua, 'a', 'z'); }

}  // namespace

std::span<const LibraryFunction> string_functions() {
  static constexpr LibraryFunction kFunctions[] = {
      {"len", string_length}, {"sub", sub},         {"byte", byte},   {"char", character},
      {"rep", repeat},        {"reverse", reverse}, {"lower", lower}, {"upper", upper},
  };
  return kFunctions;
}

}  // namespace gavel
