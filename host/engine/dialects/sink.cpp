#include "sink.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "base/utf8.hpp"

namespace gavel {
namespace {

struct Mended {
  std::string_view what;
  std::string_view message;
};
constexpr std::array kMended = {
    Mended{"comment", "a comment was passed over"},
    Mended{"trailing_comma", "a comma before a closing bracket was passed over"},
    Mended{"missing_comma", "a comma was missing here"},
    Mended{"missing_bracket", "a closing bracket was missing here"},
    Mended{"extra_bracket", "a closing bracket too many was passed over"},
    Mended{"fullwidth", "a full-width character was read as the plain one"},
    Mended{"smart_quotes", "curly quotes were read as plain ones"},
    Mended{"single_quotes", "single quotes were read as double ones"},
    Mended{"raw_newline", "a line break inside a string was read as \\n"},
    Mended{"unquoted_key", "a key has no quotes"},
};

}  // namespace

Proposal& Sink::next(std::string_view dialect, Span span) {
  std::vector<Proposal>& all = out_.proposals;
  envelope_ += opened_ ? 1U : 0U;
  opened_ = false;
  if (all.size() >= limits().max_commands) {
    // Once; also after what was read has been taken back.
    if (all.size() == limits().max_commands) {
      all.emplace_back();
      all.back().span = span;
      all.back().envelope = envelope_ + 1;
      all.back().error =
          over_limit(Code::kLimitCount, "there are more commands in this text, and they are not read",
                     limits().max_commands, "max_commands");
    }
    beyond_ = Proposal();
    return beyond_;
  }
  if (all.empty()) all.reserve(16);
  Proposal& proposal = all.emplace_back();
  proposal.dialect = dialect;
  proposal.span = span;
  proposal.envelope = envelope_;
  return proposal;
}

void Sink::bind_tests(std::size_t first) {
  std::vector<Proposal>& all = out_.proposals;
  const std::span<Proposal> added(all.begin() + static_cast<std::ptrdiff_t>(std::min(first, all.size())),
                                  all.end());
  if (std::ranges::none_of(added, [](const Proposal& p) { return p.shown_verb() == "test"; })) return;
  for (Proposal& one : added) one.transaction = one.transaction || one.envelope == envelope_;
}

void Sink::warn_of(const Repair& repair) {
  const Mended& row = *std::ranges::find(kMended, repair.what, &Mended::what);
  warn("repair." + std::string(repair.what), std::string(row.message), at(repair.span));
}

void Sink::leave_open(const char* code, std::string message, Span span, std::string_view opener, Span mark) {
  constexpr std::size_t kMostOpener = 40;  // bytes
  warn(code, std::move(message), span);
  if (out_.left_open.size() < Reading::kMostLeftOpen)
    out_.left_open.push_back({code, shortened(printable(std::string(opener)), kMostOpener), mark});
}

Sink::Kept Sink::keep() const {
  return {out_.proposals.size(),
          out_.warnings.size(),
          out_.left_open.size(),
          out_.passages.size(),
          out_.narration.size(),
          envelope_,
          ops_};
}

void Sink::take_back(const Kept& kept) {
  out_.proposals.resize(kept.proposals);
  out_.warnings.resize(kept.warnings);
  out_.left_open.resize(kept.left_open);
  out_.passages.resize(kept.passages);
  out_.narration.resize(kept.narration);
  envelope_ = kept.envelope;
  opened_ = true;
  ops_ = kept.ops;
}

std::size_t Sink::take_back_to(std::size_t offset) {
  std::vector<Proposal>& all = out_.proposals;
  const std::size_t before = all.size();
  while (!all.empty() && all.back().span.begin >= offset) all.pop_back();
  envelope_ = all.empty() ? std::size_t(-1) : all.back().envelope;
  opened_ = true;
  if (all.size() <= ops_) ops_ = kNone;
  // What was warned of before the text had come to `offset` lies in front of it, all else behind.
  while (!out_.warnings.empty() && out_.warnings.back().span && out_.warnings.back().span->begin >= offset)
    out_.warnings.pop_back();
  while (!out_.unread.empty() && out_.unread.back().span.begin >= offset) out_.unread.pop_back();
  while (!out_.left_open.empty() && out_.left_open.back().span.begin >= offset) out_.left_open.pop_back();
  std::vector<Passage>& passages = out_.passages;
  while (!passages.empty() && passages.back().source.begin >= offset) {
    out_.narration.resize(passages.back().begin);
    passages.pop_back();
  }
  if (!passages.empty() && passages.back().exact && passages.back().source.end > offset) {
    out_.narration.resize(passages.back().begin + (offset - passages.back().source.begin));
    passages.back().source.end = offset;
  }
  return before - all.size();
}

void Sink::narrate(const std::string& text, Span source) {
  if (text.empty()) return;
  if (!out_.narration.empty() && out_.narration.back() != '\n') {
    out_.passages.push_back({out_.narration.size(), {source.begin, source.begin}, false});
    out_.narration += '\n';
  }
  out_.passages.push_back({out_.narration.size(), source, false});
  out_.narration += text;
}

}  // namespace gavel
