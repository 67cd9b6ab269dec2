#include "lua/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace gavel {
namespace {

constexpr std::array<std::string_view, 22> kKeywords = {
    "and", "break", "do",  "else", "elseif", "end",    "false",  "for",  "function", "goto",  "if",
    "in",  "local", "nil", "not",  "or",     "repeat", "return", "then", "true",     "until", "while"};
constexpr std::array<std::string_view, 10> kLongSymbols = {
    "...", "<<", ">>", "//", "==", "~=", "<=", ">=", "::", ".."};

bool is_source_digit(char c) { return c >= '0' && c <= '9'; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  void visit(const std::function<void(const LuaToken&)>& visit) {
    if (text_.starts_with('#')) at_ = end_of_line(0);  // #!
    while (skip_blanks()) {
      scan();
      visit(token_);
    }
  }

  std::vector<LuaToken> run() {
    visit([this](const LuaToken& token) { tokens_.push_back(token); });
    tokens_.push_back({LuaToken::Kind::kEnd, text_.substr(text_.size()), text_.size(), line_});
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // How many '=' the long bracket here has; npos: it is none.
  std::size_t long_bracket(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '[') return std::string_view::npos;
    std::size_t level = 0;
    while (at + 1 + level < text_.size() && text_[at + 1 + level] == '=') ++level;
    return at + 1 + level < text_.size() && text_[at + 1 + level] == '[' ? level : std::string_view::npos;
  }

  // Behind the long bracket that begins at `at`.
  std::size_t end_of_long(std::size_t at, std::size_t level) const {
    std::string close = "]";
    close.append(level, '=').append("]");
    const std::size_t found = text_.find(close, at + level + 2);
    return found == std::string_view::npos ? text_.size() : found + close.size();
  }

  // Lua ends a line at either sign, and takes two that differ for one end.
  static bool is_newline(char c) { return c == '\n' || c == '\r'; }
  std::size_t newline_at(std::size_t at) const {
    return at + 1 < text_.size() && is_newline(text_[at + 1]) && text_[at + 1] != text_[at] ? 2 : 1;
  }
  std::size_t end_of_line(std::size_t at) const {
    return std::min(text_.find_first_of("\r\n", at), text_.size());
  }

  void advance(std::size_t to) {
    while (at_ < to) {
      const bool newline = is_newline(text_[at_]);
      line_ += newline ? 1U : 0U;
      at_ += newline ? newline_at(at_) : 1;
    }
    at_ = to;
  }

  // Past blanks and comments; false: the text is over.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_newline(c)) {
        advance(at_ + newline_at(at_));
      } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
        advance(at_ + 1);
      } else if (c == '-' && peek(1) == '-') {
        const std::size_t level = long_bracket(at_ + 2);
        advance(level == std::string_view::npos ? end_of_line(at_) : end_of_long(at_ + 2, level));
      } else {
        return true;
      }
    }
    return false;
  }

  void take(LuaToken::Kind kind, std::size_t end) {
    token_ = {kind, text_.substr(at_, end - at_), at_, line_};
    advance(end);
  }

  void scan() {
    const char c = peek();
    if (is_source_digit(c) || (c == '.' && is_source_digit(peek(1)))) return take_number();
    if (is_of_word(c)) return take_word();
    if (c == '"' || c == '\'') return take_string(c);
    if (const std::size_t level = long_bracket(at_); level != std::string_view::npos)
      return take(LuaToken::Kind::kString, end_of_long(at_, level));
    std::size_t length = 1;
    for (const std::string_view symbol : kLongSymbols)
      if (symbol.front() == c && text_.substr(at_).starts_with(symbol))
        length = std::max(length, symbol.size());
    take(LuaToken::Kind::kSymbol, at_ + length);
  }

  void take_word() {
    std::size_t end = at_;
    while (end < text_.size() && is_of_word(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    const bool keyword = std::ranges::any_of(
        kKeywords, [word](std::string_view one) { return one.front() == word.front() && one == word; });
    take(keyword ? LuaToken::Kind::kKeyword : LuaToken::Kind::kName, end);
  }

  // With its exponent's sign: 1e-5, 0x1p+4.
  void take_number() {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool exponent = hex ? c == 'p' || c == 'P' : c == 'e' || c == 'E';
      if (exponent && end + 1 < text_.size() && (text_[end + 1] == '+' || text_[end + 1] == '-')) {
        end += 2;
      } else if (is_of_word(c) || (c == '.' && !text_.substr(end).starts_with(".."))) {
        ++end;
      } else {
        break;
      }
    }
    take(LuaToken::Kind::kNumeral, end);
  }

  void take_string(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && !is_newline(text_[end])) {
      if (text_[end] != '\\' || end + 1 == text_.size()) {
        ++end;
        continue;
      }
      const char escaped = text_[++end];
      end += is_newline(escaped) ? newline_at(end) : 1;
      while (escaped == 'z' && end < text_.size() &&
             (text_[end] == ' ' || (text_[end] >= '\t' && text_[end] <= '\r')))
        ++end;
    }
    take(LuaToken::Kind::kString, std::min(end + 1, text_.size()));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  LuaToken token_;
  std::vector<LuaToken> tokens_;
};

}  // namespace

std::span<const std::string_view> lua_keywords() { return kKeywords; }

void visit_tokens(std::string_view text, const std::function<void(const LuaToken&)>& visit) {
  Scanner(text).visit(visit);
}

std::vector<LuaToken> tokens_of(std::string_view text) { return Scanner(text).run(); }

std::string_view plain_text(const LuaToken& token) {
  const std::string_view text = token.text;
  if (token.kind != LuaToken::Kind::kString || text.size() < 2) return {};
  if (text.front() == '[') {
    const std::size_t edge = text.find('[', 1) + 1;
    return text.size() >= 2 * edge && text[edge] != '\n' ? text.substr(edge, text.size() - 2 * edge)
                                                         : std::string_view();
  }
  const std::string_view inside = text.substr(1, text.size() - 2);
  return inside.find('\\') == std::string_view::npos ? inside : std::string_view();
}

}  // namespace gavel
