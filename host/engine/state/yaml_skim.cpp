#include "yaml_skim.hpp"

#include <algorithm>

namespace gavel {
namespace {

bool among(char c, std::string_view signs) { return signs.find(c) != std::string_view::npos; }

// The least indentation of a block that the line begins, `text: |`; nothing: it begins none.
std::optional<std::size_t> block_of(std::string_view bare) {
  bare = bare.substr(0, bare.find_last_not_of(" \t\r") + 1);
  const std::size_t behind = bare.find_last_not_of("+-123456789");
  if (behind == std::string_view::npos || !among(bare[behind], "|>") || bare.size() > behind + 3)
    return std::nullopt;
  const std::size_t before = behind == 0 ? std::string_view::npos : bare.find_last_not_of(' ', behind - 1);
  if (before == std::string_view::npos || before + 1 == behind || !among(bare[before], ":-"))
    return std::nullopt;
  const std::size_t begin = first_of(bare);
  return begin == behind ? before + 1 : begin + 1;
}

class Skimming {
 public:
  explicit Skimming(std::string_view text) : text_(text) {}

  YamlSkim run(std::size_t offset) {
    const std::size_t last = offset == 0 ? 0 : text_.rfind('\n', offset - 1) + 1;
    for (std::size_t begin = 0; begin < last;) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      look_at(begin, text_.substr(begin, end - begin));
      begin = end + 1;
    }
    while (quote_ != '\0' && !out_.prose.empty() && out_.prose.back() > quote_line_) out_.prose.pop_back();
    // The reader may stand on a bracket that opens; one that closes it has not taken yet.
    const bool opens = offset < text_.size() && among(text_[offset], "{[");
    const std::string_view line = text_.substr(last, offset - last + (opens ? 1 : 0));
    if (!in_block(last, line)) brackets(last, bare_line(line, quote_).bare);
    return std::move(out_);
  }

 private:
  bool in_block(std::size_t begin, std::string_view line) {
    if (!block_) return false;
    const std::size_t first = line.find_first_not_of(" \r");
    if (first != std::string_view::npos && first < *block_) {
      block_.reset();
      return false;
    }
    if (first != std::string_view::npos && !began_) {  // the first line says how far the others are in
      block_ = first;
      began_ = true;
    }
    out_.prose.push_back(begin);
    return true;
  }

  void look_at(std::size_t begin, std::string_view line) {
    if (in_block(begin, line)) return;
    const char quoted = quote_;
    if (quoted != '\0') out_.prose.push_back(begin);
    const BareLine bare = bare_line(line, quoted);
    if (quoted == '\0' || bare.quote == '\0' || bare.open_quote != 0) quote_line_ = begin;
    // What only looks like quotes, as in rock-'n'roll, ends with its line.
    const std::size_t at = bare.open_quote.value_or(0);
    quote_ = at == 0 || among(line[at - 1], " [{,") ? bare.quote : '\0';
    brackets(begin, bare.bare);
    if (quote_ != '\0' || !out_.brackets.empty()) return;
    block_ = block_of(bare.bare);
    began_ = false;
  }

  // Plain text in a block holds brackets as it likes.
  void brackets(std::size_t begin, std::string_view bare) {
    char before = ' ';
    bool at_value = true;
    for (std::size_t i = 0; i < bare.size(); ++i) {
      const char c = bare[i];
      if (among(c, "{[") && (at_value || !out_.brackets.empty())) out_.brackets.push_back(begin + i);
      if (among(c, "}]") && !out_.brackets.empty()) out_.brackets.pop_back();
      if (c == ' ') at_value = at_value || among(before, ":-");
      if (c != ' ') at_value = false;
      before = c;
    }
  }

  std::string_view text_;
  YamlSkim out_;
  std::optional<std::size_t> block_;  // the least indentation of its lines
  bool began_ = false;                // one of its lines has been seen
  char quote_ = '\0';
  std::size_t quote_line_ = 0;
};

}  // namespace

BareLine bare_line(std::string_view line, char quote) {
  BareLine out{std::string(line), std::nullopt, '\0'};
  char before = ':';  // the last that is no blank
  std::size_t from = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool begins = among(before, ":-[{,");
    if (c != ' ') before = c;
    if (quote == '\0' && c == '#' && (i == 0 || line[i - 1] == ' ')) {
      out.bare.resize(i);
      return out;
    }
    if (quote == '\0' && begins && (c == '"' || c == '\'')) {
      quote = c;
      from = i;
    } else if (quote == '\'' && c == quote && i + 1 < line.size() && line[i + 1] == quote) {
      out.bare[i] = out.bare[i + 1] = ' ';
      ++i;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote != '\0') {
      if (quote == '"' && c == '\\' && i + 1 < line.size()) out.bare[i++] = ' ';
      out.bare[i] = ' ';
    }
  }
  if (quote != '\0') {
    out.open_quote = from;
    out.quote = quote;
  }
  return out;
}

YamlSkim skim_yaml(std::string_view text, std::size_t offset) { return Skimming(text).run(offset); }

std::size_t first_of(std::string_view line) {
  std::size_t at = std::min(line.find_first_not_of(' '), line.size());
  while (line.substr(at).starts_with("- ")) at = std::min(line.find_first_not_of(' ', at + 2), line.size());
  return at;
}

}  // namespace gavel
