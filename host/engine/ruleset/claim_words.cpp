#include "ruleset/claim_words.hpp"

#include <algorithm>

#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr std::size_t kNear = 160;  // bytes between the words of one cue
constexpr std::size_t kMostCues = 256;

// The lists of a claim: its own, and those of its reading.
std::vector<std::pair<std::string, const Json*>> lists_of(const Json& spec) {
  std::vector<std::pair<std::string, const Json*>> all;
  const auto take = [&](const Json* lists) {
    if (lists == nullptr || !lists->is_object()) return;
    for (const auto& [name, list] : object_of(*lists)) all.emplace_back(name, &list);
  };
  take(member(spec, "words"));
  if (const Json* reading = member(spec, "reading")) take(member(*reading, "words"));
  return all;
}

const Json* list_named(const Json& spec, std::string_view name) {
  for (const auto& [its_name, list] : lists_of(spec))
    if (its_name == name) return list;
  return nullptr;
}

// Those of a claim's lists that its reading has.
std::vector<std::pair<std::string, std::uint32_t>> lists_in(
    const Json& reading, const std::vector<std::pair<std::string, std::uint32_t>>& lists) {
  std::vector<std::pair<std::string, std::uint32_t>> its;
  const Json* words = member(reading, "words");
  for (const auto& [name, list] : lists)
    if (words != nullptr && member(*words, name) != nullptr) its.emplace_back(name, list);
  return its;
}

std::string check_cue(const Json& spec, const Json& cue) {
  if (cue.is_object()) return member(cue, "path") != nullptr ? "" : "is a source of names without `path`";
  if (!cue.is_string()) return "is neither \"list.group\" nor a source of names";
  const std::string& text = string_of(cue);
  const std::size_t dot = std::min(text.find('.'), text.size());
  const Json* list = list_named(spec, std::string_view(text).substr(0, dot));
  if (dot == text.size() || list == nullptr || member(*list, text.substr(dot + 1)) == nullptr)
    return "\"" + text + "\" names no group of the claim's words";
  return {};
}

std::vector<const Json*> claim_parts_of(const Json& cue) {
  std::vector<const Json*> parts;
  if (!cue.is_array()) return {&cue};
  for (const Json& part : array_of(cue)) parts.push_back(&part);
  return parts;
}

// Whether a word of the group stands near another one. Hits are in order, so only those around it are looked
// at.
bool is_near(const std::vector<WordIndex::Hit>& hits, std::uint32_t group, const WordIndex::Hit& other) {
  auto at = std::ranges::lower_bound(hits, other.begin, {},
                                     [](const WordIndex::Hit& hit) { return hit.end + kNear; });
  for (; at != hits.end() && at->begin <= other.end + kNear; ++at)
    if (at->group == group) return true;
  return false;
}

}  // namespace

std::vector<std::string> ClaimWords::check(const Registration& registration) {
  std::vector<std::string> wrong;
  const Json& spec = registration.spec;
  if (const Json* words = member(spec, "words"); words != nullptr && !words->is_object())
    wrong.emplace_back("has `words`, which are lists of words by name");
  for (const auto& [name, list] : lists_of(spec)) {
    if (const std::string what = WordIndex::check(*list); !what.empty())
      wrong.push_back(std::string("`words.").append(name).append("` ").append(what));
    if (list_named(spec, name) != list) wrong.push_back("has two lists of words named `" + name + "`");
  }
  if (const Json* cues = member(spec, "cues")) {
    if (!cues->is_array() || cues->size() > kMostCues) {
      wrong.emplace_back("has `cues`, which is a list of at most " + std::to_string(kMostCues));
    } else if (wrong.empty()) {
      for (const Json& cue : array_of(*cues))
        for (const Json* part : claim_parts_of(cue))
          if (const std::string what = check_cue(spec, *part); !what.empty())
            wrong.push_back("has a cue that " + what);
    }
  }
  if (const Json* reading = member(spec, "reading"))
    if (const std::string what = AnalysisRules::check(*reading); !what.empty()) wrong.push_back(what);
  return wrong;
}

std::size_t ClaimWords::source_number(const Json& source) {
  JsonArray& all = array_of(sources_);
  const auto found = std::ranges::find_if(all, [&](const Json& one) { return equal(one, source); });
  const auto number = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) all.push_back(source);
  return number;
}

Result<void> ClaimWords::add(const Registration& registration) {
  One one;
  for (const auto& [name, list] : lists_of(registration.spec)) {
    Result<std::uint32_t> number = index_.add(*list);
    if (!number) return number.error();
    one.lists.emplace_back(name, *number);
  }
  const auto part_of = [&](const Json& json) {
    Cue::Part part;
    if (json.is_object()) {
      part.names = source_number(json);
      return part;
    }
    const std::string& text = string_of(json);
    const std::size_t dot = text.find('.');
    for (const auto& [name, number] : one.lists)
      if (name == std::string_view(text).substr(0, dot)) part.list = number;
    part.group = *index_.group_of(part.list, text.substr(dot + 1));
    return part;
  };
  if (const Json* cues = member(registration.spec, "cues"))
    for (const Json& json : array_of(*cues)) {
      Cue& cue = one.cues.emplace_back();
      for (const Json* part : claim_parts_of(json)) cue.parts.push_back(part_of(*part));
    }
  if (const Json* reading = member(registration.spec, "reading")) {
    std::string key = to_text(*reading);
    const auto found = std::ranges::find(asked_, key);
    one.reading = static_cast<std::size_t>(found - asked_.begin());
    if (found == asked_.end()) {
      Result<AnalysisRules> rules = AnalysisRules::read(*reading, lists_in(*reading, one.lists));
      if (!rules) return rules.error();
      readings_.push_back(std::move(*rules));
      asked_.push_back(std::move(key));
    }
  }
  claims_.push_back(std::move(one));
  return {};
}

Result<ClaimWords> ClaimWords::of(const Registry& registry, std::span<const std::size_t> claims) {
  ClaimWords words;
  for (const std::size_t claim : claims)
    if (Result<void> added = words.add(registry.all[claim]); !added) return added.error();
  words.index_.build();
  words.asked_.clear();
  return words;
}

bool ClaimWords::stands(const Cue& cue, const WordIndex::Hits& hits) {
  const Cue::Part* first = nullptr;
  for (const Cue::Part& part : cue.parts)
    if (!part.names && first == nullptr) first = &part;
  if (first == nullptr) return true;
  return std::ranges::any_of(hits[first->list], [&](const WordIndex::Hit& hit) {
    return hit.group == first->group && std::ranges::all_of(cue.parts, [&](const Cue::Part& part) {
             return part.names || is_near(hits[part.list], part.group, hit);
           });
  });
}

}  // namespace gavel
