#include "state/path_text.hpp"

#include <algorithm>
#include <optional>

#include "base/utf8.hpp"

#include "trees.hpp"

namespace gavel {
namespace {

Error malformed(std::string_view text, std::string what) {
  return {Code::kPathInvalid, "the path \"" + shortened(text, 80) + "\" " + std::move(what),
          "valid forms are, for example, a.b[0][\"key.with.dots\"] and /a/b/0"};
}

// Reads `"…"` or `'…'` from `at` on, which stands on the opening quote.
std::optional<std::string> read_quoted(std::string_view text, std::size_t& at) {
  const char quote = text[at++];
  std::string key;
  while (at < text.size() && text[at] != quote) {
    if (text[at] == '\\' && ++at == text.size()) return std::nullopt;
    key.push_back(text[at++]);
  }
  if (at == text.size()) return std::nullopt;
  ++at;
  return key;
}

}  // namespace

Result<PathText> PathText::parse(std::string_view text, const Limits& limits) {
  if (text.size() > limits.max_path_bytes) {
    return over_limit(Code::kLimitSize, "a path of " + std::to_string(text.size()) + " bytes",
                      limits.max_path_bytes, "max_path_bytes");
  }
  if (text.find('\0') != std::string_view::npos)
    return Error(Code::kPathInvalid, "the path holds a NUL character");
  if (!is_valid_utf8(text)) return Error(Code::kPathInvalid, "the path is not valid UTF-8");
  Result<PathText> parsed = text.starts_with('/') ? parse_pointer(text) : parse_dotted(text);
  if (parsed && parsed->tokens_.size() > limits.max_path_segments) {
    return over_limit(Code::kLimitDepth, "a path of " + std::to_string(parsed->tokens_.size()) + " segments",
                      limits.max_path_segments, "max_path_segments");
  }
  return parsed;
}

PathText::Token PathText::escaped(PathText& parsed, const std::string& key) {
  Token token;
  token.kind = Token::Kind::kQuoted;
  token.begin = parsed.text_.size();
  token.size = key.size();
  parsed.text_ += key;
  return token;
}

Result<PathText> PathText::parse_pointer(std::string_view text) {
  PathText parsed;
  std::string key;
  for (std::size_t at = 1; at <= text.size(); ++at) {
    if (at == text.size() || text[at] == '/') {
      parsed.tokens_.push_back(escaped(parsed, key));
      key.clear();
    } else if (text[at] != '~') {
      key.push_back(text[at]);
    } else if (++at < text.size() && (text[at] == '0' || text[at] == '1')) {
      key.push_back(text[at] == '0' ? '~' : '/');
    } else {
      return malformed(text, "has a '~' that is neither ~0 nor ~1");
    }
  }
  return parsed;
}

Result<PathText> PathText::parse_dotted(std::string_view text) {
  PathText parsed;
  parsed.text_ = text;
  parsed.tokens_.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '.')) + 1);
  std::size_t at = 0;
  while (at < text.size()) {
    Token token;
    if (text[at] == '[') {
      ++at;
      if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
        std::optional<std::string> key = read_quoted(text, at);
        if (!key) return malformed(text, "has a quote that is not closed");
        token = escaped(parsed, *key);
      } else {
        const std::size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
        const std::optional<std::uint64_t> index = index_of_key(text.substr(begin, at - begin));
        if (!index) return malformed(text, "has brackets that hold neither an index nor a quoted key");
        token.kind = Token::Kind::kIndex;
        token.index = *index;
      }
      if (at == text.size() || text[at] != ']') return malformed(text, "has a '[' that is not closed");
      ++at;
    } else {
      if (text[at] == '.' && !parsed.tokens_.empty()) {
        token.joins = true;
        ++at;
      } else if (!parsed.tokens_.empty()) {
        return malformed(text, "needs a '.' after ']'");
      }
      token.begin = at;
      while (at < text.size() && text[at] != '.' && text[at] != '[') ++at;
      token.size = at - token.begin;
      if (token.size == 0) return malformed(text, "has an empty segment");
    }
    parsed.tokens_.push_back(token);
  }
  return parsed;
}

// Finds the reading of the tokens that the document holds: depth first, longest keys first. Every step goes
// down one existing node, and the steps are counted, so a document full of dotted keys cannot make it slow.
template <typename Tree>
class PathText::Search {
 public:
  using Node = typename Tree::Node;

  Search(const PathText& text, const Seen& seen, const Tree& tree)
      : text_(text), tokens_(text.tokens_), seen_(seen), tree_(tree) {}

  Path run(Node root) {
    std::vector<Step> steps{{root, 0, 0, run_end(0)}};
    Path path;
    Path best;
    std::size_t best_token = 0;
    bool any = false;
    for (int budget = kMaxSteps; !steps.empty() && budget > 0; --budget) {
      Step& step = steps.back();
      path.truncate(step.path_bytes);
      if (!any || step.token > best_token) {
        any = true;
        best_token = step.token;
        best = path;
      }
      if (step.token == tokens_.size()) return path;
      if (!descend(steps, path)) steps.pop_back();
    }
    finish(best, best_token);
    return best;
  }
  std::uint64_t steps() const { return steps_; }

 private:
  struct Step {
    Node node;
    std::size_t token;       // first token that is not used up
    std::size_t path_bytes;  // length of the path that led here
    std::size_t end;         // the longest reading still to be tried takes the tokens up to here
  };
  static constexpr int kMaxSteps = 1000;
  static constexpr std::size_t kBytesPerStep = 64;  // of a key that is looked up

  // The end of the words from `token` on that dots could join into one key.
  std::size_t run_end(std::size_t token) const {
    std::size_t end = token + 1;
    if (token >= tokens_.size() || tokens_[token].kind != Token::Kind::kWord) return end;
    while (end < tokens_.size() && tokens_[end].joins) ++end;
    return end;
  }

  // The tokens as one key. Words that dots join stand side by side in the text as it was written.
  std::string_view joined(std::size_t begin, std::size_t end) const {
    const Token& last = tokens_[end - 1];
    return std::string_view(text_.text_)
        .substr(tokens_[begin].begin, last.begin + last.size - tokens_[begin].begin);
  }

  // Tries the next reading at the top step; false when there is none left.
  bool descend(std::vector<Step>& steps, Path& path) const {
    Step& step = steps.back();
    const Token& token = tokens_[step.token];
    while (step.end > step.token) {
      const std::size_t end = step.end--;
      ++steps_;
      Node next{};
      if (tree_.kind(step.node).is_array()) {
        const std::optional<std::uint64_t> index =
            token.kind == Token::Kind::kIndex ? token.index : index_of_key(text_.text_of(token));
        if (end == step.token + 1 && index && *index < tree_.size(step.node)) {
          next = tree_.element(step.node, *index);
          path.push_index(*index);
        }
      } else if (tree_.kind(step.node).is_object()) {
        const std::string number = token.kind == Token::Kind::kIndex ? std::to_string(token.index) : "";
        const std::string_view key = token.kind == Token::Kind::kIndex ? number : joined(step.token, end);
        steps_ += key.size() / kBytesPerStep;
        next = tree_.member(step.node, key);
        if (!tree_.missing(next)) path.push_key(key);
      }
      if (!tree_.missing(next) && seen_ && !seen_(path)) {
        path.truncate(step.path_bytes);
        next = {};
      }
      if (!tree_.missing(next)) {
        steps.push_back({next, end, path.bytes().size(), run_end(end)});
        return true;
      }
    }
    return false;
  }

  // The part that does not exist: every token is a segment of its own.
  void finish(Path& path, std::size_t token) const {
    for (; token < tokens_.size(); ++token) {
      if (tokens_[token].kind == Token::Kind::kIndex) {
        path.push_index(tokens_[token].index);
      } else {
        path.push_key(text_.text_of(tokens_[token]));
      }
    }
  }

  const PathText& text_;
  const std::vector<Token>& tokens_;
  const Seen& seen_;
  const Tree tree_;
  mutable std::uint64_t steps_ = 0;
};

Path PathText::resolve(const Json& root, const Seen& seen, std::uint64_t* steps) const {
  Search<PresentTree> search(*this, seen, {});
  Path path = search.run(&root);
  if (steps != nullptr) *steps += search.steps();
  return path;
}

Path PathText::resolve_past(const BeforeView& past, std::uint64_t& steps) const {
  const Seen all;
  Search<PastTree> search(*this, all, {past});
  Path path = search.run(past.root());
  steps += search.steps();
  return path;
}

std::string to_dotted(PathView path) {
  std::string out;
  for (const Segment segment : path) {
    if (segment.is_index) {
      out += "[" + std::to_string(segment.index) + "]";
      continue;
    }
    const bool plain = !segment.key.empty() &&
                       segment.key.find_first_of(".[]\"'\\") == std::string_view::npos &&
                       !(out.empty() && segment.key.front() == '/');
    if (plain) {
      if (!out.empty()) out += '.';
      out += segment.key;
      continue;
    }
    out += "[\"";
    for (const char c : segment.key) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    out += "\"]";
  }
  return out;
}

std::string to_pointer(PathView path) {
  std::string out;
  for (const Segment segment : path) {
    out += '/';
    for (const char c : key_of(segment)) {
      if (c == '~') {
        out += "~0";
      } else if (c == '/') {
        out += "~1";
      } else {
        out += c;
      }
    }
  }
  return out;
}

}  // namespace gavel
