// Markup: tags and comments in a text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/tags.hpp"

#include "letters.hpp"
#include "window.hpp"

namespace gavel {

inline bool is_tag_name(char c) {
  return is_name(c) || c == '-' || c == ':' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// A tag as written in the text: <name …>, </name>, <name …/>, <|name|>, <|/name|>.
struct Mark {
  std::string name;  // lower case
  std::size_t begin = 0;
  std::size_t end = 0;
  bool closing = false;
  bool empty = false;  // <name/>
};

// The tag at `at`, where '<' is.
std::optional<Mark> mark_at(const Window& window, std::size_t at);

// The attributes of an opening tag, as written in the text: `name="value"`, `name='value'`, `name=value`,
// `name`. Names in lower case; of two that are the same, both.
std::vector<std::pair<std::string, std::string>> attributes_of(std::string_view tag);

// How an end tag is looked for.
struct ClosingRules {
  bool strings = false;   // one inside a string (text in double quotes that ends on its line) is none
  bool restarts = false;  // an opening tag of the same name ends the search
  bool bare = false;      // the names are those of marks that end it as written: <|end|> and the like
  // Up to there no line holds a closing quote; kept from one search to the next, so that all of them are
  // linear.
  std::size_t* silent = nullptr;
};
struct Closing {
  std::optional<Mark> mark;
  std::optional<std::size_t> restart;
};
// The end tag of `name` from `at` on; with `bare`, the first mark with one of the names that blanks part.
Closing find_closing(const Window& window, std::size_t at, std::string_view name, const ClosingRules& rules);

// The names of what ends the reasoning that a tag begins, parted by blanks.
std::string closers_of(const Mark& mark, const Tag& tag);
// The end of the reasoning that a tag begins.
Closing reasoning_end(const Window& window, const Mark& mark, const Tag& tag);
// Whether a tag of reasoning begins some: a channel says behind its tag what it holds.
bool begins_reasoning(const Window& window, const Mark& mark);

class ReasoningBlocks;
// The first place from `at` on that holds neither a blank, a comment nor a block of reasoning.
// `reasoning_blocks`: kept from one call to the next on the same body, so that all of them are linear.
std::size_t skip_markup(std::string_view body, std::size_t at, const TagTable& tags,
                        ReasoningBlocks* reasoning_blocks = nullptr);

}  // namespace gavel
