// What the parts of gavel explain print with: lines in one of two languages, with colour where it helps.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "state/json.hpp"

#include "paint.hpp"

namespace gavel {

class ExplainText {
 public:
  ExplainText(bool chinese, bool colour) : paint_(colour), chinese_(chinese) {}

  bool chinese() const { return chinese_; }
  std::string_view say(std::string_view en, std::string_view zh) const { return chinese_ ? zh : en; }
  std::string paint(std::string_view style, std::string_view text) const { return paint_(style, text); }
  std::string dim(std::string_view text) const { return paint_(kDim, text); }

  // A heading, with an empty line above where something stands there.
  void head(std::string_view en, std::string_view zh, std::string_view beside = {});
  void line(std::size_t indent, std::string_view text);
  // "name  value", the names of one list under one another; nothing where the value is empty.
  void row(std::size_t indent, std::string_view en, std::string_view zh, std::string_view value);
  // A text of many lines, each behind the indent, without what a terminal would take for more than text.
  void block(std::size_t indent, std::string_view text, std::string_view style = {});

  std::string take() { return std::move(text_); }

 private:
  Paint paint_;
  bool chinese_;
  std::string text_;
};

// A path as verdicts tell it, in dots; "(root)" for the whole.
std::string place_text(const Json& path);
// "12 → 8": what a row of changes says; empty: it says neither.
std::string change_text(const Json& row, const ExplainText& out);

// ---- the parts
std::string turn_for_people(const Json& story, ExplainText out);
std::string rule_for_people(const Json& story, ExplainText out);
std::string path_for_people(const Json& story, ExplainText out);
std::string code_for_people(const Json& code, ExplainText out);
std::string codes_for_people(const Json& codes, ExplainText out);

// As codes_json() has it; an error names the nearest.
Result<Json> code_explained(std::string_view code);

// CODES.md and CODES.zh-CN.md in a folder. `check`: nothing is written; whether they were up to date.
Result<bool> write_codes(const std::string& folder, bool check);

}  // namespace gavel
