// Grammar: what a library says of the languages that narrations are in: which words lead, own, join, quote,
// deny. All of it is data of the plugins' library (scripts/lib); the host only knows the parts that such data
// may have.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// Texts that are looked up as a whole.
class WordSet {
 public:
  void add(std::string text) { all_.insert(std::move(text)); }
  bool has(std::string_view text) const { return all_.find(text) != all_.end(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> all_;
};

struct Grammar {
  // What names reveal about those who have them: how they begin, end, or what they hold.
  struct Signs {
    std::vector<std::string> begins, ends, holds;
    WordSet words;  // single words of a name; they suggest it
    bool fit(std::string_view name) const;
    bool may_fit(std::string_view name) const;
  };

  WordSet abbreviations;    // end with a dot that ends no sentence
  WordSet clause_pronouns;  // begin a clause behind "and"
  WordSet participles;      // besides those that end as below
  std::vector<std::string> participle_ends;
  WordSet adverbs;                               // between "had" and its participle
  WordSet prepositions;                          // what follows is no subject
  WordSet articles;                              // words before a name that belong to it
  WordSet subject_before;                        // words before a subject
  std::vector<std::string> subject_before_ends;  // how such words end
  WordSet openings;                              // what begins an opening before the subject: "by nightfall"
  WordSet own_subjects;                  // a clause that begins with one has a subject that nobody knows
  WordSet owning, objective, either;     // pronouns: of somebody, never a subject, or both
  WordSet after_objective;               // behind one that may be both: it owns nothing
  WordSet ands;                          // join two subjects
  WordSet object_before;                 // characters before what is no subject
  std::vector<std::string> markers;      // of objects, anywhere before
  std::vector<std::string> time_ends;    // what ends an opening before the subject
  std::vector<std::string> says;         // at the end of a clause: what follows is somebody's word
  WordSet not_said;                      // before one of them: it is another word
  WordSet name_goes_on;                  // characters that make a name another one
  std::vector<std::string> name_ends;    // unless they begin one of these
  WordSet weak_turns;                    // turns that end no plan
  WordSet we_forms;                      // "we": at least whose story it is
  WordSet self_forms;                    // "herself": may be the subject itself
  std::vector<std::string> role_behind;  // behind a role: it is nobody's
  Signs he, she;

  static Result<Grammar> read(const Json& json);
};

}  // namespace gavel
