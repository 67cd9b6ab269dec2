#include "signature.hpp"

namespace gavel {
namespace {

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Where the bracket at `open` closes; brackets of all kinds nest alike.
std::size_t closing(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '<' || c == '{' || c == '[') ++depth;
    if ((c == ')' || c == '>' || c == '}' || c == ']') && --depth == 0) return i;
  }
  return text.size();
}

// The parts between commas that stand in no bracket. What a `fun(): a` within returns is one type: several
// are written in brackets.
std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '<' || c == '{' || c == '[') i = closing(text, i);
    if (c != ',') continue;
    out.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (const std::string_view last = trimmed(text.substr(begin)); !last.empty()) out.push_back(last);
  return out;
}

}  // namespace

Signature Signature::of(std::string_view type) {
  Signature signature;
  if (!is_function(type)) return signature;
  const std::size_t end = closing(type, 0);
  for (const std::string_view part : parts(type.substr(1, end - 1))) {
    const std::size_t colon = part.find(':');
    Parameter one{trimmed(part.substr(0, colon)), trimmed(part.substr(colon + 1)), false};
    one.optional = one.name.ends_with('?');
    if (one.optional) one.name.remove_suffix(1);
    signature.parameters.push_back(one);
  }
  const std::string_view rest = trimmed(type.substr(end + 1));
  if (rest.starts_with(':')) signature.returns = parts(rest.substr(1));
  return signature;
}

std::string Signature::names() const {
  std::string out;
  for (const Parameter& one : parameters) out.append(out.empty() ? "" : ", ").append(one.name);
  return out;
}

}  // namespace gavel
