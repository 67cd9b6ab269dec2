// WordsTexts: what every word that a plugin may write means, to people, in both languages, with its type as
// lua-language-server writes types. The reference and the stubs are made of it; which words there are, and
// what a handler may call, is not said here but asked of the vocabulary and of the sandbox.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "state/json.hpp"

namespace gavel {

struct WordText {
  std::string_view word;  // "tool", "tool.args", "ctx.set", "effect.before", "int.min", "string.rep"
  std::string_view type;  // "integer"; of a function "(path: gavel.Path): boolean"
  std::string_view need;  // of a member: "!" it must be given, "" it may be left out, else what stands for it
  std::string_view en, zh;
};

// The rows of a table in YAML: {word, type?, need?, en, zh}. REQUIRES: it outlives them.
std::vector<WordText> word_rows(const Json& rows);

// In the order in which they are told (texts/words.yaml).
std::span<const WordText> words_texts();
// REQUIRES: text_problems() is empty, and the word is one of all_words().
const WordText& text_of(std::string_view word);

// Every word there is, from the vocabulary, the sandbox and the readers of shapes, options and facts: a kind
// "tool", its members and handlers "tool.args", "ctx.NAME", records "effect.NAME", answers, shapes "int" and
// what they take "int.min", "options.NAME", "fact.NAME", the sandbox's own "string.rep" and "pairs".
std::vector<std::string> all_words();
// The words that have no text, and the texts whose word there is not, a sentence each.
std::vector<std::string> text_problems();

}  // namespace gavel
