#include "wrap.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

#include <utf8proc.h>

namespace gavel {
namespace {

constexpr std::size_t kUsualColumns = 80;
constexpr std::size_t kFewestColumns = 40;
constexpr std::string_view kNeverFirst = "，。、；：？！）》」』”’…";  // no line begins with these

struct Character {
  std::string_view bytes;
  std::size_t columns;
};

// REQUIRES: there is one.
Character first_of(std::string_view text) {
  if (text.starts_with("\033["))
    return {text.substr(0, std::min(text.find('m'), text.size() - 1) + 1), 0};  // a colour
  utf8proc_int32_t point = -1;
  const auto size =
      utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                       static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &point);
  if (size <= 0) return {text.substr(0, 1), 1};
  return {text.substr(0, static_cast<std::size_t>(size)),
          static_cast<std::size_t>(std::max(0, utf8proc_charwidth(point)))};
}

// Up to where the next line may begin: a word with the blanks behind it, or a wide character.
std::string_view piece_of(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != ' ') {
    const Character next = first_of(text.substr(end));
    if (next.columns == 2 && end > 0 && kNeverFirst.find(next.bytes) == std::string_view::npos)
      return text.substr(0, end);
    end += next.bytes.size();
    if (next.columns != 2) continue;
    const std::string_view behind = text.substr(end);
    if (behind.empty() || behind.front() == ' ') break;
    if (kNeverFirst.find(first_of(behind).bytes) == std::string_view::npos) return text.substr(0, end);
  }
  while (end < text.size() && text[end] == ' ') ++end;
  return text.substr(0, end);
}

// Where the lines begin that follow.
std::size_t indent_of(std::string_view line, std::size_t columns) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  std::size_t indent = begin;
  if (line.substr(begin).starts_with("- ")) indent += 2;
  const std::size_t gap = line.find("  ", begin);
  if (gap != std::string_view::npos) indent = std::min(line.find_first_not_of(' ', gap), line.size());
  indent = display_columns(line.substr(0, indent));
  return indent <= columns / 2 ? indent : std::min(begin + 2, columns / 2);
}

// 0: nobody says.
std::size_t known_columns(int descriptor) {
  std::size_t columns = 0;
  const char* given = std::getenv("COLUMNS");  // NOLINT(concurrency-mt-unsafe): before any thread
  if (given != nullptr) std::from_chars(given, given + std::strlen(given), columns);
  winsize size{};
  if (columns == 0 && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns == 0 ? 0 : std::max(columns, kFewestColumns);
}

}  // namespace

std::size_t display_columns(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character next = first_of(text);
    columns += next.columns;
    text.remove_prefix(next.bytes.size());
  }
  return columns;
}

std::size_t terminal_columns(int descriptor) {
  const std::size_t known = known_columns(descriptor);
  return known == 0 ? kUsualColumns : known;
}

std::string for_terminal(std::string text) {
  const std::size_t columns = ::isatty(STDOUT_FILENO) == 0 ? 0 : known_columns(STDOUT_FILENO);
  if (columns == 0 || !text.ends_with('\n')) return text;
  return wrapped(text, columns);
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string indent(indent_of(line, columns), ' ');
    std::size_t at = std::min(line.find_first_not_of(' '), line.size());
    out.append(line.substr(0, at));
    line.remove_prefix(at);
    while (!line.empty()) {
      const std::string_view piece = piece_of(line);
      const std::size_t shown = display_columns(piece.substr(0, piece.find_last_not_of(' ') + 1));
      if (at + shown > columns && at > indent.size()) {
        out.erase(out.find_last_not_of(' ') + 1);
        out.append("\n").append(indent);
        at = indent.size();
      }
      out.append(piece);
      at += display_columns(piece);
      line.remove_prefix(piece.size());
    }
    out += '\n';
  }
  return out;
}

}  // namespace gavel
