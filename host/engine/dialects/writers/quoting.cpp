#include "quoting.hpp"

#include <array>

#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr std::string_view kHex = "0123456789abcdef";

void append_escape(std::string& out, unsigned code_unit) {
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kHex[(code_unit >> shift) & 0xFU];
}

// Line breaks that are no control characters of one byte, and the byte order mark.
struct Hidden {
  std::string_view bytes;
  unsigned code_unit;
};
constexpr std::array kHidden = {Hidden{"\xC2\x85", 0x85}, Hidden{"\xE2\x80\xA8", 0x2028},
                                Hidden{"\xE2\x80\xA9", 0x2029}, Hidden{"\xEF\xBB\xBF", 0xFEFF}};

const Hidden* hidden_at(std::string_view text, std::size_t at) {
  for (const Hidden& hidden : kHidden) {
    if (text.substr(at).starts_with(hidden.bytes)) return &hidden;
  }
  return nullptr;
}

// Whether the character could open a tag, close a comment or belong to a fence.
bool is_markup(std::string_view text, std::size_t at) {
  constexpr std::string_view kNoTag = " =0123456789";
  switch (text[at]) {
    case '<':
      return at + 1 == text.size() || kNoTag.find(text[at + 1]) == std::string_view::npos;
    case '>':
      return at >= 2 && text.substr(at - 2, 2) == "--";
    case '`':
      return true;
    default:
      return false;
  }
}

// Escapes what must not show. In JSON and in JavaScript's literals these characters are in strings only, so
// the text as a whole can be gone through.
std::string quiet(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_markup(text, at)) {
      append_escape(out, static_cast<unsigned char>(text[at]));
    } else if (const Hidden* hidden = hidden_at(text, at)) {
      append_escape(out, hidden->code_unit);
      at += hidden->bytes.size() - 1;
    } else {
      out += text[at];
    }
  }
  return out;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string quoted_json(const Json& json) { return quiet(to_text(json)); }

std::string quoted_js(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (is_control(c)) {
      append_escape(out, static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return quiet(out) + "'";
}

std::string quoted_argument(const Json& json) {
  return json.is_string() ? quoted_js(string_of(json)) : quoted_json(json);
}

std::string one_line(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const Hidden* hidden = hidden_at(text, at);
    if (hidden != nullptr) at += hidden->bytes.size() - 1;
    const bool blank = hidden != nullptr || is_control(text[at]) || is_markup(text, at);
    out += blank ? ' ' : text[at];
  }
  const std::size_t begin = out.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return out.substr(begin, out.find_last_not_of(' ') - begin + 1);
}

std::string list_of(std::span<const std::string> items) {
  std::string out = "[";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i == 0 ? "\n  " : ",\n  ") + items[i];
  return out + (items.empty() ? "]" : "\n]");
}

}  // namespace gavel
