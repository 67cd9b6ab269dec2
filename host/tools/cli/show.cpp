#include "show.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "rules/report_rows.hpp"
#include "state/embedded.hpp"
#include "state/json_writer.hpp"

#include "files.hpp"
#include "paint.hpp"
#include "rules.hpp"
#include "streams.hpp"
#include "wrap.hpp"

namespace gavel {

std::span<const EmbeddedFile> cli_texts();

namespace {

constexpr std::size_t kMostSource = 1 << 20;  // bytes of a file whose line is shown

// By the names of a layout's styles.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kStyles = {{{"good", kGreen},
                                                                                   {"changed", kYellow},
                                                                                   {"bad", kRed},
                                                                                   {"quiet", kDim},
                                                                                   {"strong", kBold},
                                                                                   {"name", kCyan}}};

}  // namespace

std::optional<std::size_t> offset_of(std::string_view text, const Where& where) {
  std::size_t at = 0;
  for (std::size_t line = 1; line < where.line; ++line) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return std::nullopt;
    ++at;
  }
  for (std::size_t column = 1; column < where.column; ++column) {
    if (at >= text.size() || text[at] == '\n') return std::nullopt;
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;) ++at;
  }
  return at;
}

std::string shown_at(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  if (value == nullptr || value->is_null()) return {};
  return printable(value->is_string() ? string_of(*value) : to_text(*value));
}

std::string shown_json(const Json& json, int indent) { return escaped_json(to_text(json, indent)); }

bool prefers_chinese() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    if (value != nullptr && *value != '\0') return std::string_view(value).starts_with("zh");
  }
  return false;
}

bool use_colour(Colour wish, int descriptor) {
  if (wish != Colour::kAuto) return wish == Colour::kAlways;
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

Look look_of(bool colour, std::string_view language) {
  Look look;
  look.language = language;
  if (!colour) return look;
  look.paint = [](std::string_view style, std::string_view text) {
    const auto known = std::ranges::find(kStyles, style, [](const auto& one) { return one.first; });
    return known == kStyles.end() ? std::string(text) : Paint(true)(known->second, text);
  };
  return look;
}

const Json& cli_layouts() {
  static const Json kLayouts = [] {
    Json all = verdict_layouts();
    for (const EmbeddedFile& file : cli_texts())
      all = joined_layouts(std::move(all), embedded_yaml(cli_texts(), file.name));
    return all;
  }();
  return kLayouts;
}

Json shown_verdict(const Verdict& verdict) {
  Json json = verdict_json(verdict);
  if (verdict.failed) put_error(json["failed"], *verdict.failed);
  return json;
}

std::string shown_place(const Where& where, std::string_view file) {
  std::string text = printable(where.file.empty() ? file : std::string_view(where.file));
  if (text.empty()) return text;
  if (where.line != 0) text += ":" + std::to_string(where.line);
  if (where.line != 0 && where.column != 0) text += ":" + std::to_string(where.column);
  return text + ": ";
}

std::string source_lines(const Where& where, std::string_view text, bool colour) {
  std::string read;
  if (text.empty() && !where.file.empty() && where.line != 0) {
    Result<std::string> found = read_found(where.file, kMostSource, "");
    if (found) read = std::move(*found);
    text = read;
  }
  const std::optional<std::size_t> at = where.offset && read.empty() ? where.offset : offset_of(text, where);
  if (!at || *at > text.size() || (where.line == 0 && !where.offset) || text.empty()) return {};
  constexpr std::size_t kLeast = 40, kIndent = 4;
  const std::size_t columns = std::max(terminal_columns(STDERR_FILENO), kLeast) - kIndent;
  const std::string excerpt = caret_excerpt(text, *at, columns);
  const std::size_t end = excerpt.find('\n');
  std::string out = "\n    " + excerpt.substr(0, end);
  if (where.column != 0 || where.offset) out += "\n    " + Paint(colour)(kGreen, excerpt.substr(end + 1));
  return out;
}

std::string problem_line(const Problem& problem, bool colour) {
  const Error& error = problem.error;
  std::string text =
      shown_place(error.where) +
      Paint(colour)(problem.warning ? kYellow : kRed, problem.warning ? "warning: " : "error: ") +
      sentence_of(problem);
  if (problem.finding) text += " [" + std::string(finding_row(*problem.finding).name) + "]";
  if (!error.hint.empty()) text += "\n  fix: " + printable(error.hint);
  if (!error.detail.empty()) return text + "\n" + printable_lines(error.detail);
  return text + source_lines(error.where, {}, colour);
}

void show_error(const Error& error, std::string_view file, std::string_view text, bool colour) {
  std::string out = "gavel: ";
  if (error.where.offset || !error.where.file.empty()) out += shown_place(error.where, file);
  out += Paint(colour)(kRed, code_name(error.code)) + ": " + printable(error.message);
  if (!error.hint.empty()) out += "\n  fix: " + printable(error.hint);
  out += source_lines(error.where, error.where.file.empty() ? text : std::string_view(), colour) + "\n";
  std::fputs(out.c_str(), stderr);
}

void print_error_json(const Error& error, const std::string& file) {
  Json json(Json::value_t::object);
  json["code"] = std::string(code_name(error.code));
  json["message"] = error.message;
  if (!error.hint.empty()) json["hint"] = error.hint;
  if (error.where.offset || (error.where.line != 0 && !error.where.file.empty())) {
    json["file"] = error.where.file.empty() ? file : error.where.file;
    json["line"] = error.where.line;
    if (error.where.column != 0) json["column"] = error.where.column;
    if (error.where.offset) json["offset"] = *error.where.offset;
  }
  put(shown_json(Json{{"error", json}}, 2) + "\n");
}

}  // namespace gavel
