// The checking reader of JSON text: RFC 8259 to the letter, plus what the RFC leaves open. Refused, each with
// its byte offset: a key given twice, nesting beyond Limits::max_depth, a number that fits no 64-bit integer
// or finite float, bad UTF-8 and lone surrogates, NUL and other control characters in strings, sizes beyond
// the limits, anything after the value. Linear in the text, and without recursion.
#pragma once

#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "base/span.hpp"
#include "state/json.hpp"

namespace gavel {

// The whole text is one value. A byte order mark in front is passed over.
Result<Json> read_json(std::string_view text, const Limits& limits);

// Reads values one by one, for whoever needs to know where each stands. REQUIRES: `text` outlives the reader.
class JsonReader {
 public:
  JsonReader(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}

  std::size_t offset() const { return at_; }
  void seek(std::size_t offset) { at_ = offset; }
  void skip_blanks();
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  // Passes over `c` if it stands here.
  bool skip(char c);

  // The value that starts here, blanks in front passed over. Afterwards the reader stands behind it. `span`,
  // if given, gets the value's place.
  Result<Json> value(Span* span = nullptr);

  // An error at an offset, with line, column and a caret excerpt's position filled in.
  Error error_at(std::size_t offset, Code code, std::string message, std::string hint = {}) const {
    return error_at(offset, Error(code, std::move(message), std::move(hint)));
  }
  Error error_at(std::size_t offset, Error error) const;

 private:
  struct Frame;

  Result<Json> scalar();
  Result<Json> number();
  Result<bool> number_literal();
  Result<Json> word(std::string_view expected, Json value);
  Result<std::string> string();
  Result<void> escape(std::string& out);
  Result<char32_t> hex4();
  Result<Json> container();
  Result<void> read_key(Frame& frame);
  Result<bool> separator(Frame& frame);
  Error unexpected(std::string_view wanted) const;

  std::string_view text_;
  const Limits& limits_;
  std::size_t at_ = 0;
};

}  // namespace gavel
