#include "syntax_remedy.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "lua/source_tokens.hpp"
#include "state/suggest.hpp"

#include "compile_bounds.hpp"

namespace gavel {
namespace {

using Tokens = std::span<const LuaToken>;

struct Slip {
  std::size_t offset = 0;
  std::string fix;
  std::string message = {};
};

std::string ticked(std::string_view text) { return "`" + std::string(text) + "`"; }

// ---- signs that are no signs of Lua

struct Sign {
  std::string_view written, meant;
};

constexpr std::array kSigns = {
    Sign{"，", ","}, Sign{"、", ","},  Sign{"。", "."},   Sign{"：", ":"},  Sign{"；", ";"},
    Sign{"（", "("}, Sign{"）", ")"},  Sign{"【", "["},   Sign{"】", "]"},  Sign{"［", "["},
    Sign{"］", "]"}, Sign{"｛", "{"},  Sign{"｝", "}"},   Sign{"“", "\""},  Sign{"”", "\""},
    Sign{"„", "\""}, Sign{"「", "\""}, Sign{"」", "\""},  Sign{"＂", "\""}, Sign{"‘", "'"},
    Sign{"’", "'"},  Sign{"＝", "="},  Sign{"＜", "<"},   Sign{"＞", ">"},  Sign{"＋", "+"},
    Sign{"－", "-"}, Sign{"–", "-"},   Sign{"—", "-"},    Sign{"＊", "*"},  Sign{"／", "/"},
    Sign{"～", "~"}, Sign{"＃", "#"},  Sign{"！", "not"}, Sign{"≠", "~="},  Sign{"≤", "<="},
    Sign{"≥", ">="}, Sign{"×", "*"},   Sign{"…", "..."},
};

// What looks like a blank, and is none.
constexpr std::array<std::string_view, 4> kFalseBlanks = {"\xC2\xA0", "\xE3\x80\x80", "\xE2\x80\x8B",
                                                          "\xEF\xBB\xBF"};

std::optional<Slip> foreign_sign(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  if (rest.empty() || static_cast<unsigned char>(rest.front()) < 0x80) return std::nullopt;
  for (const Sign& sign : kSigns)
    if (rest.starts_with(sign.written))
      return Slip{
          offset, "write " + ticked(sign.meant) + " for " + ticked(sign.written),
          ticked(sign.written) +
              " is not a Lua character: outside of strings use the characters of an English keyboard"};
  for (const std::string_view blank : kFalseBlanks)
    if (rest.starts_with(blank))
      return Slip{offset, "delete it, and write a plain blank", "this space is not one that Lua knows"};
  std::size_t end = 0;
  while (end < rest.size() && end < 60 && static_cast<unsigned char>(rest[end]) >= 0x80) ++end;
  const std::string word = shortened(rest.substr(0, end), 60);
  return Slip{offset, "put a text into quotes: \"" + word + "\"; a name is made of a-z, A-Z, 0-9 and _",
              ticked(word) + " stands here without quotes"};
}

// ---- habits of other languages

std::string in_one(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

bool touch(const LuaToken& a, const LuaToken& b) { return a.offset + a.text.size() == b.offset; }

using Names = std::set<std::string_view>;

// The names that the text gives to something itself.
Names names_given(Tokens tokens) {
  Names names;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const LuaToken& behind = tokens[i + 1];
    const bool value = behind.is("=") || behind.is(",") || behind.is(")") || behind.is("in");
    const bool before = i > 0 && (tokens[i - 1].is("function") || tokens[i - 1].is("local")) &&
                        (!behind.is_name() || behind.line != tokens[i].line);
    if (tokens[i].is_name() && (value || before)) names.insert(tokens[i].text);
  }
  return names;
}

// A name that is a word of Lua's or of another language only where it is no member and nothing's own name.
bool is_free(Tokens tokens, const Names& given, std::size_t i) {
  if (!tokens[i].is_name() || given.contains(tokens[i].text)) return false;
  return i == 0 || (!tokens[i - 1].is(".") && !tokens[i - 1].is(":"));
}

// Token i is followed by what can be a function's parameters, and no call's value: names in brackets, with a
// statement behind them. The token behind the brackets; 0: it is not.
std::size_t behind_parameters(Tokens tokens, std::size_t i) {
  if (i + 1 >= tokens.size() || !tokens[i + 1].is("(")) return 0;
  for (i += 2; i < tokens.size() && (tokens[i].is_name() || tokens[i].is(",") || tokens[i].is("..."));) ++i;
  if (i + 1 >= tokens.size() || !tokens[i].is(")")) return 0;
  const LuaToken& behind = tokens[i + 1];
  for (const std::string_view word :
       {"local", "if", "for", "while", "repeat", "return", "do", "goto", "break", "function", "end"})
    if (behind.is(word)) return i + 1;
  return behind.is_name() ? i + 1 : 0;
}

class Habits {
 public:
  Habits(Tokens tokens, const Names& given) : tokens_(tokens), given_(given) {}

  // At token i, whose neighbours may be of other lines.
  std::optional<std::string> at(std::size_t i) const {
    for (const auto habit : {&Habits::signs, &Habits::assigns, &Habits::comment, &Habits::members,
                             &Habits::reserved, &Habits::words, &Habits::condition})
      if (std::optional<std::string> fix = (this->*habit)(i)) return fix;
    return std::nullopt;
  }

 private:
  const LuaToken& token(std::size_t i) const { return tokens_[std::min(i, tokens_.size() - 1)]; }
  bool pair(std::size_t i, std::string_view a, std::string_view b) const {
    return token(i).is(a) && token(i + 1).is(b) && touch(token(i), token(i + 1));
  }
  static bool begins_condition(const LuaToken& one) {
    return one.is("if") || one.is("elseif") || one.is("while");
  }
  bool first_of_line(std::size_t i) const { return i == 0 || token(i - 1).line != token(i).line; }

  std::optional<std::string> signs(std::size_t i) const {
    if (pair(i, "!", "=") || pair(i, "!", "==") || pair(i, "<", ">")) return "unequal is written ~=";
    if (token(i).is("!")) return "write `not ` instead of `!`";
    if (pair(i, "&", "&")) return "write `and` instead of `&&`";
    if (pair(i, "|", "|")) return "write `or` instead of `||`";
    if (pair(i, "==", "=")) return "equal is written ==";
    if (pair(i, "=", ">")) return "a function is written function(…) … end";
    if (token(i).is("?")) return "there is no ?: in Lua: write `if`, or condition and a or b";
    return std::nullopt;
  }

  std::optional<std::string> assigns(std::size_t i) const {
    if (i == 0 || !token(i - 1).is_name()) return std::nullopt;
    const std::string name(shortened(token(i - 1).text, 60));
    for (const std::string_view sign : {"+", "-", "*", "/", "..", "%"})
      if (pair(i, sign, "="))
        return in_one({"there is no ", sign, "= in Lua: write ", name, " = ", name, " ", sign, " …"});
    if (pair(i, "+", "+")) return "there is no ++ in Lua: write " + name + " = " + name + " + 1";
    return std::nullopt;
  }

  std::optional<std::string> comment(std::size_t i) const {
    if (pair(i, "/", "*")) return "a comment begins with --; one of several lines is --[[ … ]]";
    if (!first_of_line(i) || (!token(i).is("//") && !token(i).is("#"))) return std::nullopt;
    return "a comment begins with --";
  }

  // `{ name: value }`, `{ "name" = value }`, `{ function run() … }`
  std::optional<std::string> members(std::size_t i) const {
    if (i == 0 || (!token(i - 1).is("{") && !token(i - 1).is(","))) return std::nullopt;
    const LuaToken& key = token(i);
    if (key.is("function") && token(i + 1).is_name())
      return "a function in a table is a member: " + std::string(shortened(token(i + 1).text, 60)) +
             " = function(…) … end";
    const bool colon = token(i + 1).is(":");
    if (key.kind == LuaToken::Kind::kString && (colon || token(i + 1).is("=")))
      return "a member is written name = value, or [" + std::string(shortened(key.text, 60)) + "] = value";
    if (!key.is_name() || !colon) return std::nullopt;
    const LuaToken& behind = token(i + 3);
    if (token(i + 2).is_name() &&
        (behind.is("(") || behind.is("{") || behind.kind == LuaToken::Kind::kString))
      return std::nullopt;
    return "a member is written name = value: " + std::string(shortened(key.text, 60)) + " = …";
  }

  // `local end = 3`, `{ if = 1 }`, `a.for = 2`
  std::optional<std::string> reserved(std::size_t i) const {
    if (i == 0 || token(i).kind != LuaToken::Kind::kKeyword || !token(i + 1).is("=")) return std::nullopt;
    const LuaToken& before = token(i - 1);
    const std::string_view word = token(i).text;
    if (before.is("local")) return in_one({"`", word, "` is a word of Lua's own: take another name"});
    if (before.is("{") || before.is(","))
      return in_one({"`", word, "` is a word of Lua's own: write [\"", word, "\"] = …"});
    if (!before.is(".")) return std::nullopt;
    return in_one({"`", word, "` is a word of Lua's own: write [\"", word, "\"] for .", word});
  }

  std::optional<std::string> words(std::size_t i) const {
    constexpr std::array<std::string_view, 6> kFunctions = {"def", "fn", "func", "fun", "lambda", "fonction"};
    constexpr std::array<std::string_view, 3> kLocals = {"var", "let", "const"};
    if (!is_free(tokens_, given_, i)) return std::nullopt;
    const std::string_view word = token(i).text;
    const bool named = token(i + 1).is_name() && token(i + 1).line == token(i).line;
    if ((named || behind_parameters(tokens_, i) != 0) &&
        std::ranges::find(kFunctions, word) != kFunctions.end())
      return "a function is written function(…) … end";
    if (word == "elif") return "write elseif";
    if (named && std::ranges::find(kLocals, word) != kLocals.end())
      return "write `local` instead of " + ticked(word);
    return std::nullopt;
  }

  // `if a = b then`
  std::optional<std::string> condition(std::size_t i) const {
    if (!begins_condition(token(i)) || token(i + 1).is("=")) return std::nullopt;
    std::size_t depth = 0;
    std::size_t at = i + 1;
    for (; token(at).kind != LuaToken::Kind::kEnd && token(at).line == token(i).line; ++at) {
      const LuaToken& one = token(at);
      if (one.is("then") || one.is("do") || begins_condition(one)) return std::nullopt;
      if (one.is("{")) ++depth;
      if (one.is("}") && depth > 0) --depth;
      const LuaToken& before = token(at - 1);
      if (one.is("=") && before.kind == LuaToken::Kind::kSymbol && touch(before, one) && !before.is(")") &&
          !before.is("]"))
        return std::nullopt;  // of a sign of two, such as !=
      if (one.is("=") && depth == 0) return "compare with == instead of =";
    }
    return std::nullopt;
  }

  Tokens tokens_;
  const Names& given_;
};

// `fucntion(effect) …`: Lua stumbles over what comes behind it, or over its `end`.
std::optional<Slip> misspelt_function(Tokens tokens, const Names& given, std::string_view said,
                                      std::size_t line) {
  constexpr std::array<std::string_view, 1> kWanted = {"function"};
  for (std::size_t i = 0; i + 1 < tokens.size() && tokens[i].line <= line; ++i) {
    if (tokens[i].line + 1 < line || !is_free(tokens, given, i) || !nearest(tokens[i].text, kWanted))
      continue;
    const std::size_t behind = behind_parameters(tokens, i);
    if (behind == 0) continue;
    const std::string_view near = tokens[behind].text.substr(0, 60);
    if (said.ends_with("near 'end'") || said.ends_with(in_one({"near '", near, "'"})))
      return Slip{tokens[i].offset, in_one({"did you mean function instead of ", tokens[i].text, "?"})};
  }
  return std::nullopt;
}

// ---- an `end` too few, or too many

struct Block {
  const LuaToken* opener = nullptr;
  std::size_t indent = 0;  // of its line
};

// How far lines are indented, from the first to the last.
class Indents {
 public:
  explicit Indents(std::string_view text) : text_(text) { begin(0); }

  // Of the line in which `offset` lies. REQUIRES: it lies behind those that were asked for before.
  std::size_t at(std::size_t offset) {
    while (next_ <= offset) begin(next_);
    return std::min(first_, offset) - begin_;
  }

 private:
  void begin(std::size_t offset) {
    begin_ = offset;
    first_ = std::min(text_.find_first_not_of(" \t", offset), text_.size());
    next_ = std::min(text_.find('\n', first_), text_.size()) + 1;
  }

  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t first_ = 0;  // what is no blank in it
  std::size_t next_ = 0;   // line
};

bool opens(Tokens tokens, std::size_t i) {
  // `while … do` and `for … do` are one block, opened by their `do`.
  for (const std::string_view word : {"function", "if", "do", "repeat"})
    if (tokens[i].is(word)) return true;
  return false;
}

// What the indentation says of a block that has no `end` of its own, or of an `end` that closes nothing.
std::optional<std::string> unbalanced(Tokens tokens, std::string_view text) {
  std::vector<Block> open;
  Indents indents(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t indent = indents.at(tokens[i].offset);
    if (opens(tokens, i)) open.push_back({&tokens[i], indent});
    if (!tokens[i].is("end") && !tokens[i].is("until")) continue;
    if (open.empty())
      return "the `end` in line " + std::to_string(tokens[i].line) +
             " closes nothing: delete it, or what is too many above it";
    const Block block = open.back();
    open.pop_back();
    const bool own_line = i == 0 || tokens[i - 1].line != tokens[i].line;
    if (own_line && block.opener->line != tokens[i].line && indent < block.indent)
      return "the " + ticked(block.opener->text) + " in line " + std::to_string(block.opener->line) +
             " has no `end` of its own: write it before the `end` in line " + std::to_string(tokens[i].line);
  }
  if (open.empty()) return std::nullopt;
  return "the " + ticked(open.back().opener->text) + " in line " + std::to_string(open.back().opener->line) +
         " has no `end`";
}

// `else if` opens a block of its own.
std::optional<std::string> split_elseif(Tokens tokens, std::size_t line) {
  for (std::size_t i = 0; i + 1 < tokens.size() && tokens[i].line <= line; ++i)
    if (tokens[i].is("else") && tokens[i + 1].is("if") && tokens[i].line == tokens[i + 1].line)
      return "write `elseif` as one word in line " + std::to_string(tokens[i].line) +
             ", or give that `if` an `end` of its own";
  return std::nullopt;
}

// ---- what the compiler's own sentence says

// The number behind "at line ".
std::string opened_at(std::string_view said) {
  constexpr std::string_view kAt = " at line ";
  const std::size_t at = said.find(kAt);
  if (at == std::string_view::npos) return {};
  const std::string_view number = said.substr(at + kAt.size());
  return std::string(number.substr(0, number.find_first_not_of("0123456789")));
}

// A name or string that begins a member stands first in the line: `name = value`.
bool member_begins(Tokens tokens, std::size_t line) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].line == line) return (tokens[i].is_name() && tokens[i + 1].is("=")) || tokens[i].is("[");
  return false;
}

// The bracket that is open in front of the first token of that line, if no block is open in it.
const LuaToken* open_bracket(Tokens tokens, std::size_t line) {
  std::vector<const LuaToken*> open;
  for (std::size_t i = 0; i < tokens.size() && tokens[i].line < line; ++i) {
    const LuaToken& token = tokens[i];
    const bool closes =
        token.is("}") || token.is(")") || token.is("]") || token.is("end") || token.is("until");
    if (token.is("{") || token.is("(") || token.is("[") || opens(tokens, i)) open.push_back(&token);
    if (closes && !open.empty()) open.pop_back();
  }
  return open.empty() || opens(Tokens(open.back(), 1), 0) ? nullptr : open.back();
}

// `if (a) {`, whose body is understood as a table until something else goes wrong.
bool braced_block(Tokens tokens, std::size_t line) {
  for (std::size_t i = 0; i + 1 < tokens.size() && tokens[i].line <= line; ++i) {
    if (!tokens[i].is("if") && !tokens[i].is("while")) continue;
    std::size_t last = i;
    while (last + 1 < tokens.size() && tokens[last + 1].line == tokens[i].line) ++last;
    if (tokens[last].is("{")) return true;
    i = last;
  }
  return false;
}

// A statement where a value or a bracket should stand.
bool begins_statement(Tokens tokens, std::size_t line) {
  for (const LuaToken& token : tokens)
    if (token.line == line)
      return token.is("local") || token.is("if") || token.is("for") || token.is("return") ||
             token.is("while");
  return false;
}

struct SaidRemedy {
  std::string_view said, fix;
};

// The first that occurs counts.
constexpr std::array kSaid = {
    SaidRemedy{"C stack overflow",
               "take what is inside into locals or functions of its own, and join many texts with "
               "table.concat{ … }"},
    SaidRemedy{"too many local variables", "put them into a table, or a part of the file into a function"},
    SaidRemedy{"too many upvalues", "put the locals that the function uses into a table"},
    SaidRemedy{"function or expression needs too many registers",
               "take parts of it out into locals before it"},
    SaidRemedy{"attempt to assign to const", "declare it without <const>, or set another local"},
    SaidRemedy{"cannot use '...' outside", "name `...` as the function's last parameter"},
    SaidRemedy{"no visible label", "put ::its_name:: into the same block, or into one around it"},
    SaidRemedy{"outside loop", "use `return` to leave a function; `break` leaves a loop"},
    SaidRemedy{"'then' expected", "write `then` after the condition"},
    SaidRemedy{"'do' expected", "write `do` after what the loop goes through"},
    SaidRemedy{"unfinished string", "close the quotes on the same line; a text of several lines is [[ … ]]"},
    SaidRemedy{"unfinished long", "close it with ]]"},
    SaidRemedy{"malformed number", "write a number such as 5 or 0.5; a name does not begin with a digit"},
    SaidRemedy{"invalid escape sequence", "write \\\\ for a backslash"},
    SaidRemedy{"<name> expected",
               "a name stands here, made of a-z, A-Z, 0-9 and _, and no word of Lua's own"},
    SaidRemedy{"syntax error near", "a line calls something or sets it: name = value, or name(…)"},
    SaidRemedy{"expected",
               "look at this line and the one above it: a comma, a bracket, `then` or `end` is missing or "
               "too many"},
};

std::string fix_of(std::string_view said, Tokens tokens, std::string_view text, std::size_t line) {
  const std::string from = opened_at(said);
  const bool brace = said.starts_with("'}' expected"), bracket = said.starts_with("')' expected");
  if (brace && member_begins(tokens, line)) return "write a comma after the member above it";
  if ((brace || bracket) && !from.empty() && said.find("near ';'") == std::string_view::npos)
    return "write `" + std::string(said.substr(1, 1)) + "` where what begins in line " + from +
           " ends; its parts have commas between them";
  if (const LuaToken* open = open_bracket(tokens, line); open != nullptr && begins_statement(tokens, line))
    return "close the " + ticked(open->text) + " of line " + std::to_string(open->line) + " before this line";
  if (said.starts_with("'then' expected") && braced_block(tokens, line))
    return "blocks have no braces: if … then … end";
  if (said.starts_with("'end' expected") && said.find(" near '") != std::string_view::npos &&
      std::string_view("},)]").find(said[said.rfind(" near '") + 7]) == std::string_view::npos)
    return "write `end` in front of this line" +
           (from.empty() ? std::string() : ", for what begins in line " + from) +
           ": nothing may follow a `return` in its block";
  const bool about_end = said.find("'end' expected") != std::string_view::npos ||
                         said.find("<eof> expected") != std::string_view::npos ||
                         said.find("unexpected symbol") != std::string_view::npos ||
                         said.find("near <eof>") != std::string_view::npos;
  if (about_end) {
    if (std::optional<std::string> fix = split_elseif(tokens, line)) return *std::move(fix);
    if (std::optional<std::string> fix = unbalanced(tokens, text)) return *std::move(fix);
  }
  for (const SaidRemedy& one : kSaid)
    if (said.find(one.said) != std::string_view::npos) return std::string(one.fix);
  return {};
}

std::optional<Slip> slip_in(Tokens tokens, const Names& given, std::string_view text, std::size_t line) {
  const Habits habits(tokens, given);
  for (std::size_t i = 0; i + 1 < tokens.size() && tokens[i].line <= line; ++i) {
    if (tokens[i].line != line) continue;
    if (std::optional<Slip> slip = foreign_sign(text, tokens[i].offset)) return slip;
    if (std::optional<std::string> fix = habits.at(i)) return Slip{tokens[i].offset, *std::move(fix)};
  }
  return std::nullopt;
}

}  // namespace

SyntaxRemedy syntax_remedy(std::string_view said, std::string_view text, std::size_t line) {
  if (const std::string_view costly = remedy_for_costly(said); !costly.empty())
    return {{}, std::string(costly)};
  const std::vector<LuaToken> tokens = tokens_of(text);
  const Names given = names_given(tokens);
  const auto column = [text](std::size_t offset) { return line_column(text, offset).column; };
  const std::optional<Slip> here = slip_in(tokens, given, text, line);
  if (here) return {here->message, here->fix, column(here->offset)};
  // `run = def(effect)` is understood as a call, and only the line behind it is not.
  const std::optional<Slip> above = line > 1 ? slip_in(tokens, given, text, line - 1) : std::nullopt;
  if (above) return {{}, "in line " + std::to_string(line - 1) + ": " + above->fix};
  if (const std::optional<Slip> word = misspelt_function(tokens, given, said, line))
    return {{}, word->fix, line_column(text, word->offset).line == line ? column(word->offset) : 0};
  return {{}, fix_of(said, tokens, text, line)};
}

}  // namespace gavel
