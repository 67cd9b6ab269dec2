#include "yaml_slip.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "yaml_skim.hpp"

namespace gavel {
namespace {

constexpr std::size_t kLinesAbove = 3;
constexpr std::size_t kMostLine = 4096;  // bytes of a line that are looked at

struct KeyboardSign {
  std::string_view written, meant;
};

constexpr std::array kStructure = {
    KeyboardSign{"，", ", "}, KeyboardSign{"、", ", "}, KeyboardSign{"【", "["}, KeyboardSign{"】", "]"},
    KeyboardSign{"［", "["},  KeyboardSign{"］", "]"},  KeyboardSign{"｛", "{"}, KeyboardSign{"｝", "}"},
};
constexpr std::string_view kWideColon = "：";

bool is_key_sign(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool plain_key(std::string_view word) { return !word.empty() && std::ranges::all_of(word, is_key_sign); }

// The prose of a block may say anything above the line where the reader stopped: there only a key as the
// formats have them is taken for one.
bool certain_key(std::string_view word) {
  return plain_key(word) &&
         std::ranges::all_of(word, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

std::optional<YamlSlip> wide_colon(std::string_view bare, std::size_t begin, bool above) {
  const std::size_t at = bare.find(kWideColon);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t bracket = above ? std::string_view::npos : bare.substr(0, at).find_last_of("{,");
  const std::size_t from =
      bracket == std::string_view::npos ? first_of(bare) : bare.find_first_not_of(' ', bracket + 1);
  const std::string_view word = bare.substr(std::min(from, at), at - std::min(from, at));
  if (above ? !certain_key(word) : !plain_key(word)) return std::nullopt;
  return YamlSlip{begin + at, "`：` is no colon of YAML", "`key: value`",
                  "write `: ` for `：`, with a space after it"};
}

std::optional<YamlSlip> no_blank(std::string_view bare, std::size_t begin, bool above) {
  const std::size_t from = first_of(bare);
  const std::size_t at = bare.find(':', from);
  if (at == std::string_view::npos || at + 1 >= bare.size()) return std::nullopt;
  const std::string_view word = bare.substr(from, at - from);
  if (above ? !certain_key(word) : !plain_key(word)) return std::nullopt;
  if (std::string_view(" \t\r/").find(bare[at + 1]) != std::string_view::npos) return std::nullopt;
  // `a:b: 1` is a key with a colon in it.
  const std::string_view next = bare.substr(at + 1, bare.find(' ', at) - at - 1);
  if (next.ends_with(':') && std::string_view("{[\"'").find(next.front()) == std::string_view::npos)
    return std::nullopt;
  return YamlSlip{begin + at, "there is no space after this colon", "`key: value`",
                  "put a space after the colon"};
}

std::optional<YamlSlip> keyboard_sign(std::string_view bare, std::size_t begin) {
  std::size_t depth = 0;
  char before = '-';  // the last that is no blank
  for (std::size_t i = 0; i < bare.size(); ++i) {
    const bool value_begins = before == ':' || before == '-';
    for (const KeyboardSign& sign : kStructure)
      if ((depth > 0 || (value_begins && sign.meant != ", ")) && bare.substr(i).starts_with(sign.written))
        return YamlSlip{begin + i, "`" + std::string(sign.written) + "` is no sign of YAML",
                        "the signs of an English keyboard: , [ ] { } :",
                        "write `" + std::string(sign.meant) + "` for `" + std::string(sign.written) +
                            "`, or put the text in quotes"};
    if (bare[i] == '{' || bare[i] == '[') ++depth;
    if ((bare[i] == '}' || bare[i] == ']') && depth > 0) --depth;
    if (bare[i] != ' ') before = bare[i];
  }
  return std::nullopt;
}

// `{a: 1 b: 2}`: a value cannot hold `: `, so a comma is missing in front of the key.
std::optional<YamlSlip> no_comma(std::string_view bare, std::size_t begin) {
  if (bare.find('{') == std::string_view::npos) return std::nullopt;
  std::size_t colons = 0;
  for (std::size_t i = 0; i + 1 < bare.size(); ++i) {
    if (bare[i] == '{' || bare[i] == ',' || bare[i] == '[' || bare[i] == ']' || bare[i] == '}') colons = 0;
    if (bare[i] != ':' || bare[i + 1] != ' ' || bare.find('{') > i || ++colons < 2) continue;
    const std::size_t key = bare.find_last_of(' ', i) + 1;
    return YamlSlip{begin + key, "a second `:` between two commas", "`{key: value, key: value}`",
                    "put a comma in front of `" +
                        std::string(bare.substr(key, std::min(i - key, std::size_t{60}))) +
                        "`, or the text in quotes"};
  }
  return std::nullopt;
}

std::size_t end_of_line(std::string_view text, std::size_t begin) {
  return std::min(text.find('\n', begin), text.size());
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \r"), line.size());
}

bool says_nothing(std::string_view line) {
  const std::size_t first = indentation(line);
  return first == line.size() || line[first] == '#';
}

// A line and those below it, up to the one where the reader stopped.
class SlipLine {
 public:
  SlipLine(std::string_view text, std::size_t begin, std::size_t readers, const YamlSkim& skim)
      : text_(text), begin_(begin), readers_(readers), skim_(skim) {
    line_ = text.substr(begin, std::min(end_of_line(text, begin) - begin, kMostLine));
    bare_ = bare_line(line_);
  }

  std::optional<YamlSlip> slip() const {
    const bool above = begin_ != readers_;
    if (is_prose(begin_)) return std::nullopt;
    if (!above || swallows())
      for (const auto look : {wide_colon, no_blank})
        if (std::optional<YamlSlip> slip = look(bare_.bare, begin_, above)) return slip;
    if (!above || open_bracket())
      if (std::optional<YamlSlip> slip = keyboard_sign(bare_.bare, begin_)) return slip;
    if (bare_.open_quote && (!above || quote_is_open()))
      return YamlSlip{begin_ + *bare_.open_quote, "these quotes are not closed on their line",
                      "a closing quote", "close the quotes; inside single quotes, a quote is written twice"};
    if (std::optional<YamlSlip> slip = no_comma(bare_.bare, begin_)) return slip;
    return unclosed();
  }

 private:
  bool is_prose(std::size_t begin) const { return std::ranges::binary_search(skim_.prose, begin); }

  // Of the brackets that are open where the reader stopped, the last of this line.
  std::optional<std::size_t> open_bracket() const {
    const auto behind = std::ranges::lower_bound(skim_.brackets, begin_ + line_.size());
    if (behind == skim_.brackets.begin() || *std::prev(behind) < begin_) return std::nullopt;
    return *std::prev(behind);
  }

  // In a bracket, and no line above the reader's closes them.
  bool quote_is_open() const {
    const std::size_t next = end_of_line(text_, begin_) + 1;
    return open_bracket() && (next >= readers_ || !is_prose(next));
  }

  // Where the lines of what begins here stand at least.
  std::size_t inside() const {
    const std::size_t first = first_of(line_);
    const bool entry = first > indentation(line_);
    return entry ? line_.substr(0, first).find_last_of('-') + 1 : first;
  }

  // Whether a key stands above it in its column, so that a text may not stand here at all.
  bool has_sibling() const {
    for (std::size_t at = begin_; at > 0;) {
      const std::size_t end = at - 1;
      at = end == 0 ? 0 : text_.rfind('\n', end - 1) + 1;
      const std::string_view line = text_.substr(at, end - at);
      if (says_nothing(line) || indentation(line) > indentation(line_)) continue;
      return indentation(line) == first_of(line_) && line.find(": ") != std::string_view::npos;
    }
    return false;
  }

  // Whether a plain text that begins here takes in the lines down to the reader's: a key among them, and the
  // reader would have stopped there.
  bool swallows() const {
    if (!skim_.brackets.empty()) return false;
    for (std::size_t at = end_of_line(text_, begin_) + 1; at <= readers_; at = end_of_line(text_, at) + 1) {
      const std::string_view line = text_.substr(at, std::min(end_of_line(text_, at) - at, kMostLine));
      if (says_nothing(line)) continue;
      if (indentation(line) < inside()) return has_sibling();
      if (at < readers_ && (line.find(": ") != std::string_view::npos || line.ends_with(':'))) return false;
    }
    return true;
  }

  // Whether a line below is none of what the bracket holds: a key or an entry that stands no further in.
  bool is_left() const {
    std::size_t at = end_of_line(text_, begin_) + 1;
    for (bool more = true; more && at <= text_.size(); at = end_of_line(text_, at) + 1) {
      more = at < readers_;
      const std::string_view line = text_.substr(at, std::min(end_of_line(text_, at) - at, kMostLine));
      const std::string_view behind = line.substr(indentation(line));
      const std::size_t key = behind.find(":");
      const bool own = behind.starts_with("- ") || (behind.empty() && at == text_.size()) ||
                       (key != std::string_view::npos && plain_key(behind.substr(0, key)));
      if (own && indentation(line) < std::max(inside(), std::size_t{1})) return true;
      if (own && indentation(line) == first_of(line_) && inside() == first_of(line_)) return true;
    }
    return false;
  }

  std::optional<YamlSlip> unclosed() const {
    const std::optional<std::size_t> at = open_bracket();
    if (!at || !is_left()) return std::nullopt;
    const std::string closing = text_[*at] == '{' ? "`}`" : "`]`";
    return YamlSlip{*at, "the `" + std::string(1, text_[*at]) + "` is not closed on its line", closing,
                    "write " + closing + " at the end of what it holds"};
  }

  std::string_view text_, line_;
  std::size_t begin_, readers_;
  const YamlSkim& skim_;
  BareLine bare_;
};

}  // namespace

std::optional<YamlSlip> yaml_slip(std::string_view text, std::size_t offset) {
  const YamlSkim skim = skim_yaml(text, offset);
  const std::size_t readers = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  std::size_t begin = readers;
  for (std::size_t above = 0;; ++above) {
    if (std::optional<YamlSlip> slip = SlipLine(text, begin, readers, skim).slip()) return slip;
    if (begin == 0 || above == kLinesAbove) return std::nullopt;
    begin = begin < 2 ? 0 : text.rfind('\n', begin - 2) + 1;
  }
}

std::string colon_hint(std::string_view key) {
  const std::size_t wide = key.find(kWideColon);
  if (wide == std::string_view::npos || !plain_key(key.substr(0, wide))) return {};
  return "write `: ` for `：`, with a space after it";
}

std::string keyboard_hint(std::string_view value) {
  std::string meant;
  bool found = false;
  for (std::size_t i = 0; i < value.size();) {
    const auto sign = std::ranges::find_if(
        kStructure, [&](const KeyboardSign& one) { return value.substr(i).starts_with(one.written); });
    if (sign == kStructure.end()) {
      meant += value[i++];
    } else {
      found = true;
      meant += sign->meant;
      i += sign->written.size();
    }
  }
  return found ? "write the signs of an English keyboard: " + meant : std::string();
}

}  // namespace gavel
