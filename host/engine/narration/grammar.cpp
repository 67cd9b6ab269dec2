#include "narration/grammar.hpp"

#include <algorithm>

#include "letters.hpp"

namespace gavel {
namespace {

std::vector<std::string> list_of(const Json& json, std::string_view name) {
  std::vector<std::string> all;
  const Json* list = member(json, name);
  if (list == nullptr || !list->is_array()) return all;
  for (const Json& one : array_of(*list))
    if (one.is_string() && !string_of(one).empty()) all.push_back(string_of(one));
  return all;
}

WordSet set_of(const Json& json, std::string_view name) {
  WordSet set;
  for (std::string& one : list_of(json, name)) set.add(std::move(one));
  return set;
}

Grammar::Signs signs_of(const Json& json, std::string_view name) {
  const Json* signs = member(json, name);
  if (signs == nullptr) return {};
  return {list_of(*signs, "begins"), list_of(*signs, "ends"), list_of(*signs, "holds"),
          set_of(*signs, "words")};
}

}  // namespace

bool Grammar::Signs::fit(std::string_view name) const {
  return std::ranges::any_of(begins, [&](const std::string& one) { return name.starts_with(one); }) ||
         std::ranges::any_of(ends, [&](const std::string& one) { return name.ends_with(one); }) ||
         std::ranges::any_of(holds, [&](const std::string& one) { return name.find(one) != name.npos; });
}

bool Grammar::Signs::may_fit(std::string_view name) const {
  for (std::size_t at = 0; at < name.size();) {
    const std::string_view word = letters::word_at(name, at);
    if (words.has(word)) return true;
    at += word.size() + 1;
  }
  return false;
}

Result<Grammar> Grammar::read(const Json& json) {
  if (!json.is_object())
    return Error(Code::kPluginInvalid, "`reading.grammar` must be a table whose values are lists of words");
  Grammar grammar;
  grammar.abbreviations = set_of(json, "abbreviations");
  grammar.clause_pronouns = set_of(json, "clause_pronouns");
  grammar.participles = set_of(json, "participles");
  grammar.participle_ends = list_of(json, "participle_ends");
  grammar.adverbs = set_of(json, "adverbs");
  grammar.prepositions = set_of(json, "prepositions");
  grammar.articles = set_of(json, "articles");
  grammar.subject_before = set_of(json, "subject_before");
  grammar.subject_before_ends = list_of(json, "subject_before_ends");
  grammar.openings = set_of(json, "openings");
  grammar.own_subjects = set_of(json, "own_subjects");
  grammar.owning = set_of(json, "owning");
  grammar.objective = set_of(json, "objective");
  grammar.either = set_of(json, "either");
  grammar.after_objective = set_of(json, "after_objective");
  grammar.ands = set_of(json, "ands");
  grammar.object_before = set_of(json, "object_before");
  grammar.markers = list_of(json, "markers");
  grammar.time_ends = list_of(json, "time_ends");
  grammar.says = list_of(json, "says");
  grammar.not_said = set_of(json, "not_said");
  grammar.name_goes_on = set_of(json, "name_goes_on");
  grammar.name_ends = list_of(json, "name_ends");
  grammar.weak_turns = set_of(json, "weak_turns");
  grammar.we_forms = set_of(json, "we_forms");
  grammar.self_forms = set_of(json, "self_forms");
  grammar.role_behind = list_of(json, "role_behind");
  grammar.he = signs_of(json, "he");
  grammar.she = signs_of(json, "she");
  return grammar;
}

}  // namespace gavel
