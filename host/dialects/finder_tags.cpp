// The part of the finder that knows tags.

#include <algorithm>

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

// Names whose stray end tag means that the text began inside the reasoning.
bool opens_text(std::string_view name) {
  return name == "think" || name == "thinking" || name == "thought" || name == "thoughts" ||
         name == "reasoning";
}

// Whether what follows an opening tag on its line is what the tag is for, and not a sentence that mentions
// it.
bool starts_body(std::string_view rest) {
  const Span span =
      trimmed(rest, {0, rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n')});
  rest = rest.substr(span.begin, span.end - span.begin);
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
  if (!no_comment_ends_ && window.has(at_, "<!--")) {
    const std::size_t end = window.text().find("-->", at_ + 4);
    if (end == std::string_view::npos) window.ends(window.size());
    no_comment_ends_ = end == std::string_view::npos && !window.starved();
    if (window.starved() || end == std::string_view::npos) return false;
    return example(window, at_, end + 3);
  }
  const std::optional<Mark> mark = mark_at(window, at_);
  if (!mark || window.starved()) return false;
  const Tag* tag = sink_.options().tags->find(mark->name);
  if (tag == nullptr) return false;
  switch (tag->kind) {
    case Tag::Kind::kReasoning:
      if (nested_ || mark->empty) return false;
      // A channel of thoughts; the other channels are what is said.
      if (tag->name == "|channel|" && !window.has(mark->end, "analysis")) return false;
      return mark->closing ? unopened(*mark, *tag) : reasoning(window, *mark, *tag);
    case Tag::Kind::kEnvelope:
      if (mark->closing || mark->empty) return false;
      // Where one dialect alone is wanted, its commands are found behind a tag of none as everywhere.
      if (tag->dialect.empty() && sink_.options().dialect != "auto") return false;
      return sink_.reads(tag->dialect) ? envelope(window, *mark, *tag) : foreign(window, *mark, *tag);
    case Tag::Kind::kExample: {
      if (mark->closing || mark->empty) return false;
      const Closing closing = find_closing(window, mark->end, tag->name, {});
      if (window.starved() || !closing.mark) return false;
      return example(window, mark->begin, closing.mark->end);
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

// One that never ends is text.
bool Finder::component(const Window& window, const Mark& mark, const Tag& tag) {
  Component found;
  found.tag = mark.name;
  std::size_t end = mark.end;
  if (!mark.empty && !tag.alone) {
    if (std::find(never_ended_.begin(), never_ended_.end(), mark.name) != never_ended_.end()) return false;
    const Closing closing = find_closing(window, mark.end, mark.name, {});
    if (!closing.mark) window.ends(window.size());
    if (window.starved()) return false;
    if (!closing.mark) {
      never_ended_.push_back(mark.name);
      sink_.warn("tag.unclosed", "<" + mark.name + "> never ends; it was taken as text",
                 {base_ + mark.begin, base_ + mark.end});
      return false;
    }
    end = closing.mark->end;
    found.text = window.text().substr(mark.end, closing.mark->begin - mark.end);
    warn_of_commands("component.commands", "a component", found.text, {base_ + mark.begin, base_ + end});
  }
  found.span = {base_ + mark.begin, base_ + end};
  found.attributes = attributes_of(window.text().substr(mark.begin, mark.end - mark.begin));
  region(Region::Kind::kComponent, found.span, {});
  sink_.out().components.push_back(std::move(found));
  at_ = end;
  return true;
}

bool Finder::reasoning(const Window& window, const Mark& mark, const Tag& tag) {
  const std::string_view closer = tag.closer.empty() ? std::string_view(tag.name) : tag.closer;
  const Closing closing = find_closing(window, mark.end, closer, {});
  if (window.starved()) return false;
  const std::size_t end = closing.mark ? closing.mark->end : window.size();
  const Span span{base_ + mark.begin, base_ + end};
  const std::string_view held = window.text().substr(mark.end, end - mark.end);
  warn_of_held("<" + mark.name + ">", closing.mark ? Ended::kItself : Ended::kWithText, held, span);
  region(Region::Kind::kReasoning, span, {});
  at_ = end;
  return true;
}

// An end tag without a start: the text began inside the reasoning, and all before it was that.
bool Finder::unopened(const Mark& mark, const Tag& tag) {
  if (!opens_text(tag.name)) return false;
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
  at_ = mark.end;
  return true;
}

// An envelope of a dialect that is not read is narration, and nothing in it is read as something else. The
// tags of calls may hold others.
bool Finder::foreign(const Window& window, const Mark& mark, const Tag& tag) {
  if (tag.dialect == "mvu" || tag.dialect == "memory") return false;
  const Closing closing = find_closing(window, mark.end, tag.name, {true, true, &silent_});
  if (window.starved() || !closing.mark) return false;
  narrate(window, closing.mark->end);
  return true;
}

// The end of an envelope is the first end tag with which it can be read: one inside a string of its own is
// text. Where none helps, the first one counts.
bool Finder::envelope(const Window& window, const Mark& mark, const Tag& tag) {
  if (quoted(window)) return quoted_envelope(window, mark, tag);
  constexpr std::size_t kEnds = 4;  // end tags that are tried
  std::size_t first = 0;
  std::size_t from = mark.end;
  const Sink::Kept kept = sink_.keep();
  const std::size_t regions = sink_.out().regions.size();
  for (std::size_t i = 0; i < kEnds; ++i) {
    const Closing closing = find_closing(window, from, tag.name, {false, true, nullptr});
    if (window.starved()) {  // as if nothing had been tried
      sink_.take_back(kept);
      sink_.out().regions.resize(regions);
      at_ = mark.begin;
      return false;
    }
    if (!closing.mark && first == 0)
      return unclosed_envelope(window, mark, tag, closing.restart.value_or(window.size()));
    if (!closing.mark) break;
    if (first == 0) first = closing.mark->end;
    sink_.take_back(kept);
    if (take_envelope(window, mark, tag, *closing.mark)) return true;
    from = closing.mark->end;
  }
  sink_.take_back(kept);
  const Closing closing = find_closing(window, mark.end, tag.name, {});
  take_envelope(window, mark, tag, *closing.mark);
  return true;
}

// Reads an envelope up to an end tag. False: something in it has the wrong form.
bool Finder::take_envelope(const Window& window, const Mark& mark, const Tag& tag, const Mark& end) {
  const std::string_view body = window.text().substr(mark.end, end.begin - mark.end);
  const Span span{base_ + mark.begin, base_ + end.end};
  const std::size_t first = sink_.count();
  sink_.open_envelope();
  read_envelope_body(sink_, tag, body, base_ + mark.end, span);
  const std::vector<Proposal>& all = sink_.out().proposals;
  bool clean = true;
  for (std::size_t i = first; i < all.size(); ++i) {
    const Code code = all[i].error ? all[i].error->code : Code::kUsage;
    clean = clean && code != Code::kParseMalformed && code != Code::kParseTruncated;
  }
  if (!nested_) warn_of_reasoning(body, base_ + mark.end);
  std::vector<Region>& regions = sink_.out().regions;
  while (!regions.empty() && regions.back().span.begin >= span.begin) regions.pop_back();
  region(Region::Kind::kEnvelope, span, tag.dialect);
  at_ = end.end;
  return clean;
}

// Reasoning inside an envelope is passed over; what it held is told.
void Finder::warn_of_reasoning(std::string_view body, std::size_t base) {
  const Window window(body, true);
  for (std::size_t i = window.find('<', 0); i < body.size(); i = window.find('<', i)) {
    const std::optional<Mark> mark = mark_at(window, i++);
    const Tag* tag = mark ? sink_.options().tags->find(mark->name) : nullptr;
    if (tag == nullptr || tag->kind != Tag::Kind::kReasoning || mark->closing || mark->empty) continue;
    const Closing closing = find_closing(window, mark->end, tag->name, {});
    const std::size_t end = closing.mark ? closing.mark->begin : body.size();
    const std::string_view held = body.substr(mark->end, end - mark->end);
    const Span span{base + mark->begin, base + end};
    warn_of_held("<" + mark->name + ">", closing.mark ? Ended::kItself : Ended::kWithEnvelope, held, span);
    i = end;
  }
}

bool Finder::quoted_envelope(const Window& window, const Mark& mark, const Tag& tag) {
  const Closing closing = find_closing(window, mark.end, tag.name, {});
  if (window.starved()) return false;
  const std::size_t end = closing.mark ? closing.mark->end : mark.end;
  const Span span{base_ + mark.begin, base_ + end};
  if (closing.mark) {
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
  region(Region::Kind::kExample, span, {});
  narrate(window, end);
  return true;
}

// Nothing of an envelope without an end is applied. A tag that a sentence only mentions is text.
bool Finder::unclosed_envelope(const Window& window, const Mark& mark, const Tag& tag, std::size_t end) {
  const std::string_view rest = window.text().substr(mark.end, end - mark.end);
  const Span span{base_ + mark.begin, base_ + end};
  const bool line =
      rest.find_first_not_of(" \t\r") == rest.find('\n');  // nothing else stands on the tag's line
  if (!starts_body(rest) ||
      (line && rest.size() > 1 && !opens_with_body(rest) && count_commands(rest) == 0 && !nested_)) {
    sink_.warn("tag.unclosed", "<" + mark.name + "> never ends; it was taken as text",
               {base_ + mark.begin, base_ + mark.end});
    narrate(window, mark.end);
    return true;
  }
  sink_.open_envelope();
  sink_.refuse(tag.dialect, span,
               Error(Code::kParseTruncated, "<" + mark.name + "> never ends: nothing of it is applied",
                     "write all of it again, with </" + mark.name + "> at its end"));
  region(Region::Kind::kEnvelope, span, tag.dialect);
  at_ = end;
  return true;
}

}  // namespace gavel
