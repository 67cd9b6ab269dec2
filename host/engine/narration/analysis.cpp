#include "narration/analysis.hpp"

#include "state/path_text.hpp"

#include "letters.hpp"

namespace gavel {

namespace analysis {

Words WordCursor::within(std::size_t begin, std::size_t end) {
  Words all;
  while (next_ < words_.size() && words_[next_].begin < begin) ++next_;
  for (; next_ < words_.size() && words_[next_].end <= end; ++next_) all.push_back(words_[next_]);
  return all;
}

const Words& Source::list(std::string_view name) const {
  static const Words kNone;
  const auto found = words.find(name);
  return found == words.end() ? kNone : found->second;
}

namespace {

// A name that is another one: 李四喜 is not 李四; a letter that ends given names makes the name longer,
// unless it begins a word.
bool goes_on(const Grammar& grammar, std::string_view text, std::size_t behind) {
  const std::string_view next = letters::at(text, behind);
  if (next.empty() || !grammar.name_goes_on.has(next)) return false;
  if (next == "之") return !letters::is_han(letters::at(text, behind + next.size()));
  return std::ranges::none_of(grammar.name_ends,
                              [&](const std::string& word) { return text.substr(behind).starts_with(word); });
}

bool is_acceptable(const Grammar& grammar, std::string_view text, const Mention& mention,
                   std::string_view name) {
  const char first = text[mention.begin];
  const bool who = mention.kind != Mention::Kind::kWhere;
  if (static_cast<unsigned char>(first) >= 0x80) return !who || !goes_on(grammar, text, mention.end);
  if (letters::is_upper(first) || letters::has_han(name) || letters::is_digit(name.front())) return true;
  // A name in small letters is a thing or a place, and then only "the" one; of people, aliases such as "the
  // drone".
  const bool small = !letters::is_upper(name.front()) && letters::is_letter(name.front());
  if (who) return small;
  const std::string before = letters::lower(text.substr(
      mention.begin - std::min<std::size_t>(mention.begin, 5), std::min<std::size_t>(mention.begin, 5)));
  return small || before.find("the ") != before.npos;
}

bool is_role_of(const Grammar& grammar, std::string_view text, const Mention& mention,
                std::string_view name) {
  if (letters::is_upper(text[mention.begin]) || name.size() < 4) return false;
  return std::ranges::none_of(grammar.role_behind, [&](const std::string& behind) {
    return text.substr(mention.end).starts_with(behind) || name == behind;
  });
}

// Texts by number, each once.
class Numbering {
 public:
  std::int64_t of(std::string_view text) {
    if (text.empty()) return 0;
    const auto [place, fresh] = known_.emplace(std::string(text), known_.size() + 1);
    if (fresh) all_.emplace_back(std::string(text));
    return static_cast<std::int64_t>(place->second);
  }
  JsonArray take() { return std::move(all_); }
  const JsonArray& all() const { return all_; }

 private:
  std::map<std::string, std::size_t, std::less<>> known_;
  JsonArray all_;
};

// The story as flat lists of numbers, in the order that scripts/lib/pages.lua reads.
class Pages {
 public:
  Json write(const Story& story) {
    for (const Clause& one : story.clauses) clause(one);
    for (const Sentence& one : story.sentences)
      put(s_, {one.begin + 1, one.end, one.ask, one.first + 1, one.last + 1, one.paragraph + 1});
    Json json(Json::value_t::object);
    json["c"] = Json(std::move(c_));
    json["s"] = Json(std::move(s_));
    json["m"] = Json(std::move(m_));
    json["q"] = Json(std::move(q_));
    json["lists"] = Json(std::move(lists_));
    json["people"] = Json(std::move(people_));
    json["names"] = Json(names_.take());
    if (!story.actor.empty()) json["actor"] = story.actor;
    return json;
  }

 private:
  static void put(JsonArray& into, std::initializer_list<std::size_t> numbers) {
    for (const std::size_t one : numbers) into.emplace_back(static_cast<std::int64_t>(one));
  }

  std::int64_t list(const std::vector<std::string>& ids) {
    if (ids.empty()) return 0;
    JsonArray numbers;
    for (const std::string& id : ids) numbers.emplace_back(names_.of(id));
    lists_.emplace_back(std::move(numbers));
    return static_cast<std::int64_t>(lists_.size());
  }

  void mention(const Mention& one) {
    const auto kind = one.kind == Mention::Kind::kWhere ? 8U : one.kind == Mention::Kind::kRole ? 16U : 0U;
    const bool fresh =
        !one.id.empty() && one.kind != Mention::Kind::kWhere && seen_.emplace(one.id, true).second;
    if (fresh) people_.emplace_back(one.id);
    put(m_, {one.begin + 1, one.end});
    m_.emplace_back(names_.of(one.id));
    put(m_, {(one.subject ? 1U : 0U) | (one.possessive ? 2U : 0U) | (one.joined ? 4U : 0U) | kind});
    m_.emplace_back(one.ids.empty() ? names_.of(one.pronoun) : -list(one.ids));
  }

  void clause(const Clause& one) {
    put(c_, {one.begin + 1, one.end, one.sentence + 1});
    put(c_, {(one.panel ? 1U : 0U) | (one.is_explicit ? 2U : 0U) | (one.first ? 4U : 0U) |
             (one.part ? 8U : 0U) | (one.han ? 16U : 0U)});
    put(c_, {m_.size()});
    for (const Mention& who : one.people) mention(who);
    put(c_, {m_.size()});
    for (const Mention& where : one.places) mention(where);
    put(c_, {m_.size(), q_.size()});
    for (const Word& cue : one.cues) {
      put(q_, {cue.begin + 1, cue.end});
      q_.emplace_back(names_.of(cue.group));
    }
    put(c_, {q_.size()});
    c_.emplace_back(list(one.subjects));
    c_.emplace_back(names_.of(one.why));
  }

  JsonArray c_, s_, m_, q_, lists_, people_;
  Numbering names_;
  std::map<std::string, bool, std::less<>> seen_;
};

}  // namespace
}  // namespace analysis

std::string AnalysisRules::check(const Json& spec) {
  if (!spec.is_object()) return "has a `reading` that is no table";
  for (const char* name : {"who", "where", "role"}) {
    const Json* sources = member(spec, name);
    if (sources == nullptr || !sources->is_array())
      return "has a `reading` without `" + std::string(name) + "`, a list of sources of names";
  }
  const Json* actor = member(spec, "actor");
  if (actor == nullptr || !actor->is_string())
    return "has a `reading` without `actor`, the path of whom \"you\" means";
  const Json* people = member(spec, "people");
  const Json* path = people == nullptr ? nullptr : member(*people, "path");
  const Json* called = people == nullptr ? nullptr : member(*people, "called");
  const auto is_list = [](const Json* list) {
    return list != nullptr && list->is_array() &&
           std::ranges::all_of(array_of(*list), [](const Json& one) { return one.is_string(); });
  };
  if (!is_list(path) || !is_list(called))
    return "has a `reading` without `people`, { path = { … }, called = { … } }";
  return {};
}

Result<AnalysisRules> AnalysisRules::read(const Json& spec,
                                          std::vector<std::pair<std::string, std::uint32_t>> lists) {
  AnalysisRules rules;
  const Json* grammar = member(spec, "grammar");
  rules.grammar_ = TRY(Grammar::read(grammar == nullptr ? Json(Json::value_t::object) : *grammar));
  rules.sources_ = Json(Json::value_t::array);
  for (const char* name : {"who", "where", "role"})
    for (const Json& source : array_of(*member(spec, name))) array_of(rules.sources_).push_back(source);
  rules.who_ = member(spec, "who")->size();
  rules.where_ = member(spec, "where")->size();
  rules.people_ = *member(spec, "people");
  rules.actor_ = string_of(*member(spec, "actor"));
  rules.lists_ = std::move(lists);
  return rules;
}

// The names of the text, in order; one that several have is nobody's.
Result<void> AnalysisRules::find_names(analysis::Story& story, const Document& document,
                                       NameSearch& names) const {
  using analysis::Mention;
  NameSearch::Found found = TRY(names.hits(document, sources_, story.text));
  for (const NameFinder::Hit& hit : found.hits) {
    const std::vector<NameIndex::Owner>& owners = found.index->owners[hit.name];
    const NameIndex::Owner& of = *std::ranges::min_element(owners, {}, &NameIndex::Owner::from);
    const bool several = std::ranges::any_of(owners, [&](const NameIndex::Owner& one) {
      return one.from == of.from && !equal(one.match, of.match);
    });
    if (several || !of.match.is_array() || of.match.empty() || !array_of(of.match)[0].is_string()) continue;
    Mention mention;
    mention.begin = hit.span.begin;
    mention.end = hit.span.end;
    mention.id = string_of(array_of(of.match)[0]);
    mention.kind = of.from <= who_            ? Mention::Kind::kWho
                   : of.from <= who_ + where_ ? Mention::Kind::kWhere
                                              : Mention::Kind::kRole;
    const std::string& name = found.index->names[hit.name];
    if (mention.kind == Mention::Kind::kRole && !analysis::is_role_of(grammar_, story.text, mention, name))
      continue;
    if (analysis::is_acceptable(grammar_, story.text, mention, name))
      story.names.push_back(std::move(mention));
  }
  return {};
}

Result<Json> AnalysisRules::of(std::string_view text, const WordIndex& index, const WordIndex::Hits& hits,
                               const Document& document, NameSearch& names) const {
  analysis::Story story;
  story.text = text;
  TRY(find_names(story, document, names));
  analysis::Source source{text, grammar_, {}, [&](const Path& path) { return document.find(path); }, {}, {}};
  for (const auto& [name, list] : lists_) {
    analysis::Words& words = source.words[name];
    for (const WordIndex::Hit& hit : hits[list])
      words.push_back({hit.begin, hit.end, index.group(list, hit.group)});
  }
  source.inside.assign(text.size() + 1, 0);
  source.starts.assign(text.size() + 1, 0);
  for (const analysis::Mention& name : story.names) {
    source.starts[name.begin] = static_cast<std::uint32_t>(name.end);
    std::fill(source.inside.begin() + static_cast<std::ptrdiff_t>(name.begin),
              source.inside.begin() + static_cast<std::ptrdiff_t>(name.end), 1);
  }
  const Result<PathText> actor = PathText::parse(actor_, Limits());
  const Json* who = actor ? document.find(actor->resolve(document.data())) : nullptr;
  if (who != nullptr && who->is_string()) story.actor = string_of(*who);
  analysis::split_clauses(source, story);
  auto name = story.names.begin();
  for (analysis::Clause& clause : story.clauses) {
    while (name != story.names.end() && name->begin < clause.begin) ++name;
    for (; name != story.names.end() && name->end <= clause.end; ++name)
      (name->kind == analysis::Mention::Kind::kWhere ? clause.places : clause.people).push_back(*name);
  }
  analysis::mark_moods(source, story);
  analysis::People(source, story, people_).settle();
  analysis::carry_plans(source, story);
  return analysis::Pages().write(story);
}

}  // namespace gavel
