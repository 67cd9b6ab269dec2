#include "finder.hpp"

#include <algorithm>

#include "body.hpp"
#include "calls.hpp"
#include "readers.hpp"
#include "triggers.hpp"

namespace gavel {
namespace {

// `- `, `* `, `1. ` and the like, where a line starts.
std::size_t skip_list_mark(const Window& window, std::size_t at) {
  std::size_t i = at;
  const char c = window.peek(i);
  if (c == '-' || c == '*' || c == '+') {
    ++i;
  } else {
    while (is_digit(window.peek(i)) && i - at < 4) ++i;
    if (i == at || (window.peek(i) != '.' && window.peek(i) != ')')) return at;
    ++i;
  }
  if (!is_gap(window.peek(i))) return at;
  while (is_gap(window.peek(i))) ++i;
  return i;
}

}  // namespace

void Finder::run(const Window& window) {
  // A step that has to wait has changed nothing but the narration before it.
  while (at_ < window.size() && !window.needs_more()) {
    step(window);
    if (!nested_) note_envelopes(window);
  }
}

void Finder::forget(std::size_t bytes) {
  base_ += bytes;
  at_ -= bytes;
  silent_ -= std::min(silent_, bytes);
  opens_until_ -= std::min(opens_until_, bytes);
  for (std::size_t& until : no_ticks_) until -= std::min(until, bytes);
}

void Finder::step(const Window& window) {
  if (line_start_ && line(window)) return;
  if (window.needs_more()) return;
  line_start_ = false;
  const char* text = window.text().data();
  const std::size_t found = next_trigger(text, at_, window.size());
  if (found == window.size()) {
    // The beginning of a mark waits for the rest of it.
    narrate(window, found - cut_trigger(text, at_, found));
    if (at_ < found && window.ends(found) && !window.needs_more()) narrate(window, found);
    return;
  }
  narrate(window, found);
  bool taken = false;
  switch (window[at_]) {
    case '\n':
      line_start_ = true;
      break;
    case '<':
      taken = tag(window);
      break;
    case '`':
      taken = code(window);
      break;
    case '{':
    case '[':
      taken = json(window);
      break;
    case '\xE2':
    case '\xE3':
    case '\xEF':
      taken = reasoning_block(window);
      break;
    default:
      if (const auto head = open_fence_ ? std::nullopt : call_before(sink_, window, at_);
          head && !window.needs_more()) {
        if (nested_) sink_.refuse(head->dialect, {head->begin, head->end}, Error(Code::kParseMalformed, {}));
        sink_.warn(
            "call.in_sentence",
            "a call in the middle of a sentence is narration; put it at the start of a line to have it run",
            in_text(head->begin, head->end));
      }
  }
  if (taken || window.needs_more()) return;
  narrate(window, at_ + 1);
}

// What only the start of a line can be: a fence, a block quote, a call.
bool Finder::line(const Window& window) {
  if (fence_end_ == base_ + at_ && fence_behind_ > fence_end_) {
    at_ = fence_behind_ - base_;
    return true;
  }
  if (at_ == 0 && base_ == 0 && window.has(0, "\xEF\xBB\xBF")) {
    sink_.warn("repair.byte_order_mark", "a byte order mark was passed over", {0, 3});
    at_ = 3;
    return true;
  }
  std::size_t i = at_;
  while (is_gap(window.peek(i)) || window.has(i, "\xE3\x80\x80")) i += is_gap(window[i]) ? 1U : 3U;
  if (window.needs_more()) return false;
  if (!nested_ && (window.has(i, "```") || window.has(i, "~~~"))) return fence(window, i);
  if (window.peek(i) == '>') {
    const std::size_t end = window.find('\n', i);
    if (window.needs_more()) return false;
    std::size_t inner = i;
    while (inner < end && (window[inner] == '>' || is_gap(window[inner]))) ++inner;
    if (nested_) {
      narrate(window, inner);
      return call(window, skip_list_mark(window, inner));
    }
    warn_of_commands("quote.commands", "a block quote", window.text().substr(inner, end - inner),
                     in_text(i, end));
    show(window, Region::Kind::kQuote, {i, end});
    return true;
  }
  if (window.needs_more()) return false;
  const std::size_t marked = skip_list_mark(window, i);
  return !window.needs_more() && call(window, marked);
}

bool Finder::call(const Window& window, std::size_t at) {
  const std::optional<CallHead> head = call_at(sink_, window, at);
  if (!head || window.needs_more()) return false;
  if (open_fence_) {
    sink_.warn("example.commands", "a call in a code fence that never closes was not run",
               in_text(head->begin, head->end));
    return false;
  }
  // A word of prose with a parenthesis is no command.
  std::size_t argument = head->end;
  while (is_blank(window.peek(argument))) ++argument;
  const Letter letter = letter_at(window, argument);
  if (window.needs_more()) return false;
  if (head->dialect == "memory" && !letter.is('\'') && !letter.is('"') && !letter.is('`')) return false;
  sink_.set_base(base_);
  sink_.open_envelope();
  const std::optional<CallEnd> read = read_call(sink_, window, *head, budget_.left(base_ + at), true);
  if (!read || window.needs_more()) return false;
  budget_.spend(base_ + read->end, base_ + read->reach);
  if (read->end == head->begin) return false;
  narrate(window, at);
  region(Region::Kind::kEnvelope, in_text(at, read->end), head->dialect);
  at_ = read->end;
  line_start_ = true;  // another call may follow on the line
  return true;
}

void Finder::narrate(const Window& window, std::size_t to) {
  if (to == at_) return;
  Reading& out = sink_.out();
  const Span source{base_ + at_, base_ + to};
  if (!out.passages.empty() && out.passages.back().exact && out.passages.back().source.end == source.begin) {
    out.passages.back().source.end = source.end;
  } else {
    out.passages.push_back({out.narration.size(), source, true});
  }
  out.narration.append(window.text(), at_, to - at_);
  at_ = to;
}

void Finder::show(const Window& window, Region::Kind kind, Span span) {
  region(kind, in_text(span), {});
  narrate(window, span.end);
}

void Finder::refuse(std::string_view dialect, Span span, Error error) {
  sink_.open_envelope();
  sink_.refuse(dialect, in_text(span), std::move(error));
  region(Region::Kind::kEnvelope, in_text(span), dialect);
  forget_envelope();
  at_ = span.end;
}

void Finder::region(Region::Kind kind, Span span, std::string_view dialect) {
  sink_.out().regions.push_back({kind, span, std::string(dialect)});
  if (kind == Region::Kind::kEnvelope && in_content_) {
    sink_.warn("envelope.in_content", "commands inside <content> were taken out of the narration and judged",
               span);
  }
}

std::size_t Finder::count_commands(std::string_view text) const {
  if (nested_) return 0;
  Reading scratch;
  Sink sink(sink_.options(), scratch);
  Finder finder(sink, true);
  finder.run(Window(text, true));
  return scratch.proposals.size();
}

void Finder::warn_of_commands(const char* code, const char* where, std::string_view text, Span span) {
  const std::size_t count = count_commands(text);
  if (count == 0) return;
  sink_.warn(code, counted(count) + " in " + where + (count == 1 ? " was not run" : " were not run"), span);
}

void Finder::warn_of_held(const std::string& opener, Ended ended, std::string_view held, Span span) {
  if (ended == Ended::kItself) return warn_of_commands("reasoning.commands", "reasoning", held, span);
  const bool envelope = ended == Ended::kWithEnvelope;
  sink_.leave_open("reasoning.unclosed",
                   opener + " never ends: " +
                       (envelope ? "the rest of its envelope"
                                 : std::to_string(held.size()) + " bytes to the end of the text") +
                       ", with " + counted(count_commands(held)) +
                       (envelope ? ", was left out" : ", were left out"),
                   span, opener, envelope ? Span{span.begin, span.begin} : span);
}

std::string counted(std::size_t commands) {
  return std::to_string(commands) + (commands == 1 ? " command" : " commands");
}

// Code in a sentence, which may go on over several lines of its paragraph. Three marks and more are those of
// a fence behind text, or of code within a line.
bool Finder::code(const Window& window) {
  std::size_t run = 0;
  while (window.peek(at_ + run) == '`') ++run;
  if (window.needs_more()) return false;
  if (nested_) {
    narrate(window, at_ + run);
    return true;
  }
  const std::size_t kind = std::min<std::size_t>(run, 3);
  if (at_ < no_ticks_[kind]) {
    narrate(window, at_ + run);
    return true;
  }
  std::size_t i = at_ + run;
  for (; !window.ends(i) && !(window[i] == '\n' && (kind == 3 || ends_paragraph(window, i + 1))); ++i) {
    if (window[i] != '`') continue;
    std::size_t other = 0;
    while (window.peek(i + other) == '`') ++other;
    if (window.needs_more()) return false;
    if (std::min<std::size_t>(other, 3) == kind) {
      warn_of_commands("quote.commands", "quoted code", window.text().substr(at_ + run, i - at_ - run),
                       in_text(at_, i + other));
      show(window, Region::Kind::kQuote, {at_, i + other});
      return true;
    }
    i += other - 1;
  }
  if (window.needs_more()) return false;
  // A fence may open behind text: what follows it on its line is the name of a language.
  const Span info = trimmed(window.text(), {at_ + run, i});
  std::size_t word = info.begin;
  while (word < info.end && is_name(window[word])) ++word;
  if (run >= 3 && word == info.end) return fence(window, at_);
  no_ticks_[kind] = i;
  narrate(window, at_ + run);
  return true;
}

// Whether the line at `at` is no part of the paragraph before it: it is blank, or opens a fence.
bool Finder::ends_paragraph(const Window& window, std::size_t at) {
  while (is_gap(window.peek(at)) || window.peek(at) == '\r') ++at;
  return window.ends(at) || window[at] == '\n' || window.has(at, "```") || window.has(at, "~~~");
}

}  // namespace gavel
