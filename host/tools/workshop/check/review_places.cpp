// Places: patterns that match nothing, rows that decide nothing, rules that say the same twice, and writes
// that the fields table denies. Whatever cannot be decided from the ruleset alone is left alone.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/utf8.hpp"
#include "state/path_text.hpp"
#include "state/pattern_index.hpp"
#include "state/subtree.hpp"
#include "state/suggest.hpp"

#include "review_parts.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostNodes = 100'000;   // of the state; beyond them nothing is said of its places
constexpr std::size_t kMostReviewed = 1'000;  // that one write may mean
constexpr std::array<std::size_t, 3> kAnys = {0, 1, 2};  // segments that a `**` is tried with
constexpr std::string_view kSome = "\xEE\x80\x80";       // a key that nobody writes stands for any

// A place that the pattern matches: `any` segments for each `**`.
Path sample_of(const Pattern& pattern, std::size_t any, const Limits& limits) {
  Path path;
  for (const PatternPart& part : parts_of(pattern, limits)) {
    for (std::size_t i = 0; part.any && i < any; ++i) path.push_key(kSome);
    if (!part.any) path.push_key(part.one ? kSome : std::string_view(part.key));
  }
  return path;
}

// Calls `look` with every place of a value, the root first; false: there are more than it looks at.
template <typename Look>
bool visit(const Json& root, const Look& look) {
  Subtree nodes(root, Path());
  for (std::size_t seen = 0; nodes.next(); ++seen) {
    if (seen == kMostNodes) return false;
    look(nodes.path());
  }
  return true;
}

// Every pattern whose places the state lacks, by its place in `patterns`; of one text the first.
std::set<std::size_t> missing_of(const Json& state, const std::vector<Pattern>& patterns) {
  PatternIndex index;
  std::set<std::size_t> missing;
  std::map<std::string_view, std::size_t> first;  // of each text
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (first.emplace(patterns[i].text(), i).second) {
      index.add(patterns[i], i);
      missing.insert(i);
    }
  Patience patience;
  bool looked = true;
  std::vector<std::size_t> found;
  const bool all = visit(state, [&](PathView path) {
    if (missing.empty() || !looked) return;
    index.covering(path, found);
    looked = patience.spend(found.size() + 1);
    for (const std::size_t one : found) missing.erase(one);
  });
  return all && looked ? missing : std::set<std::size_t>();
}

// What stands at the literal beginning of a pattern, and whether that is all of it.
const Json* beginning_of(const Json& state, const std::vector<PatternPart>& parts, Path& path) {
  const Json* node = &state;
  for (const PatternPart& part : parts) {
    if (part.one || part.any) return node;
    path.push_key(part.key);
    const Json* next = node->is_object() ? member(*node, part.key) : nullptr;
    if (next == nullptr && node->is_array())
      if (const auto index = index_of_key(part.key); index && *index < node->size())
        next = &array_of(*node)[*index];
    if (next == nullptr) return nullptr;
    node = next;
  }
  return node;
}

std::string quoted_place(std::string_view text) { return "\"" + shortened(printable(text), 80) + "\""; }

}  // namespace

// So that a ruleset's author is told of the ruleset's line.
GivenTexts::GivenTexts(const RulesetFile& file) {
  for (const PluginUse& use : file.plugins) {
    if (!use.with) continue;
    std::vector<YamlNode> todo{*use.with};
    while (!todo.empty()) {
      const YamlNode node = todo.back();
      todo.pop_back();
      if (node.value().is_string())
        nodes_.emplace(std::pair<std::string_view, std::string_view>(use.as, string_of(node.value())), node);
      for (const YamlNode& child : node.children()) todo.push_back(child);
    }
  }
}

std::optional<Where> GivenTexts::where(std::string_view plugin, std::string_view text) const {
  const auto found = nodes_.find({plugin, text});
  return found == nodes_.end() ? std::nullopt : std::optional(found->second.where());
}

std::vector<PatternPart> parts_of(const Pattern& pattern, const Limits& limits) {
  std::vector<PatternPart> parts;
  const Result<PathText> text = PathText::parse(pattern.text(), limits);
  if (pattern.text().empty() || !text) return parts;
  // A pattern is resolved against nothing: every dot then divides.
  for (const Segment segment : text->resolve(Json(Json::value_t::object))) {
    PatternPart part{std::string(key_of(segment))};
    part.one = part.key == "*";
    part.any = part.key == "**";
    parts.push_back(std::move(part));
  }
  return parts;
}

namespace {

// Whether a write may make a place of the pattern: its literal segments agree with the pattern's, and some
// do.
bool may_make(const SourceWrite& write, const std::vector<PatternPart>& parts) {
  if (std::ranges::any_of(parts, [](const PatternPart& part) { return part.any; }))
    return !parts.back().any && !parts.back().one && write.path.back() == parts.back().key;
  bool agrees = false;
  for (std::size_t i = 0; i < std::min(write.path.size(), parts.size()); ++i) {
    if (!write.path[i] || parts[i].one) continue;
    if (*write.path[i] != parts[i].key) return false;
    agrees = true;
  }
  return agrees;
}

bool has_name(const std::vector<PatternPart>& parts) {
  return !parts.empty() && !parts.back().any && !parts.back().one;
}

}  // namespace

const std::vector<Reviewing::Speaker>& Reviewing::speakers() {
  if (speakers_) return *speakers_;
  speakers_.emplace();
  const auto add = [this](const Pattern& pattern) {
    const std::vector<PatternPart> parts = parts_of(pattern, ruleset_.limits());
    if (!has_name(parts)) return;
    speakers_->push_back({&pattern, parts.size(), {}});
    for (const std::size_t any : kAnys)
      speakers_->back().samples.push_back(sample_of(pattern, any, ruleset_.limits()));
  };
  for (const FieldRow& row : ruleset_.guards().fields().rows()) add(row.pattern);
  for (const Derive& derive : kinds_.derives) add(derive.pattern);
  return *speakers_;
}

bool Reviewing::is_spoken_of(const Pattern& pattern, const std::vector<PatternPart>& parts) {
  for (std::size_t i = 0; i < kAnys.size(); ++i) {
    const Path sample = sample_of(pattern, kAnys[i], ruleset_.limits());
    for (const Speaker& one : speakers()) {
      // Nothing is told of what would take too long to find out.
      if (!made_.spend(one.parts + parts.size())) return true;
      if (one.pattern->matches(sample) || pattern.covers(one.samples[i])) return true;
    }
  }
  return false;
}

// Some row of `fields` speaks of just such places, or a plugin writes them, or they are in a container that
// fills up in play.
bool Reviewing::is_made(const Pattern& pattern) {
  const std::vector<PatternPart> wanted = parts_of(pattern, ruleset_.limits());
  if (is_spoken_of(pattern, wanted)) return true;
  for (const PluginReading& reading : readings_)
    for (const SourceWrite& write : reading.source.writes)
      if (!made_.spend(wanted.size() + 1) || may_make(write, wanted)) return true;
  Path path;
  const Json* node = beginning_of(ruleset_.initial_state(), wanted, path);
  return node != nullptr && is_container(*node) && node->empty();
}

// The places below a plugin's own name come in play as long as the initial state has none of them; and where
// a parameter says by default is the plugin's idea, which the game need not have.
bool Reviewing::is_its_own(const Pattern& pattern, const std::string& plugin) const {
  for (const Pack& pack : ruleset_.packs())
    if (pack.as == plugin)
      for (const Param& param : pack.manifest.params)
        if (param.fallback && param.fallback->is_string() && string_of(*param.fallback) == pattern.text())
          return true;
  const std::vector<PatternPart> parts = parts_of(pattern, ruleset_.limits());
  if (parts.empty() || parts.front().any || parts.front().one || parts.front().key != plugin) return false;
  const Json& state = ruleset_.initial_state();
  return state.is_object() && member(state, plugin) == nullptr;
}

const std::set<std::string>& Reviewing::keys_in_state() {
  if (keys_) return *keys_;
  keys_.emplace();
  visit(ruleset_.initial_state(), [this](PathView path) {
    if (!path.empty() && !path.back().is_index) keys_->insert(std::string(path.back().key));
  });
  return *keys_;
}

void Reviewing::look_for(const Pattern& pattern, const std::string& who, const Where& where) {
  if (is_made(pattern)) return;
  const Limits& limits = ruleset_.limits();
  std::string hint = "correct the path, or give the place a row in `fields` if it comes later";
  // The nearest place for the literal beginning; what follows a wildcard has none.
  const std::vector<PatternPart> parts = parts_of(pattern, limits);
  Path beginning;
  const bool anywhere = std::ranges::any_of(parts, [](const PatternPart& part) { return part.any; });
  // Below a place that there is, anything may come.
  if (anywhere && !parts.front().any && beginning_of(ruleset_.initial_state(), parts, beginning) != nullptr)
    return;
  beginning = Path();
  if (beginning_of(ruleset_.initial_state(), parts, beginning) == nullptr) {
    if (const auto near = hints_.mended_path(ruleset_.initial_state(), beginning))
      hint = "did you mean " + quoted_place(to_dotted(*near)) + "? There is that in the initial state";
  } else if (!hints_.is_used_up()) {
    const std::set<std::string>& keys = keys_in_state();
    const std::string last(parts.empty() ? "" : parts.back().key);
    const std::vector<std::string_view> known(keys.begin(), keys.end());
    if (const auto near = hints_.nearest(last, known); near && *near != last)
      hint = "did you mean " + quoted_place(*near) + " for " + quoted_place(last) +
             "? There is that in the initial state";
  }
  tell(Lint::kNoSuchPlace, where,
       who + " is about " + quoted_place(pattern.text()) + ", and the initial state has no such place",
       std::move(hint));
}

// Paths and patterns that the ruleset gives its plugins.
void Reviewing::given_places(std::vector<Wanted>& wanted) const {
  for (const PluginUse& use : ruleset_.file().plugins) {
    if (!use.with) continue;
    const Pack* pack = nullptr;
    for (const Pack& one : ruleset_.packs())
      if (one.as == use.as) pack = &one;
    if (pack == nullptr) continue;
    std::vector<std::pair<const Param*, YamlNode>> todo;
    const auto members = [&todo](const std::vector<Param>& params, const YamlNode& node) {
      for (const Param& param : params)
        if (const auto member = node.member(param.name)) todo.emplace_back(&param, *member);
    };
    members(pack->manifest.params, *use.with);
    while (!todo.empty()) {
      const auto [param, node] = todo.back();
      todo.pop_back();
      const bool place = param->type == "path" || param->type == "pattern";
      if (place && node.value().is_string() && !string_of(node.value()).empty())
        if (Result<Pattern> pattern = Pattern::parse(string_of(node.value()), ruleset_.limits()))
          wanted.push_back({std::move(*pattern),
                            use.as + ", by its parameter `" + std::string(node.key()) + "`,", node.where()});
      members(param->members, node);
      if (!param->each.empty())
        for (const YamlNode& child : node.children()) todo.emplace_back(&param->each.front(), child);
    }
  }
}

void Reviewing::places() {
  look_at_rows();
  look_at_rules();
  if (ruleset_.initial_state().empty()) return;
  std::vector<Wanted> wanted;
  given_places(wanted);
  const auto add = [&](const Pattern& pattern, const Registered& source) {
    const auto given = given_.where(source.plugin, pattern.text());
    if (!given && is_its_own(pattern, source.plugin)) return;
    wanted.push_back({pattern, source.id, given.value_or(where_of_source(source))});
  };
  for (const Rule& rule : kinds_.rules) add(rule.pattern, rule.source);
  for (const Budget& budget : kinds_.budgets) add(budget.pattern, budget.source);
  for (const Automation& automation : kinds_.automations) {
    for (const Pattern& pattern : automation.changed) add(pattern, automation.source);
    for (const Pattern& pattern : automation.commanded) add(pattern, automation.source);
  }
  std::vector<Pattern> patterns;
  patterns.reserve(wanted.size());
  for (const Wanted& one : wanted) patterns.push_back(one.pattern);
  std::set<std::string> told = lookalikes_;
  for (const std::size_t number : missing_of(ruleset_.initial_state(), patterns)) {
    if (full()) return;
    const Wanted& one = wanted[number];
    if (told.insert(one.pattern.text()).second) look_for(one.pattern, one.who, one.where);
  }
}

// A row that more specific rows leave nothing to decide: "a" beside "a.**".
void Reviewing::look_at_rows() {
  const std::optional<YamlNode> fields = ruleset_.file().tree->top().member("fields");
  if (!fields) return;
  struct Row {
    Pattern pattern;
    YamlNode node;
    std::vector<Path> places;  // that it matches, with what lies below each behind it
  };
  std::vector<Row> rows;
  const Limits& limits = ruleset_.limits();
  for (const YamlNode& node : fields->children())
    if (const auto path = node.member("path"); path && path->value().is_string())
      if (Result<Pattern> pattern = Pattern::parse(string_of(path->value()), limits))
        rows.push_back({std::move(*pattern), node, {}});
  constexpr std::size_t kMostRows = 500;
  if (rows.size() > kMostRows) return;
  for (Row& row : rows)
    for (const std::size_t any : kAnys) {
      row.places.push_back(sample_of(row.pattern, any, limits));
      row.places.push_back(row.places.back().child(kSome));
    }
  for (const Row& row : rows) {
    bool idle = true;
    const Row* by = nullptr;
    for (const YamlNode& column : row.node.children()) {
      if (column.key() == "path") continue;
      const bool subtree = column.key() == "write" || column.key() == "read";
      const bool taken = std::ranges::any_of(rows, [&](const Row& other) {
        if (!(other.pattern < row.pattern) || !other.node.member(column.key())) return false;
        for (std::size_t i = 0; i < row.places.size(); i += 2) {
          const Path& place = row.places[i];
          if (!rows_.spend(place.size())) return false;
          if (!(subtree ? other.pattern.covers(place) : other.pattern.matches(place))) return false;
          if (subtree && !other.pattern.covers(row.places[i + 1])) return false;
        }
        by = &other;
        return true;
      });
      idle = idle && taken;
    }
    if (!idle || by == nullptr) continue;
    const Where where = by->node.where();
    tell(Lint::kIdleRow, row.node.where(),
         "the row " + quoted_place(row.pattern.text()) +
             " decides nothing: " + quoted_place(by->pattern.text()) + " (line " +
             std::to_string(where.line) + ") is more specific for every place of it",
         "take it out, or fix its path");
  }
  for (const Row& row : rows) look_at_pair(row.pattern, row.node.where());
}

// A row that names a part of a described pair by index: a pair is one place, and is named without its index.
void Reviewing::look_at_pair(const Pattern& pattern, const Where& where) {
  const Json& state = ruleset_.initial_state();
  const DescribedPatterns& described = ruleset_.file().described_pairs;
  const std::vector<PatternPart> parts = parts_of(pattern, ruleset_.limits());
  if (described.empty() ||
      std::ranges::any_of(parts, [](const PatternPart& part) { return part.any || part.one; }))
    return;
  Result<PathText> text = PathText::parse(pattern.text(), ruleset_.limits());
  if (!text) return;
  for (Path path = text->resolve(state); !path.empty(); path = Path(path.parent())) {
    if (!path.back().is_index) continue;
    const Place pair = resolve(state, path.parent(), {});
    const Path shown = standing(state, path.parent(), described).shown;
    if (pair.node == nullptr || !is_described(described, shown, *pair.node)) continue;
    return tell(Lint::kIdleRow, where,
                "the row " + quoted_place(pattern.text()) +
                    " decides nothing: it names a part of the described pair " +
                    quoted_place(to_dotted(shown)) + " by index, and a pair is one place",
                "leave the index out: " + quoted_place(to_dotted(shown)) + " is the pair's value");
  }
}

// Written once and registered twice: not two rules that somebody wrote to follow one another.
void Reviewing::look_at_rules() {
  using SameLine = std::tuple<std::string_view, std::string_view, bool, std::uint32_t>;
  std::map<SameLine, std::map<Pattern, std::vector<const Rule*>>> alike;
  for (const Rule& one : kinds_.rules) {
    std::vector<const Rule*>& before =
        alike[SameLine(one.source.plugin, one.source.at, one.amends, one.actors)][one.pattern];
    for (const Rule* other : before) {
      if (full()) return;
      tell(Lint::kShadowedRule, one.source,
           one.source.id + " judges the same places for the same actors in the same way as " +
               other->source.id + ", which was registered by the same line and is asked first",
           "make one of the two: " + quoted_place(one.pattern.text()) + " is named twice");
    }
    before.push_back(&one);
  }
}

namespace {

Actor actor_of_kind(std::string_view kind) {
  if (kind == "automation") return Actor::kAutomation;
  if (kind == "migrate") return Actor::kMigration;
  return Actor::kTool;
}

// All places that a write with computed segments may mean in the state, and one that it lacks.
std::vector<Path> place_meant_by(const SourceWrite& write, const Json& state) {
  std::vector<std::pair<Path, const Json*>> now{{Path(), &state}};
  for (const auto& segment : write.path) {
    std::vector<std::pair<Path, const Json*>> next;
    for (const auto& [path, node] : now) {
      if (next.size() >= kMostReviewed) break;
      if (segment) {
        next.emplace_back(path.child(*segment),
                          node == nullptr || !node->is_object() ? nullptr : member(*node, *segment));
        continue;
      }
      next.emplace_back(path.child(kSome), nullptr);
      if (node == nullptr || !node->is_object()) continue;
      for (const auto& [key, child] : object_of(*node))
        if (next.size() < kMostReviewed) next.emplace_back(path.child(key), &child);
    }
    now = std::move(next);
  }
  std::vector<Path> paths;
  paths.reserve(now.size());
  for (auto& [path, node] : now) paths.push_back(std::move(path));
  return paths;
}

}  // namespace

void Reviewing::writes() {
  const FieldTable& fields = ruleset_.guards().fields();
  if (fields.empty()) return;
  const std::vector<Pattern> rows = fields.patterns();
  for (const PluginReading& reading : readings_) {
    for (const SourceWrite& write : reading.source.writes) {
      const Actor actor = actor_of_kind(write.kind);
      const FieldRow* denying = nullptr;
      bool always = true;
      for (const Path& path : place_meant_by(write, ruleset_.initial_state())) {
        if (full() || !writes_.spend(rows.size() * (path.size() + 1))) return;
        const bool below = std::ranges::any_of(
            rows, [&](const Pattern& row) { return !row.has_any() && row.leads_below(path); });
        denying = below ? nullptr : fields.write_denied(path, actor);
        always = always && denying != nullptr;
        if (!always) break;
      }
      if (!always || denying == nullptr) continue;
      std::string path;
      for (const auto& segment : write.path) path += (path.empty() ? "" : ".") + segment.value_or("…");
      std::string at;
      if (const auto table = ruleset_.file().tree->top().member("fields"))
        for (const YamlNode& row : table->children())
          if (const auto its = row.member("path");
              its && its->value().is_string() && string_of(its->value()) == denying->pattern.text())
            at = " (" + row.where().file + ":" + std::to_string(row.where().line) + ")";
      const std::string who(actor_name(actor));
      tell(Lint::kDeniedWrite, write.where,
           std::string("ctx.")
               .append(write.function)
               .append(" of ")
               .append(quoted_place(path))
               .append(" will be refused: the row ")
               .append(quoted_place(denying->pattern.text()))
               .append(" of `fields`")
               .append(at)
               .append(" does not allow the actor ")
               .append(who)
               .append(" to write there"),
           std::string("add ")
               .append(who)
               .append(" to that row's `write`, or add a row for the path: {path: ")
               .append(quoted_place(path))
               .append(", write: [")
               .append(who)
               .append("]}"));
    }
  }
}

}  // namespace gavel
