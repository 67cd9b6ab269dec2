// The part of the finder that knows code fences.

#include <algorithm>

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"
#include "unread_json.hpp"

namespace gavel {
namespace {

std::size_t count_marks(const Window& window, std::size_t at, char mark) {
  std::size_t count = 0;
  while (at + count < window.size() && window[at + count] == mark) ++count;
  return count;
}

}  // namespace

struct Finder::Fence {
  Span all;  // from its first mark to behind the last
  Span body;
  char mark = '`';
  std::size_t run = 3;  // of marks
  bool data = false;    // its language is JSON
};

// The fence whose opening is at `at`.
bool Finder::fence(const Window& window, std::size_t at) {
  Fence fence;
  fence.mark = window[at];
  fence.run = count_marks(window, at, fence.mark);
  const std::size_t inside = at + fence.run;
  const std::size_t line = window.find('\n', inside);
  if (window.needs_more()) return false;
  const std::string_view language = trimmed_text(window.text(), {inside, line});
  fence.data = language == "json" || language == "jsonc" || language == "json5";
  fence.all.begin = at;
  fence.body.begin = std::min(line + 1, window.size());
  for (std::size_t i = inside; i < line; ++i) {  // all on one line
    const std::size_t count = count_marks(window, i, fence.mark);
    if (count < fence.run) {
      i += count;
      continue;
    }
    fence.body = {inside, i};
    while (fence.body.begin < i && is_name(window[fence.body.begin])) ++fence.body.begin;
    fence.all.end = i + count;
    return closed_fence(window, fence);
  }
  const std::optional<LineMarks> end =
      fence_lines_[fence.mark == '`' ? 0 : 1].find(window, base_, fence.body.begin, fence.run, fence.data);
  if (window.needs_more()) return false;
  if (end) return ended_fence(window, fence, *end);
  fence.all.end = fence.body.end = window.size();
  return open_fence(window, fence);
}

bool Finder::ended_fence(const Window& window, Fence& fence, const LineMarks& marks) {
  const std::size_t line = marks.line - base_;
  const Span text{marks.text.begin - base_, marks.text.end - base_};
  if (marks.lead < fence.run) {
    fence.all.end = text.end;
    fence.body.end = text.end - fence.run;
    return closed_fence(window, fence);
  }
  fence.body.end = line;
  fence.all.end = marks.opens ? line : text.begin + marks.lead;
  // Another fence with a language: JSON has lost its end before it.
  return marks.opens ? open_fence(window, fence) : closed_fence(window, fence);
}

// A fence without an end: the text goes on behind its first line, but what looks like a call there is an
// example, and JSON is cut off.
bool Finder::open_fence(const Window& window, const Fence& fence) {
  open_fence_ = true;
  const Span opening{fence.all.begin, fence.body.begin};
  sink_.leave_open("fence.unclosed", "a code fence never closes", in_text(fence.all),
                   trimmed_text(window.text(), opening), in_text(opening));
  narrate(window, fence.body.begin);
  line_start_ = fence.all.end < window.size() && fence.body.begin == fence.all.end;
  return true;
}

bool Finder::closed_fence(const Window& window, const Fence& fence) {
  open_fence_ = false;
  line_start_ = false;
  narrate(window, fence.all.begin);
  const std::string_view text = window.text();
  const Span span = in_text(fence.all);
  const Span inner = trimmed(text, fence.body);
  if (inner.begin < inner.end) {
    const Letter letter = letter_at(window, inner.begin);
    if ((letter.is('{') || letter.is('[') || letter.is('/')) && fenced_json(window, inner, span)) {
      at_ = fence.all.end;
      return true;
    }
    if (letter.is('<') && may_hold_tags(fence) && holds_only_tags(window, inner)) {
      ++tag_fences_;
      tag_fences_until_ = std::max(tag_fences_until_, span.end);
      // The tags are found as everywhere; only the fence itself is taken away.
      at_ = inner.begin;
      fence_end_ = base_ + fence.body.end;
      fence_behind_ = base_ + fence.all.end;
      return true;
    }
  }
  warn_of_commands("example.commands", "an example",
                   text.substr(fence.body.begin, fence.body.end - fence.body.begin), span);
  show(window, Region::Kind::kExample, fence.all);
  return true;
}

// What a fence of tags holds is gone through again, and fences may open in it: a few within one another are
// looked into, the others are examples. So all looking is linear.
bool Finder::may_hold_tags(const Fence& fence) {
  constexpr std::size_t kWithin = 8;
  if (base_ + fence.all.begin >= tag_fences_until_) tag_fences_ = 0;
  return tag_fences_ < kWithin;
}

// JSON in a fence and nothing else, as one envelope. False: it is something else, or holds no commands.
bool Finder::fenced_json(const Window& window, Span inner, Span whole) {
  const Window body(window.text().substr(0, inner.end), true);
  const std::size_t first = sink_.count();
  const Sink::Kept kept = sink_.keep();
  TokenList& tokens = sink_.tokens();
  ReasoningBlocks blocks(*sink_.options().tags);
  UnreadJson unread_json;
  unread_json.span = whole;
  bool any = false;
  bool all = true;  // is JSON
  sink_.set_base(base_);
  sink_.open_envelope();
  for (std::size_t i = inner.begin;;) {
    while (i < inner.end && (is_blank(body[i]) || body[i] == ',' || body[i] == ';')) ++i;
    i = skip_aside(sink_, body.text(), i, &blocks);
    if (i >= inner.end) break;
    const Letter letter = letter_at(body, i);
    const bool opens = letter.is('{') || letter.is('[');
    TokenList::End end = TokenList::End::kBroken;
    if (opens)
      end = tokens.read(body, i, {.closed = true, .arithmetic = sink_.options().arithmetic}, sink_.limits());
    if (end == TokenList::End::kWhole) {
      any = (looks_like_commands(sink_, tokens) && read_json_commands(sink_, tokens)) || any;
      if (!any) look_at_names(sink_, tokens, unread_json);
      i = tokens.end();
      for (; any && i < inner.end && (body[i] == ']' || body[i] == '}'); ++i)
        sink_.warn_of(Repair{"extra_bracket", {i, i + 1}});
      continue;
    }
    // Broken from the start, it is a broken command; commands with other text behind them are an example.
    if (any || !opens || !looks_like_commands(sink_, tokens)) {
      any = all = false;
      break;
    }
    const std::string_view dialect = likely_dialect(sink_, tokens);
    sink_.refuse(dialect, sink_.at(inner), unread(tokens, end, dialect));
    any = true;
    break;
  }
  if (any) {
    region(Region::Kind::kEnvelope, whole, sink_.dialect_from(first));
  } else {
    sink_.take_back(kept);
    if (all) sink_.note_unread(std::move(unread_json));
  }
  return any;
}

bool Finder::holds_only_tags(const Window& window, Span inner) const {
  const Window body(window.text().substr(0, inner.end), true);
  const TagTable& tags = *sink_.options().tags;
  bool any = false;
  for (std::size_t i = skip_markup(body.text(), inner.begin, tags); i < inner.end;
       i = skip_markup(body.text(), i, tags)) {
    const std::optional<Mark> mark = body[i] == '<' ? mark_at(body, i) : std::nullopt;
    const Tag* tag = mark ? tags.find(mark->name) : nullptr;
    if (tag == nullptr || tag->kind != Tag::Kind::kEnvelope || mark->closing || !sink_.reads(tag->dialect))
      return false;
    const Closing closing = find_closing(body, mark->end, tag->name, {});
    if (!closing.mark) return false;
    i = closing.mark->end;
    any = true;
  }
  return any;
}

}  // namespace gavel
