// Who is in the clauses: names and pronouns, which of them are subjects, and of whom the talk goes on.

#include "narration/analysis.hpp"

#include "letters.hpp"

namespace gavel::analysis {
namespace {

constexpr std::size_t kRecent = 5;  // named last, of whom a pronoun may be

bool is_ascii_at(std::string_view text, std::size_t at) {
  return at < text.size() && static_cast<unsigned char>(text[at]) < 0x80;
}

void add_once(std::vector<std::string>& ids, const std::string& id) {
  if (!id.empty() && std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
}

// Whether a possessive ending is behind a name.
bool is_owning(std::string_view text, std::size_t behind) {
  const std::string_view rest = text.substr(behind, 4);
  return rest.starts_with("的") || rest.starts_with(" 的") || rest.starts_with("'s") ||
         rest.starts_with("’s") || rest.starts_with("' ");
}

std::vector<std::string> ids_of(const std::vector<Mention>& people, bool subjects) {
  std::vector<std::string> ids;
  for (const Mention& one : people) {
    if (one.subject != subjects) continue;
    for (const std::string& id : one.ids) add_once(ids, id);
    if (one.ids.empty()) add_once(ids, one.id);
  }
  return ids;
}

}  // namespace

People::People(const Source& source, Story& story, const Json& who)
    : source_(source),
      story_(story),
      who_(who),
      pronouns_(source.list("pronouns")),
      lead_(source.list("lead")) {}

// Whether the narrator calls the actor "you" or "I", and never by name.
bool People::is_second_person() const {
  if (story_.actor.empty() ||
      std::ranges::any_of(story_.names, [&](const Mention& one) { return one.id == story_.actor; }))
    return false;
  auto clause = story_.clauses.begin();
  for (const Word& word : source_.list("pronouns")) {
    if (word.group != "you") continue;
    while (clause != story_.clauses.end() && clause->end <= word.begin) ++clause;
    if (clause != story_.clauses.end() && clause->begin <= word.begin) return true;
  }
  return false;
}

void People::settle() {
  second_person_ = is_second_person();
  for (Clause& one : story_.clauses) clause(one);
}

// What a clause holds before a mention, without the words that may lead in.
std::string_view People::before_in_clause(const Clause& clause, const Mention& mention) const {
  std::size_t at = clause.begin;
  for (const Word& lead : leads_) {
    if (lead.begin > at || lead.end > mention.begin) break;
    at = lead.end;
  }
  return letters::trimmed(source_.text.substr(at, mention.begin - at));
}

bool People::is_subject_in_han(const Clause& clause, const Mention& mention) const {
  const std::string_view rest = before_in_clause(clause, mention);
  if (rest.empty()) return true;
  if (source_.grammar.object_before.has(letters::before(rest, rest.size()))) return false;
  const bool opening = std::ranges::any_of(source_.grammar.time_ends,
                                           [&](const std::string& end) { return rest.ends_with(end); });
  return opening && std::ranges::none_of(source_.grammar.markers, [&](const std::string& marker) {
           return rest.find(marker) != rest.npos;
         });
}

bool People::is_subject_in_letters(const Clause& clause, const Mention& mention) const {
  const std::string rest = letters::lower(before_in_clause(clause, mention));
  std::size_t end = rest.size();
  const auto last_word = [&] {
    while (end > 0 && letters::is_blank(rest[end - 1])) --end;
    std::size_t start = end;
    while (start > 0 && (letters::is_letter(rest[start - 1]) || rest[start - 1] == '\'')) --start;
    const std::string_view word = std::string_view(rest).substr(start, end - start);
    end = start;
    return word;
  };
  std::string_view before = last_word();
  if (source_.grammar.articles.has(before)) before = last_word();
  if (before.empty()) return true;
  if (source_.grammar.prepositions.has(before)) return false;
  const std::size_t count = letters::count_words(rest);
  if (count <= 1 || source_.grammar.subject_before.has(before)) return true;
  if (std::ranges::any_of(source_.grammar.subject_before_ends,
                          [&](const std::string& one) { return before.ends_with(one); }))
    return true;
  // "by nightfall the Queen …"
  constexpr std::size_t kMostOpening = 7;
  return count <= kMostOpening && source_.grammar.openings.has(letters::word_at(rest, 0));
}

void People::mark_one(const Clause& clause, Mention& mention) {
  const std::string_view text = source_.text;
  const bool latin = is_ascii_at(text, mention.begin);
  if (!mention.pronoun.empty() && latin) {
    const std::string word = letters::lower(text.substr(mention.begin, mention.end - mention.begin));
    const std::string after = std::string(letters::word_at(text, letters::skip_blanks(text, mention.end)));
    if (source_.grammar.either.has(word)) {
      mention.possessive = !after.empty() && !source_.grammar.prepositions.has(after) &&
                           !source_.grammar.after_objective.has(after);
      if (!mention.possessive) return;
    }
    mention.possessive = mention.possessive || source_.grammar.owning.has(word);
    if (source_.grammar.objective.has(word)) return;
  } else {
    mention.possessive = is_owning(text, mention.end);
  }
  mention.subject =
      latin && !clause.han ? is_subject_in_letters(clause, mention) : is_subject_in_han(clause, mention);
}

// Marks what is subject and possessive among the people of a clause, in order.
void People::mark(Clause& clause) {
  for (std::size_t i = 0; i < clause.people.size(); ++i) {
    Mention& one = clause.people[i];
    mark_one(clause, one);
    if (i == 0) continue;
    const Mention& previous = clause.people[i - 1];
    const std::string_view between =
        letters::trimmed(source_.text.substr(previous.end, one.begin - std::min(previous.end, one.begin)));
    if (source_.grammar.ands.has(between)) {
      one.subject = previous.subject;
      one.joined = true;
    } else if (previous.subject && !previous.possessive) {
      one.subject = false;
    }
  }
}

void People::add_pronouns(Clause& clause) {
  std::vector<Mention> all;
  auto name = clause.people.begin();
  for (const Word& word : pronouns_.within(clause.begin, clause.end)) {
    while (name != clause.people.end() && name->end <= word.begin) all.push_back(std::move(*name++));
    if (name != clause.people.end() && name->begin <= word.begin) continue;  // it is in the name
    Mention pronoun;
    pronoun.begin = word.begin;
    pronoun.end = word.end;
    pronoun.pronoun = word.group;
    all.push_back(std::move(pronoun));
  }
  while (name != clause.people.end()) all.push_back(std::move(*name++));
  clause.people = std::move(all);
}

People::Gender People::gender(const std::string& id) {
  const auto added = genders_.emplace(id, Gender::kUnknown);
  const auto place = added.first;
  if (!added.second && place->second != Gender::kUnknown) return place->second;
  place->second = Gender::kAny;
  const Json* path = member(who_, "path");
  const Json* called = member(who_, "called");
  if (path == nullptr || called == nullptr || !called->is_array()) return place->second;
  Path base;
  for (const Json& key : array_of(*path)) base.push_key(string_of(key));
  base.push_key(id);
  const Json* node = source_.get(base);
  const Grammar& grammar = source_.grammar;
  Gender likely = Gender::kAny;
  const auto note_gender = [&](const std::string& name) {
    if (likely == Gender::kAny && grammar.she.may_fit(name)) likely = Gender::kShe;
    if (likely == Gender::kAny && grammar.he.may_fit(name)) likely = Gender::kHe;
    if (place->second != Gender::kAny) return;
    if (grammar.she.fit(name)) {
      place->second = Gender::kShe;
    } else if (grammar.he.fit(name)) {
      place->second = Gender::kHe;
    }
  };
  for (const Json& field : array_of(*called)) {
    const Json* value = node == nullptr ? nullptr : member(*node, string_of(field));
    if (value == nullptr) continue;
    if (value->is_string()) note_gender(string_of(*value));
    if (value->is_array())
      for (const Json& one : array_of(*value))
        if (one.is_string()) note_gender(string_of(one));
  }
  if (place->second == Gender::kAny && likely != Gender::kAny) {
    place->second = likely;
    guessed_.emplace(id, true);
  }
  return place->second;
}

bool People::fits(const std::string& id, std::string_view pronoun) {
  const Gender its = gender(id);
  return its == Gender::kAny || (its == Gender::kHe && pronoun == "he") ||
         (its == Gender::kShe && pronoun == "she");
}

// Whom a pronoun stands for: somebody of this clause where it owns something, else the topic, else whoever
// was named last.
std::string People::resolve(Mention& pronoun, const Clause& clause) {
  if (pronoun.pronoun == "you") return story_.actor;
  if (pronoun.pronoun == "they") return {};
  // "rewards her": not the one who does it.
  const bool reflexive = source_.grammar.self_forms.has(
      letters::lower(source_.text.substr(pronoun.begin, pronoun.end - pronoun.begin)));
  std::vector<std::string> itself, candidates;
  for (const Mention& one : clause.people)
    if (one.subject && !pronoun.subject && !pronoun.possessive && one.begin < pronoun.begin && !reflexive)
      add_once(itself, one.id);
  if (second_person_) add_once(itself, story_.actor);
  const auto is_itself = [&](const std::string& id) { return std::ranges::find(itself, id) != itself.end(); };
  for (const Mention& one : clause.people)
    if (one.begin < pronoun.begin && !one.id.empty() && !is_itself(one.id) &&
        (one.subject || pronoun.possessive || one.pronoun.empty()))
      candidates.push_back(one.id);
  if (!candidates.empty() && !pronoun.possessive) candidates = {candidates.back()};
  for (const std::string& id : topic_)
    if (!is_itself(id)) candidates.push_back(id);
  for (std::size_t i = recent_.size(); i > 0 && i + kRecent > recent_.size(); --i)
    if (!is_itself(recent_[i - 1])) candidates.push_back(recent_[i - 1]);
  const bool it = pronoun.pronoun == "it";
  // Somebody known to be a she goes before somebody of whom nobody can say.
  if (!it)
    for (const std::string& id : candidates)
      if (gender(id) != Gender::kAny && fits(id, pronoun.pronoun)) return id;
  for (const std::string& id : candidates) {
    if (!fits(id, pronoun.pronoun)) continue;
    if (!it) genders_[id] = pronoun.pronoun == "he" ? Gender::kHe : Gender::kShe;
    return id;
  }
  // Nobody named fits: whom the story is about.
  if (!it && !story_.actor.empty() && !is_itself(story_.actor) && fits(story_.actor, pronoun.pronoun))
    return story_.actor;
  // A name that is mostly a woman's may be his.
  if (!it && !candidates.empty() && guessed_.erase(candidates.front()) > 0) {
    genders_[candidates.front()] = pronoun.pronoun == "he" ? Gender::kHe : Gender::kShe;
    return candidates.front();
  }
  return {};
}

// 两人, "they": those of whom the talk is, where it is clear who.
std::vector<std::string> People::several(const Clause& clause) const {
  if (topic_.size() >= 2) return topic_;
  std::vector<std::string> ids = last_;
  for (const Mention& one : clause.people)
    if (one.ids.empty()) add_once(ids, one.id);
  if (ids.size() < 2) return {};
  ids.resize(2);
  return ids;
}

// Whether an English clause brings a subject of its own that is nobody the state knows.
bool People::has_other_subject(const Clause& clause) const {
  if (clause.han) return false;
  std::size_t at = clause.begin;
  while (at < clause.end && !letters::is_letter(source_.text[at])) ++at;
  const std::string_view first = letters::word_at(source_.text, at);
  if (at >= clause.end || first.empty()) return false;
  if (source_.grammar.own_subjects.has(letters::lower(first))) return true;
  const std::size_t behind = letters::skip_blanks(source_.text, at + first.size());
  const std::string_view second = letters::word_at(source_.text, behind);
  // "Goblets jump", "Sirens start": a capital that is no conjunction, before a verb.
  return letters::is_upper(first.front()) && clause.first && behind > at + first.size() && !second.empty() &&
         first.ends_with('s');
}

void People::clause(Clause& clause) {
  add_pronouns(clause);
  leads_ = lead_.within(clause.begin, clause.end);
  mark(clause);
  for (Mention& one : clause.people) {
    if (one.pronoun == "they" && !one.possessive) {
      one.ids = several(clause);
      const bool we =
          source_.grammar.we_forms.has(letters::lower(source_.text.substr(one.begin, one.end - one.begin)));
      if (we && one.ids.empty() && !story_.actor.empty()) one.ids = {story_.actor};
    } else if (!one.pronoun.empty()) {
      one.id = resolve(one, clause);
    }
  }
  std::vector<std::string> subjects = ids_of(clause.people, true);
  const Mention *first = nullptr, *other = nullptr;
  std::size_t count = 0, others = 0;
  for (const Mention& one : clause.people) {
    if (one.subject) {
      if (first == nullptr) first = &one;
      ++count;
    } else {
      ++others;
      if (one.pronoun.empty() && !one.id.empty()) other = &one;
    }
  }
  clause.is_explicit = count > 0;
  clause.part = count == 1 && first->possessive;
  clause.subjects = std::move(subjects);
  if (!clause.is_explicit && !clause.panel && !has_other_subject(clause)) clause.subjects = topic_;
  // "Mu's palm strikes Lin's chest; he …": whom it happens to.
  const bool struck = clause.part && other != nullptr && other->begin > first->begin;
  // 暗器钉进了铁无双的肩头，鲜血…: who was hit is what the sentence goes on about.
  const bool hit = others > 0 && !clause.is_explicit && other != nullptr && (topic_.empty() || clause.first);
  if (!struck && clause.is_explicit && !clause.subjects.empty()) {
    topic_ = clause.subjects;
  } else if (struck || hit) {
    topic_ = {other->id};
  }
  for (const Mention& one : clause.people)
    if (!one.id.empty()) recent_.push_back(one.id);
  if (!clause.people.empty()) {
    last_.clear();
    for (const Mention& one : clause.people)
      if (one.ids.empty()) add_once(last_, one.id);
  }
}

}  // namespace gavel::analysis
