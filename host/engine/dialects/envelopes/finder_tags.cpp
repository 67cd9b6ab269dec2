// The part of the finder that knows tags.

#include <algorithm>

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"
#include "triggers.hpp"

namespace gavel {
namespace {

// Whether what follows an opening tag on its line is what the tag is for, and not a sentence that mentions
// it.
bool starts_body(std::string_view rest) {
  rest = trimmed_text(rest, {0, std::min(rest.find('\n'), rest.size())});
  for (const std::string_view start :
       {"[", "{", "<", "```", "_.", "memory(", "set_", "delete(", "*.", "//", "/*"})
    if (rest.starts_with(start)) return true;
  return rest.empty();
}

// The same for the first line that is not blank.
bool opens_with_body(std::string_view rest) {
  const std::size_t first = rest.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || starts_body(rest.substr(first));
}

}  // namespace

bool Finder::tag(const Window& window) {
  if (!nested_ && !no_comment_ends_ && window.has(at_, "<!--")) {
    const std::size_t end = window.text().find("-->", at_ + 4);
    if (end == std::string_view::npos) window.ends(window.size());
    no_comment_ends_ = end == std::string_view::npos && !window.needs_more();
    if (window.needs_more() || end == std::string_view::npos) return false;
    return example(window, at_, end + 3);
  }
  const std::optional<Mark> mark = mark_at(window, at_);
  if (!mark || window.needs_more()) return false;
  const Tag* tag = sink_.options().tags->find(mark->name);
  if (tag == nullptr) return false;
  switch (tag->kind) {
    case Tag::Kind::kReasoning:
      if (nested_ || mark->empty) return false;
      if (mark->closing) return unopened(*mark);
      // A channel of reasoning_blocks; the other channels are what is said.
      return begins_reasoning(window, *mark) && !window.needs_more() && reasoning(window, *mark, *tag);
    case Tag::Kind::kEnvelope:
      if (mark->closing || mark->empty) return false;
      // Where one dialect alone is wanted, its commands are found behind a tag of none as everywhere.
      if (tag->dialect.empty() && !sink_.reads_all()) return false;
      return sink_.reads(tag->dialect) ? envelope(window, *mark, *tag) : foreign(window, *mark, *tag);
    case Tag::Kind::kExample: {
      if (nested_ || mark->closing || mark->empty) return false;
      const std::optional<Mark> end = end_of(window, *mark, tag->name);
      if (window.needs_more() || !end) return false;
      return example(window, mark->begin, end->end);
    }
    case Tag::Kind::kNarration:
      in_content_ = !mark->closing && !mark->empty;
      at_ = mark->end;
      return true;
    case Tag::Kind::kComponent:
      return !nested_ && !mark->closing && component(window, *mark, *tag);
  }
  return false;
}

Closing Finder::closing(const Window& window, std::size_t at, std::string_view name,
                        const ClosingRules& rules) {
  const std::string key = (rules.bare ? "<" : rules.restarts ? ">" : "/") + std::string(name);
  return ends_.find(key, window, base_, at, [&] { return find_closing(window, at, name, rules); });
}

Closing Finder::closing_of(const Window& window, const Mark& mark, const Tag& tag) {
  return closing(window, mark.end, closers_of(mark, tag), {.bare = !tag.closer.empty()});
}

// The end tag of that name behind a tag. That there is none in all that follows is found out once.
std::optional<Mark> Finder::end_of(const Window& window, const Mark& mark, std::string_view name) {
  if (std::ranges::find(never_ended_, name) != never_ended_.end()) return std::nullopt;
  Closing found = closing(window, mark.end, name, {});
  if (!found.mark && !window.needs_more()) never_ended_.emplace_back(name);
  return std::move(found.mark);
}

// The end of a component. One that reasoning in it speaks of is none.
std::optional<Mark> Finder::component_end(const Window& window, const Mark& mark) {
  constexpr std::size_t kEnds = 4;  // end tags that are tried
  const std::size_t tries = budget_.left(base_ + mark.begin) > LookBudget::kShort ? kEnds : 1;
  const Sink::Kept kept = sink_.keep();
  Mark from = mark;
  for (std::size_t i = 0; i < tries; ++i) {
    std::optional<Mark> closing = end_of(window, from, mark.name);
    if (!closing || window.needs_more()) return std::nullopt;
    const std::optional<std::size_t> reasoning_stop =
        skip_reasoning(window, {from.end, closing->begin}, sink_.count());
    sink_.take_back(kept);
    if (window.needs_more()) return std::nullopt;
    if (!reasoning_stop) return closing;
    from.end = *reasoning_stop;
    budget_.spend(base_ + mark.begin, base_ + from.end);
  }
  return std::nullopt;
}

void Finder::tag_left_open(const Mark& mark) {
  const Span span = in_text(mark.begin, mark.end);
  sink_.leave_open("tag.unclosed", "<" + mark.name + "> never ends; it was taken as text", span,
                   "<" + mark.name + ">", span);
}

// One that never ends is text.
bool Finder::component(const Window& window, const Mark& mark, const Tag& tag) {
  Component found;
  found.tag = mark.name;
  std::size_t end = mark.end;
  if (!mark.empty && !tag.alone) {
    const std::size_t known = never_ended_.size();
    const std::optional<Mark> closing = component_end(window, mark);
    if (window.needs_more()) return false;
    if (!closing) {
      if (never_ended_.size() > known) tag_left_open(mark);
      return false;
    }
    end = closing->end;
    found.text = window.text().substr(mark.end, closing->begin - mark.end);
    warn_of_commands("component.commands", "a component", found.text, in_text(mark.begin, end));
  }
  found.span = in_text(mark.begin, end);
  found.attributes = attributes_of(window.text().substr(mark.begin, mark.end - mark.begin));
  region(Region::Kind::kComponent, found.span, {});
  sink_.out().components.push_back(std::move(found));
  at_ = end;
  return true;
}

bool Finder::reasoning(const Window& window, const Mark& mark, const Tag& tag) {
  const Closing found = closing_of(window, mark, tag);
  if (window.needs_more()) return false;
  take_reasoning(window, mark, found.mark);
  return true;
}

// Reasoning from one mark to another, or to the end of the text.
void Finder::take_reasoning(const Window& window, const Mark& mark, const std::optional<Mark>& closing) {
  const std::size_t end = closing ? closing->end : window.size();
  const std::size_t inner = closing ? closing->begin : end;
  const Span span = in_text(mark.begin, end);
  warn_of_held(std::string(window.text().substr(mark.begin, mark.end - mark.begin)),
               closing ? Ended::kItself : Ended::kWithText, window.text().substr(mark.end, inner - mark.end),
               span);
  region(Region::Kind::kReasoning, span, {});
  at_ = end;
}

// Reasoning between marks that are no tags.
bool Finder::reasoning_block(const Window& window) {
  if (nested_) return false;
  const std::optional<ReasoningBlock> block = reasoning_blocks_.at(window, at_, base_);
  if (!block) return false;
  if (block->mark.closing) return unopened(block->mark);
  take_reasoning(window, block->mark, block->end);
  return true;
}

// An end tag without a start: the text began inside the reasoning, and all before it was that.
bool Finder::unopened(const Mark& mark) {
  if (!opens_text(mark.name)) return false;
  Reading& out = sink_.out();
  // Behind reasoning that ended, it reaches back to there only.
  std::size_t limit = 0;
  const auto last = std::find_if(out.regions.rbegin(), out.regions.rend(),
                                 [](const Region& r) { return r.kind == Region::Kind::kReasoning; });
  if (last != out.regions.rend()) limit = last->span.end;
  const std::size_t count = sink_.take_back_to(limit);
  while (!out.regions.empty() && out.regions.back().span.begin >= limit) out.regions.pop_back();
  while (!out.components.empty() && out.components.back().span.begin >= limit) out.components.pop_back();
  const Span span{limit, base_ + mark.end};
  sink_.warn("reasoning.unopened",
             "</" + mark.name + "> ends reasoning that nothing began: all before it, with " + counted(count) +
                 ", was left out",
             span);
  region(Region::Kind::kReasoning, span, {});
  in_content_ = false;
  forget_envelope();
  at_ = mark.end;
  return true;
}

// An envelope of a dialect that is not read is narration, and nothing in it is read as something else. The
// tags of calls may hold others.
bool Finder::foreign(const Window& window, const Mark& mark, const Tag& tag) {
  if (tag.dialect == "mvu" || tag.dialect == "memory") return false;
  // Where strings hold tags again and again, strings no longer count: see LookBudget.
  const bool strings = budget_.left(base_ + mark.begin) > LookBudget::kShort;
  const Closing closing =
      find_closing(window, mark.end, tag.name, {.strings = strings, .restarts = true, .silent = &silent_});
  if (window.needs_more()) return false;
  const std::size_t reach = closing.restart.value_or(window.size());
  if (!closing.mark) budget_.spend(base_ + mark.begin, base_ + reach);
  if (!closing.mark) return false;
  narrate(window, closing.mark->end);
  return true;
}

// The end of an envelope is the first end tag with which it can be read: one inside a string of its own is
// text. Where none helps, the first one counts. One that begins again has no end, unless it begins in
// reasoning, which only speaks of it.
bool Finder::envelope(const Window& window, const Mark& mark, const Tag& tag) {
  if (!nested_ && quoted(window)) return quoted_envelope(window, mark, tag);
  constexpr std::size_t kEnds = 4;  // end tags that are tried
  std::optional<Mark> first;
  std::size_t from = mark.end;
  const Sink::Kept kept = sink_.keep();
  const std::size_t regions = sink_.out().regions.size();
  const auto take_back = [&] {  // as if nothing had been tried
    sink_.take_back(kept);
    sink_.out().regions.resize(regions);
    at_ = mark.begin;
  };
  // Where reasoning hid end after end in vain, the text is not gone through for them again: see LookBudget.
  const std::size_t tries = budget_.left(base_ + mark.begin) > LookBudget::kShort ? kEnds : 1;
  for (std::size_t i = 0; i < tries; ++i) {
    const Closing closing = this->closing(window, from, tag.name, {.restarts = true});
    Taken taken;
    if (closing.mark || closing.restart) {
      const std::size_t restart = closing.restart.value_or(0);  // as if the end were there
      take_back();
      taken =
          take_envelope(window, mark, tag,
                        closing.mark ? Span{closing.mark->begin, closing.mark->end} : Span{restart, restart});
    }
    if (window.needs_more()) {
      take_back();
      return false;
    }
    if (!closing.mark && !taken.reasoning_stop) {
      if (first) break;
      take_back();
      return unclosed_envelope(window, mark, tag, closing.restart.value_or(window.size()));
    }
    if (closing.mark && taken.clean) return true;
    if (closing.mark && !first && taken.reasoning_stop.value_or(window.size()) == window.size())
      first = closing.mark;
    from = taken.reasoning_stop ? *taken.reasoning_stop : closing.mark->end;
    if (taken.reasoning_stop) budget_.spend(base_ + mark.begin, base_ + from);
  }
  take_back();
  if (!first) return unclosed_envelope(window, mark, tag, from);
  take_envelope(window, mark, tag, {first->begin, first->end});
  return true;
}

// Reads an envelope up to an end tag.
Finder::Taken Finder::take_envelope(const Window& window, const Mark& mark, const Tag& tag, Span end) {
  const std::string_view body = window.text().substr(mark.end, end.begin - mark.end);
  const Span span{base_ + mark.begin, base_ + end.end};
  const std::size_t first = sink_.count();
  sink_.open_envelope();
  read_envelope_body(sink_, tag, body, base_ + mark.end, span);
  const std::vector<Proposal>& all = sink_.out().proposals;
  Taken taken;
  taken.clean = true;
  for (std::size_t i = first; i < all.size(); ++i) {
    const Code code = all[i].error ? all[i].error->code : Code::kUsage;
    taken.clean = taken.clean && code != Code::kParseMalformed && code != Code::kParseTruncated;
  }
  if (!nested_) taken.reasoning_stop = skip_reasoning(window, {mark.end, end.begin}, first);
  std::vector<Region>& regions = sink_.out().regions;
  while (!regions.empty() && regions.back().span.begin >= span.begin) regions.pop_back();
  region(Region::Kind::kEnvelope, span, tag.dialect);
  at_ = end.end;
  if (taken.reasoning_stop == window.size()) {
    if (at_ < window.size()) region(Region::Kind::kReasoning, {base_ + at_, base_ + window.size()}, {});
    at_ = window.size();
  } else if (taken.reasoning_stop) {
    taken.clean = false;
  }
  return taken;
}

// Reasoning inside an envelope is passed over; what it held is reported. Nothing, or where the reasoning ends
// that only mentions the end of the envelope. `first`: of its commands.
std::optional<std::size_t> Finder::skip_reasoning(const Window& window, Span body, std::size_t first) {
  const std::string_view text = window.text();
  const bool both = may_hold_reasoning(text.substr(body.begin, body.end - body.begin));
  const Window within(text.substr(0, body.end), true);
  const auto next = [&](std::size_t at) {
    return both ? next_trigger(text.data(), at, body.end) : within.find('<', at);
  };
  std::optional<std::vector<Span>> commands;  // found at the first mark
  std::size_t command = 0;
  for (std::size_t i = next(body.begin); i < body.end; i = next(i)) {
    if (!commands) commands = spans_of_commands(first);
    while (command < commands->size() && (*commands)[command].end <= base_ + i) ++command;
    // What looks like reasoning in a command, such as in a string of its, is part of that.
    if (command < commands->size() && (*commands)[command].begin <= base_ + i) {
      i = std::min((*commands)[command].end - base_, body.end);
      continue;
    }
    const std::optional<Held> held = held_at(window, within, i);
    if (window.needs_more()) return std::nullopt;
    ++i;
    if (!held) continue;
    const Mark& mark = held->mark;
    const std::string opener(text.substr(mark.begin, mark.end - mark.begin));
    if (held->end && held->end->begin < body.end) {
      i = held->end->begin;
      warn_of_held(opener, Ended::kItself, text.substr(mark.end, i - mark.end), in_text(mark.begin, i));
      continue;
    }
    if (is_analysis(mark.name)) {
      warn_of_held(opener, Ended::kWithEnvelope, text.substr(mark.end, body.end - mark.end),
                   in_text(mark.begin, body.end));
      return std::nullopt;
    }
    if (held->end) {
      window.ends(held->end->end);  // what follows it decides where the envelope ends
      return held->end->end;
    }
    window.ends(window.size());
    warn_of_held(opener, Ended::kWithText, text.substr(mark.end), in_text(mark.begin, window.size()));
    return window.size();
  }
  return std::nullopt;
}

// Where the commands are that were read from `first` on, in the order of the text; those that overlap are
// one.
std::vector<Span> Finder::spans_of_commands(std::size_t first) const {
  const std::vector<Proposal>& all = sink_.out().proposals;
  std::vector<Span> spans;
  for (std::size_t i = first; i < all.size(); ++i)
    if (!all[i].error) spans.push_back(all[i].span);
  if (!std::ranges::is_sorted(spans, {}, &Span::begin)) std::ranges::sort(spans, {}, &Span::begin);
  std::vector<Span> apart;
  for (const Span& span : spans) {
    if (!apart.empty() && span.begin < apart.back().end)
      apart.back().end = std::max(apart.back().end, span.end);
    else
      apart.push_back(span);
  }
  return apart;
}

// The reasoning that begins at a place, by a tag or another mark. `within`: up to the end of its envelope,
// where an analysis ends at the latest.
std::optional<Finder::Held> Finder::held_at(const Window& window, const Window& within, std::size_t at) {
  if (window[at] != '<') {
    std::optional<ReasoningBlock> found =
        may_start_reasoning(window[at]) ? reasoning_blocks_.at(window, at, base_) : std::nullopt;
    if (!found || found->mark.closing) return std::nullopt;
    return Held{std::move(found->mark), std::move(found->end)};
  }
  std::optional<Mark> mark = mark_at(window, at);
  const Tag* tag = mark ? sink_.options().tags->find(mark->name) : nullptr;
  if (tag == nullptr || tag->kind != Tag::Kind::kReasoning || mark->empty || mark->closing ||
      !begins_reasoning(window, *mark))
    return std::nullopt;
  std::optional<Mark> end = is_analysis(mark->name) ? reasoning_end(within, *mark, *tag).mark
                                                    : closing_of(window, *mark, *tag).mark;
  return Held{std::move(*mark), std::move(end)};
}

bool Finder::quoted_envelope(const Window& window, const Mark& mark, const Tag& tag) {
  const std::optional<Mark> closing = end_of(window, mark, tag.name);
  if (window.needs_more()) return false;
  const std::size_t end = closing ? closing->end : mark.end;
  const Span span = in_text(mark.begin, end);
  if (closing) {
    sink_.warn("quote.commands", "commands in quotation marks are narration", span);
    region(Region::Kind::kQuote, span, {});
  }
  narrate(window, end);
  return true;
}

// What only shows commands to people: <example>, <pre>, <!-- -->.
bool Finder::example(const Window& window, std::size_t begin, std::size_t end) {
  const Span span{base_ + begin, base_ + end};
  warn_of_commands("example.commands", "an example", window.text().substr(begin + 1, end - begin - 1), span);
  show(window, Region::Kind::kExample, {begin, end});
  return true;
}

// Nothing of an envelope without an end is applied. A tag that a sentence only mentions is text.
bool Finder::unclosed_envelope(const Window& window, const Mark& mark, const Tag& tag, std::size_t end) {
  const std::string_view rest = window.text().substr(mark.end, end - mark.end);
  const bool line = rest.find_first_not_of(" \t\r") == rest.find('\n');  // nothing else is on the tag's line
  if (!starts_body(rest) ||
      (line && rest.size() > 1 && !opens_with_body(rest) && count_commands(rest) == 0 && !nested_)) {
    tag_left_open(mark);
    narrate(window, mark.end);
    return true;
  }
  refuse(tag.dialect, {mark.begin, end}, never_ends(mark.name));
  return true;
}

}  // namespace gavel
