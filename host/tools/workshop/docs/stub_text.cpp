#include "stub_text.hpp"

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

#include "signature.hpp"

namespace gavel {
namespace {

bool is_identifier(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name)
    if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_') return false;
  return true;
}

}  // namespace

std::string comment_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += c == '\n' || c == '\r' ? ' ' : c;
  return printable(line);
}

void StubText::open(std::string_view name) {
  text_.append("---@meta gavel.").append(name).append("\n");
  say(chinese_ ? "由 gavel docs --stubs 根据注册表生成，请勿修改，也不会被执行。"
               : "Written by gavel docs --stubs from the registry; do not edit. It never runs.");
  text_ += "\n";
}

void StubText::say(std::string_view text) {
  if (!text.empty()) text_.append("---").append(comment_line(text)).append("\n");
}

void StubText::field(std::string_view name, const WordText& word) {
  const bool function = Signature::is_function(word.type);
  std::string text(text_of_language(word));
  if (!word.need.empty() && word.need != "!")
    text.append(chinese_ ? "（默认：" : " (default: ").append(word.need).append(chinese_ ? "）" : ")");
  // Only what is registered has members that must be given.
  const bool given =
      word.word.starts_with("ctx.") || word.word.starts_with("effect.") || word.word.starts_with("event.");
  field(name, (function ? "fun" : "") + std::string(word.type), !given && word.need != "!", text);
}

void StubText::field(std::string_view name, std::string_view type, bool optional, std::string_view text) {
  const std::string shown =
      is_identifier(name) ? std::string(name) : "[" + to_text(Json(std::string(name))) + "]";
  say(text);
  text_.append("---@field ").append(shown).append(optional ? "? " : " ").append(type).append("\n");
}

void StubText::function(const std::string& name, const WordText& word) {
  const Signature signature = Signature::of(word.type);
  note(word);
  for (const Signature::Parameter& one : signature.parameters)
    text_.append("---@param ")
        .append(one.name)
        .append(one.optional ? "? " : " ")
        .append(one.type)
        .append("\n");
  for (const std::string_view one : signature.returns) text_.append("---@return ").append(one).append("\n");
  text_.append("function ").append(name).append("(").append(signature.names()).append(") end\n\n");
}

}  // namespace gavel
