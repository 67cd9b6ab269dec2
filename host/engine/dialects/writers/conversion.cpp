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
      if (begin < next) rewrite(region.span, begin, next);
    }
    leave_all(next, text_.size() + 1);
    out_.text += text_.substr(copied_);
    return std::move(out_);
  }

 private:
  // Proposals that stand in no envelope: refused where they stood.
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

  // The envelope of the proposals from `begin` to `end`, which may be several of one text each.
  void rewrite(Span region, std::size_t begin, std::size_t end) {
    const auto first = reading_.proposals.begin();
    const auto at = [&](std::size_t i) { return first + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = begin; i < end; ++i) {
      for (const Warning& warning : reading_.proposals[i].warnings) note(warning, reading_.proposals[i].span);
    }
    const bool readable =
        std::all_of(at(begin), at(end), [](const Proposal& p) { return p.command.has_value(); });
    const bool there =
        std::all_of(at(begin), at(end), [this](const Proposal& p) { return p.dialect == target_.id; });
    if (readable && there) {
      out_.converted += end - begin;
      return;
    }
    std::string text;
    std::vector<Warning> notes;
    bool said = true;
    for (std::size_t i = begin; i < end;) {
      std::vector<std::size_t> envelope;
      const std::size_t number = reading_.proposals[i].envelope;
      for (; i < end && reading_.proposals[i].envelope == number; ++i) envelope.push_back(i);
      std::optional<std::string> written = write(envelope, notes);
      said = said && written.has_value();
      if (written) text += (text.empty() ? "" : "\n") + *written;
    }
    if (!said) return;
    out_.converted += end - begin;
    for (const Warning& warning : notes) note(warning, region);
    const std::size_t start = reading_.proposals[begin].span.begin;
    const std::span<const Passage> passages = passages_in(region);
    const std::string front = narrated(passages, {region.begin, start});
    const std::string behind = narrated(passages, {start, region.end});
    const std::span<const Proposal> proposals(at(begin), at(end));
    if (const std::string lost = beside_commands(text_, region, proposals, passages); !lost.empty())
      note(
          {"lowered", "what stood beside the commands was left out: \"" + shortened(lost, 60) + "\"", region},
          region);
    put(region, (front.empty() ? "" : front + "\n") + text + (behind.empty() ? "" : "\n" + behind));
  }

  // One envelope in the target's words. Nothing: some of it cannot be read or said, which was reported.
  std::optional<std::string> write(const std::vector<std::size_t>& envelope, std::vector<Warning>& notes) {
    std::vector<Command> commands;
    bool readable = true;
    for (const std::size_t i : envelope) {
      const Proposal& proposal = reading_.proposals[i];
      if (proposal.command) {
        commands.push_back(meant_by(proposal, notes));
      } else {
        leave(proposal.span, *proposal.error);
        readable = false;
      }
    }
    const std::size_t reported = out_.left.size();
    Result<Written> whole = target_.write(commands, options_.mounts);
    if (whole && readable) {
      notes.insert(notes.end(), whole->notes.begin(), whole->notes.end());
      return std::move(whole->text);
    }
    if (whole) return std::nullopt;
    for (const Command& command : commands) {
      Result<Written> alone = target_.write({&command, 1}, options_.mounts);
      if (!alone) leave(command.origin.span.value_or(Span()), alone.error());
    }
    // Each alone can be said, but not all of them together.
    if (out_.left.size() == reported) leave(reading_.proposals[envelope.front()].span, whole.error());
    return std::nullopt;
  }

  // Narration that an envelope holds, as the member "text" of a whole reply in JSON: it goes in front of what
  // replaces the envelope, or behind it, as it stood.
  std::string narrated(std::span<const Passage> passages, Span part) const {
    std::string text;
    for (const Passage& passage : passages) {
      if (passage.source.begin < part.begin || passage.source.begin >= part.end) continue;
      const std::size_t next = static_cast<std::size_t>(&passage - reading_.passages.data()) + 1;
      const std::size_t stop =
          next == reading_.passages.size() ? reading_.narration.size() : reading_.passages[next].begin;
      text += reading_.narration.substr(passage.begin, stop - passage.begin);
    }
    return text;
  }

  std::span<const Passage> passages_in(Span region) const {
    const auto before = [](const Passage& passage, std::size_t at) { return passage.source.begin < at; };
    const std::vector<Passage>& all = reading_.passages;
    const auto begin = std::lower_bound(all.begin(), all.end(), region.begin, before);
    return {begin, std::lower_bound(begin, all.end(), region.end, before)};
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
