#include "token_list.hpp"

namespace gavel {
namespace {

bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_closer(char c) { return c == ']' || c == '}' || c == ')'; }

}  // namespace

TokenList::End TokenList::read(const Window& window, std::size_t begin, const TokenRules& rules,
                               const Limits& limits) {
  window_ = window;
  limits_ = &limits;
  rules_ = rules;
  tokens_.clear();
  tokens_.reserve(256);
  frames_.clear();
  repairs_.clear();
  at_ = reach_ = begin;
  state_ = State::kValue;
  outcome_ = End::kWhole;
  wanted_ = {};
  if (rules.call) {
    Token root;
    root.kind = Token::Kind::kArray;
    root.begin = narrow(begin);
    tokens_.push_back(root);
    frames_.push_back({0, ')', 0});
  }
  while (step()) {
  }
  if (window_.needs_more()) window.ends(window.size());
  return outcome_;
}

bool TokenList::step() {
  if (!skip_blanks()) {
    window_.ends(at_);
    if (rules_.closed) return finish_closed();
    outcome_ = End::kCut;
    return false;
  }
  const Letter letter = letter_at(window_, at_);
  switch (state_) {
    case State::kValue:
      return value(letter);
    case State::kAfter:
      return after(letter);
    case State::kKey:
      return key(letter);
    case State::kColon:
      break;
  }
  if (!letter.is(':')) return broken("':'");
  if (letter.wide()) mend("fullwidth", at_, at_ + letter.bytes);
  at_ += letter.bytes;
  state_ = State::kValue;
  return true;
}

bool TokenList::value(const Letter& letter) {
  if (letter.is('{') || letter.is('[')) return open(letter.plain, letter.bytes);
  if (is_quote(letter.plain) || (rules_.call && letter.is('`'))) return string(letter);
  const bool in_array = !frames_.empty() && frames_.back().closer != '}';
  return in_array && closes(letter) ? close(letter.bytes) : word(false);
}

bool TokenList::after(const Letter& letter) {
  Frame& frame = frames_.back();
  const State next = frame.closer == '}' ? State::kKey : State::kValue;
  if (letter.is(',')) {
    if (letter.wide()) mend("fullwidth", at_, at_ + letter.bytes);
    frame.comma = at_;
    at_ += letter.bytes;
    state_ = next;
    return true;
  }
  if (letter.is(frame.closer)) return close(letter.bytes);
  if (is_closer(letter.plain) && mend_closers(letter.plain)) return close(letter.bytes);
  const bool starts = letter.is('{') || letter.is('[') || is_quote(letter.plain);
  if (starts && !rules_.call && (next == State::kValue || is_quote(letter.plain))) {
    mend("missing_comma", at_, at_);
    state_ = next;
    return true;
  }
  if (frame.closer == '}') return broken("',' or '}'");
  return broken(frame.closer == ']' ? "',' or ']'" : "',' or ')'");
}

bool TokenList::key(const Letter& letter) {
  if (is_quote(letter.plain)) return string(letter);
  if (closes(letter)) return close(letter.bytes);
  const char c = window_[at_];
  if (!is_name(c) && c != '$' && !(rules_.words && static_cast<unsigned char>(c) >= 0x80))
    return broken("a key");
  return word(true);
}

// Whether a bracket in the place of a value or a key closes its container, or an outer one.
bool TokenList::closes(const Letter& letter) {
  const Frame& frame = frames_.back();
  if (!letter.is(frame.closer))
    return frame.comma != 0 && is_closer(letter.plain) && mend_closers(letter.plain);
  if (frame.comma != 0)
    mend("trailing_comma", frame.comma, frame.comma + letter_at(window_, frame.comma).bytes);
  return true;
}

bool TokenList::open(char bracket, std::size_t bytes) {
  if (bytes > 1) mend("fullwidth", at_, at_ + bytes);
  if (frames_.size() >= limits_->max_depth + kWrappers) return skip_deep();
  if (!frames_.empty()) frames_.back().comma = 0;
  Token token;
  token.kind = bracket == '{' ? Token::Kind::kObject : Token::Kind::kArray;
  token.begin = narrow(at_);
  frames_.push_back({narrow(tokens_.size()), bracket == '{' ? '}' : ']', 0});
  tokens_.push_back(token);
  at_ += bytes;
  state_ = bracket == '{' ? State::kKey : State::kValue;
  return true;
}

bool TokenList::close(std::size_t bytes) {
  if (bytes > 1) mend("fullwidth", at_, at_ + bytes);
  at_ += bytes;
  Token& token = tokens_[frames_.back().token];
  token.end = narrow(at_);
  token.next = narrow(tokens_.size());
  frames_.pop_back();
  state_ = State::kAfter;
  return !frames_.empty();
}

// A bracket that closes an outer container: those within it end here too. Only where the text has a real end.
bool TokenList::mend_closers(char closer) {
  if (!rules_.closed) return false;
  std::size_t depth = frames_.size();
  while (depth > 0 && frames_[depth - 1].closer != closer) --depth;
  if (depth == 0) return false;
  while (frames_.size() > depth) {
    mend("missing_bracket", at_, at_);
    close(0);
  }
  return true;
}

// The real end of the text, inside the value: all that may lack are closing brackets.
bool TokenList::finish_closed() {
  const bool at_value = state_ == State::kValue && (frames_.empty() || frames_.back().closer == '}');
  if (at_value || state_ == State::kColon || rules_.call) {
    outcome_ = End::kCut;
    return false;
  }
  while (!frames_.empty()) {
    mend("missing_bracket", at_, at_);
    close(0);
  }
  return false;
}

// The text ends inside of what is at at_.
bool TokenList::cut() {
  outcome_ = End::kCut;
  at_ = window_.size();
  return false;
}

bool TokenList::broken(std::string_view wanted) {
  outcome_ = End::kBroken;
  wanted_ = wanted;
  return false;
}

bool TokenList::word(bool is_key) {
  const std::size_t end = word_end(is_key);
  if (end == at_) return broken(is_key ? "a key" : "a value");
  Token token;
  for (std::size_t i = at_; i < end; ++i)
    token.high = token.high || static_cast<unsigned char>(window_[i]) >= 0x80;
  if (is_key) mend("unquoted_key", at_, end);
  return put_leaf(token, end, is_key ? State::kColon : State::kAfter);
}

// A token that holds no others, from at_ to `end`. False: it is the whole value.
bool TokenList::put_leaf(Token token, std::size_t end, State next) {
  token.begin = narrow(at_);
  token.end = narrow(end);
  token.next = narrow(tokens_.size() + 1);
  tokens_.push_back(token);
  if (!frames_.empty()) frames_.back().comma = 0;
  at_ = end;
  state_ = next;
  return !frames_.empty();
}

// Where the word at `at_` ends, blanks behind it left out.
std::size_t TokenList::word_end(bool is_key) const {
  if (rules_.words) return free_word_end(is_key);
  std::size_t end = at_;
  std::size_t parentheses = 0;
  const bool sum = rules_.arithmetic && !is_key;
  for (std::size_t i = at_; !window_.ends(i); ++i) {
    const char c = window_[i];
    if (c == '/' && (window_.peek(i + 1) == '/' || window_.peek(i + 1) == '*')) break;
    if (sum && (c == '(' || (c == ')' && parentheses > 0))) {
      parentheses += c == '(' ? 1U : std::size_t(-1);
    } else if (is_key ? !is_name(c) && c != '$' && c != '-'
                      : !is_name(c) && std::string_view(".+-*/%$").find(c) == std::string_view::npos &&
                            !(sum && is_gap(c))) {
      break;
    }
    if (!is_blank(c)) end = i + 1;
  }
  return end;
}

// A word that runs to the next delimiter. A comment in it begins behind a blank: https://a is a word. A
// bracket right behind it with an index or a quoted key belongs to it: it is a path.
std::size_t TokenList::free_word_end(bool is_key) const {
  std::size_t end = at_;
  for (std::size_t i = at_; !window_.ends(i);) {
    const char c = window_[i];
    if (static_cast<unsigned char>(c) >= 0x80) {
      const Letter letter = letter_at(window_, i);
      if (letter.is(',') || letter.is(']') || letter.is('}') || (is_key && letter.is(':'))) break;
      i += letter.bytes;
      if (!letter.is(' ')) end = i;
      continue;
    }
    const bool apart = i > at_ && is_blank(window_[i - 1]);
    if (c == '/' && apart && (window_.peek(i + 1) == '/' || window_.peek(i + 1) == '*')) break;
    if (c == ',' || c == ']' || c == '}' || c == '{' || (is_key && c == ':') || window_.has(i, "<!--")) break;
    if (c == '[') {
      const std::size_t behind = i > at_ && !apart ? subscript_end(i) : 0;
      if (behind == 0) break;
      end = i = behind;
      continue;
    }
    ++i;
    if (!is_blank(c)) end = i;
  }
  return end;
}

// Behind `[0]` or `["key"]` at `at`, or 0.
std::size_t TokenList::subscript_end(std::size_t at) const {
  std::size_t i = at + 1;
  const char quote = window_.peek(i);
  if (quote == '"' || quote == '\'') {
    for (++i; !window_.ends(i) && window_[i] != quote && window_[i] != '\n' && i - at < 1024; ++i)
      if (window_[i] == '\\') ++i;
    ++i;
  } else {
    while (is_digit(window_.peek(i))) ++i;
    if (i == at + 1) return 0;
  }
  return window_.peek(i) == ']' ? i + 1 : 0;
}

bool TokenList::delimiter_follows(std::size_t at) const {
  while (!window_.ends(at) && is_blank(window_[at])) ++at;
  reach_ = std::max(reach_, at);
  if (at >= window_.size()) return true;
  const Letter letter = letter_at(window_, at);
  return letter.plain != '\0' && std::string_view(",:;]})/").find(letter.plain) != std::string_view::npos;
}

// Whether `letter` ends a string that `opener` began. A quote that is also part of words ends it only
// where something can follow: in 'don't' and in “he said “no” to me” that decides what is meant.
bool TokenList::ends_string(const Letter& opener, const Letter& letter, std::size_t behind) const {
  if (letter.plain != opener.plain || letter.wide() != opener.wide()) return false;
  if (!opener.wide() && opener.plain != '\'') return true;
  if (delimiter_follows(behind)) return true;
  // In a call, what is apart from the quote is code: 'a' + 'b' is two strings.
  const char next = window_.peek(behind);
  return rules_.call && !opener.wide() && !is_name(next) && static_cast<unsigned char>(next) < 0x80;
}

// Whether the line at `at` starts with another call: a string that is still open there lacks its end.
bool TokenList::call_starts(std::size_t at) const {
  while (is_gap(window_.peek(at))) ++at;
  const std::size_t name = at;
  while (is_name(window_.peek(at)) || (window_.peek(at) == '.' && at < name + 2)) ++at;
  reach_ = std::max(reach_, at);
  return at > name && window_.peek(at) == '(';
}

bool TokenList::string(const Letter& quote) {
  Token token;
  token.kind = Token::Kind::kString;
  token.quote = quote.plain;
  token.opening = quote.bytes;
  const char* text = window_.text().data();
  const std::size_t size = window_.size();
  std::size_t i = at_ + quote.bytes;
  unsigned char bits = 0;
  bool newline = false;
  for (;; ++i) {
    while (i < size) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c == '\\' || c < 0x20 || c == static_cast<unsigned char>(quote.plain) ||
          (c >= 0xE2 && quote.wide()))
        break;
      bits |= c;
      ++i;
    }
    if (window_.ends(i)) {
      look(size - at_);
      return cut();
    }
    const char c = text[i];
    const Letter letter = letter_at(window_, i);
    if (ends_string(quote, letter, i + letter.bytes)) {
      token.closing = letter.bytes;
      break;
    }
    bits |= static_cast<unsigned char>(c);
    if (c == '\\') {
      ++i;
      token.plain = false;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      if (c == '\n' && rules_.call && call_starts(i + 1)) return broken("a closing quote");
      newline = newline || c == '\n';
      token.plain = false;
    }
  }
  look(i - at_);
  token.high = bits >= 0x80;
  const std::size_t end = i + token.closing;
  if (quote.wide()) mend("smart_quotes", at_, end);
  if (quote.is('\'') && !quote.wide() && !rules_.call) mend("single_quotes", at_, end);
  if (newline) mend("raw_newline", at_, end);
  return put_leaf(token, end, state_ == State::kKey ? State::kColon : State::kAfter);
}

// A container beyond the greatest depth: passed over by its brackets and strings alone.
bool TokenList::skip_deep() {
  std::size_t depth = 0;
  std::size_t i = at_;
  for (bool quoted = false; !window_.ends(i); ++i) {
    const char c = window_[i];
    if (quoted && c == '\\') ++i;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) break;
  }
  if (window_.ends(i)) return cut();
  Token token;
  token.kind = Token::Kind::kDeep;
  return put_leaf(token, i + 1, State::kAfter);
}

// False: nothing but blanks and comments is left.
bool TokenList::skip_blanks() {
  while (at_ < window_.size()) {
    const char c = window_[at_];
    if (is_blank(c)) {
      ++at_;
    } else if (c == '/' || c == '<') {
      if (!skip_comment()) return at_ < window_.size();
    } else if (c == '\xE3' && letter_at(window_, at_).is(' ')) {
      at_ += 3;
    } else {
      return true;
    }
  }
  return false;
}

// Whether a comment was here; an unclosed one takes the rest.
bool TokenList::skip_comment() {
  const std::size_t begin = at_;
  std::string_view closer;
  if (window_.has(at_, "//")) closer = "\n";
  if (window_.has(at_, "/*")) closer = "*/";
  if (window_.has(at_, "<!--")) closer = "-->";
  if (closer.empty()) return false;
  const std::size_t found = window_.text().find(closer, at_ + 2);
  if (found == std::string_view::npos) window_.ends(window_.size());
  at_ = found == std::string_view::npos ? window_.size() : found + closer.size();
  look(at_ - begin);
  mend("comment", begin, at_);
  return true;
}

}  // namespace gavel
