// Analysis: what all claims need to know of a narration: its sentences and clauses, who and what is named in
// each and who is its subject, and which words take it out of what is asserted. One pass, linear in the text;
// the languages are data (Grammar, and lists of words with these groups):
//
//   marks      end ask dot comma colon break paragraph opens closes; and by what closes it, each mark that
//   opens a quotation joins      joins ands moods      negation unreal planned supposed elsewhere awake past
//   turn pronouns   he she it you they lead       lead
//
// What a clause asserts, of whom, and whether it is true, it does not know.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "narration/grammar.hpp"
#include "narration/name_search.hpp"
#include "narration/word_index.hpp"

namespace gavel {

class AnalysisRules;

namespace analysis {

// A word of a list, where it is.
struct Word {
  std::size_t begin = 0, end = 0;
  std::string_view group;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};
using Words = std::vector<Word>;

// Somebody or something that a clause names.
struct Mention {
  enum class Kind { kWho, kWhere, kRole };
  std::size_t begin = 0, end = 0;
  Kind kind = Kind::kWho;
  std::string id;                // empty: nobody knows who
  std::string_view pronoun;      // its group; empty: a name
  std::vector<std::string> ids;  // of several at once
  bool subject = false, possessive = false, joined = false;
};

struct Clause {
  std::size_t begin = 0, end = 0;
  std::size_t sentence = 0;
  std::string_view stop;  // the group of the mark behind it
  bool panel = false, han = false;
  bool first = false;        // of its sentence
  bool is_explicit = false;  // it names a subject of its own
  bool part = false;         // the subject is something of somebody's
  std::vector<Mention> people, places;
  Words cues;
  std::vector<std::string> subjects;
  std::string why;  // why nothing in it is asserted; empty: it may be

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct Sentence {
  std::size_t begin = 0, end = 0;
  std::size_t first = 0, last = 0;  // clauses
  std::size_t paragraph = 0;
  bool ask = false;
};

struct Story {
  std::string_view text;
  std::vector<Clause> clauses;
  std::vector<Sentence> sentences;
  std::string actor;
  std::vector<Mention> names;  // in order
};

// Goes through the words of one list, piece by piece of the text, in order.
class WordCursor {
 public:
  explicit WordCursor(const Words& words) : words_(words) {}
  Words within(std::size_t begin, std::size_t end);

 private:
  const Words& words_;
  std::size_t next_ = 0;
};

// What all parts of an analysis are given.
struct Source {
  std::string_view text;
  const Grammar& grammar;
  std::map<std::string, Words, std::less<>> words;  // by list
  std::function<const Json*(const Path&)> get;      // of the state
  // Whether a place is in a name; where the name that starts at a place ends, or 0.
  std::vector<std::uint32_t> inside, starts;
  const Words& list(std::string_view name) const;
};

// analysis_clauses.cpp, analysis_moods.cpp, analysis_people.cpp
void split_clauses(const Source& source, Story& story);
void mark_moods(const Source& source, Story& story);
void carry_plans(const Source& source, Story& story);

class People {
 public:
  People(const Source& source, Story& story, const Json& who);
  void settle();

 private:
  enum class Gender { kUnknown, kAny, kHe, kShe };
  void clause(Clause& clause);
  void add_pronouns(Clause& clause);
  void mark(Clause& clause);
  void mark_one(const Clause& clause, Mention& mention);
  bool is_subject_in_han(const Clause& clause, const Mention& mention) const;
  bool is_subject_in_letters(const Clause& clause, const Mention& mention) const;
  std::string_view before_in_clause(const Clause& clause, const Mention& mention) const;
  std::string resolve(Mention& pronoun, const Clause& clause);
  std::vector<std::string> several(const Clause& clause) const;
  Gender gender(const std::string& id);
  bool fits(const std::string& id, std::string_view pronoun);
  bool has_other_subject(const Clause& clause) const;
  bool is_second_person() const;

  const Source& source_;
  Story& story_;
  const Json& who_;  // the path of people, and the members that are their names
  WordCursor pronouns_, lead_;
  Words leads_;  // of the clause at hand
  std::vector<std::string> topic_, recent_, last_;
  std::map<std::string, Gender, std::less<>> genders_;
  bool second_person_ = false;                        // the actor is "you" or "I", so never a he or a she
  std::map<std::string, bool, std::less<>> guessed_;  // whose gender only the name suggests
};

}  // namespace analysis

// An analysis as the claims of a library ask for it:
//
//   reading = { who = { source, … }, where = { source, … }, role = { source, … }, actor = path,
//               people = { path = { key, … }, called = { "name", … } }, words = { marks = …, … }, grammar = {
//               … } }
class AnalysisRules {
 public:
  static std::string check(const Json& spec);
  // REQUIRES: check found nothing wrong.
  static Result<AnalysisRules> read(const Json& spec,
                                    std::vector<std::pair<std::string, std::uint32_t>> lists);

  // The analysis as flat numbers; scripts/lib/pages.lua opens it.
  Result<Json> of(std::string_view text, const WordIndex& index, const WordIndex::Hits& hits,
                  const Document& document, NameSearch& names) const;

 private:
  Result<void> find_names(analysis::Story& story, const Document& document, NameSearch& names) const;

  Grammar grammar_;
  Json sources_;                     // of names: who, where, role, one after the other
  std::size_t who_ = 0, where_ = 0;  // how many of them are whose
  Json people_;                      // { path = …, called = … }
  std::string actor_;
  std::vector<std::pair<std::string, std::uint32_t>> lists_;  // of words, by name
};

}  // namespace gavel
