#include "body.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "dialects/dialect.hpp"

#include "markup.hpp"
#include "value.hpp"

namespace gavel {
namespace {

// The rest of a body behind its value: comments and closing brackets too many are passed over, all else is
// too much.
bool ends_here(Sink& sink, std::string_view body, std::size_t at, std::size_t end) {
  const std::string_view visible = body.substr(0, end);
  for (;;) {
    at = skip_aside(sink, visible, at);
    if (at >= end) return true;
    const char c = body[at];
    if (c == ']' || c == '}') {
      sink.warn_of(Repair{"extra_bracket", {at, at + 1}});
    } else if (c != ',' && c != ';') {
      return false;
    }
    ++at;
  }
}

std::string_view example_of(std::string_view dialect) {
  const auto known = std::ranges::find(dialects(), dialect, &Dialect::id);
  return known == dialects().end() ? std::string_view() : known->looks_like;
}

// Without a code fence around it.
Span unfenced(Sink& sink, std::string_view text, Span span) {
  span = trimmed(text, span);
  const std::string_view fence = text.substr(span.begin, 3);
  if (fence != "```" && fence != "~~~") return span;
  sink.warn("repair.fence", "a code fence around the commands was passed over", sink.at(span));
  std::size_t begin = span.begin + 3;
  while (begin < span.end && is_name(text[begin])) ++begin;
  std::size_t end = span.end;
  if (end - begin >= 3 && text.substr(end - 3, 3) == fence) end -= 3;
  return trimmed(text, {begin, end});
}

}  // namespace

Span trimmed(std::string_view text, Span span) {
  while (span.begin < span.end && is_blank(text[span.begin])) ++span.begin;
  while (span.begin < span.end && is_blank(text[span.end - 1])) --span.end;
  return span;
}

std::string_view trimmed_text(std::string_view text, Span span) {
  span = trimmed(text, span);
  return text.substr(span.begin, span.end - span.begin);
}

Span commands_of(Sink& sink, std::string_view body) {
  Span span = unfenced(sink, body, {skip_aside(sink, body, 0), body.size()});
  span.begin = skip_aside(sink, body.substr(0, span.end), span.begin);
  return span;
}

std::size_t skip_aside(Sink& sink, std::string_view body, std::size_t at, ReasoningBlocks* reasoning_blocks) {
  for (;;) {
    at = skip_blanks(body, at);
    const std::string_view rest = body.substr(std::min(at, body.size()));
    const std::string_view end = rest.starts_with("//") ? "\n" : rest.starts_with("/*") ? "*/" : "-->";
    if (!rest.starts_with("//") && !rest.starts_with("/*") && !rest.starts_with("<!--")) {
      const std::size_t behind = skip_markup(body, at, *sink.options().tags, reasoning_blocks);
      if (behind == at) return at;
      at = behind;
      continue;
    }
    const std::size_t found = rest.find(end, 2);
    const std::size_t behind = found == std::string_view::npos ? body.size() : at + found + end.size();
    sink.warn_of(Repair{"comment", {at, behind}});
    at = behind;
  }
}

Error never_ends(const std::string& tag) {
  return {Code::kParseTruncated, "<" + tag + "> never ends: none of it was applied",
          "write all of it again, with </" + tag + "> at its end"};
}

Error unread(const TokenList& tokens, TokenList::End end, std::string_view dialect) {
  const std::string_view example = example_of(dialect);
  if (end == TokenList::End::kCut) {
    return {Code::kParseTruncated, "the text ends in the middle of this: none of it was applied",
            "write all of it again, to its last bracket, such as " + std::string(example)};
  }
  const std::string_view rest = tokens.text().substr(tokens.end());
  std::size_t length = 0;
  while (length < rest.size() && length < 24 && !is_blank(rest[length])) ++length;
  const std::string found = shortened(printable(rest.substr(0, length + 3)), 24);
  return {Code::kParseMalformed,
          rest.empty() ? "the text ends where " + std::string(tokens.wanted()) + " is expected"
                       : "found \"" + found + "\" where " + std::string(tokens.wanted()) + " is expected",
          example.empty() ? "write it as strict JSON" : "for example " + std::string(example)};
}

bool read_body(Sink& sink, TokenList& tokens, std::string_view body, Span span, std::string_view dialect,
               const TokenRules& rules) {
  const Window window(body.substr(0, span.end), true);
  TokenRules closed = rules;
  closed.closed = true;
  const TokenList::End end = tokens.read(window, span.begin, closed, sink.limits());
  if (end != TokenList::End::kWhole) {
    sink.refuse(dialect, sink.at(span), unread(tokens, end, dialect));
    return false;
  }
  if (tokens[0].is_leaf() || tokens[0].is_deep()) {
    sink.refuse(dialect, sink.at(span),
                tokens[0].is_deep() ? too_deep(sink.limits())
                                    : Error(Code::kParseMalformed, "this holds no commands",
                                            "for example " + std::string(example_of(dialect))));
    return false;
  }
  if (!ends_here(sink, body, tokens.end(), span.end)) {
    sink.refuse_form(dialect, sink.at(span), "there is more text after the value",
                     "put all commands into one array");
    return false;
  }
  sink.warn_of(tokens);
  return true;
}

void read_objects(Sink& sink, const TokenList& tokens, std::size_t array, std::string_view dialect,
                  ReadObject read) {
  for (std::size_t i = array + 1; i < tokens[array].next; i = tokens[i].next) {
    if (tokens[i].is_object()) {
      read(sink, tokens, i);
    } else {
      sink.refuse_value(dialect, tokens[i], "a command is an object, and this is none");
    }
  }
}

void read_array_body(Sink& sink, std::string_view body, std::string_view dialect, ReadObject read) {
  const Span span = commands_of(sink, body);
  TokenList& tokens = sink.tokens();
  if (span.begin == span.end) {
    sink.warn("envelope.empty", "an envelope of " + std::string(dialect) + " holds nothing",
              sink.at(0, body.size()));
    return;
  }
  if (body[span.begin] == '{') {
    // The outer brackets are missing: read as if they were there.
    std::string mended = "[" + std::string(body.substr(span.begin, span.end - span.begin)) + "]";
    sink.warn("repair.missing_bracket", "the brackets around the commands were missing", sink.at(span));
    const std::size_t base = sink.base();
    sink.set_base(base + span.begin - 1);
    const TokenList::End end = tokens.read(Window(mended, true), 0, {.closed = true}, sink.limits());
    if (end != TokenList::End::kWhole || tokens.end() != mended.size()) {
      sink.refuse(dialect, {base + span.begin, base + span.end},
                  end == TokenList::End::kWhole
                      ? Error(Code::kParseMalformed, "there is more text after the commands")
                      : unread(tokens, end, dialect));
    } else {
      sink.warn_of(tokens);
      read_objects(sink, tokens, 0, dialect, read);
    }
    sink.set_base(base);
    return;
  }
  if (!read_body(sink, tokens, body, span, dialect, {})) return;
  read_objects(sink, tokens, 0, dialect, read);
}

}  // namespace gavel
