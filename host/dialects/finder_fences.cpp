// The part of the finder that knows code fences.

#include <algorithm>

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

std::size_t count_marks(const Window& window, std::size_t at, char mark) {
  std::size_t count = 0;
  while (at + count < window.size() && window[at + count] == mark) ++count;
  return count;
}

bool is_language(char c) { return is_name(c) || c == '-' || c == '+'; }

// The marks of fences on a line.
struct LineMarks {
  Span text;             // the line without the blanks around it
  std::size_t lead = 0;  // marks that it starts with
  bool opens = false;    // behind those stands a language and nothing else
  std::size_t tail = 0;  // marks right behind a value: some models close a fence at the end of the last line
};

LineMarks marks_on(const Window& window, Span line, char mark) {
  LineMarks marks;
  marks.text = trimmed(window.text(), line);
  const auto [begin, end] = marks.text;
  while (begin + marks.lead < end && window[begin + marks.lead] == mark) ++marks.lead;
  std::size_t word = begin + marks.lead;
  if (word == end) return marks;
  while (marks.lead > 0 && word < end && is_language(window[word])) ++word;
  marks.opens = word > begin + marks.lead && word == end;
  std::size_t tail = 0;
  while (tail < end - begin && window[end - tail - 1] == mark) ++tail;
  if (tail == 0) return marks;
  const Span before = trimmed(window.text(), {begin, end - tail});
  const bool ends_value = before.end > before.begin &&
                          std::string_view("]}>);").find(window[before.end - 1]) != std::string_view::npos;
  if (ends_value) marks.tail = tail;
  return marks;
}

}  // namespace

struct Finder::Fence {
  Span all;  // from its first mark to behind the last
  Span body;
  char mark = '`';
  std::size_t run = 3;  // of marks
  bool data = false;    // its language is JSON
};

// The fence whose opening stands at `at`.
bool Finder::fence(const Window& window, std::size_t at) {
  Fence fence;
  fence.mark = window[at];
  fence.run = count_marks(window, at, fence.mark);
  const std::size_t inside = at + fence.run;
  const std::size_t line = window.find('\n', inside);
  if (window.starved()) return false;
  const Span info = trimmed(window.text(), {inside, line});
  const std::string_view language = window.text().substr(info.begin, info.end - info.begin);
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
  FenceEnds& ends = fence_ends_[(fence.mark == '`' ? 0U : 1U) + (fence.data ? 2U : 0U)];
  if (ends.any(fence.run, fence.body.begin)) {
    for (std::size_t i = fence.body.begin; i < window.size();) {
      const std::size_t end = window.find('\n', i);
      if (window.starved()) return false;
      const FenceLine found = fence_line(window, {i, end}, fence);
      if (found == FenceLine::kCloses) return closed_fence(window, fence);
      if (found == FenceLine::kReopens) return open_fence(window, fence);
      i = end + 1;
    }
    window.ends(window.size());
    if (window.starved()) return false;
    learn_ends(window, fence, ends);
  }
  fence.all.end = fence.body.end = window.size();
  return open_fence(window, fence);
}

// A fence had no end in all that follows: what ends shorter ones is written down, so that each is looked for
// once.
void Finder::learn_ends(const Window& window, const Fence& fence, FenceEnds& ends) const {
  ends.known = true;
  for (std::size_t i = fence.body.begin; i < window.size();) {
    const std::size_t end = window.find('\n', i);
    const LineMarks marks = marks_on(window, {i, end}, fence.mark);
    if (marks.lead >= 3 && (fence.data || !marks.opens)) {
      while (!ends.leads.empty() && ends.leads.back().second <= marks.lead) ends.leads.pop_back();
      ends.leads.emplace_back(i, marks.lead);
    }
    if (marks.tail > marks.lead) ends.tails[marks.tail] = i;
    i = end + 1;
  }
}

// Whether a fence of so many marks may end from a place on.
bool Finder::FenceEnds::any(std::size_t run, std::size_t from) const {
  if (!known) return true;
  // The later, the fewer marks.
  const auto shorter = std::partition_point(leads.begin(), leads.end(),
                                            [run](const auto& lead) { return lead.second >= run; });
  if (shorter != leads.begin() && std::prev(shorter)->first >= from) return true;
  const auto tail = tails.find(run);
  return tail != tails.end() && tail->second >= from;
}

// What a line within a fence is; the fence's end is set where it has one.
Finder::FenceLine Finder::fence_line(const Window& window, Span line, Fence& fence) const {
  const LineMarks marks = marks_on(window, line, fence.mark);
  if (marks.lead >= fence.run) {
    // Another fence with a language: within an example it is one too; JSON has lost its end before it.
    if (marks.opens && !fence.data) return FenceLine::kText;
    fence.body.end = line.begin;
    fence.all.end = marks.opens ? line.begin : marks.text.begin + marks.lead;
    return marks.opens ? FenceLine::kReopens : FenceLine::kCloses;
  }
  if (marks.tail != fence.run) return FenceLine::kText;
  fence.all.end = marks.text.end;
  fence.body.end = marks.text.end - fence.run;
  return FenceLine::kCloses;
}

// A fence without an end: the text goes on behind its first line, but what looks like a call there is an
// example, and JSON is cut off.
bool Finder::open_fence(const Window& window, const Fence& fence) {
  open_fence_ = true;
  sink_.warn("fence.unclosed", "a code fence never closes", {base_ + fence.all.begin, base_ + fence.all.end});
  narrate(window, fence.body.begin);
  line_start_ = fence.all.end < window.size() && fence.body.begin == fence.all.end;
  return true;
}

bool Finder::closed_fence(const Window& window, const Fence& fence) {
  open_fence_ = false;
  line_start_ = false;
  narrate(window, fence.all.begin);
  const std::string_view text = window.text();
  const Span span{base_ + fence.all.begin, base_ + fence.all.end};
  const Span inner = trimmed(text, fence.body);
  if (inner.begin < inner.end) {
    const Letter letter = letter_at(window, inner.begin);
    if ((letter.is('{') || letter.is('[') || letter.is('/')) && fenced_json(window, inner, span)) {
      at_ = fence.all.end;
      return true;
    }
    if (letter.is('<') && holds_only_tags(window, inner)) {
      // The tags are found as everywhere; only the fence itself is taken away.
      at_ = inner.begin;
      fence_end_ = base_ + fence.body.end;
      fence_behind_ = base_ + fence.all.end;
      return true;
    }
  }
  warn_of_commands("example.commands", "an example",
                   text.substr(fence.body.begin, fence.body.end - fence.body.begin), span);
  region(Region::Kind::kExample, span, {});
  narrate(window, fence.all.end);
  return true;
}

// JSON in a fence and nothing else, as one envelope. False: it is something else, or holds no commands.
bool Finder::fenced_json(const Window& window, Span inner, Span whole) {
  const Window body(window.text().substr(0, inner.end), true);
  const std::size_t first = sink_.count();
  const Sink::Kept kept = sink_.keep();
  Tape& tape = sink_.tape();
  bool any = false;
  sink_.set_base(base_);
  sink_.open_envelope();
  for (std::size_t i = inner.begin;;) {
    while (i < inner.end && (is_blank(body[i]) || body[i] == ',' || body[i] == ';')) ++i;
    i = skip_aside(sink_, body.text(), i);
    if (i >= inner.end) break;
    const Letter letter = letter_at(body, i);
    const bool opens = letter.is('{') || letter.is('[');
    Tape::End end = Tape::End::kBroken;
    if (opens)
      end = tape.read(body, i, {.closed = true, .arithmetic = sink_.options().arithmetic}, sink_.limits());
    if (end == Tape::End::kWhole) {
      any = (looks_like_commands(sink_, tape) && read_json_commands(sink_, tape)) || any;
      i = tape.end();
      for (; any && i < inner.end && (body[i] == ']' || body[i] == '}'); ++i)
        sink_.warn("repair.extra_bracket", "a closing bracket too many was passed over", sink_.at(i, i + 1));
      continue;
    }
    // Broken from the start, it is a broken command; commands with other text behind them are an example.
    if (any || !opens || !looks_like_commands(sink_, tape)) {
      any = false;
      break;
    }
    const std::string_view dialect = likely_dialect(sink_, tape);
    sink_.refuse(dialect, sink_.at(inner.begin, inner.end), unread(tape, end, dialect));
    any = true;
    break;
  }
  if (any) {
    region(Region::Kind::kEnvelope, whole, sink_.dialect_from(first));
  } else {
    sink_.take_back(kept);
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
