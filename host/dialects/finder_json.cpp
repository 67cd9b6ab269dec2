// The part of the finder that knows JSON in a text, and fences.

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

// The dialect that a broken value most likely was.
std::string_view dialect_of(const Sink& sink, const Tape& tape) {
  if (sink.options().dialect != "auto") return sink.options().dialect;
  for (const Token& token : tape.tokens()) {
    if (!is_leaf(token)) continue;
    const std::string_view word = tape.inside(token);
    if (word == "op") return "ops";
    if (word == "tavern_commands" || word == "tavern_inspect" || word == "action") return "tavern";
    if (word == "verb") return "ir";
    if (word == "tool_calls" || word == "tool_use" || word == "function_call") return "tools";
  }
  return "ops";
}

std::size_t skip_comments(const Window& window, std::size_t at) {
  for (;;) {
    while (at < window.size() && is_blank(window[at])) ++at;
    const bool line = window.has(at, "//");
    if (!line && !window.has(at, "/*")) return at;
    const std::size_t end = window.text().find(line ? "\n" : "*/", at + 2);
    at = end == std::string_view::npos ? window.size() : end + (line ? 1U : 2U);
  }
}

// Whether a text that breaks off begins as commands do.
bool starts_commands(const Sink& sink, std::string_view text) {
  std::string bare;
  for (const char c : text.substr(0, 64))
    if (!is_blank(c)) bare += c;
  struct Start {
    std::string_view dialect;
    std::string_view text;
  };
  for (const Start& start :
       {Start{"ops", "{\"op\":"}, Start{"ops", "[{\"op\":"}, Start{"tavern", "{\"tavern_commands\":"},
        Start{"tavern", "[{\"action\":"}, Start{"tools", "{\"tool_calls\":"}, Start{"ir", "[{\"verb\":"},
        Start{"ir", "{\"verb\":"}})
    if (sink.reads(start.dialect) && bare.size() > 3 &&
        (start.text.starts_with(bare) || bare.starts_with(start.text)))
      return true;
  return false;
}

}  // namespace

// Whether at_ stands in a quotation: right behind a mark that opens one, or behind one on its line that is
// still open.
bool Finder::quoted(const Window& window) const {
  constexpr std::size_t kBack = 240;
  if (at_ == 0) return false;
  const char before = window[at_ - 1];
  if (before == '"' || before == '\'') return true;
  const std::size_t from = at_ > kBack ? at_ - kBack : 0;
  const std::string_view near = window.text().substr(from, at_ - from);
  const std::size_t line = near.rfind('\n');
  const std::string_view same = line == std::string_view::npos ? near : near.substr(line + 1);
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>("“", "”"), {"「", "」"}, {"『", "』"}}) {
    const std::size_t opened = same.rfind(open);
    if (opened == std::string_view::npos) continue;
    const std::size_t closed = same.rfind(close);
    if (closed == std::string_view::npos || closed < opened) return true;
  }
  return false;
}

// [THINK] … [/THINK], as some models mark their reasoning.
bool Finder::think_in_brackets(const Window& window) {
  const auto is_word = [&window](std::size_t at, std::string_view word) {
    for (std::size_t i = 0; i < word.size(); ++i)
      if (lower(window.peek(at + i)) != word[i]) return false;
    return true;
  };
  if (!is_word(at_, "[think]")) return false;
  std::size_t end = at_ + 7;
  for (end = window.find('[', end); end < window.size(); end = window.find('[', end + 1))
    if (is_word(end, "[/think]")) break;
  if (window.starved()) return false;
  const bool closed = end < window.size();
  const std::size_t stop = closed ? end + 8 : window.size();
  const Span span{base_ + at_, base_ + stop};
  const std::string_view held = window.text().substr(at_ + 7, end - at_ - 7);
  if (closed) {
    warn_of_commands("reasoning.commands", "reasoning", held, span);
  } else {
    sink_.warn("reasoning.unclosed",
               "[think] never ends: " + std::to_string(held.size()) + " bytes to the end of the text, with " +
                   std::to_string(count_commands(held)) + " commands, were left out",
               span);
  }
  region(Region::Kind::kReasoning, span, {});
  at_ = stop;
  return true;
}

bool Finder::json(const Window& window) {
  if (!nested_ && window[at_] == '[' && think_in_brackets(window)) return true;
  if (window.starved()) return false;
  // Commands are objects: an array of anything else holds none of its own.
  std::size_t next = at_ + 1;
  Letter letter = letter_at(window, next);
  for (; is_blank(window.peek(next)) || letter.is(' '); letter = letter_at(window, next))
    next += letter.bytes;
  if (window.starved()) return false;
  const bool array = window[at_] == '[';
  const bool lone = sink_.options().dialect != "auto";
  // Where only one dialect is wanted, a text that is one array is meant as commands, whatever it holds.
  const bool whole = lone && array &&
                     sink_.out().narration.find_first_not_of(" \t\r\n") == std::string::npos &&
                     sink_.count() == 0;
  const bool object = letter.is('"') || letter.is('\'') || letter.is('/') || is_name(letter.plain);
  if (!whole && !(array ? letter.is('{') || letter.is('[') || letter.is('/') : object)) return false;
  const std::size_t limit = std::min(window.size() - at_, room());
  const Window near(window.text().substr(0, at_ + limit), true);
  const Window& seen = near.size() < window.size() ? near : window;
  Tape& tape = sink_.tape();
  const Tape::End end = tape.read(seen, at_, {.arithmetic = sink_.options().arithmetic}, sink_.limits());
  if (window.starved()) return false;
  if (end != Tape::End::kWhole) return json_failed(window, tape, end);
  if (!lone && !looks_like_commands(sink_, tape)) {
    narrate(window, tape.end());
    return true;
  }
  const Span span{base_ + at_, base_ + tape.end()};
  if (open_fence_) {
    sink_.set_base(base_);
    sink_.open_envelope();
    sink_.refuse(
        dialect_of(sink_, tape), span,
        Error(Code::kParseTruncated, "the code fence around this never closes: nothing of it is applied",
              "write all of it again, to the end of its fence"));
    region(Region::Kind::kEnvelope, span, dialect_of(sink_, tape));
    at_ = tape.end();
    return true;
  }
  if (quoted(window)) {
    sink_.warn("quote.commands", "commands in quotation marks are narration", span);
    region(Region::Kind::kQuote, span, {});
    narrate(window, tape.end());
    return true;
  }
  sink_.set_base(base_);
  sink_.open_envelope();
  const std::size_t first = sink_.count();
  const Sink::Kept kept = sink_.keep();
  if (!read_json_commands(sink_, tape, whole)) {
    sink_.take_back(kept);
    if (looks_like_commands(sink_, tape))
      sink_.warn("json.not_commands", "this JSON looks like commands and is none: it was taken as text",
                 span);
    narrate(window, tape.end());
    return true;
  }
  region(Region::Kind::kEnvelope, span, sink_.dialect_from(first));
  at_ = tape.end();
  return true;
}

bool Finder::json_failed(const Window& window, const Tape& tape, Tape::End end) {
  // The refusal shows what stands there.
  if (end == Tape::End::kBroken && window.peek(tape.end() + kShown) == '\0' && window.starved()) return false;
  const std::size_t stop = std::max(tape.end(), at_ + 1);
  const std::string_view seen = window.text().substr(at_, stop - at_);
  const bool commands =
      looks_like_commands(sink_, tape) || (end == Tape::End::kCut && starts_commands(sink_, seen));
  // What ends with a complete value and a line break was left off there.
  if (end == Tape::End::kBroken && tape.tokens().size() > 1 &&
      seen.substr(std::min<std::size_t>(seen.size(), tape.tokens().back().end - at_)).find('\n') !=
          std::string_view::npos)
    end = Tape::End::kCut;
  if (commands && !quoted(window)) {
    const Span span = trimmed(window.text(), {at_, stop});
    sink_.set_base(base_);
    sink_.open_envelope();
    const std::string_view dialect = dialect_of(sink_, tape);
    sink_.refuse(dialect, sink_.at(span.begin, span.end), unread(tape, end, dialect));
    region(Region::Kind::kEnvelope, {base_ + span.begin, base_ + span.end}, dialect);
    at_ = span.end;
    return true;
  }
  // No JSON of ours; but something of ours may stand in what was looked at.
  spent_ += stop - at_;
  return false;
}

struct Finder::Fence {
  Span all;  // from its first backtick to behind the last
  Span body;
  bool closed = false;
};

// The fence whose opening stands at `at`, at the start of a line.
bool Finder::fence(const Window& window, std::size_t at) {
  const char mark = window[at];
  std::size_t run = 0;
  while (window.peek(at + run) == mark) ++run;
  const std::size_t line = window.find('\n', at + run);
  if (window.starved()) return false;
  const auto backticks = [&](std::size_t i) {
    std::size_t count = 0;
    while (i + count < window.size() && window[i + count] == mark) ++count;
    return count;
  };
  Fence fence;
  fence.all.begin = at;
  fence.body.begin = std::min(line + 1, window.size());
  const Span info = trimmed(window.text(), {at + run, line});
  const std::string_view language = window.text().substr(info.begin, info.end - info.begin);
  const bool data = language == "json" || language == "jsonc" || language == "json5";
  // All on one line.
  for (std::size_t i = at + run; i < line; ++i) {
    if (backticks(i) < run) continue;
    std::size_t begin = at + run;
    while (begin < i && is_name(window[begin])) ++begin;
    fence.all.end = i + backticks(i);
    fence.body = {begin, i};
    return closed_fence(window, fence);
  }
  std::size_t& never = never_closed_[(mark == '`' ? 0U : 1U) + (data ? 2U : 0U)];
  if (run >= never) {
    fence.all.end = fence.body.end = window.size();
    open_fence(window, fence);
    return true;
  }
  for (std::size_t i = fence.body.begin; i < window.size();) {
    const std::size_t end = window.find('\n', i);
    if (window.starved()) return false;
    std::size_t start = i;
    while (start < end && is_gap(window[start])) ++start;
    const std::size_t count = backticks(start);
    const Span tail = trimmed(window.text(), {i, end});
    if (count >= run) {
      std::size_t word = start + count;
      while (word < tail.end && (is_name(window[word]) || window[word] == '-' || window[word] == '+')) ++word;
      const bool opens = word > start + count && word == tail.end;
      if (opens && !data) {  // an example of a fence within a fence
        i = end + 1;
        continue;
      }
      // A new fence opens before this one has closed.
      if (opens) {
        fence.all.end = fence.body.end = i;
        open_fence(window, fence);
        return true;
      }
      fence.all.end = start + count;
      fence.body.end = i;
      return closed_fence(window, fence);
    }
    // Some models close a fence at the end of the last line.
    if (tail.end - tail.begin > run && window.text().substr(tail.end - run, run) == std::string(run, mark)) {
      const Span inner = trimmed(window.text(), {i, tail.end - run});
      if (inner.end > inner.begin &&
          std::string_view("]}>);").find(window[inner.end - 1]) != std::string_view::npos) {
        fence.all.end = tail.end;
        fence.body.end = tail.end - run;
        return closed_fence(window, fence);
      }
    }
    i = end + 1;
  }
  window.ends(window.size());
  if (window.starved()) return false;
  never = std::min(never, run);
  fence.all.end = fence.body.end = window.size();
  open_fence(window, fence);
  return true;
}

// A fence without an end: the text goes on behind its first line, but what looks like a call there is an
// example.
void Finder::open_fence(const Window& window, const Fence& fence) {
  open_fence_ = true;
  sink_.warn("fence.unclosed", "a code fence never closes", {base_ + fence.all.begin, base_ + fence.all.end});
  narrate(window, fence.body.begin);
  line_start_ = fence.all.end < window.size() && fence.body.begin == fence.all.end;
}

bool Finder::closed_fence(const Window& window, const Fence& fence) {
  open_fence_ = false;
  line_start_ = false;
  narrate(window, fence.all.begin);
  const std::string_view text = window.text();
  const Span inner = trimmed(text, fence.body);
  if (inner.begin < inner.end) {
    const Letter letter = letter_at(window, inner.begin);
    const bool comment = window.has(inner.begin, "//") || window.has(inner.begin, "/*");
    if ((letter.is('{') || letter.is('[') || comment) && fenced_json(window, fence)) return true;
    if (letter.is('<') && holds_only_tags(window, fence)) {
      // The tags are found as everywhere; only the fence itself is taken away.
      at_ = inner.begin;
      fence_end_ = base_ + fence.body.end;
      fence_behind_ = base_ + fence.all.end;
      line_start_ = false;
      return true;
    }
  }
  const Span span{base_ + fence.all.begin, base_ + fence.all.end};
  warn_of_commands("example.commands", "an example",
                   text.substr(fence.body.begin, fence.body.end - fence.body.begin), span);
  region(Region::Kind::kExample, span, {});
  narrate(window, fence.all.end);
  return true;
}

// A fence that holds JSON and nothing else. False: it holds something else, or no commands.
bool Finder::fenced_json(const Window& window, const Fence& fence) {
  const Span inner = trimmed(window.text(), fence.body);
  const Window body(window.text().substr(0, inner.end), true);
  const std::size_t first = sink_.count();
  const Sink::Kept kept = sink_.keep();
  Tape& tape = sink_.tape();
  bool any = false;
  for (std::size_t i = inner.begin; i < inner.end;) {
    while (i < inner.end && (is_blank(body[i]) || body[i] == ',' || body[i] == ';')) ++i;
    const std::size_t start = skip_comments(body, i);
    if (start >= inner.end) break;
    const Letter letter = letter_at(body, start);
    Tape::End end = Tape::End::kBroken;
    if (letter.is('{') || letter.is('['))
      end =
          tape.read(body, start, {.closed = true, .arithmetic = sink_.options().arithmetic}, sink_.limits());
    if (end != Tape::End::kWhole) {
      // Broken from the start, it is a broken command; commands with other text behind them are an example.
      if (any || !(letter.is('{') || letter.is('[')) || !looks_like_commands(sink_, tape)) {
        sink_.take_back(kept);
        return false;
      }
      sink_.set_base(base_);
      sink_.open_envelope();
      sink_.refuse(dialect_of(sink_, tape), sink_.at(inner.begin, inner.end),
                   unread(tape, end, dialect_of(sink_, tape)));
      any = true;
      break;
    }
    if (!any) {
      sink_.set_base(base_);
      sink_.open_envelope();
    }
    any = (looks_like_commands(sink_, tape) && read_json_commands(sink_, tape)) || any;
    i = tape.end();
    while (any && i < inner.end && (body[i] == ']' || body[i] == '}')) {
      sink_.warn("repair.extra_bracket", "a closing bracket too many was passed over", sink_.at(i, i + 1));
      ++i;
    }
  }
  if (!any) {
    sink_.take_back(kept);
    return false;
  }
  const Span span{base_ + fence.all.begin, base_ + fence.all.end};
  region(Region::Kind::kEnvelope, span, sink_.dialect_from(first));
  at_ = fence.all.end;
  line_start_ = false;
  return true;
}

bool Finder::holds_only_tags(const Window& window, const Fence& fence) const {
  const Span inner = trimmed(window.text(), fence.body);
  const Window body(window.text().substr(0, inner.end), true);
  bool any = false;
  for (std::size_t i = inner.begin; i < inner.end;) {
    i = skip_markup(body.text(), i, *sink_.options().tags);
    if (i >= inner.end) break;
    const std::optional<Mark> mark = body[i] == '<' ? mark_at(body, i) : std::nullopt;
    const Tag* tag = mark ? sink_.options().tags->find(mark->name) : nullptr;
    if (tag == nullptr || tag->kind != Tag::Kind::kEnvelope || mark->closing || !sink_.reads(tag->dialect))
      return false;
    const Closing closing = find_closing(body, mark->end, tag->name, {.strings = tag->dialect != "mvu"});
    if (!closing.mark) return false;
    i = closing.mark->end;
    any = true;
  }
  return any;
}

}  // namespace gavel
