// The text forms of a path: `a.b[0]["key.with.dots"]` (backslash escapes inside the quotes) and JSON Pointer
// `/a/b/0`.
//
// Only the host can read a dotted text for good, because an existing key that holds dots wins over splitting
// it. So reading has two steps: `PathText::parse` checks the syntax, `resolve` looks at the document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "state/path.hpp"

namespace gavel {

class BeforeView;

class PathText {
 public:
  // "" is the root; a text that starts with '/' is a JSON Pointer; all else is dotted.
  static Result<PathText> parse(std::string_view text, const Limits& limits);

  // The path that is meant in this document. Of several readings the one that exists wholly wins, and of
  // those the one with the longest keys from the left; if none does, dots split where no existing key holds
  // them. Keys that may not be seen are as if they were not there. Adds the steps that it takes: as many as
  // the square of the segments, more for long keys, and where keys of the document hold dots.
  Path resolve(const Json& root, const Seen& seen = {}, std::uint64_t* steps = nullptr) const;

  // The same in the document as it was (state/past.hpp).
  Path resolve_past(const BeforeView& past, std::uint64_t& steps) const;

 private:
  friend class Pattern;  // shares the syntax, gives `*` and `**` a meaning

  struct Token {
    std::size_t begin = 0, size = 0;  // its key in text_
    std::uint64_t index = 0;
    enum class Kind { kWord, kQuoted, kIndex } kind = Kind::kWord;
    bool joins = false;  // a dot stands in front of this word, so that it may belong to the key before it
  };
  template <typename Tree>
  class Search;

  static Result<PathText> parse_pointer(std::string_view text);
  static Result<PathText> parse_dotted(std::string_view text);
  static Token escaped(PathText& parsed, const std::string& key);
  std::string_view text_of(const Token& token) const {
    return std::string_view(text_).substr(token.begin, token.size);
  }

  std::string text_;  // as it was written, and behind it the keys whose escapes were read
  std::vector<Token> tokens_;
};

// `a.b[0]["key.with.dots"]`; the root is "". parse and resolve give the same path again in any document that
// holds it, unless a key with dots stands beside it that reads the same: there, only to_pointer is exact.
std::string to_dotted(PathView path);

// `/a/b/0` with ~0 and ~1; the root is "".
std::string to_pointer(PathView path);

}  // namespace gavel
