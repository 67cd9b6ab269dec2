#include "syntax.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "state.hpp"

namespace gavel {
namespace {

struct SyntaxPhrase {
  std::string_view part, remedy;
};

// The first that occurs counts.
constexpr std::array kSyntaxPhrases = {
    SyntaxPhrase{"C stack overflow",
                 "take what is inside into locals or functions of its own, and join many texts with "
                 "table.concat{ … }"},
    SyntaxPhrase{"too many local variables", "put them into a table, or a part of the file into a function"},
    SyntaxPhrase{"too many upvalues", "put the locals that the function uses into a table"},
    SyntaxPhrase{"function or expression needs too many registers",
                 "take parts of it out into locals before it"},
    SyntaxPhrase{"unfinished long", "close it with as many = between its brackets as it was opened with"},
    SyntaxPhrase{"unfinished string",
                 "close it with the quote that it begins with; a line's end is written \\n"},
    SyntaxPhrase{"invalid escape sequence", "a backslash itself is written \\\\"},
    SyntaxPhrase{"malformed number", "write it like 12, 0.5, 1e3 or 0xFF; a name begins with a letter"},
    SyntaxPhrase{"attempt to assign to const", "declare it without <const>, or set another local"},
    SyntaxPhrase{"cannot use '...' outside", "name `...` as the function's last parameter"},
    SyntaxPhrase{"no visible label", "put ::its_name:: into the same block, or into one around it"},
    SyntaxPhrase{"outside loop", "use `return` to leave a function; `break` leaves a loop"},
    SyntaxPhrase{"expected",
                 "look at this line and the one above it: a comma, a bracket, `then` or `end` is missing or "
                 "too many"},
    SyntaxPhrase{"syntax error",
                 "a statement is a call, an assignment or begins with a word such as local, if or for"},
};

// What the compiler notices at the end of a block and is about a line before it.
constexpr std::array<std::string_view, 2> kNoticedLate = {"break outside loop", "no visible label"};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

std::string_view syntax_remedy(std::string_view message) {
  for (const SyntaxPhrase& phrase : kSyntaxPhrases)
    if (message.find(phrase.part) != std::string_view::npos) return phrase.remedy;
  return {};
}

}  // namespace gavel
