// Sink: where the readers put what they found. It knows the options of the reading and turns offsets into
// those of the whole text.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "dialects/reader.hpp"

#include "draft.hpp"
#include "token_list.hpp"
#include "value.hpp"

namespace gavel {

class Sink {
 public:
  Sink(const ReadOptions& options, Reading& out) : options_(options), out_(out) {}

  const ReadOptions& options() const { return options_; }
  const Limits& limits() const { return options_.limits; }
  bool reads_all() const { return options_.dialect == "auto"; }
  bool reads(std::string_view dialect) const { return reads_all() || options_.dialect == dialect; }
  // Whether commands of a dialect may be kept. Others are read all the same, so that each gets its line.
  bool takes(std::string_view dialect) const {
    return !reads_all() || options_.among.empty() ||
           std::ranges::find(options_.among, dialect) != options_.among.end();
  }
  ValueRules rules(Words words) const { return {words, options_.arithmetic}; }
  // Reads the values of tokens in the piece at hand; what it mends is noted in `warnings`.
  Values values(Words words, std::vector<Warning>& warnings) const {
    return {limits(), rules(words), warnings, base_};
  }

  // What is read next is in a piece of the text that starts there.
  void set_base(std::size_t base) { base_ = base; }
  std::size_t base() const { return base_; }
  Span at(std::size_t begin, std::size_t end) const { return {base_ + begin, base_ + end}; }
  Span at(Span span) const { return at(span.begin, span.end); }
  Span at(const Token& token) const { return at(token.begin, token.end); }

  // The proposals that follow belong together.
  void open_envelope() { opened_ = true; }
  // A patch with a test among the proposals from `first` on applies wholly or not at all.
  void bind_tests(std::size_t first);

  // A place for the next proposal.
  Proposal& next(std::string_view dialect, Span span);
  void take(Draft& draft) { draft.finish(options_.actor); }
  // What looked like a command and is none.
  void refuse(std::string_view dialect, Span span, Error error) {
    next(dialect, span).error = std::move(error);
  }
  // What should be a command, or hold some, and has another form.
  void refuse_form(std::string_view dialect, Span span, std::string message, std::string hint = {}) {
    refuse(dialect, span, Error(Code::kParseMalformed, std::move(message), std::move(hint)));
  }
  // The same of a value, which may be nested too deep to have been read.
  void refuse_value(std::string_view dialect, const Token& token, std::string message,
                    std::string hint = {}) {
    if (token.is_deep()) return refuse(dialect, at(token), too_deep(limits()));
    refuse_form(dialect, at(token), std::move(message), std::move(hint));
  }
  void warn(std::string code, std::string message, Span span) {
    if (out_.warnings.size() < kWarnings)
      out_.warnings.push_back({std::move(code), std::move(message), span});
  }
  // `opener` is never ended; `mark`: see LeftOpen::span.
  void leave_open(const char* code, std::string message, Span span, std::string_view opener, Span mark);
  void warn_of(const Repair& repair);
  void warn_of(const TokenList& tokens) {
    for (const Repair& repair : tokens.repairs()) warn_of(repair);
  }
  // JSON that was taken as text; where it names nothing, there is nothing to note.
  void note_unread(UnreadJson json) {
    if (out_.unread.size() < kUnread && (json.commands || !json.names.empty()))
      out_.unread.push_back(std::move(json));
  }
  bool notes_unread() const { return reads_all() && out_.unread.size() < kUnread; }
  // A decoded piece of narration.
  void narrate(const std::string& text, Span source);

  // How far the reading has come, to go back to there.
  struct Kept {
    std::size_t proposals, warnings, left_open, passages, narration, envelope;
    std::size_t ops;
  };
  Kept keep() const;
  void take_back(const Kept& kept);
  // Gives up all that follows a place in the text. Returns how many proposals that were.
  std::size_t take_back_to(std::size_t offset);

  // A token list whose memory is used again and again. Whoever takes it must be done with it before calling
  // what may take it.
  TokenList& tokens() { return list_; }

  // The dialect of the first proposal from `first` on.
  std::string_view dialect_from(std::size_t first) const {
    return first < count() ? std::string_view(out_.proposals[first].dialect) : std::string_view();
  }

  std::size_t count() const { return out_.proposals.size(); }
  Reading& out() { return out_; }
  // An instruction of `ops` was met, so that the calls of `mvu` are superseded.
  void saw_ops() {
    if (ops_ == kNone && takes("ops")) ops_ = count();
  }
  bool ops() const { return ops_ != kNone; }

 private:
  static constexpr std::size_t kWarnings = 1000;  // of one text
  static constexpr std::size_t kUnread = 64;      // of one text
  static constexpr std::size_t kNone = std::size_t(-1);

  const ReadOptions& options_;
  Reading& out_;
  std::size_t base_ = 0;
  std::size_t envelope_ = std::size_t(-1);  // of the last proposal
  bool opened_ = true;                      // the next proposal starts another
  Proposal beyond_;                         // takes what is beyond the limit
  TokenList list_;
  std::size_t ops_ = kNone;  // the first proposal of `ops`
};

}  // namespace gavel
