// Spelling: a place that one line names and nothing else in the ruleset, where another is near that the
// ruleset does speak of. No state need have it yet, so nothing else would ever tell: reads answer nil, and
// writes make a place that nobody looks at.
//
// It would rather miss a slip than tell of one that is none: a word counts as spoken of wherever it stands,
// in comments, texts and schemas too.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "review_parts.hpp"

namespace gavel {
namespace {

constexpr std::size_t kLeastBytes = 4;      // of what is meant: in shorter words, one slip makes any of any
constexpr std::size_t kMostNearBytes = 96;  // of both; longer names are near to none
constexpr std::size_t kMostNear = 1'000;    // names that one is compared with
// Bytes against bytes, in all. A ruleset may have as many lone names as it likes; beyond this, slips are
// missed.
constexpr std::size_t kMostWork = 20'000'000;
constexpr std::string_view kOpen = "\x01";  // a segment that is computed

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_word(char c) {
  const char low = static_cast<char>(c | 0x20);
  return (low >= 'a' && low <= 'z') || is_digit(c) || c == '_' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// How often each word stands in some texts.
class WordCount {
 public:
  void add(std::string_view text) {
    while (!text.empty()) {
      const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, in_word) - text.begin());
      if (end != 0) ++counts_[text.substr(0, end)];
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  std::size_t of(std::string_view word) const {
    const auto found = counts_.find(word);
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::map<std::string_view, std::size_t> counts_;
};

// `day1` beside `day2`: no slip.
bool differ_in_digits(std::string_view one, std::string_view other) {
  std::size_t i = 0, j = 0;
  while (true) {
    while (i < one.size() && is_digit(one[i])) ++i;
    while (j < other.size() && is_digit(other[j])) ++j;
    if (i == one.size() || j == other.size()) return i == one.size() && j == other.size();
    if (one[i++] != other[j++]) return false;
  }
}

// What nearest() asks of the lengths, before anything is compared.
bool may_be_near(std::size_t characters, std::string_view other) {
  const std::size_t others = count_code_points(other);
  const std::size_t apart = characters > others ? characters - others : others - characters;
  return apart <= std::max<std::size_t>(1, characters / 3);
}

struct Mention {
  std::vector<std::optional<std::string>> path;
  Where where;
  bool tells = true;  // false: what is wrong with it is told elsewhere
};

// What stands at the beginning of a path; nullptr: nothing, or some of it is computed.
const Json* standing_at(const Json& state, const Mention& mention, std::size_t depth) {
  const Json* node = &state;
  for (std::size_t i = 0; i < depth && node != nullptr; ++i)
    node = node->is_object() && mention.path[i] ? member(*node, *mention.path[i]) : nullptr;
  return node;
}

std::string shown_path(const Mention& mention, std::size_t depth, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text.append(mention.path[i].value_or("…")).append(".");
  return "\"" + shortened(printable(text.append(last)), 80) + "\"";
}

// What names each place, and whether another is near that more is said of.
class Spelling {
 public:
  explicit Spelling(const Ruleset& ruleset) : state_(ruleset.initial_state()) {
    const RulesetSource& source = ruleset.source();
    words_.add(source.file_text);
    words_.add(source.state_text);
    for (const SchemaFile& schema : source.schemas) words_.add(schema.text);
    std::set<std::string_view> counted;
    for (const Pack& pack : ruleset.packs()) {
      if (!counted.insert(pack.manifest.plugin).second) continue;
      words_.add(pack.manifest_text);
      for (const PackFile& file : pack.files) words_.add(file.text);
    }
  }

  // REQUIRES: the mention outlives it. A name that a pattern has counts by itself.
  void learn(const Mention& mention, bool pattern) {
    std::string front;
    for (const std::optional<std::string>& segment : mention.path) {
      if (segment && (pattern || words_.of(*segment) > 1)) beside_[front].insert(*segment);
      go_on(front, segment);
    }
  }

  // The depth of a segment that nothing else names, and what is near it. All searches together do only so
  // much work.
  std::optional<std::pair<std::size_t, std::string>> slip_in(const Mention& mention) {
    std::string front;
    for (std::size_t depth = 0; depth < mention.path.size(); ++depth) {
      const std::optional<std::string>& segment = mention.path[depth];
      if (segment && words_.of(*segment) == 1)
        if (const auto near = near_to(*segment, front, standing_at(state_, mention, depth)))
          return std::pair(depth, *near);
      go_on(front, segment);
    }
    return std::nullopt;
  }

 private:
  static void go_on(std::string& front, const std::optional<std::string>& segment) {
    front.append(segment ? std::string_view(*segment) : kOpen).append(1, '\0');
  }

  std::optional<std::string> near_to(const std::string& name, const std::string& front, const Json* around) {
    const bool object = around != nullptr && around->is_object();
    if (name.size() > kMostNearBytes || (object && member(*around, name) != nullptr)) return std::nullopt;
    const std::size_t characters = count_code_points(name);
    std::vector<std::string_view> known;
    // Whether to go on.
    const auto compare = [&](std::string_view other) {
      if (!spend(1)) return false;
      if (other == name || other.size() < kLeastBytes || other.size() > kMostNearBytes) return true;
      if (!spend(other.size())) return false;
      if (!may_be_near(characters, other) || differ_in_digits(other, name)) return true;
      if (!spend(name.size() * other.size())) return false;
      known.push_back(other);
      return known.size() < kMostNear;
    };
    bool more = true;
    if (const auto names = beside_.find(front); names != beside_.end())
      more = std::ranges::all_of(names->second, compare);
    if (object && more)
      for (const auto& [other, value] : object_of(*around))
        if (!compare(other)) break;
    const auto near = nearest(name, known);
    return near ? std::optional(std::string(*near)) : std::nullopt;
  }

  bool spend(std::size_t work) {
    if (work > left_) {
      left_ = 0;
      return false;
    }
    left_ -= work;
    return true;
  }

  const Json& state_;
  WordCount words_;
  std::map<std::string, std::set<std::string_view>> beside_;  // names by what stands in front of them
  std::size_t left_ = kMostWork;
};

}  // namespace

// Who names places beside the functions of ctx: patterns.
std::vector<Reviewing::Spoken> Reviewing::spoken_patterns() const {
  std::vector<Spoken> all;
  // A pattern that the state knows nothing of is told by places(), as far as that looks at it.
  const bool blank = ruleset_.initial_state().empty();
  const auto add = [&](const Pattern& pattern, const Registered& by, bool always) {
    const auto given = given_.where(by.plugin, pattern.text());
    const bool tells = !lookalikes_.contains(pattern.text()) &&
                       (always || blank || (!given && is_its_own(pattern, by.plugin)));
    all.push_back({&pattern, given.value_or(where_of_source(by)), tells});
  };
  for (const Rule& rule : kinds_.rules) add(rule.pattern, rule.source, false);
  for (const Budget& budget : kinds_.budgets) add(budget.pattern, budget.source, false);
  for (const Derive& derive : kinds_.derives) add(derive.pattern, derive.source, true);
  for (const Automation& automation : kinds_.automations)
    for (const Pattern& pattern : automation.changed) add(pattern, automation.source, false);
  // Verdicts name the file of a row without its folder: whoever checks needs one that opens.
  std::map<std::string_view, Where> rows;
  if (const std::optional<YamlNode> fields = ruleset_.file().tree->top().member("fields"))
    for (const YamlNode& node : fields->children())
      if (const auto path = node.member("path"); path && path->value().is_string())
        rows.emplace(string_of(path->value()), path->where());
  for (const FieldRow& row : ruleset_.guards().fields().rows()) {
    const auto written = rows.find(row.pattern.text());
    const Where& where = written == rows.end() ? row.where : written->second;
    all.push_back({&row.pattern, where, !lookalikes_.contains(row.pattern.text())});
  }
  return all;
}

void Reviewing::spelling() {
  std::vector<Mention> mentions;
  for (const PluginReading& reading : readings_)
    for (const SourcePlace& place : reading.source.places)
      mentions.push_back({place.path, place.where, true});
  const std::size_t asked = mentions.size();
  for (const Spoken& one : spoken_patterns()) {
    Mention mention{{}, one.where, one.tells};
    for (const PatternPart& part : parts_of(*one.pattern, ruleset_.limits())) {
      if (part.any) break;
      mention.path.push_back(part.one ? std::nullopt : std::optional(part.key));
    }
    mentions.push_back(std::move(mention));
  }
  Spelling spelling(ruleset_);
  for (std::size_t i = 0; i < mentions.size(); ++i) spelling.learn(mentions[i], i >= asked);
  std::set<std::string> told;
  for (const Mention& mention : mentions) {
    if (!mention.tells || full()) continue;
    const auto slip = spelling.slip_in(mention);
    if (!slip || !told.insert(*mention.path[slip->first]).second) continue;
    tell(Lint::kNoSuchPlace, mention.where,
         shown_path(mention, slip->first, *mention.path[slip->first]) + " is named only here",
         "did you mean " + shown_path(mention, slip->first, slip->second) + "? The ruleset speaks of that");
  }
}

}  // namespace gavel
