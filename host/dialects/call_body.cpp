// The inside of <UpdateVariable> and <updateMemory>: calls, wherever they stand, and patches.

#include "body.hpp"
#include "calls.hpp"
#include "markup.hpp"
#include "readers.hpp"

namespace gavel {
namespace {

// A tag in the body: reasoning is passed over, a patch is read, all else is text. Returns where the body goes
// on.
std::size_t read_tag(Sink& sink, const Window& window, std::size_t at, std::size_t base) {
  const std::string_view body = window.text();
  const TagTable& tags = *sink.options().tags;
  const std::size_t behind = skip_markup(body, at, tags);
  if (behind > at) return behind;
  const std::optional<Mark> mark = mark_at(window, at);
  const Tag* tag = mark ? tags.find(mark->name) : nullptr;
  if (tag == nullptr || tag->dialect != "patch" || mark->closing || !sink.reads("patch")) return at + 1;
  const Closing closing = find_closing(window, mark->end, tag->name, {.strings = true});
  const std::size_t end = closing.mark ? closing.mark->begin : body.size();
  sink.set_base(base + mark->end);
  if (closing.mark) {
    sink.open_envelope();
    read_patch_body(sink, body.substr(mark->end, end - mark->end));
    sink.open_envelope();
  } else {
    sink.refuse("patch", {base + at, base + body.size()},
                Error(Code::kParseTruncated, "<" + mark->name + "> never ends: nothing of it is applied",
                      "write all of it again, with </" + mark->name + "> at its end"));
  }
  sink.set_base(base);
  return closing.mark ? closing.mark->end : body.size();
}

// Commands as JSON or in bare words under the tag of calls: the body's shape decides.
bool read_other_shape(Sink& sink, std::string_view body) {
  const std::size_t begin = skip_markup(body, 0, *sink.options().tags);
  const Span span = unfenced(sink, body, {begin, body.size()});
  if (span.begin >= span.end || (body[span.begin] != '{' && body[span.begin] != '[')) return false;
  const Window window(body.substr(0, span.end), true);
  std::size_t next = span.begin + 1;
  while (next < span.end && is_blank(body[next])) ++next;
  if (body[span.begin] == '[' && next < span.end && body[next] != '{') {
    if (!sink.reads("filament")) return false;
    read_filament_update(sink, body);
    return true;
  }
  Tape tape;
  const Tape::End end = tape.read(window, span.begin, {.closed = true}, sink.limits());
  if (!looks_like_commands(sink, tape)) return false;
  if (end != Tape::End::kWhole) {
    sink.refuse("patch", sink.at(span.begin, span.end), unread(tape, end));
    return true;
  }
  return read_json_commands(sink, tape);
}

}  // namespace

void read_call_body(Sink& sink, std::string_view body, std::string_view dialect) {
  if (read_other_shape(sink, body)) return;
  const Window window(body, true);
  const std::size_t base = sink.base();
  const std::size_t before = sink.count();
  char last = '\n';
  for (std::size_t i = 0; i < body.size();) {
    const char c = body[i];
    if (c == '<') {
      i = read_tag(sink, window, i, base);
    } else if (c == '/' && last != ':' && (window.has(i, "//") || window.has(i, "/*"))) {
      const std::size_t end = body.find(body[i + 1] == '/' ? "\n" : "*/", i + 2);
      i = end == std::string_view::npos ? body.size() : end + 1;
    } else if ((c == '_' || c == '*' || is_letter(c)) && !is_name(last)) {
      const std::optional<CallHead> head = call_at(sink, window, i);
      const bool ours = head && (head->dialect == dialect || sink.options().dialect == "auto");
      i = ours ? read_call(sink, window, *head, body.size()).value_or(body.size()) : i + 1;
      // Past the rest of a word that is no call.
      while (!ours && i < body.size() && is_name(body[i])) ++i;
    } else {
      ++i;
    }
    last = i > 0 ? body[i - 1] : '\n';
  }
  if (sink.count() == before)
    sink.warn("envelope.empty", "an envelope of " + std::string(dialect) + " holds no commands",
              sink.at(0, body.size()));
}

}  // namespace gavel
