// Bodies: what is between the tags of an envelope or in a fence, on its way into a token list.
#pragma once

#include <string_view>

#include "sink.hpp"
#include "token_list.hpp"

namespace gavel {

class ReasoningBlocks;

// `span` of the text without the blanks at both ends.
Span trimmed(std::string_view text, Span span);
std::string_view trimmed_text(std::string_view text, Span span);

// Where the commands of a body are, without comments and reasoning before them and without a code fence
// around them.
Span commands_of(Sink& sink, std::string_view body);

// Reads the one value that `span` of the body holds. False: it holds something else, which was refused whole.
bool read_body(Sink& sink, TokenList& tokens, std::string_view body, Span span, std::string_view dialect,
               const TokenRules& rules);

// The first place from `at` on that holds neither a blank, a comment nor a block of reasoning.
// `reasoning_blocks`: as skip_markup says.
std::size_t skip_aside(Sink& sink, std::string_view body, std::size_t at,
                       ReasoningBlocks* reasoning_blocks = nullptr);

// Bytes of the text behind a broken value that `unread` may look at.
inline constexpr std::size_t kShown = 32;

// What became of a value that is not a value: the refusal that says so, with an example of the dialect.
Error unread(const TokenList& tokens, TokenList::End end, std::string_view dialect);
// The refusal of an envelope whose tag never ends.
Error never_ends(const std::string& tag);

// Reads the objects of an array, or of a body that lacks its outer brackets, one by one.
using ReadObject = void (*)(Sink& sink, const TokenList& tokens, std::size_t object);
void read_array_body(Sink& sink, std::string_view body, std::string_view dialect, ReadObject read);
void read_objects(Sink& sink, const TokenList& tokens, std::size_t array, std::string_view dialect,
                  ReadObject read);

}  // namespace gavel
