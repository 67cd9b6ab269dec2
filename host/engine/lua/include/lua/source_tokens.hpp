// The tokens of a Lua 5.4 text, in one pass, whatever its bytes.
//
// What is no token of Lua is a symbol of one byte, and an unfinished string or comment ends with the text:
// whether the text is Lua, the compiler says. Comments are left out.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace gavel {

struct LuaToken {
  enum class Kind : std::uint8_t { kName, kKeyword, kString, kNumeral, kSymbol, kEnd };
  Kind kind = Kind::kEnd;
  std::string_view text;   // as written; of a string with its quotes
  std::size_t offset = 0;  // in the text
  std::size_t line = 1;

  bool is(std::string_view word) const {
    return (kind == Kind::kKeyword || kind == Kind::kSymbol) && text == word;
  }
  bool is_name() const { return kind == Kind::kName; }
};

// Whether a name may have this sign in it.
constexpr bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

// The words of the language, sorted.
std::span<const std::string_view> lua_keywords();

// Gives every token but kEnd, one by one: of a long text nothing is kept.
void visit_tokens(std::string_view text, const std::function<void(const LuaToken&)>& visit);

// At least one token: the last is kEnd. The tokens point into the text.
std::vector<LuaToken> tokens_of(std::string_view text);

// What a string token says where it says it without escapes; else nothing (a view of no data).
std::string_view plain_text(const LuaToken& token);

}  // namespace gavel
