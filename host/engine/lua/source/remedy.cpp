#include "remedy.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostShown = 80;  // bytes of a line or an expression

bool in_name(char c) { return is_ascii_letter(c) || is_ascii_digit(c) || c == '_'; }

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

// Whether the line sets the name: `local hp = …` or `hp = …`, and no member of a table.
bool sets(std::string_view line, std::string_view name) {
  if (line.starts_with("local ")) line = trimmed(line.substr(6));
  if (!line.starts_with(name) || line.ends_with(',')) return false;
  line = trimmed(line.substr(name.size()));
  return line.starts_with('=') && !line.starts_with("==");
}

// The source around an error: its line, and where a local of it was set last in the same function.
class Around {
 public:
  Around(std::string_view text, std::size_t line, std::string_view local) {
    for (std::size_t number = 1; line != 0 && number <= line; ++number) {
      const std::size_t end = text.find('\n');
      const std::string_view row = trimmed(text.substr(0, end));
      if (number == line) {
        row_ = row;
      } else if (!local.empty() && sets(row, local)) {
        set_ = row.substr(0, kMostShown);
        set_at_ = number;
      } else if (row.find("function") != std::string_view::npos) {
        set_at_ = 0;
      }
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
  }

  // "it was set in line 7, `local hp = ctx.get(…)`"; empty: nobody knows where.
  std::string origin() const {
    if (set_at_ == 0) return {};
    return "it was set in line " + std::to_string(set_at_) + ", `" + std::string(set_) + "`";
  }

  // The only `ctx.get("…")` of the line.
  std::optional<std::string> only_get() const {
    constexpr std::string_view kGet = "ctx.get(\"";
    const std::size_t at = row_.find(kGet);
    if (at == std::string_view::npos || row_.find("ctx.get(", at + 1) != std::string_view::npos) return {};
    const std::size_t end = row_.find("\")", at + kGet.size());
    if (end == std::string_view::npos || end + 2 - at > kMostShown) return {};
    return std::string(row_.substr(at, end + 2 - at));
  }

  // How the line writes a field: `event.after` for "after".
  std::string written(std::string_view field) const {
    const std::string member = "." + std::string(field);
    for (std::size_t at = row_.find(member); at != std::string_view::npos; at = row_.find(member, at + 1)) {
      const std::size_t end = at + member.size();
      if (end < row_.size() && in_name(row_[end])) continue;
      std::size_t first = at;
      while (first > 0 && (in_name(row_[first - 1]) || row_[first - 1] == '.')) --first;
      if (first < at && end - first <= kMostShown) return std::string(row_.substr(first, end - first));
    }
    return std::string(field);
  }

 private:
  std::string_view row_, set_;
  std::size_t set_at_ = 0;
};

// What Lua was about to do, and what an author writes where the value may be missing.
struct Operation {
  std::string_view said;  // how its message begins
  std::string_view
      instead;  // what `X or …` stands in with; "if": nothing does, it is asked for; empty: a call
};

constexpr std::array kOperations = {
    Operation{"attempt to perform arithmetic on ", "0"},
    Operation{"attempt to perform bitwise operation on ", "0"},
    Operation{"attempt to concatenate ", "\"\""},
    Operation{"attempt to get length of ", "{}"},
    Operation{"attempt to index ", "if"},
    Operation{"attempt to call ", ""},
};

// "a nil value (local 'hp')".
struct Operand {
  explicit Operand(std::string_view said) {
    if (said.starts_with("a ")) said.remove_prefix(2);
    type = said.substr(0, said.find(' '));
    const std::size_t open = said.find('('), quote = said.find('\'');
    if (open == std::string_view::npos || quote == std::string_view::npos || quote < open + 2) return;
    kind = said.substr(open + 1, quote - open - 2);
    name = said.substr(quote + 1, said.rfind('\'') - quote - 1).substr(0, kMostShown);
  }
  std::string_view type, kind, name;
};

bool missing(std::string_view type) { return type == "nil" || type == "null"; }

// Why nothing is there. `shown` becomes how the source writes the value.
std::string why_missing(const Operand& operand, const Around& around, std::string& shown) {
  if (operand.kind == "local") {
    shown = operand.name;
    const std::string origin = around.origin();
    const std::string is = "'" + shown + "' is " + std::string(operand.type);
    return origin.empty() ? is + " here" : is + ": " + origin;
  }
  if (operand.kind == "field" || operand.kind == "method") {
    shown = around.written(operand.name);
    return "there is no value in '" + shown + "'";
  }
  if (!operand.name.empty() && operand.kind != "constant") {
    shown = operand.name;
    return "'" + shown + "' is " + std::string(operand.type) + " here";
  }
  if (const std::optional<std::string> get = around.only_get()) {
    shown = *get;
    return shown + " gives nil where there is no value";
  }
  shown = "x";
  return "a value of this line is " + std::string(operand.type);
}

std::string mend_missing(const Operation& operation, const Operand& operand, const Around& around) {
  std::string shown;
  const std::string why = why_missing(operand, around, shown);
  if (operation.instead.empty())
    return why + "; correct the name, or call it only where it is there: if " + shown + " then … end";
  const std::string asked = ": if " + shown + (operand.type == "null" ? " ~= null" : "") + " then … end";
  // JSON's null is a value: `or` does not stand in for it.
  if (operand.type == "null") return why + ", which is JSON's null; ask first" + asked;
  if (operation.instead == "if") return why + "; correct the name or the path, or ask for it first" + asked;
  return why + "; correct the name or the path, or give a default: (" + shown + " or " +
         std::string(operation.instead) + ")";
}

std::string mend_operand(const Operation& operation, const Operand& operand, std::string_view text,
                         std::size_t line) {
  const Around around(text, line, operand.kind == "local" ? operand.name : std::string_view());
  if (missing(operand.type)) return mend_missing(operation, operand, around);
  const std::string shown = operand.name.empty() ? "x" : around.written(operand.name);
  if (operand.type == "string" && operation.instead == "0")
    return "convert the string to a number: tonumber(" + shown + ")";
  if (operation.instead == "\"\"") return "write tostring(" + shown + "), or the intended member";
  if (operation.instead.empty())
    return "only functions can be called: remove the parentheses of the call, or correct the name";
  return "use the intended member or value instead of " +
         (operand.name.empty() ? "the " + std::string(operand.type) : "'" + shown + "'");
}

// "attempt to compare nil with number", "attempt to compare two table values".
std::string mend_comparison(std::string_view said, std::string_view text, std::size_t line) {
  if (said.starts_with("two ")) {
    said.remove_prefix(4);
    const std::string type(said.substr(0, said.find(' ')));
    if (!missing(type)) return "compare a number or a text of each " + type + ": a.value < b.value";
    return "both are " + type + ": correct the names or the paths, or say what holds without them: (x or 0)";
  }
  const std::size_t with = said.find(" with ");
  const std::string_view left = said.substr(0, with);
  const std::string_view right = with == std::string_view::npos ? said : said.substr(with + 6);
  if (missing(left) || missing(right)) {
    const Operation zero{"", left == "string" || right == "string" ? "\"\"" : "0"};
    std::string unnamed = "a " + std::string(missing(left) ? left : right) + " value";
    return mend_missing(zero, Operand(unnamed), Around(text, line, {}));
  }
  return "compare like with like: tonumber(x) makes a number of a text, tostring(x) a text of a number";
}

// "bad argument #1 to 'floor' (number expected, got nil)".
std::string mend_argument(std::string_view message) {
  const std::size_t open = message.find('(');
  if (open == std::string_view::npos) return {};
  const std::string_view what = message.substr(open + 1);
  const std::size_t expected = what.find(" expected, got ");
  if (expected == std::string_view::npos)
    return "give it a value that it can use; gavel docs --for authors has its description";
  const std::string wanted(what.substr(0, expected));
  if (what.find("got nil") != std::string_view::npos || what.find("got no value") != std::string_view::npos) {
    const std::string instead = wanted == "number"   ? "0"
                                : wanted == "string" ? "\"\""
                                : wanted == "table"  ? "{}"
                                                     : "…";
    return "what is given there is nil: correct the name or the path, or give a default: (x or " + instead +
           ")";
  }
  if (wanted == "number") return "give it a number: tonumber(x) makes one of a text";
  return "give it a " + wanted;
}

struct Phrase {
  std::string_view part, remedy;
};

constexpr std::array kPhrases = {
    Phrase{"number has no integer representation", "make it whole first: math.floor(x)"},
    Phrase{"divide by zero", "ask first: if y ~= 0 then … end"},
    Phrase{"attempt to perform 'n//0'", "ask first: if y ~= 0 then … end"},
    Phrase{"attempt to perform 'n%%0'", "ask first: if y ~= 0 then … end"},
    Phrase{"must be a number, and is the text",
           "make a number of it: tonumber(x), which is nil where it is none"},
    Phrase{"'for' initial value must be a number",
           "give the loop a number to begin with: for i = 1, #list do"},
    Phrase{"'for' limit must be a number", "give the loop a number to end with: for i = 1, #list do"},
    Phrase{"'for' step must be a number", "give the loop a number to count by: for i = 10, 1, -1 do"},
    Phrase{"'for' step is zero", "count by another number than 0"},
    Phrase{"stack overflow", "use a loop where a function calls itself"},
    Phrase{"lead to one another by `__call`", "give `__call` a function, not a table that is called in turn"},
    Phrase{"keeps nothing from call to call", "keep it in ctx.memory, or make it a local of the handler"},
    Phrase{"cannot set the global '", "write `local` in front of it, or keep it in ctx.memory"},
    Phrase{"require works only while the plugin loads",
           "write it at the top of the file: local module = require \"module\""},
    Phrase{"got nil for its value", "remove a place with ctx.delete(path); null is JSON's null"},
    Phrase{" was used after its call", "read it again through the ctx of this call"},
    Phrase{" is read-only", "change the state through ctx.set; copy a table before you change it"},
};

}  // namespace

std::string remedy_for(std::string_view message, std::string_view text, std::size_t line) {
  constexpr std::string_view kCompare = "attempt to compare ";
  for (const Operation& operation : kOperations)
    if (message.starts_with(operation.said))
      return mend_operand(operation, Operand(message.substr(operation.said.size())), text, line);
  if (message.starts_with(kCompare)) return mend_comparison(message.substr(kCompare.size()), text, line);
  if (message.starts_with("bad argument #")) return mend_argument(message);
  for (const Phrase& phrase : kPhrases)
    if (message.find(phrase.part) != std::string_view::npos) return std::string(phrase.remedy);
  constexpr std::string_view kAbsent = " is not available in plugins: ";
  if (const std::size_t absent = message.find(kAbsent); absent != std::string_view::npos)
    return std::string(message.substr(absent + kAbsent.size()));
  if (const std::size_t near = message.rfind("did you mean "); near != std::string_view::npos)
    return std::string(
        message.substr(near, std::min(message.find('?', near), message.size() - 1) + 1 - near));
  return {};
}

}  // namespace gavel
