#include "permission_view.hpp"

#include <algorithm>

#include "base/tokens.hpp"
#include "ruleset/kinds.hpp"
#include "state/json_writer.hpp"

#include "words.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostQuarters = 4 * 900;  // of all lines; a table of places can be as long as a state
constexpr std::size_t kMostValues = 12;         // of a list of allowed values
constexpr std::size_t kMostLine = 1600;         // bytes of one line

enum class May { kWrite, kTools, kNever };

May may_of(std::uint32_t writers) {
  const auto has = [writers](Actor actor) { return (writers & (1U << static_cast<unsigned>(actor))) != 0; };
  return has(Actor::kModel) ? May::kWrite : has(Actor::kTool) ? May::kTools : May::kNever;
}

// What is said of places, and the places of which it is said.
struct Line {
  std::string said;
  std::string places;
};

class Permissions {
 public:
  Permissions(const Ruleset& ruleset, const Activation& active, std::string_view language)
      : ruleset_(ruleset),
        active_(active),
        file_(ruleset.file()),
        language_(language),
        rows_(file_.fields.rows()) {}

  std::string run() {
    if (file_.dialects.size() == 1 && file_.dialects.front() == "tools") return {};
    const FieldRow* rest = rest_row();
    for (const FieldRow* row : in_order())
      if (row != rest) place(*row);
    const May others = rest == nullptr ? May::kWrite : may_of(*rest->writers);
    named(others, rows_.empty() ? word("anywhere") : word("everything_else"));
    std::string text = word("may") + "\n";
    bool whole = true;
    for (const Line& line : writable_) whole = whole && add(text, line.said + line.places);
    if (!tools_.empty()) whole = whole && add(text, word("by_tools") + tools_);
    if (!never_.empty()) whole = whole && add(text, word("never") + never_);
    whole = whole && add_mounts(text);
    for (const Line& line : limits()) whole = whole && add(text, line.places + word("colon") + line.said);
    return whole ? text : text + "…";
  }

 private:
  std::string word(std::string_view name) const { return std::string(prompt_word(name, language_)); }

  bool add(std::string& text, std::string line) {
    if (line.size() > kMostLine) {
      line.resize(kMostLine);
      while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
      line.back() = ' ';
      line += "…";
    }
    line = "- " + line + "\n";
    quarters_ += quarter_tokens(line);
    if (quarters_ > kMostQuarters) return false;
    text += line;
    return true;
  }

  // As the author wrote them.
  std::vector<const FieldRow*> in_order() const {
    std::vector<const FieldRow*> rows;
    rows.reserve(rows_.size());
    for (const FieldRow& row : rows_) rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [](const FieldRow* one, const FieldRow* other) {
      return one->where.line < other->where.line;
    });
    return rows;
  }

  // Who may write what no other row speaks for; nullptr: everybody.
  const FieldRow* rest_row() const {
    const auto at = std::ranges::find_if(
        rows_, [](const FieldRow& row) { return row.writers && row.pattern.text() == "**"; });
    return at == rows_.end() ? nullptr : &*at;
  }

  bool hidden(const Pattern& pattern) const {
    for (const FieldRow& row : rows_)
      if (row.readers && row.pattern.includes(pattern))
        return (*row.readers & (1U << static_cast<unsigned>(Actor::kModel))) == 0;
    return false;
  }

  // The row that says who writes; `beside`: another than that one. nullptr: none does.
  const FieldRow* writer(const Pattern& pattern, const FieldRow* beside = nullptr) const {
    for (const FieldRow& row : rows_)
      if (&row != beside && row.writers && row.pattern.includes(pattern)) return &row;
    return nullptr;
  }

  static std::optional<May> writes(const FieldRow* row) {
    return row == nullptr ? std::nullopt : std::optional<May>(may_of(*row->writers));
  }

  void place(const FieldRow& row) {
    if (hidden(row.pattern)) return;
    const May may = writes(writer(row.pattern)).value_or(May::kWrite);
    const FieldRow* above = writer(row.pattern, row.writers ? &row : nullptr);
    const bool said_above =
        above != nullptr && above->pattern.text() != "**" && may_of(*above->writers) == may;
    const std::string kind = may == May::kWrite ? kind_of(row) : std::string();
    if (kind.empty() && (!row.writers || said_above)) return;
    if (kind.empty()) return named(may, shown(row.pattern));
    listed(kind + word("colon"), shown(row.pattern));
  }

  void named(May may, const std::string& place) {
    if (may == May::kWrite) return listed(word("any_value") + word("colon"), place);
    std::string& list = may == May::kTools ? tools_ : never_;
    list += (list.empty() ? "" : word("comma")) + place;
  }

  void listed(const std::string& kind, const std::string& place) {
    const auto at = std::ranges::find_if(writable_, [&kind](const Line& line) { return line.said == kind; });
    if (at == writable_.end()) return writable_.push_back({kind, place});
    at->places += word("comma") + place;
  }

  // Its segments, a word for those that may be any.
  std::string shown(const Pattern& pattern) const {
    const std::string& text = pattern.text();
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '[') {  // a quoted key, or an index
        const std::size_t end = text.find(text.compare(at, 2, "[\"") == 0 ? "\"]" : "]", at + 1);
        const std::size_t next = end == std::string::npos ? text.size() : text.find(']', end) + 1;
        out.append(text, at, next - at);
        at = next;
        continue;
      }
      const std::size_t end = std::min(text.find_first_of(".[", at + 1), text.size());
      std::string_view one = std::string_view(text).substr(at, end - at);
      at = end;
      const bool dot = one.starts_with('.');
      if (dot) one.remove_prefix(1);
      if (one == "**" && end == text.size() && !out.empty()) break;  // all below is meant anyway
      out += (dot ? "." : "") + (one == "*" ? word("any_key") : one == "**" ? "…" : std::string(one));
    }
    return out;
  }

  // Which values fit there; empty: any, or an object.
  std::string kind_of(const FieldRow& row) const {
    if (row.values) {
      std::string values = word("one_of");
      for (std::size_t i = 0; i < std::min(row.values->size(), kMostValues); ++i) {
        const Json& value = (*row.values)[i];
        values += (i == 0 ? "" : " / ") + (value.is_string() ? string_of(value) : to_text(value));
      }
      return row.values->size() > kMostValues ? values + " / …" : values;
    }
    std::string kind;
    for (const std::string& type : row.types)
      if (type != "null" && type != "object") kind += (kind.empty() ? "" : " / ") + word(type);
    if (kind.empty() && (row.min || row.max)) kind = word("number");
    if (row.min && row.max) return kind + " " + to_text(*row.min) + "–" + to_text(*row.max);
    if (row.min) return kind + " ≥ " + to_text(*row.min);
    if (row.max) return kind + " ≤ " + to_text(*row.max);
    return kind;
  }

  // Where the keys of tavern commands begin.
  bool add_mounts(std::string& text) {
    const bool told = std::ranges::any_of(active_.schemas, [](const ActiveSchema& one) {
      return one.counts && one.schema->instruction.en.find("tavern_commands") != std::string::npos;
    });
    for (const Mount& mount : file_.tavern_mounts)
      if (told && !mount.from.empty() &&
          !add(text, word("mounted") + mount.from + (mount.to.empty() ? "." : " = " + mount.to)))
        return false;
    return true;
  }

  // The guidance of what judges, by place.
  std::vector<Line> limits() const {
    std::vector<Line> lines;
    const Kinds& kinds = ruleset_.kinds();
    for (const Kinds::Judging& one : kinds.judging) {
      if (one.budget)
        limit(lines, kinds.budgets[one.index]);
      else
        limit(lines, kinds.rules[one.index]);
    }
    for (const Automation& one : kinds.automations)
      if (!one.guidance.is_null()) lines.push_back({text_in(one.guidance, language_), word("by_itself")});
    return lines;
  }

  template <typename Judge>
  void limit(std::vector<Line>& lines, const Judge& judge) const {
    if (judge.guidance.is_null() || judge.shadow || hidden(judge.pattern)) return;
    const std::string place = shown(judge.pattern);
    const std::string said = text_in(judge.guidance, language_);
    const auto at = std::ranges::find_if(lines, [&place](const Line& line) { return line.places == place; });
    if (at == lines.end()) return lines.push_back({said, place});
    at->said += word("semicolon") + said;
  }

  const Ruleset& ruleset_;
  const Activation& active_;
  const RulesetFile& file_;
  std::string_view language_;
  const std::vector<FieldRow>& rows_;
  std::vector<Line> writable_;
  std::string tools_, never_;
  std::size_t quarters_ = 0;
};

}  // namespace

std::string view_permissions(const Ruleset& ruleset, const Activation& active, std::string_view language) {
  return Permissions(ruleset, active, language).run();
}

}  // namespace gavel
