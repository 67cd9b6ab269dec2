// Thoughts: reasoning between marks that are no tags: [THINK] … [/THINK], ◁think▷ … ◁/think▷, ＜think＞ …
// ＜/think＞, 【思考】 … 【/思考】. Which names are reasoning says the tag table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dialects/tags.hpp"

#include "markup.hpp"
#include "window.hpp"

namespace gavel {

// Whether a mark of a thought could start with this byte.
inline bool starts_thought(char c) { return c == '[' || c == '\xE2' || c == '\xE3' || c == '\xEF'; }

// Names whose stray end means that the text began inside the reasoning.
bool opens_text(std::string_view name);

// The thought whose mark stands at a place.
struct Thought {
  Mark mark;                // of its beginning; or, closing, of an end
  std::optional<Mark> end;  // nothing: it never ends, and runs to the text's end
  std::size_t inner_end = 0;
  std::size_t stop = 0;  // behind all of it
};

class Thoughts {
 public:
  explicit Thoughts(const TagTable& tags) : tags_(tags) {}

  // Nothing: no thought stands at `at`, or the window is starved. What could as well be a heading, such as
  // 【计划】, is one only with its end.
  std::optional<Thought> at(const Window& window, std::size_t at);
  // The first `bytes` of the window are gone.
  void forget(std::size_t bytes);

 private:
  // An end that was looked for. Places in the window.
  struct Sought {
    std::string opener;
    std::size_t from;         // between there and what was found is none
    std::optional<Mark> end;  // nothing: none follows
  };
  std::optional<Mark> end_behind(const Window& window, const Mark& mark, std::size_t brackets);

  const TagTable& tags_;
  std::vector<Sought> sought_;
};

}  // namespace gavel
