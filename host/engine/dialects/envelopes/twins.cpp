// The part of the finder that knows what is written twice, and JSON that nobody reads.

#include "finder.hpp"
#include "unread_json.hpp"

namespace gavel {

void Finder::note_envelopes(const Window& window) {
  const std::vector<Region>& regions = sink_.out().regions;
  for (; regions_seen_ < regions.size(); ++regions_seen_) {
    const Region& region = regions[regions_seen_];
    if (region.kind != Region::Kind::kEnvelope) {
      last_envelope_.clear();
      continue;
    }
    const Span span = region.span;
    const std::string_view bytes = window.text().substr(span.begin - base_, span.end - span.begin);
    look(bytes.size());
    // A call or a command by itself may be meant twice.
    const char first = bytes.front();
    const bool whole = first == '<' || first == '`' || first == '~' || (first == '{' && list_);
    if (whole && bytes == last_envelope_ && only_blanks_between({last_end_, span.begin})) {
      note_twin(span);
    } else {
      last_envelope_ = whole ? bytes : std::string_view();
    }
    last_end_ = span.end;
  }
}

// Whether nothing but blanks was narrated between two places of the text.
bool Finder::only_blanks_between(Span gap) const {
  const Reading& out = sink_.out();
  std::size_t end = out.narration.size();
  for (auto passage = out.passages.rbegin(); passage != out.passages.rend(); ++passage) {
    if (passage->source.end <= gap.begin) break;
    if (passage->source.begin < gap.end)
      for (std::size_t i = passage->begin; i < end; ++i)
        if (!is_blank(out.narration[i])) return false;
    end = passage->begin;
  }
  return true;
}

void Finder::note_twin(Span twin) {
  Reading& out = sink_.out();
  bool any = false;
  for (auto one = out.proposals.rbegin(); one != out.proposals.rend() && one->span.begin >= twin.begin;
       ++one) {
    if (one->error && one->error->code == Code::kLimitCount) continue;
    one->twin = any = true;
  }
  // What it tells has been told.
  while (!out.passages.empty() && out.passages.back().source.begin >= twin.begin) {
    out.narration.resize(out.passages.back().begin);
    out.passages.pop_back();
  }
  if (any)
    sink_.warn("repeat.envelope", "this repeats the block right before it, byte for byte: it was judged once",
               twin);
}

void Finder::note_unread(const Window& window, const TokenList& tokens, Span value, bool warned) {
  UnreadJson unread;
  unread.span = in_text(value);
  unread.warned = warned;
  if (!nested_) look_at_names(sink_, tokens, unread);
  if ((unread.commands || !unread.names.empty()) && !quoted(window)) sink_.note_unread(std::move(unread));
}

}  // namespace gavel
