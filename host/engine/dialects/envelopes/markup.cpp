#include "markup.hpp"

#include "reasoning_blocks.hpp"

namespace gavel {
namespace {

constexpr std::size_t kName = 40;         // bytes of a tag's name
constexpr std::size_t kAttributes = 400;  // bytes of a tag

// Whether the double quotes of a line, from where a string was last known to be closed, hold `at`; and if so,
// where the string ends that holds it, on the same line. One that does not end there is none.
class LineQuotes {
 public:
  LineQuotes(const Window& window, std::size_t from, std::size_t* silent)
      : window_(window), at_(from), silent_(silent == nullptr ? own_ : *silent) {}

  std::optional<std::size_t> holds(std::size_t at) {
    for (; at_ < at; ++at_) step(window_[at_]);
    if (!inside_) return std::nullopt;
    // No quote is left on this line: looked for once.
    if (at < silent_) return std::nullopt;
    for (std::size_t i = at; !window_.ends(i); ++i) {
      const char c = window_[i];
      if (c == '\n') {
        silent_ = i;
        return std::nullopt;
      }
      if (c == '\\') ++i;
      if (c == '"') return i + 1;
    }
    if (!window_.needs_more()) silent_ = window_.size();
    return std::nullopt;
  }

  void jump(std::size_t behind_quote) {
    at_ = behind_quote;
    inside_ = false;
    escaped_ = false;
  }

 private:
  void step(char c) {
    if (c == '\n') inside_ = escaped_ = false;
    if (escaped_) {
      escaped_ = false;
    } else if (c == '\\') {
      escaped_ = inside_;
    } else if (c == '"') {
      inside_ = !inside_;
    }
  }

  const Window& window_;
  std::size_t at_;
  std::size_t own_ = 0;
  std::size_t& silent_;
  bool inside_ = false;
  bool escaped_ = false;
};

}  // namespace

std::optional<Mark> mark_at(const Window& window, std::size_t at) {
  Mark mark;
  mark.begin = at;
  std::size_t i = at + 1;
  if (window.peek(i) == '/') {
    mark.closing = true;
    ++i;
  }
  const bool piped = window.peek(i) == '|';
  if (piped) ++i;
  const std::size_t name = i;
  if (piped && window.peek(i) == '/') ++i;
  while (!window.ends(i) && is_tag_name(window[i])) {
    if (++i - name > kName) return std::nullopt;
  }
  if (i == name || window.ends(i)) return std::nullopt;
  look(i - name);
  if (piped) mark.name += '|';
  for (std::size_t n = name; n < i; ++n) mark.name += lower(window[n]);
  if (piped) {
    if (!window.has(i, "|>")) return std::nullopt;
    mark.name += '|';
    mark.end = i + 2;
    return mark;
  }
  char quote = '\0';
  for (; !window.ends(i) && i - at < kAttributes; ++i) {
    const char c = window[i];
    if (quote == '\0' && c == '<') return std::nullopt;
    if (quote == '\0' && c == '>') {
      mark.empty = window[i - 1] == '/';
      mark.end = i + 1;
      return mark;
    }
    if (i == name + mark.name.size() && !is_blank(c) && c != '/') return std::nullopt;
    if (quote == c) {
      quote = '\0';
    } else if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    }
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> attributes_of(std::string_view tag) {
  std::vector<std::pair<std::string, std::string>> found;
  const auto name_end = [tag](std::size_t at) {
    while (at < tag.size() && is_tag_name(tag[at])) ++at;
    return at;
  };
  for (std::size_t i = skip_blanks(tag, name_end(1));;) {
    const std::size_t name = i;
    i = name_end(i);
    if (i == name) return found;  // the end, or what is no attribute
    found.emplace_back();
    for (std::size_t n = name; n < i; ++n) found.back().first += lower(tag[n]);
    i = skip_blanks(tag, i);
    if (i >= tag.size() || tag[i] != '=') continue;
    i = skip_blanks(tag, i + 1);
    const char quote = i < tag.size() && (tag[i] == '"' || tag[i] == '\'') ? tag[i++] : '\0';
    const std::size_t end = quote != '\0' ? tag.find(quote, i) : tag.find_first_of(" \t\n\r>/", i);
    found.back().second = tag.substr(i, end - i);
    i = skip_blanks(tag, std::min(end, tag.size()) + (quote != '\0' ? 1U : 0U));
  }
}

namespace {

// Whether a mark of that name may be at `at`, by one letter of it.
bool may_be(const Window& window, std::size_t at, std::string_view name, bool bare) {
  const char after = window.peek(at + 1);
  if (bare) return after == name[0];
  return lower(window.peek(at + (after == '/' ? 2U : 1U))) == name[0];
}

}  // namespace

Closing find_closing(const Window& window, std::size_t at, std::string_view name, const ClosingRules& rules) {
  Closing found;
  LineQuotes quotes(window, at, rules.silent);
  for (std::size_t i = window.find('<', at); i < window.size(); i = window.find('<', i)) {
    std::optional<Mark> mark = may_be(window, i, name, rules.bare) ? mark_at(window, i) : std::nullopt;
    if (!mark || mark->empty || (rules.bare ? !is_listed(name, mark->name) : mark->name != name)) {
      ++i;
      continue;
    }
    if (const auto end = rules.strings ? quotes.holds(i) : std::nullopt) {
      quotes.jump(*end);
      i = *end;
      continue;
    }
    if (!mark->closing && !rules.bare) {
      if (rules.restarts) {
        found.restart = i;
        return found;
      }
      ++i;
      continue;
    }
    found.mark = std::move(mark);
    return found;
  }
  return found;
}

std::string closers_of(const Mark& mark, const Tag& tag) {
  return tag.closer.empty() ? mark.name : tag.closer + " " + tag.also;
}

Closing reasoning_end(const Window& window, const Mark& mark, const Tag& tag) {
  return find_closing(window, mark.end, closers_of(mark, tag), {.bare = !tag.closer.empty()});
}

std::size_t skip_markup(std::string_view body, std::size_t at, const TagTable& tags,
                        ReasoningBlocks* reasoning_blocks) {
  const Window window(body, true);
  ReasoningBlocks own(tags);
  for (;;) {
    at = skip_blanks(body, at);
    if (at == body.size()) return at;
    if (may_start_reasoning(body[at])) {
      const std::optional<ReasoningBlock> block =
          (reasoning_blocks == nullptr ? own : *reasoning_blocks).at(window, at);
      if (!block || block->mark.closing) return at;
      at = block->stop;
      continue;
    }
    if (body[at] != '<') return at;
    if (window.has(at, "<!--")) {
      const std::size_t end = body.find("-->", at + 4);
      at = end == std::string_view::npos ? body.size() : end + 3;
      continue;
    }
    const std::optional<Mark> mark = mark_at(window, at);
    const Tag* tag = mark ? tags.find(mark->name) : nullptr;
    if (tag == nullptr || tag->kind != Tag::Kind::kReasoning || mark->closing ||
        !begins_reasoning(window, *mark))
      return at;
    const Closing closing = reasoning_end(window, *mark, *tag);
    if (!closing.mark) return body.size();
    at = closing.mark->end;
  }
}

bool begins_reasoning(const Window& window, const Mark& mark) {
  if (mark.name != "|channel|") return true;
  std::size_t at = mark.end;
  while (is_gap(window.peek(at))) ++at;
  return window.has(at, "analysis");
}

}  // namespace gavel
