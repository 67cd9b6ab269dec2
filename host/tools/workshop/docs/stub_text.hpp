// StubText: a `---@meta` file while it is written.
#pragma once

#include <string>
#include <string_view>

#include "docs/words_texts.hpp"

namespace gavel {

class StubText {
 public:
  explicit StubText(std::string_view language) : chinese_(language == "zh") {}

  // `name` is what nobody may require it by.
  void open(std::string_view name);
  void add(std::string_view text) { text_ += text; }
  // A comment of its own line; of several lines, several.
  void say(std::string_view text);
  void note(const WordText& word) { say(text_of_language(word)); }
  void field(std::string_view name, const WordText& word);
  // A typed member. `optional`: it may be left out. Names that are no identifiers are written in brackets.
  void field(std::string_view name, std::string_view type, bool optional, std::string_view text);
  void function(const std::string& name, const WordText& word);

  std::string take() { return std::move(text_); }

 private:
  std::string_view text_of_language(const WordText& word) const { return chinese_ ? word.zh : word.en; }

  bool chinese_;
  std::string text_;
};

// What a comment can hold: one line, no control characters.
std::string comment_line(std::string_view text);

}  // namespace gavel
