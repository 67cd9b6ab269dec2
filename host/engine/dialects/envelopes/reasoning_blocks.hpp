// ReasoningBlocks: reasoning between marks that are no tags: [THINK] … [/THINK], ◁think▷ … ◁/think▷,
// ＜think＞ … ＜/think＞, 【思考】 … 【/思考】. Which names are reasoning says the tag table.
#pragma once

#include <optional>
#include <string>

#include "dialects/tags.hpp"

#include "known_ends.hpp"
#include "markup.hpp"
#include "window.hpp"

namespace gavel {

// Whether a mark of reasoning could start with this byte.
inline bool may_start_reasoning(char c) { return c == '[' || c == '\xE2' || c == '\xE3' || c == '\xEF'; }

// Names whose stray end means that the text began inside the reasoning.
bool opens_text(std::string_view name);

// The reasoning whose mark is at a place.
struct ReasoningBlock {
  Mark mark;                // of its beginning; or, closing, of an end
  std::optional<Mark> end;  // nothing: it never ends, and runs to the text's end
  std::size_t stop = 0;     // behind all of it
};

class ReasoningBlocks {
 public:
  explicit ReasoningBlocks(const TagTable& tags) : tags_(tags) {}

  // Nothing: no reasoning begins at `at`, or the window needs more. What could as well be a heading, such as
  // 【计划】, is one only with its end. The window starts at `base` in the text.
  std::optional<ReasoningBlock> at(const Window& window, std::size_t at, std::size_t base = 0);

 private:
  const TagTable& tags_;
  KnownEnds ends_;
};

}  // namespace gavel
