#include "yaml_slip.hpp"

#include <algorithm>
#include <array>
#include <vector>

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

// One line without what stands in quotes and comments: those bytes are blanks.
struct BareLine {
  std::string bare;
  std::optional<std::size_t> open_quote;  // the line ends inside these quotes
};

BareLine bare_line(std::string_view line) {
  BareLine out{std::string(line), std::nullopt};
  char quote = '\0';
  char before = ':';  // the last that is no blank
  std::size_t from = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool begins = std::string_view(":-[{,").find(before) != std::string_view::npos;
    if (c != ' ') before = c;
    if (quote == '\0' && c == '#' && (i == 0 || line[i - 1] == ' ')) {
      out.bare.resize(i);
      return out;
    }
    if (quote == '\0' && begins && (c == '"' || c == '\'')) {
      quote = c;
      from = i;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote != '\0') {
      if (quote == '"' && c == '\\' && i + 1 < line.size()) out.bare[i++] = ' ';
      out.bare[i] = ' ';
    }
  }
  if (quote != '\0') out.open_quote = from;
  return out;
}

// Where the text of the line begins, behind blanks and `- `.
std::size_t first_of(std::string_view line) {
  std::size_t at = std::min(line.find_first_not_of(' '), line.size());
  while (line.substr(at).starts_with("- ")) at = std::min(line.find_first_not_of(' ', at + 2), line.size());
  return at;
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
  const std::size_t bracket = bare.substr(0, at).find_last_of("{,");
  const std::size_t from =
      bracket == std::string_view::npos ? first_of(bare) : bare.find_first_not_of(' ', bracket + 1);
  const std::string_view word = bare.substr(std::min(from, at), at - std::min(from, at));
  if (above ? !certain_key(word) : !plain_key(word)) return std::nullopt;
  return YamlSlip{begin + at, "`：` is no colon of YAML", "`key: value`",
                  "write `: ` for `：`, with a blank behind it"};
}

std::optional<YamlSlip> no_blank(std::string_view bare, std::size_t begin, bool above) {
  const std::size_t from = first_of(bare);
  const std::size_t at = bare.find(':', from);
  if (at == std::string_view::npos || at + 1 >= bare.size()) return std::nullopt;
  const std::string_view word = bare.substr(from, at - from);
  if (above ? !certain_key(word) : !plain_key(word)) return std::nullopt;
  if (std::string_view(" \t\r/").find(bare[at + 1]) != std::string_view::npos) return std::nullopt;
  return YamlSlip{begin + at, "no blank stands behind this colon", "`key: value`",
                  "put a blank behind the colon"};
}

std::optional<YamlSlip> keyboard_sign(std::string_view bare, std::size_t begin, bool /*above*/) {
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

// A bracket that its line opens and does not close, where the next line begins a key or an entry of its own.
std::optional<YamlSlip> open_bracket_of(std::string_view bare, std::size_t begin, std::string_view next) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    if (bare[i] == '{' || bare[i] == '[') open.push_back(i);
    if ((bare[i] == '}' || bare[i] == ']') && !open.empty()) open.pop_back();
  }
  const std::string_view behind = next.substr(std::min(next.find_first_not_of(' '), next.size()));
  const std::size_t key = behind.find(": ");
  const bool own = behind.starts_with("- ") || behind.empty() ||
                   (key != std::string_view::npos && plain_key(behind.substr(0, key)));
  if (open.empty() || !own) return std::nullopt;
  const std::string closing = bare[open.back()] == '{' ? "`}`" : "`]`";
  return YamlSlip{begin + open.back(),
                  "the `" + std::string(1, bare[open.back()]) + "` is not closed on its line", closing,
                  "write " + closing + " at the end of what it holds"};
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

std::optional<YamlSlip> slip_of_line(std::string_view text, std::size_t begin, bool above) {
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  const BareLine line = bare_line(text.substr(begin, std::min(end - begin, kMostLine)));
  const std::size_t next_end = end == text.size() ? end : std::min(text.find('\n', end + 1), text.size());
  const std::string_view next =
      end == text.size() ? std::string_view() : text.substr(end + 1, next_end - end - 1);
  for (const auto look : {wide_colon, no_blank, keyboard_sign})
    if (std::optional<YamlSlip> slip = look(line.bare, begin, above)) return slip;
  if (line.open_quote && (!above || line.bare.find_first_of("{[") != std::string::npos))
    return YamlSlip{begin + *line.open_quote, "these quotes are not closed on their line", "a closing quote",
                    "close the quotes; inside single quotes, a quote is written twice"};
  if (std::optional<YamlSlip> slip = no_comma(line.bare, begin)) return slip;
  return open_bracket_of(line.bare, begin, next);
}

}  // namespace

std::optional<YamlSlip> yaml_slip(std::string_view text, std::size_t offset) {
  std::size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  for (std::size_t above = 0;; ++above) {
    if (std::optional<YamlSlip> slip = slip_of_line(text, begin, above > 0)) return slip;
    if (begin == 0 || above == kLinesAbove) return std::nullopt;
    begin = begin < 2 ? 0 : text.rfind('\n', begin - 2) + 1;
  }
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
