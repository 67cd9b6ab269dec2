// The part of the finder that knows JSON in a text.

#include <array>

#include "body.hpp"
#include "finder.hpp"
#include "readers.hpp"
#include "unread_json.hpp"

namespace gavel {
namespace {

// Whether a text that breaks off begins as commands do.
bool starts_commands(const Sink& sink, std::string_view text) {
  std::string bare;
  for (const char c : text.substr(0, 64))
    if (!is_blank(c)) bare += c;
  struct Start {
    std::string_view dialect;
    std::string_view text;
  };
  for (const Start& start :
       {Start{"ops", "{\"op\":"}, Start{"ops", "[{\"op\":"}, Start{"tavern", "{\"tavern_commands\":"},
        Start{"tavern", "[{\"action\":"}, Start{"tools", "{\"tool_calls\":"}, Start{"ir", "[{\"verb\":"},
        Start{"ir", "{\"verb\":"}})
    if (sink.reads(start.dialect) && bare.size() > 3 &&
        (start.text.starts_with(bare) || bare.starts_with(start.text)))
      return true;
  return false;
}

}  // namespace

// Whether at_ is in a quotation: right behind a mark that opens one, or behind one on its line that is
// still open.
bool Finder::quoted(const Window& window) const {
  constexpr std::size_t kBack = 240;
  if (at_ == 0) return false;
  const char before = window[at_ - 1];
  if (before == '"' || before == '\'') return true;
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kQuotes = {
      {{"“", "”"}, {"「", "」"}, {"『", "』"}}};
  constexpr std::size_t kMark = 3;  // bytes of each
  const std::size_t from = at_ > kBack ? at_ - kBack : 0;
  std::array<bool, kQuotes.size()> closed = {};  // the last mark of that kind closes
  const char* text = window.text().data();
  for (std::size_t i = at_; i-- > from && text[i] != '\n';) {
    if (i + kMark > at_ || (text[i] != '\xE2' && text[i] != '\xE3')) continue;
    for (std::size_t kind = 0; kind < kQuotes.size(); ++kind) {
      if (!closed[kind] && window.has(i, kQuotes[kind].first)) return true;
      closed[kind] = closed[kind] || window.has(i, kQuotes[kind].second);
    }
  }
  return false;
}

// Whether only opening brackets are within reach: none of them can close there.
bool Finder::only_opens(const Window& window, std::size_t reach) {
  opens_until_ = std::max(opens_until_, at_);
  while (opens_until_ < window.size() &&
         std::string_view("[{ \n").find(window[opens_until_]) != std::string_view::npos)
    ++opens_until_;
  return opens_until_ - at_ >= reach;
}

bool Finder::json(const Window& window) {
  list_ = false;
  if (window[at_] == '[' && reasoning_block(window)) return true;
  if (window.needs_more()) return false;
  // Commands are objects: an array of anything else holds none of its own.
  std::size_t next = at_ + 1;
  Letter letter = letter_at(window, next);
  for (; is_blank(window.peek(next)) || letter.is(' '); letter = letter_at(window, next))
    next += letter.bytes;
  if (window.needs_more()) return false;
  const bool array = window[at_] == '[';
  const bool lone = !sink_.reads_all();
  // Where only one dialect is wanted, a text that is one array is meant as commands, whatever it holds.
  const bool whole = lone && array &&
                     sink_.out().narration.find_first_not_of(" \t\r\n") == std::string::npos &&
                     sink_.count() == 0;
  const bool object = letter.is('"') || letter.is('\'') || letter.is('/') || is_name(letter.plain);
  if (!whole && !(array ? letter.is('{') || letter.is('[') || letter.is('/') : object)) return false;
  const std::size_t reach = budget_.left(base_ + at_);
  if (only_opens(window, reach)) return false;
  const std::size_t limit = std::min(window.size() - at_, reach);
  const Window near(window.text().substr(0, at_ + limit), true);
  const Window& seen = near.size() < window.size() ? near : window;
  TokenList& tokens = sink_.tokens();
  const TokenList::End end =
      tokens.read(seen, at_, {.arithmetic = sink_.options().arithmetic}, sink_.limits());
  if (window.needs_more()) return false;
  if (end != TokenList::End::kWhole) return json_failed(window, tokens, end);
  if (!lone && !looks_like_commands(sink_, tokens)) {
    note_unread(window, tokens, {at_, tokens.end()}, false);
    narrate(window, tokens.end());
    return true;
  }
  const Span value{at_, tokens.end()};
  const Span span = in_text(value);
  if (open_fence_) {
    refuse(likely_dialect(sink_, tokens), value,
           {Code::kParseTruncated, "the code fence around this is not closed: none of it was applied",
            "write the whole block again, with its closing fence"});
    return true;
  }
  if (!nested_ && quoted(window)) {
    sink_.warn("quote.commands", "commands in quotation marks are narration", span);
    show(window, Region::Kind::kQuote, value);
    return true;
  }
  sink_.set_base(base_);
  sink_.open_envelope();
  const std::size_t first = sink_.count();
  const Sink::Kept kept = sink_.keep();
  if (!read_json_commands(sink_, tokens, whole)) {
    sink_.take_back(kept);
    const bool alike = looks_like_commands(sink_, tokens);
    if (alike)
      sink_.warn("json.not_commands", "this JSON looks like commands but is not: nothing of it was done",
                 span);
    note_unread(window, tokens, value, alike);
    narrate(window, tokens.end());
    return true;
  }
  region(Region::Kind::kEnvelope, span, sink_.dialect_from(first));
  list_ = names_member(tokens, 0, "tavern_commands");
  at_ = tokens.end();
  return true;
}

bool Finder::json_failed(const Window& window, const TokenList& tokens, TokenList::End end) {
  // The refusal shows what is there.
  if (end == TokenList::End::kBroken && window.peek(tokens.end() + kShown) == '\0' && window.needs_more())
    return false;
  const std::size_t stop = std::max(tokens.end(), at_ + 1);
  const std::string_view seen = window.text().substr(at_, stop - at_);
  const bool commands =
      looks_like_commands(sink_, tokens) || (end == TokenList::End::kCut && starts_commands(sink_, seen));
  // What ends with a complete value and a line break was left off there.
  if (end == TokenList::End::kBroken && tokens.tokens().size() > 1 &&
      seen.substr(std::min<std::size_t>(seen.size(), tokens.tokens().back().end - at_)).find('\n') !=
          std::string_view::npos)
    end = TokenList::End::kCut;
  if (commands && !quoted(window)) {
    const Span span = trimmed(window.text(), {at_, stop});
    const std::string_view dialect = likely_dialect(sink_, tokens);
    refuse(dialect, span, unread(tokens, end, dialect));
    return true;
  }
  // No JSON of ours; but something of ours may be in what was looked at.
  budget_.spend(base_ + at_, base_ + tokens.reach());
  return false;
}

}  // namespace gavel
