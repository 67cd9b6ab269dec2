// The parts of a review, one file each.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/review.hpp"
#include "ruleset/kinds.hpp"
#include "state/suggest.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

// A pattern's segments, from its text: "*" and "**" by themselves.
struct PatternPart {
  std::string key;
  bool one = false, any = false;
};
std::vector<PatternPart> parts_of(const Pattern& pattern, const Limits& limits);

// The places in ruleset.yaml of the texts that plugins are given as parameters.
class GivenTexts {
 public:
  // REQUIRES: the file outlives it.
  explicit GivenTexts(const RulesetFile& file);
  // The first of a plugin's that is this text; nothing: there is none.
  std::optional<Where> where(std::string_view plugin, std::string_view text) const;

 private:
  std::map<std::pair<std::string_view, std::string_view>, YamlNode> nodes_;
};

// How much of what is compared with what a review still looks at: what everybody writes comes nowhere near.
class Patience {
 public:
  bool spend(std::size_t work) {
    left_ -= std::min(left_, work);
    return left_ != 0;
  }

 private:
  std::size_t left_ = 20'000'000;  // segments of patterns and places
};

// What every part is given, and tells its findings to.
class Reviewing {
 public:
  Reviewing(const Ruleset& ruleset, std::span<const PluginReading> readings, std::vector<Problem>& problems)
      : ruleset_(ruleset),
        kinds_(ruleset.kinds()),
        readings_(readings),
        problems_(problems),
        given_(ruleset.file()) {}

  void lookalikes();  // names in patterns that look like wildcards; first, so that nothing else tells of them
  void places();      // patterns, rows and rules against the state and one another
  void writes();      // what plugins write, against the fields table
  void spelling();    // places that are named once, beside a near one that the ruleset speaks of
  void texts();       // in both languages
  void links();       // claims and tools, events and automations, settings, parameters

 private:
  // Nothing more would be told.
  bool full() const { return problems_.size() >= ruleset_.limits().max_problems; }
  void tell(Lint finding, Where where, std::string message, std::string hint);
  void tell(Lint finding, const Registered& at, std::string message, std::string hint);
  const Registration& registration(const Registered& source) const;

  // A pattern that somebody is about.
  struct Wanted {
    Pattern pattern;
    std::string who;
    Where where;
  };
  // A pattern that speaks of places, beside what plugins ask ctx.
  struct Spoken {
    const Pattern* pattern = nullptr;
    Where where;
    bool tells = true;  // false: what is wrong with it is told elsewhere
  };
  std::vector<Spoken> spoken_patterns() const;
  void given_places(std::vector<Wanted>& wanted) const;
  bool is_its_own(const Pattern& pattern, const std::string& plugin) const;
  const std::set<std::string>& keys_in_state();
  void look_for(const Pattern& pattern, const std::string& who, const Where& where);
  bool is_made(const Pattern& pattern);
  bool is_spoken_of(const Pattern& pattern, const std::vector<PatternPart>& parts);
  void look_at_rows();
  void look_at_pair(const Pattern& pattern, const Where& where);
  void look_at_rules();
  void look_at_budgets();
  void look_at_text(const Json* text, std::string_view what, const Where& where);
  void look_at_manifests();
  void look_at_claims();
  void look_at_events();
  void look_at_settings();

  const Ruleset& ruleset_;
  const Kinds& kinds_;
  std::span<const PluginReading> readings_;
  std::vector<Problem>& problems_;
  // A pattern of a row or a derived value that names what stands at its end.
  struct Speaker {
    const Pattern* pattern = nullptr;
    std::size_t parts = 0;
    std::vector<Path> samples;
  };
  const std::vector<Speaker>& speakers();

  GivenTexts given_;
  HintBudget hints_;
  std::optional<std::set<std::string>> keys_;  // of all that stands in the initial state
  std::optional<std::vector<Speaker>> speakers_;
  Patience made_, rows_, writes_;     // of is_made(), look_at_rows() and writes()
  std::set<std::string> lookalikes_;  // the patterns that lookalikes() told of
};

Where where_of_source(const Registered& source);

}  // namespace gavel
