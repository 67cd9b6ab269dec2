// The inside of <UpdateVariable> and <updateMemory>: calls, wherever they are, and whatever else models put
// there: patches, JSON commands, operations in bare words, other envelopes.

#include <algorithm>

#include "body.hpp"
#include "calls.hpp"
#include "look_budget.hpp"
#include "markup.hpp"
#include "readers.hpp"
#include "reasoning_blocks.hpp"
#include "triggers.hpp"

namespace gavel {
namespace {

class CallBody {
 public:
  CallBody(Sink& sink, std::string_view body, std::string_view dialect)
      : sink_(sink),
        body_(body),
        window_(body, true),
        dialect_(dialect),
        base_(sink.base()),
        reasoning_blocks_(*sink.options().tags) {}

  void read() {
    while (at_ < body_.size()) {
      const char c = body_[at_];
      const char last = at_ > 0 ? body_[at_ - 1] : '\n';
      if (may_reason_ && may_start_reasoning(c) && reasoning_block()) {
      } else if (c == '<') {
        tag();
      } else if (c == '/' && last != ':' && (window_.has(at_, "//") || window_.has(at_, "/*"))) {
        at_ = std::max(at_ + 1, skip_aside(sink_, body_, at_, &reasoning_blocks_));
      } else if ((c == '{' || c == '[') && !is_name(last)) {
        json();
      } else if ((c == '_' || c == '*' || is_letter(c)) && !is_name(last)) {
        call();
      } else {
        ++at_;
      }
    }
  }

 private:
  void call() {
    const std::optional<CallHead> head = call_at(sink_, window_, at_);
    if (head && (head->dialect == dialect_ || sink_.reads_all())) {
      const CallEnd read =
          read_call(sink_, window_, *head, budget_.left(at_), false).value_or(CallEnd{body_.size()});
      budget_.spend(read.end, read.reach);
      at_ = std::max(at_ + 1, read.end);
      return;
    }
    for (++at_; at_ < body_.size() && is_name(body_[at_]);) ++at_;
  }

  bool reasoning_block() {
    const std::optional<ReasoningBlock> block = reasoning_blocks_.at(window_, at_);
    if (!block || block->mark.closing) return false;
    at_ = block->stop;
    return true;
  }

  // A tag: reasoning and comments are passed over, an envelope is read, all else is text.
  void tag() {
    const TagTable& tags = *sink_.options().tags;
    const std::size_t behind = skip_markup(body_, at_, tags, &reasoning_blocks_);
    if (behind > at_) {
      at_ = behind;
      return;
    }
    const std::optional<Mark> mark = mark_at(window_, at_);
    const Tag* tag = mark ? tags.find(mark->name) : nullptr;
    ++at_;
    // Envelopes of calls are not looked for in one another.
    if (tag == nullptr || tag->kind != Tag::Kind::kEnvelope || mark->closing || tag->dialect.empty() ||
        tag->dialect == "mvu" || tag->dialect == "memory" || !sink_.reads(tag->dialect))
      return;
    const Closing closing = find_closing(window_, mark->end, tag->name, {.strings = true});
    sink_.open_envelope();
    if (closing.mark) {
      read_envelope_body(sink_, *tag, body_.substr(mark->end, closing.mark->begin - mark->end),
                         base_ + mark->end, {base_ + mark->begin, base_ + closing.mark->end});
    } else {
      sink_.refuse(tag->dialect, {base_ + mark->begin, base_ + body_.size()}, never_ends(mark->name));
    }
    sink_.open_envelope();
    sink_.set_base(base_);
    at_ = closing.mark ? closing.mark->end : body_.size();
  }

  // Whether behind a bracket, from `next` on, there could be an array that begins with a word or a string.
  bool may_be_operations(std::size_t next) const {
    if (body_[next] != '[')
      return body_[next] == '/' || body_[next] == '<' || static_cast<unsigned char>(body_[next]) >= 0x80;
    next = skip_blanks(body_, next + 1);
    return next < body_.size() && body_[next] != '[' && body_[next] != '{';
  }

  // Commands as JSON, or operations in bare words.
  void json() {
    const std::size_t next = skip_blanks(body_, at_ + 1);
    const bool words =
        body_[at_] == '[' && next < body_.size() && body_[next] != '{' && sink_.reads("filament");
    if (words && !may_be_operations(next)) {
      ++at_;
      return;
    }
    TokenList& tokens = sink_.tokens();
    // Only the body's own end is a real one.
    const std::size_t reach = std::min(budget_.left(at_), body_.size() - at_);
    const bool whole = at_ + reach == body_.size();
    const Window near(body_.substr(0, at_ + reach), true);
    const TokenList::End end = tokens.read(near, at_, {.closed = whole, .words = words}, sink_.limits());
    const std::size_t stop = std::max(at_ + 1, std::min(tokens.end(), body_.size()));
    if (words ? operations(tokens, end, stop) : commands(tokens, end, stop)) {
      at_ = stop;
      return;
    }
    budget_.spend(at_, tokens.reach());
    ++at_;
  }

  // Whether the tokens up to `stop` are operations of filament, which were read.
  bool operations(const TokenList& tokens, TokenList::End end, std::size_t stop) {
    const bool first = tokens.tokens().size() > 2 && tokens[1].is_array() && tokens[2].is_leaf();
    if (end != TokenList::End::kWhole || !first) return false;
    sink_.set_base(base_ + at_);
    read_filament_update(sink_, body_.substr(at_, stop - at_));
    sink_.set_base(base_);
    return true;
  }

  // Whether they are commands as JSON, which were read or refused.
  bool commands(const TokenList& tokens, TokenList::End end, std::size_t stop) {
    if (!looks_like_commands(sink_, tokens)) return false;
    if (end == TokenList::End::kWhole) return read_json_commands(sink_, tokens);
    const std::string_view dialect =
        sink_.reads("patch") ? std::string_view("patch") : sink_.options().dialect;
    sink_.refuse(dialect, sink_.at(at_, stop), unread(tokens, end, dialect));
    return true;
  }

  Sink& sink_;
  std::string_view body_;
  Window window_;
  std::string_view dialect_;
  std::size_t base_;
  std::size_t at_ = 0;
  ReasoningBlocks reasoning_blocks_;
  const bool may_reason_ = may_hold_reasoning(body_);
  LookBudget budget_;  // with values that turn out to be none
};

// [SET, x, 1] without outer brackets.
bool is_one_operation(const Sink& sink, std::string_view body) {
  std::size_t at = skip_markup(body, 0, *sink.options().tags);
  if (at >= body.size() || body[at] != '[') return false;
  at = skip_blanks(body, at + 1);
  return at < body.size() && (is_letter(body[at]) || body[at] == '"');
}

}  // namespace

void read_call_body(Sink& sink, std::string_view body, std::string_view dialect) {
  const std::size_t before = sink.count();
  CallBody(sink, body, dialect).read();
  if (sink.count() == before)
    sink.warn("envelope.empty", "an envelope of " + std::string(dialect) + " holds no commands",
              sink.at(0, body.size()));
}

void read_envelope_body(Sink& sink, const Tag& tag, std::string_view body, std::size_t base, Span whole) {
  sink.set_base(base);
  const std::size_t first = sink.count();
  // <variable_insert> and its sisters are one command each: its span is all of it.
  const bool element =
      tag.name == "variable_insert" || tag.name == "variable_edit" || tag.name == "variable_delete";
  if (element) {
    read_filament_tag(sink, tag.name, body);
  } else if (tag.dialect.empty() && !is_one_operation(sink, body)) {
    read_call_body(sink, body, "mvu");  // everything that is there, in whatever dialect
  } else if (tag.dialect == "patch") {
    read_patch_body(sink, body);
  } else if (tag.dialect == "mvu" || tag.dialect == "memory") {
    read_call_body(sink, body, tag.dialect);
  } else if (tag.dialect == "tools") {
    read_array_body(sink, body, "tools", read_tool_call);
  } else if (tag.name == "state_update") {
    read_state_update(sink, body);
  } else {
    read_filament_update(sink, body);
  }
  if (!element || sink.count() == first) return;
  Proposal& proposal = sink.out().proposals.back();
  proposal.span = whole;
  if (proposal.command) proposal.command->origin.span = whole;
  for (Warning& warning : proposal.warnings) warning.span = whole;
}

}  // namespace gavel
