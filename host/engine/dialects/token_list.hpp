// TokenList: the tokens of one JSON-like value, in text order, as the tolerant scanner finds them. It knows
// brackets, strings and words, not what they mean; what it mended on the way is noted. One pass, no
// recursion, linear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/codes.hpp"
#include "base/limits.hpp"
#include "base/span.hpp"

#include "letters.hpp"
#include "window.hpp"

namespace gavel {

struct Token {
  enum class Kind : std::uint8_t {
    kObject,  // its members follow: key, value, key, value …
    kArray,
    kString,
    kWord,  // anything without quotes
    kDeep,  // a container nested too deep, passed over
  };
  Kind kind = Kind::kWord;
  char quote = '\0';        // of a string: '"', '\'' or '`'
  bool plain = true;        // of a string: no escape, no control character
  bool high = false;        // of a string or word: bytes above 0x7F
  std::uint32_t begin = 0;  // quotes and brackets included
  std::uint32_t end = 0;
  std::uint32_t next = 0;    // the token behind this one and all that it holds
  std::uint8_t opening = 1;  // bytes of a string's quotes
  std::uint8_t closing = 1;

  bool is_object() const { return kind == Kind::kObject; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_string() const { return kind == Kind::kString; }
  bool is_deep() const { return kind == Kind::kDeep; }
  bool is_leaf() const { return kind == Kind::kString || kind == Kind::kWord; }
};

// What was mended, by the part of its code behind "repair.".
struct Repair {
  std::string_view what;
  Span span;
};

struct TokenRules {
  bool closed = false;      // the text's end is a real one: missing brackets before it are mended
  bool words = false;       // a word runs to the next delimiter, blanks included
  bool call = false;        // starts behind "(", as an array that ends with ")"
  bool arithmetic = false;  // a word may be a sum in parentheses
};

class TokenList {
 public:
  enum class End {
    kWhole,   // the value ends at `end()`
    kCut,     // the text ended inside it
    kBroken,  // what is at `end()` cannot be read; `wanted()` could
  };

  // Reads the value that starts at `begin`, where a bracket is (or the first argument of a call).
  // REQUIRES: the window's text outlives the tokens's use; it is below 4 GB.
  End read(const Window& window, std::size_t begin, const TokenRules& rules, const Limits& limits);

  std::size_t end() const { return at_; }
  // Behind the last byte that was looked at; at least end().
  std::size_t reach() const { return std::max(reach_, at_); }
  std::string_view wanted() const { return wanted_; }

  std::string_view text() const { return window_.text(); }
  const std::vector<Token>& tokens() const { return tokens_; }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  const std::vector<Repair>& repairs() const { return repairs_; }
  // A string without its quotes, a word as written.
  std::string_view inside(const Token& token) const {
    const std::string_view all = text().substr(token.begin, token.end - token.begin);
    return token.is_string() ? all.substr(token.opening, all.size() - token.opening - token.closing) : all;
  }

 private:
  enum class State : std::uint8_t { kValue, kAfter, kKey, kColon };
  struct Frame {
    std::uint32_t token;
    char closer;
    std::size_t comma;  // where one was the last thing in it; 0: none was
  };

  bool step();
  bool value(const Letter& letter);
  bool after(const Letter& letter);
  bool key(const Letter& letter);
  bool closes(const Letter& letter);
  bool open(char bracket, std::size_t bytes);
  bool close(std::size_t bytes);
  bool mend_closers(char closer);
  bool string(const Letter& quote);
  bool word(bool is_key);
  bool put_leaf(Token token, std::size_t end, State next);
  std::size_t word_end(bool is_key) const;
  std::size_t free_word_end(bool is_key) const;
  std::size_t subscript_end(std::size_t at) const;
  bool ends_string(const Letter& opener, const Letter& letter, std::size_t behind) const;
  bool delimiter_follows(std::size_t at) const;
  bool call_starts(std::size_t at) const;
  bool skip_deep();
  bool skip_blanks();
  bool skip_comment();
  bool finish_closed();
  bool broken(std::string_view wanted);
  bool cut();
  void mend(std::string_view what, std::size_t begin, std::size_t end) {
    if (repairs_.size() < kRepairs) repairs_.push_back({what, {begin, end}});
  }

  static std::uint32_t narrow(std::size_t at) { return static_cast<std::uint32_t>(at); }

  static constexpr std::size_t kRepairs = 64;   // noted of one value
  static constexpr std::size_t kWrappers = 16;  // containers around a value that may be as deep as the limit

  Window window_;
  const Limits* limits_ = nullptr;
  TokenRules rules_;
  std::vector<Token> tokens_;
  std::vector<Frame> frames_;
  std::vector<Repair> repairs_;
  std::size_t at_ = 0;
  mutable std::size_t reach_ = 0;
  State state_ = State::kValue;
  End outcome_ = End::kWhole;
  std::string_view wanted_;
};

}  // namespace gavel
