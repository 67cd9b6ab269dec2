#include "reasoning_blocks.hpp"

#include <algorithm>
#include <array>

namespace gavel {
namespace {

struct Brackets {
  std::string_view open, close;
  bool heading;  // people put headings in them
};
constexpr std::array kBrackets = {Brackets{"[", "]", true}, Brackets{"【", "】", true},
                                  Brackets{"◁", "▷", false}, Brackets{"＜", "＞", false}};

constexpr std::size_t kName = 40;  // bytes

// A mark between these brackets at `at`.
std::optional<Mark> mark_between(const Window& window, std::size_t at, const Brackets& in) {
  Mark mark;
  mark.begin = at;
  std::size_t i = at + in.open.size();
  for (const std::string_view stroke : {"/", "／"}) {
    if (!window.has(i, stroke)) continue;
    mark.closing = true;
    i += stroke.size();
    break;
  }
  const std::size_t name = i;
  while (!window.ends(i) && i - name <= kName && !window.has(i, in.close) && is_tag_name(window[i])) ++i;
  if (i == name || i - name > kName || window.ends(i) || !window.has(i, in.close)) return std::nullopt;
  for (std::size_t n = name; n < i; ++n) mark.name += lower(window[n]);
  mark.end = i + in.close.size();
  return mark;
}

const Brackets* brackets_at(const Window& window, std::size_t at) {
  for (const Brackets& in : kBrackets)
    if (window[at] == in.open[0] && window.has(at, in.open)) return &in;
  return nullptr;
}

std::optional<Mark> end_of(const Window& window, const Mark& opener, const Brackets& in) {
  const std::string_view text = window.text();
  for (std::size_t i = text.find(in.open, opener.end); i != std::string_view::npos;
       i = text.find(in.open, i + in.open.size())) {
    std::optional<Mark> mark = mark_between(window, i, in);
    if (mark && mark->closing && mark->name == opener.name) {
      look(mark->end - opener.end);
      return mark;
    }
  }
  look(text.size() - opener.end);
  return std::nullopt;
}

}  // namespace

bool opens_text(std::string_view name) {
  return name == "think" || name == "thinking" || name == "thought" || name == "thoughts" ||
         name == "reasoning" || name == "思考";
}

std::optional<ReasoningBlock> ReasoningBlocks::at(const Window& window, std::size_t at, std::size_t base) {
  // Most brackets are those of JSON.
  if (window[at] == '[' && at + 1 < window.size() &&
      std::string_view("[{\"").find(window[at + 1]) != std::string_view::npos)
    return std::nullopt;
  const Brackets* in = brackets_at(window, at);
  std::optional<Mark> mark = in == nullptr ? std::nullopt : mark_between(window, at, *in);
  if (!mark || window.needs_more()) return std::nullopt;
  const Tag* tag = tags_.find(mark->name);
  if (tag == nullptr || tag->kind != Tag::Kind::kReasoning) return std::nullopt;
  ReasoningBlock block;
  block.mark = std::move(*mark);
  block.stop = block.mark.end;
  if (block.mark.closing) return block;
  const bool sure = in->heading ? block.mark.name == "think" : opens_text(block.mark.name);
  block.end = ends_
                  .find(std::string(in->open) + block.mark.name, window, base, block.mark.end,
                        [&] {
                          return Closing{end_of(window, block.mark, *in), {}};
                        })
                  .mark;
  if (window.needs_more()) return std::nullopt;
  if (!block.end && !sure) return std::nullopt;
  block.stop = block.end ? block.end->end : window.size();
  return block;
}

}  // namespace gavel
