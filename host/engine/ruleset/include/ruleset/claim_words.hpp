// ClaimWords: the words that the claims of a ruleset listen for, found in one pass for all of them; and by
// that, which claims have anything to ask of a text.
//
//   words = { hp = { loses = { "loses", … }, … }, … }   lists of words (WordIndex), by name
//   cues = { "hp.loses", { "hp.opens", "hp.part" }, … } without one of these in the text the claim is not
//   asked; of
//                                                       a list in it, all must be there, near one another. A
//                                                       cue may be a source of names as ctx.find_names takes
//                                                       it
//   reading = { … }                                     what claims need to know of a text alike
//   (analysis.hpp): read once
//                                                       for all that ask for the same; `find` is given it
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "narration/analysis.hpp"
#include "narration/word_index.hpp"
#include "state/json.hpp"

namespace gavel {

// A text that claims are asked of, with the words of all lists in it.
struct SearchedText {
  std::string_view text;
  WordIndex::Hits hits;
};

// What one claim listens for, as its plugin wrote it.
struct ClaimSpec {
  struct CuePart {
    std::string list, group;
    Json names;  // a source of names; null: the words of a group
  };
  std::vector<std::pair<std::string, Json>> lists;  // by name: its own, and those of its reading
  std::vector<std::vector<CuePart>> cues;
  Json reading;  // null: none

  // From the table of a registration; what is wrong with it is put into `wrong`.
  static ClaimSpec read(const Json& table, std::vector<std::string>& wrong);
};

class ClaimWords {
 public:
  struct Cue {
    struct Part {
      std::uint32_t list = 0, group = 0;
      std::optional<std::size_t> names;  // a source of names: its place in `sources`; nothing: a word
    };
    std::vector<Part> parts;  // all of them
  };
  struct One {
    std::vector<std::pair<std::string, std::uint32_t>> lists;  // by name
    std::vector<Cue> cues;                                     // empty: it is always asked
    std::optional<std::size_t> reading;                        // the same for claims that share one
  };

  // The claims in order. REQUIRES: nothing was wrong with any.
  static Result<ClaimWords> of(std::span<const ClaimSpec* const> claims);

  const WordIndex& index() const { return index_; }
  const One& claim(std::size_t number) const { return claims_[number]; }
  const std::vector<AnalysisRules>& readings() const { return readings_; }
  const Json& sources() const { return sources_; }  // of the names in cues
  // Whether the words of a cue stand in a text, names aside.
  static bool stands(const Cue& cue, const WordIndex::Hits& hits);

 private:
  Result<void> add(const ClaimSpec& claim);
  std::size_t source_number(const Json& source);

  WordIndex index_;
  Json sources_ = Json(Json::value_t::array);
  std::vector<One> claims_;
  std::vector<AnalysisRules> readings_;
  std::vector<std::string> asked_;  // for each: what was asked for
};

}  // namespace gavel
