// The part of the finder that knows tags.

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

// Whether what follows an opening tag is what the tag is for, and not a sentence that mentions it.
bool starts_body(std::string_view rest) {
  const Span span = trimmed(rest, {0, rest.size()});
  rest = rest.substr(span.begin, span.end - span.begin);
  for (const std::string_view start : {"[", "{", "<", "```", "_.", "memory(", "set_", "delete(", "*."})
    if (rest.starts_with(start)) return true;
  return rest.empty();
}

// <variable_insert> and its sisters: one command each, in elements.
bool is_element(const Tag& tag) {
  return tag.name == "variable_insert" || tag.name == "variable_edit" || tag.name == "variable_delete";
}

}  // namespace

bool Finder::tag(const Window& window) {
  const std::optional<Mark> mark = mark_at(window, at_);
  if (!mark || window.starved()) return false;
  const Tag* tag = sink_.options().tags->find(mark->name);
  if (tag == nullptr) return false;
  switch (tag->kind) {
    case Tag::Kind::kReasoning:
      if (nested_ || mark->empty) return false;
      return mark->closing ? unopened(*mark, *tag) : reasoning(window, *mark, *tag);
    case Tag::Kind::kEnvelope:
      if (mark->closing || mark->empty) return false;
      return sink_.reads(tag->dialect) ? envelope(window, *mark, *tag) : foreign(window, *mark, *tag);
    case Tag::Kind::kNarration:
      in_content_ = !mark->closing && !mark->empty;
      at_ = mark->end;
      return true;
  }
  return false;
}

bool Finder::reasoning(const Window& window, const Mark& mark, const Tag& tag) {
  const std::string_view closer = tag.closer.empty() ? std::string_view(tag.name) : tag.closer;
  const Closing closing = find_closing(window, mark.end, closer, {});
  if (window.starved()) return false;
  const std::size_t end = closing.mark ? closing.mark->end : window.size();
  const Span span{base_ + mark.begin, base_ + end};
  const std::string_view held = window.text().substr(mark.end, end - mark.end);
  if (closing.mark) {
    warn_of_commands("reasoning.commands", "reasoning", held, span);
  } else {
    const std::size_t count = count_commands(held);
    sink_.warn("reasoning.unclosed",
               "<" + mark.name + "> never ends: " + std::to_string(held.size()) +
                   " bytes to the end of the text, with " + std::to_string(count) +
                   (count == 1 ? " command" : " commands") + ", were left out",
               span);
  }
  region(Region::Kind::kReasoning, span, {});
  at_ = end;
  return true;
}

// An end tag without a start: the text began inside the reasoning, and all before it was that.
bool Finder::unopened(const Mark& mark, const Tag& tag) {
  if (!opens_text(tag.name)) return false;
  Reading& out = sink_.out();
  const Span span{0, base_ + mark.end};
  const std::size_t count = out.proposals.size();
  sink_.take_back({0, 0, 0, 0, std::size_t(-1), false});
  out.regions.clear();
  sink_.warn("reasoning.unopened",
             "</" + mark.name + "> ends reasoning that nothing began: all before it, with " +
                 std::to_string(count) + (count == 1 ? " command" : " commands") + ", was left out",
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

bool Finder::envelope(const Window& window, const Mark& mark, const Tag& tag) {
  const bool json = tag.dialect == "patch" || tag.dialect == "filament" || tag.dialect == "tools";
  const Closing closing = find_closing(window, mark.end, tag.name, {json, true, &silent_});
  if (window.starved()) return false;
  if (!closing.mark) return unclosed_envelope(window, mark, tag, closing.restart.value_or(window.size()));
  const std::string_view body = window.text().substr(mark.end, closing.mark->begin - mark.end);
  const std::size_t first = sink_.count();
  sink_.open_envelope();
  read_body(tag, mark.name, body, base_ + mark.end);
  // An element of its own is one command: its span is all of it.
  const Span span{base_ + mark.begin, base_ + closing.mark->end};
  if (is_element(tag) && sink_.count() > first) {
    Proposal& proposal = sink_.out().proposals.back();
    proposal.span = span;
    if (proposal.command) proposal.command->origin.span = span;
    for (Warning& warning : proposal.warnings) warning.span = span;
  }
  region(Region::Kind::kEnvelope, span, tag.dialect);
  at_ = closing.mark->end;
  return true;
}

// Nothing of an envelope without an end is applied. A tag that a sentence only mentions is text.
bool Finder::unclosed_envelope(const Window& window, const Mark& mark, const Tag& tag, std::size_t end) {
  const std::string_view rest = window.text().substr(mark.end, end - mark.end);
  const Span span{base_ + mark.begin, base_ + end};
  if (!starts_body(rest)) {
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

void Finder::read_body(const Tag& tag, std::string_view name, std::string_view body, std::size_t base) {
  sink_.set_base(base);
  if (tag.dialect == "patch") return read_patch_body(sink_, body);
  if (tag.dialect == "mvu" || tag.dialect == "memory") return read_call_body(sink_, body, tag.dialect);
  if (tag.dialect == "tools") return read_array_body(sink_, body, "tools", read_tool_call);
  if (is_element(tag)) return read_filament_tag(sink_, name, body);
  if (name == "state_update") return read_state_update(sink_, body);
  read_filament_update(sink_, body);
}

}  // namespace gavel
