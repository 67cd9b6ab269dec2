#include "yaml_text.hpp"

#include <algorithm>
#include <array>

#include "state/json_writer.hpp"

namespace gavel {

std::string in_quotes(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

std::string key_text(std::string_view key) {
  const auto letter = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  const auto plain = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; };
  constexpr std::array<std::string_view, 9> kWords = {"null", "Null",  "NULL",  "true", "True",
                                                      "TRUE", "false", "False", "FALSE"};
  const bool bare = !key.empty() && letter(key.front()) && std::all_of(key.begin(), key.end(), plain) &&
                    std::find(kWords.begin(), kWords.end(), key) == kWords.end();
  return bare ? std::string(key) : in_quotes(key);
}

std::string one_line(const Json& value) {
  std::string out;
  bool inside = false;
  bool escaped = false;
  for (const char c : to_text(value)) {
    out += c;
    if (inside && c == '\\' && !escaped) {
      escaped = true;
      continue;
    }
    if (c == '"' && !escaped) inside = !inside;
    if (!inside && (c == ',' || c == ':')) out += ' ';
    escaped = false;
  }
  return out;
}

std::string block(std::string_view text, std::size_t indent) {
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
  const bool exotic = text.find("\xC2\x85") != std::string_view::npos ||
                      text.find("\xE2\x80\xA8") != std::string_view::npos ||
                      text.find("\xE2\x80\xA9") != std::string_view::npos ||
                      text.find("\xEF\xBB\xBF") != std::string_view::npos;
  if (text.empty() || control || exotic || text.front() == ' ' || text.front() == '\n' ||
      text.ends_with("\n\n"))
    return in_quotes(text) + "\n";
  const bool ends = text.ends_with('\n');
  if (ends) text.remove_suffix(1);
  std::string out = ends ? "|\n" : "|-\n";
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) out.append(indent, ' ').append(text.substr(at, end - at));
    out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace gavel
