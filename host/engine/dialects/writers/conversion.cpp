#include "dialects/conversion.hpp"

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"

#include "leftover_text.hpp"
#include "resolve_ambiguity.hpp"

namespace gavel {
namespace {

using Remark = Conversion::Remark;

class Work {
 public:
  Work(std::string_view text, const ReadOptions& options, const Dialect& target)
      : text_(text), options_(options), target_(target), reading_(read_text(text, options)) {}

  Conversion run() {
    for (const Warning& warning : reading_.warnings) note(warning, Span());
    std::size_t next = 0;
    for (const Region& region : reading_.regions) {
      if (region.kind != Region::Kind::kEnvelope) continue;
      leave_all(next, region.span.begin);
      const std::size_t begin = next;
      while (next < reading_.proposals.size() && reading_.proposals[next].span.begin < region.span.end)
        ++next;
      if (begin < next) rewrite(region.span, std::span(reading_.proposals).subspan(begin, next - begin));
    }
    leave_all(next, text_.size() + 1);
    out_.text += text_.substr(copied_);
    return std::move(out_);
  }

 private:
  // Proposals that are in no envelope: refused where they were.
  void leave_all(std::size_t& next, std::size_t before) {
    for (; next < reading_.proposals.size() && reading_.proposals[next].span.begin < before; ++next) {
      const Proposal& proposal = reading_.proposals[next];
      leave(proposal.span,
            proposal.error ? *proposal.error : Error(Code::kParseMalformed, "the command is in no envelope"));
    }
  }

  void note(const Warning& warning, Span fallback) {
    out_.notes.push_back({warning.code, warning.message, "", warning.span.value_or(fallback)});
  }

  void leave(Span span, const Error& error) {
    const bool superseded = error.code == Code::kDialectSuperseded;
    out_.left.push_back(
        {std::string(code_name(error.code)), error.message,
         superseded ? "in a file of many messages, convert these first: --from mvu" : error.hint, span});
  }

  // The region of these proposals, which may be several envelopes of one text each.
  void rewrite(Span region, std::span<const Proposal> proposals) {
    for (const Proposal& proposal : proposals)
      for (const Warning& warning : proposal.warnings) note(warning, proposal.span);
    const bool there = std::ranges::all_of(
        proposals, [this](const Proposal& one) { return one.command && one.dialect == target_.id; });
    std::string text;
    std::vector<Warning> notes;
    bool written = true;
    for (std::span<const Proposal> rest = proposals; !rest.empty() && !there;) {
      std::size_t count = 1;
      while (count < rest.size() && rest[count].envelope == rest.front().envelope) ++count;
      const std::optional<std::string> one = write(rest.first(count), notes);
      rest = rest.subspan(count);
      written = written && one.has_value();
      if (one) text += (text.empty() ? "" : "\n") + *one;
    }
    if (!written) return;
    out_.converted += proposals.size();
    if (there) return;
    for (const Warning& warning : notes) note(warning, region);
    const std::size_t start = proposals.front().span.begin;
    const std::string front = narrated({region.begin, start});
    const std::string behind = narrated({start, region.end});
    if (const std::string lost = leftover_text(text_, region, proposals, passages_in(region)); !lost.empty())
      out_.notes.push_back({"lowered",
                            "what stood beside the commands was left out: \"" + shortened(lost, 60) + "\"",
                            "", region});
    put(region, (front.empty() ? "" : front + "\n") + text + (behind.empty() ? "" : "\n" + behind));
  }

  // One envelope in the target's words. Nothing: some of it cannot be read or said, which was reported.
  std::optional<std::string> write(std::span<const Proposal> envelope, std::vector<Warning>& notes) {
    std::vector<Command> commands;
    for (const Proposal& proposal : envelope) {
      if (proposal.command) {
        commands.push_back(resolve_ambiguity(proposal, notes));
      } else {
        leave(proposal.span, *proposal.error);
      }
    }
    const std::size_t reported = out_.left.size();
    Result<Written> whole = target_.write(commands, options_.mounts);
    if (whole && commands.size() == envelope.size()) {
      notes.insert(notes.end(), whole->notes.begin(), whole->notes.end());
      return std::move(whole->text);
    }
    if (whole) return std::nullopt;
    for (const Command& command : commands) {
      Result<Written> alone = target_.write({&command, 1}, options_.mounts);
      if (!alone) leave(command.origin.span.value_or(Span()), alone.error());
    }
    // Each alone can be said, but not all of them together.
    if (out_.left.size() == reported) leave(envelope.front().span, whole.error());
    return std::nullopt;
  }

  // Narration that an envelope holds, as the member "text" of a whole reply in JSON: it goes in front of what
  // replaces the envelope, or behind it, as it was.
  std::string narrated(Span part) const {
    const std::span<const Passage> pieces = passages_in(part);
    if (pieces.empty()) return {};
    const Passage* next = pieces.data() + pieces.size();
    const bool last = next == reading_.passages.data() + reading_.passages.size();
    const std::size_t begin = pieces.front().begin;
    return reading_.narration.substr(begin, last ? std::string::npos : next->begin - begin);
  }

  std::span<const Passage> passages_in(Span region) const {
    const auto from = [this](std::size_t at) {
      return std::ranges::lower_bound(reading_.passages, at, {},
                                      [](const Passage& passage) { return passage.source.begin; });
    };
    return {from(region.begin), from(region.end)};
  }

  // Blanks at the ends of an envelope belong to what surrounds it.
  void put(Span region, const std::string& written) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::string_view old = text_.substr(region.begin, region.end - region.begin);
    const std::size_t first = std::min(old.find_first_not_of(kBlanks), old.size());
    const std::size_t last = old.find_last_not_of(kBlanks);
    out_.text += text_.substr(copied_, region.begin - copied_);
    out_.text += old.substr(0, first);
    out_.text += written;
    if (last != std::string_view::npos) out_.text += old.substr(last + 1);
    copied_ = region.end;
  }

  std::string_view text_;
  const ReadOptions& options_;
  const Dialect& target_;
  Reading reading_;
  Conversion out_;
  std::size_t copied_ = 0;
};

}  // namespace

Conversion convert_text(std::string_view text, const ReadOptions& options, const Dialect& target) {
  return Work(text, options, target).run();
}

}  // namespace gavel
