// Lookalikes: names in patterns that elsewhere are signs (`{id}`, `:id`, `<name>`, `a/*`, `$`) or that a
// Chinese keyboard made (`“hp”`, `a。hp`). Here they are names like any other, and those of some games are
// just such names, `<user>` for one: so they are told only where the initial state has no such key, and the
// fix that is named first is the one that opens no other place.

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "state/subtree.hpp"

#include "review_parts.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 4> kQuoteMarks = {"“", "”", "‘", "’"};
struct WideSign {
  std::string_view written, meant;
};
constexpr std::array kWideSigns = {WideSign{"。", "."}, WideSign{"＊", "*"}};

// A name without quotes in the text of a pattern, by its place there.
struct BareName {
  std::size_t at = 0, size = 0;
};

// REQUIRES: the text is that of a pattern. A JSON Pointer has no such names.
std::vector<BareName> bare_names(std::string_view text) {
  std::vector<BareName> names;
  if (text.starts_with('/')) return names;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '.') {
      ++at;
    } else if (text[at] != '[') {
      const std::size_t end = std::min(text.find_first_of(".[", at), text.size());
      names.push_back({at, end - at});
      at = end;
    } else {
      const char quote = text[++at] == '"' || text[at] == '\'' ? text[at++] : ']';
      while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
      at = std::min(text.find_first_of(".[", at), text.size());
    }
  }
  return names;
}

std::string with(std::string text, std::string_view part, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += by.size())
    text.replace(at, part.size(), by);
  return text;
}

// In quotes of which both YAML and Lua make a text.
std::string as_given(std::string_view text) { return "'" + shortened(printable(text), 120) + "'"; }

// The pattern of exactly these names: 'people["<user>"].hp'.
std::string itself(std::string_view text, BareName name) {
  std::string key = with(std::string(text.substr(name.at, name.size)), "\\", "\\\\");
  key = with(std::move(key), "\"", "\\\"");
  const std::size_t front = name.at > 0 && text[name.at - 1] == '.' ? name.at - 1 : name.at;
  std::string out(text.substr(0, front));
  return as_given(out.append("[\"").append(key).append("\"]").append(text.substr(name.at + name.size)));
}

struct Lookalike {
  std::string message;
  std::string meant;  // what is written for what is meant most often
};

std::optional<Lookalike> of_keyboard(std::string_view name, std::string_view text) {
  for (const std::string_view mark : kQuoteMarks) {
    if (!name.starts_with(mark)) continue;
    std::string plain(text);
    for (const std::string_view each : kQuoteMarks) plain = with(std::move(plain), each, "");
    return Lookalike{
        std::string(mark) + " is a quotation mark of a Chinese keyboard, and belongs to the name",
        "for plain quotes, " + as_given(plain)};
  }
  for (const WideSign& sign : kWideSigns)
    if (name.find(sign.written) != std::string_view::npos)
      return Lookalike{
          std::string(sign.written) + " is a sign of a Chinese keyboard, and belongs to the name",
          "for `" + std::string(sign.meant) + "`, " +
              as_given(with(std::string(text), sign.written, sign.meant))};
  return std::nullopt;
}

std::optional<Lookalike> lookalike(std::string_view text, BareName at) {
  const std::string_view name = text.substr(at.at, at.size);
  if (std::optional<Lookalike> found = of_keyboard(name, text)) return found;
  const auto wild = [&] {
    std::string any(text);
    return as_given(any.replace(at.at, at.size, "*"));
  };
  const std::string shown = "`" + shortened(printable(name), 60) + "`";
  const bool braced = name.size() > 1 && ((name.front() == '{' && name.back() == '}') ||
                                          (name.front() == '<' && name.back() == '>'));
  if (braced || (name.size() > 1 && name.front() == ':'))
    return Lookalike{shown + " has no special meaning here: it is a name like any other",
                     "for any name at all, " + wild()};
  if (name.find("/*") != std::string_view::npos || name.find("*/") != std::string_view::npos)
    return Lookalike{"the / in " + shown + " parts no names: it is one name",
                     "for a wildcard, " + as_given(with(std::string(text), "/", "."))};
  if (at.at == 0 && (name == "$" || name == "@") && text.size() > 2)
    return Lookalike{
        shown + " is not a root: it is a name like any other, and a pattern begins with the first",
        "for the place below the root, " + as_given(text.substr(2))};
  return std::nullopt;
}

}  // namespace

void Reviewing::lookalikes() {
  struct Slip {
    std::string key, message, text, hint;
    Where where;
  };
  std::vector<Slip> slips;
  std::set<std::string> lacking;  // keys that the state is not known to have
  const auto look = [&](const Pattern& pattern, const Where& where) {
    const std::string& text = pattern.text();
    for (const BareName name : bare_names(text)) {
      const std::optional<Lookalike> found = lookalike(text, name);
      if (!found) continue;
      const std::string key = text.substr(name.at, name.size);
      lacking.insert(key);
      slips.push_back({key, found->message, text,
                       "write " + itself(text, name) + " for that very name; " + found->meant, where});
    }
  };
  for (const Spoken& one : spoken_patterns()) look(*one.pattern, one.where);
  for (const Automation& automation : kinds_.automations)
    for (const Pattern& pattern : automation.commanded) look(pattern, where_of_source(automation.source));
  Subtree nodes(ruleset_.initial_state(), Path());
  while (!lacking.empty() && nodes.next())
    if (const Path& path = nodes.path(); !path.empty() && !path.back().is_index)
      lacking.erase(std::string(path.back().key));
  for (Slip& slip : slips) {
    if (!lacking.contains(slip.key) || !lookalikes_.insert(slip.text).second) continue;
    std::string message = "in the pattern \"" + shortened(printable(slip.text), 80) + "\", ";
    tell(Lint::kNoSuchPlace, slip.where, message.append(slip.message), std::move(slip.hint));
  }
}

}  // namespace gavel
