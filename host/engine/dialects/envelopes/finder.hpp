// Finder: goes through a text once and decides what is narration and what is not. Envelopes are found by
// content, not by position; each is handed to its reader, once.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fence_lines.hpp"
#include "known_ends.hpp"
#include "look_budget.hpp"
#include "markup.hpp"
#include "reasoning_blocks.hpp"
#include "sink.hpp"
#include "token_list.hpp"
#include "window.hpp"

namespace gavel {

class Finder {
 public:
  // `nested`: only counts what a block of reasoning or an example holds: reasoning, code, quotes and comments
  // are text there.
  Finder(Sink& sink, bool nested) : sink_(sink), nested_(nested), reasoning_blocks_(*sink.options().tags) {}

  // Goes on from where it stopped, as far as the window allows. Everything before at() is done with.
  // REQUIRES: the window starts where the last one did, or at a place given to `forget`.
  void run(const Window& window);
  std::size_t at() const { return at_; }
  // The first `bytes` of the window are gone. REQUIRES: bytes <= at().
  void forget(std::size_t bytes);

 private:
  void step(const Window& window);
  // Each of these returns whether it took what is at at_, or has to wait for more (the window
  // needs_more). If not, what is there is text.
  bool line(const Window& window);
  bool call(const Window& window, std::size_t at);
  bool tag(const Window& window);
  // As find_closing says. REQUIRES: the rules know no strings.
  Closing closing(const Window& window, std::size_t at, std::string_view name, const ClosingRules& rules);
  // As reasoning_end says.
  Closing closing_of(const Window& window, const Mark& mark, const Tag& tag);
  std::optional<Mark> end_of(const Window& window, const Mark& mark, std::string_view name);
  bool reasoning(const Window& window, const Mark& mark, const Tag& tag);
  bool envelope(const Window& window, const Mark& mark, const Tag& tag);
  bool foreign(const Window& window, const Mark& mark, const Tag& tag);
  bool unclosed_envelope(const Window& window, const Mark& mark, const Tag& tag, std::size_t end);
  bool unopened(const Mark& mark);
  void take_reasoning(const Window& window, const Mark& mark, const std::optional<Mark>& closing);
  struct Taken {
    bool clean = false;                         // nothing in it has the wrong form, and its end is one
    std::optional<std::size_t> reasoning_stop;  // of reasoning that holds its end
  };
  Taken take_envelope(const Window& window, const Mark& mark, const Tag& tag, Span end);
  std::optional<std::size_t> skip_reasoning(const Window& window, Span body, std::size_t first);
  struct Held {
    Mark mark;
    std::optional<Mark> end;
  };
  std::optional<Held> held_at(const Window& window, const Window& within, std::size_t at);
  std::vector<Span> spans_of_commands(std::size_t first) const;
  bool quoted_envelope(const Window& window, const Mark& mark, const Tag& tag);
  bool example(const Window& window, std::size_t begin, std::size_t end);
  std::optional<Mark> component_end(const Window& window, const Mark& mark);
  void tag_left_open(const Mark& mark);
  bool component(const Window& window, const Mark& mark, const Tag& tag);
  bool reasoning_block(const Window& window);
  bool code(const Window& window);
  static bool ends_paragraph(const Window& window, std::size_t at);
  bool json(const Window& window);
  bool only_opens(const Window& window, std::size_t reach);
  bool json_failed(const Window& window, const TokenList& tokens, TokenList::End end);

  struct Fence;
  bool fence(const Window& window, std::size_t at);
  bool ended_fence(const Window& window, Fence& fence, const LineMarks& marks);
  bool open_fence(const Window& window, const Fence& fence);
  bool closed_fence(const Window& window, const Fence& fence);
  bool may_hold_tags(const Fence& fence);
  bool fenced_json(const Window& window, Span inner, Span whole);
  bool holds_only_tags(const Window& window, Span inner) const;

  bool quoted(const Window& window) const;
  Span in_text(std::size_t begin, std::size_t end) const { return {base_ + begin, base_ + end}; }
  Span in_text(Span span) const { return in_text(span.begin, span.end); }
  // Follows what the last step has read: an envelope that repeats the one right before it is its twin.
  void note_envelopes(const Window& window);
  void note_twin(Span twin);
  // What was found up to here has no twin behind it.
  void forget_envelope() {
    last_envelope_.clear();
    regions_seen_ = sink_.out().regions.size();
  }
  bool only_blanks_between(Span gap) const;
  // JSON that was taken as text is noted, if it names anything; `value` is of the window.
  void note_unread(const Window& window, const TokenList& tokens, Span value, bool warned);
  void narrate(const Window& window, std::size_t to);
  // What only shows commands: narration up to the end of `span`, which is one of the window.
  void show(const Window& window, Region::Kind kind, Span span);
  // Commands that cannot be read, up to the end of `span`, which is one of the window.
  void refuse(std::string_view dialect, Span span, Error error);
  void region(Region::Kind kind, Span span, std::string_view dialect);
  std::size_t count_commands(std::string_view text) const;
  void warn_of_commands(const char* code, const char* where, std::string_view text, Span span);
  // What was in reasoning, and where the reasoning ended.
  enum class Ended { kItself, kWithText, kWithEnvelope };
  void warn_of_held(const std::string& opener, Ended ended, std::string_view held, Span span);

  Sink& sink_;
  bool nested_;
  std::size_t base_ = 0;  // of the window in the text
  std::size_t at_ = 0;    // in the window
  bool line_start_ = true;
  bool in_content_ = false;
  bool no_comment_ends_ = false;          // in all that follows
  std::vector<std::string> never_ended_;  // tags without an end in all that follows
  bool open_fence_ = false;               // in a fence that never closes
  std::size_t fence_end_ = 0;  // a closing fence is there that belongs to tags already read; in the text
  std::size_t fence_behind_ = 0;
  ReasoningBlocks reasoning_blocks_;
  LookBudget budget_;            // with values that turn out to be none; in the text
  std::size_t opens_until_ = 0;  // up to there are only opening brackets; in the window
  std::size_t silent_ = 0;       // see ClosingRules
  FenceLines fence_lines_[2] = {FenceLines('`'), FenceLines('~')};
  std::size_t tag_fences_ = 0;        // that hold only tags, within one another
  std::size_t tag_fences_until_ = 0;  // where the last of them ends; in the text
  KnownEnds ends_;                    // of tags
  std::size_t regions_seen_ = 0;      // that note_envelopes has looked at
  std::string last_envelope_;         // the one right before, if one like it would be its twin
  std::size_t last_end_ = 0;          // of it; in the text
  bool list_ = false;                 // the last JSON that was found is a list of tavern's commands
  std::size_t no_ticks_[4] = {};      // up to there no run of so many backticks is on its line; in the window
};

// "1 command", "2 commands".
std::string counted(std::size_t commands);

}  // namespace gavel
