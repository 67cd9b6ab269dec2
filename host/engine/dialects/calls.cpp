#include "calls.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/path_text.hpp"

#include "body.hpp"
#include "markup.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

constexpr std::size_t kCallName = 24;  // bytes of a name that is looked at

std::size_t skip_gaps(const Window& window, std::size_t at) {
  while (is_gap(window.peek(at))) ++at;
  return at;
}

// Where a call ends that cannot be read as values: at its parenthesis on the same line, by brackets and
// quotes alone. The arguments as written are put into `raw`.
std::optional<std::size_t> raw_end(const Window& window, std::size_t begin, std::size_t end,
                                   std::vector<std::string_view>& raw) {
  std::size_t depth = 1;
  std::size_t argument = begin;
  bool starts = true;  // a quote opens a string only where a value may start
  const auto give = [&](std::size_t to) {
    const Span span = trimmed(window.text(), {argument, to});
    if (span.begin < span.end || !raw.empty())
      raw.push_back(window.text().substr(span.begin, span.end - span.begin));
  };
  for (std::size_t i = begin; i < end;) {
    const Letter letter = letter_at(window, i);
    const char c = letter.plain;
    if (starts && (c == '"' || c == '\'' || c == '`') && !letter.wide()) {
      std::size_t close = i + 1;
      while (close < end && window[close] != c) close += window[close] == '\\' ? 2U : 1U;
      if (close < end) i = close;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth == 0) {
      give(i);
      return i + letter.bytes;
    }
    if (c == ',' && depth == 1) {
      give(i);
      argument = i + letter.bytes;
    }
    starts = is_gap(window[i]) ? starts : c == ',' || c == '(' || c == '[' || c == '{' || c == ':';
    i += letter.bytes;
  }
  return std::nullopt;
}

// What follows the closing parenthesis: the semicolon, and the reason to the end of the line.
struct Tail {
  std::size_t end = 0;
  bool semicolon = false;
  bool wide = false;
  std::string_view reason;
};

Tail read_tail(const Window& window, std::size_t at) {
  Tail tail;
  tail.end = at;
  const std::size_t gap = skip_gaps(window, at);
  const Letter letter = letter_at(window, gap);
  if (letter.is(';')) {
    tail.semicolon = true;
    tail.wide = letter.wide();
    tail.end = gap + letter.bytes;
  }
  const std::size_t comment = skip_gaps(window, tail.end);
  if (!window.has(comment, "//")) return tail;
  const Span reason = trimmed(window.text(), {comment + 2, window.line_end(comment)});
  tail.reason = window.text().substr(reason.begin, reason.end - reason.begin);
  tail.end = std::max(tail.end, reason.end);
  return tail;
}

// Whether what follows a call without a semicolon is no part of a sentence: the line's end, a tag,
// another call.
bool line_goes_on(const Sink& sink, const Window& window, std::size_t at) {
  const std::size_t next = skip_gaps(window, at);
  if (window.ends(next)) return true;
  const char c = window[next];
  return c == '\n' || c == '\r' || c == '<' || c == '`' || call_at(sink, window, next).has_value();
}

void give_tail(Draft& draft, const Tail& tail, bool wants_semicolon) {
  if (tail.wide) draft.warn("repair.fullwidth", "a full-width semicolon was read as the plain one");
  if (!tail.semicolon && wants_semicolon)
    draft.warn("repair.missing_semicolon", "the semicolon after the call was missing");
  if (is_valid_utf8(tail.reason)) draft.command.reason = tail.reason;
}

}  // namespace

std::optional<CallHead> call_at(const Sink& sink, const Window& window, std::size_t at) {
  CallHead head;
  head.begin = at;
  std::size_t i = at;
  const bool mvu = window.has(i, "_.") && sink.reads("mvu");
  const bool starred = window.has(i, "*.");
  if (mvu || starred) i += 2;
  if (!mvu && !starred && window.has(i, "game.")) i += 5;
  const std::size_t name = i;
  while (is_name(window.peek(i)) && i - name <= kCallName) ++i;
  if (i == name || i - name > kCallName) return std::nullopt;
  head.name = window.text().substr(name, i - name);
  if (!mvu && !(sink.reads("memory") && is_memory_call(head.name))) return std::nullopt;
  i = skip_gaps(window, i);
  const Letter letter = letter_at(window, i);
  if (!letter.is('(')) return std::nullopt;
  head.dialect = mvu ? "mvu" : "memory";
  head.end = i + letter.bytes;
  return head;
}

std::optional<CallHead> call_before(const Sink& sink, const Window& window, std::size_t at) {
  std::size_t name = at;
  while (name > 0 && at - name < kCallName && is_name(window[name - 1])) --name;
  if (name >= 2 && window[name - 1] == '.' && window[name - 2] == '_') name -= 2;
  // Words such as `delete(x)` are too common in prose to be commands without a string behind them.
  const std::optional<CallHead> head = call_at(sink, window, name);
  if (!head || head->end != at + 1) return std::nullopt;
  const Letter letter = letter_at(window, skip_gaps(window, head->end));
  return letter.is('\'') || letter.is('"') ? head : std::nullopt;
}

std::optional<CallEnd> read_call(Sink& sink, const Window& window, const CallHead& head,
                                 std::size_t most_bytes, bool in_text) {
  // A limit that binds is the same however the text was cut.
  const Window near(window.text().substr(0, std::min(window.size(), head.end + most_bytes)), true);
  const Window& seen = near.size() < window.size() ? near : window;
  TokenList& tokens = sink.tokens();
  const TokenList::End outcome =
      tokens.read(seen, head.end, {.call = true, .arithmetic = sink.options().arithmetic}, sink.limits());
  if (window.needs_more()) return std::nullopt;
  std::vector<std::string_view> raw;
  std::size_t end = tokens.end();
  const std::size_t reach = tokens.reach();
  if (outcome != TokenList::End::kWhole) {
    const std::size_t line = window.line_end(head.end);
    if (window.needs_more()) return std::nullopt;
    const std::optional<std::size_t> closed = raw_end(window, head.end, line, raw);
    if (!closed) {
      // The refusal shows what is there.
      if (window.peek(tokens.end() + kShown) == '\0' && window.needs_more()) return std::nullopt;
      const Span span = trimmed(window.text(), {head.begin, line});
      Error error = unread(tokens, outcome, head.dialect);
      if (outcome == TokenList::End::kCut) error.message = "the call is never closed: none of it was applied";
      Proposal& refused = sink.next(head.dialect, sink.at(span.begin, span.end));
      refused.verb = std::string(head.name);
      refused.error = std::move(error);
      return CallEnd{span.end, reach};
    }
    end = *closed;
  }
  const Tail tail = read_tail(window, end);
  // Without a semicolon, a sentence that goes on is a sentence.
  const bool sentence = in_text && !tail.semicolon && tail.end == end && !line_goes_on(sink, window, end);
  if (window.needs_more()) return std::nullopt;
  if (sentence) return CallEnd{head.begin, reach};
  Draft draft(sink.next(head.dialect, sink.at(head.begin, tail.end)));
  draft.proposal.verb = std::string(head.name);
  give_tail(draft, tail, head.dialect == "mvu");
  Arguments arguments = outcome == TokenList::End::kWhole ? Arguments(sink, draft, tokens)
                                                          : Arguments(sink, draft, std::move(raw));
  if (outcome == TokenList::End::kWhole) sink.warn_of(tokens);
  if (head.dialect == "mvu") {
    read_mvu(draft, head.name, arguments);
  } else {
    read_memory(draft, head.name, arguments, sink.options().mounts, sink.limits());
  }
  sink.take(draft);
  return CallEnd{tail.end, reach};
}

Arguments::Arguments(Sink& sink, Draft& draft, const TokenList& tokens)
    : draft_(draft), list_(&tokens), values_(sink.values(Words::kText, draft.proposal.warnings)) {
  for (std::size_t i = 1; i < tokens[0].next; i = tokens[i].next) tokens_.push_back(i);
}

Arguments::Arguments(Sink& sink, Draft& draft, std::vector<std::string_view> raw)
    : draft_(draft), values_(sink.values(Words::kText, draft.proposal.warnings)), raw_(std::move(raw)) {}

std::string_view Arguments::written(std::size_t i) const {
  return raw_.empty() ? list_->inside((*list_)[tokens_[i]]) : raw_[i];
}

bool Arguments::is_string(std::size_t i) const {
  if (raw_.empty()) return (*list_)[tokens_[i]].is_string();
  const std::string_view raw = raw_[i];
  if (raw.size() < 2 || (raw[0] != '\'' && raw[0] != '"')) return false;
  std::size_t end = 1;
  while (end < raw.size() && raw[end] != raw[0]) end += raw[end] == '\\' ? 2U : 1U;
  return end + 1 == raw.size();  // one string, and nothing behind it
}

std::optional<Json> Arguments::value(std::size_t i) {
  Result<Json> read = Json();
  if (raw_.empty()) {
    read = values_.json(*list_, tokens_[i]);
  } else if (is_string(i)) {
    Result<std::string> text = unescaped(raw_[i].substr(1, raw_[i].size() - 2), true, Limits());
    read = text ? Result<Json>(Json(std::move(*text))) : Result<Json>(std::move(text).error());
  } else if (raw_[i].empty() || std::string_view("([{`'\"").find(raw_[i][0]) != std::string_view::npos) {
    read = Error(Code::kParseMalformed,
                 "argument " + std::to_string(i + 1) + " is not a value: \"" +
                     shortened(printable(raw_[i]), 60) + "\"",
                 "code is never run; write the value as JSON");
  } else {
    read = values_.word(raw_[i], {});
    for (Warning& warning : draft_.proposal.warnings) warning.span = draft_.proposal.span;
  }
  if (read) return std::move(*read);
  draft_.problem(read.error());
  return std::nullopt;
}

std::optional<std::string> Arguments::text(std::size_t i) {
  std::optional<Json> read = value(i);
  if (!read) return std::nullopt;
  if (read->is_string()) return std::move(*read->get_ptr<std::string*>());
  if (!is_string(i) && read->is_primitive()) return std::string(written(i));
  draft_.problem("argument " + std::to_string(i + 1) + " must be a path in quotes");
  return std::nullopt;
}

bool fits_count(Draft& draft, const Function& function, std::string_view shown, const Arguments& arguments) {
  const auto& [name, least, most, example] = function;
  if (arguments.size() >= least && arguments.size() <= most) return true;
  std::string range = std::to_string(least);
  if (most > least) range += (most == least + 1 ? " or " : " to ") + std::to_string(most);
  draft.problem(std::string(shown) + " takes " + range +
                (most == 1 ? " argument, not " : " arguments, not ") + std::to_string(arguments.size()));
  return false;
}

bool is_index(const Json& key) {
  return key.is_number_integer() && (key.is_number_unsigned() || key.get<std::int64_t>() >= 0);
}

std::string joined(std::string_view path, const Json& segment) {
  Path one;
  if (segment.is_string()) {
    one.push_key(string_of(segment));
  } else {
    one.push_index(segment.get<std::uint64_t>());
  }
  if (path.starts_with('/')) return std::string(path) + to_pointer(one);
  const std::string last = to_dotted(one);
  if (path.empty() || last.starts_with('[')) return std::string(path) + last;
  return std::string(path) + "." + last;
}

}  // namespace gavel
