#include "ruleset/claim_words.hpp"

#include <algorithm>

#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr std::size_t kNear = 160;  // bytes between the words of one cue
constexpr std::size_t kMostCues = 256;

// Those of a claim's lists that its reading has.
std::vector<std::pair<std::string, std::uint32_t>> lists_in(
    const Json& reading, const std::vector<std::pair<std::string, std::uint32_t>>& lists) {
  std::vector<std::pair<std::string, std::uint32_t>> its;
  const Json* words = member(reading, "words");
  for (const auto& [name, list] : lists)
    if (words != nullptr && member(*words, name) != nullptr) its.emplace_back(name, list);
  return its;
}

const Json* list_named(const ClaimSpec& spec, std::string_view name) {
  const auto found = std::ranges::find(spec.lists, name, &std::pair<std::string, Json>::first);
  return found == spec.lists.end() ? nullptr : &found->second;
}

void read_lists(const Json& lists, ClaimSpec& spec, std::vector<std::string>& wrong) {
  for (const auto& [name, list] : object_of(lists)) {
    if (const std::string what = WordIndex::check(list); !what.empty())
      wrong.push_back(std::string("`words.").append(name).append("` ").append(what));
    if (list_named(spec, name) != nullptr) wrong.push_back("has two lists of words named `" + name + "`");
    spec.lists.emplace_back(name, list);
  }
}

// "list.group", or a source of names.
std::string read_cue_part(const Json& cue, const ClaimSpec& spec, ClaimSpec::CuePart& part) {
  part.names = cue;
  if (cue.is_object()) return member(cue, "path") != nullptr ? "" : "is a source of names without `path`";
  if (!cue.is_string()) return "is neither \"list.group\" nor a source of names";
  const std::string& text = string_of(cue);
  const std::size_t dot = std::min(text.find('.'), text.size());
  part = {text.substr(0, dot), text.substr(std::min(dot + 1, text.size())), Json()};
  const Json* list = list_named(spec, part.list);
  if (dot == text.size() || list == nullptr || member(*list, part.group) == nullptr)
    return "\"" + text + "\" names no group of the claim's words";
  return {};
}

void read_cue(const Json& cue, ClaimSpec& spec, std::vector<std::string>& wrong) {
  std::vector<ClaimSpec::CuePart>& parts = spec.cues.emplace_back();
  const auto read = [&](const Json& part) {
    const std::string what = read_cue_part(part, spec, parts.emplace_back());
    if (!what.empty()) wrong.push_back("has a cue that " + what);
  };
  if (!cue.is_array()) return read(cue);
  for (const Json& part : array_of(cue)) read(part);
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

ClaimSpec ClaimSpec::read(const Json& table, std::vector<std::string>& wrong) {
  ClaimSpec spec;
  const Json* words = member(table, "words");
  const Json* reading = member(table, "reading");
  if (words != nullptr && !words->is_object())
    wrong.emplace_back("has `words`, which are lists of words by name");
  if (words != nullptr && words->is_object()) read_lists(*words, spec, wrong);
  const Json* more = reading == nullptr ? nullptr : member(*reading, "words");
  if (more != nullptr && more->is_object()) read_lists(*more, spec, wrong);
  if (const Json* cues = member(table, "cues")) {
    if (!cues->is_array() || cues->size() > kMostCues) {
      wrong.emplace_back("has `cues`, which is a list of at most " + std::to_string(kMostCues));
    } else if (wrong.empty()) {
      for (const Json& cue : array_of(*cues)) read_cue(cue, spec, wrong);
    }
  }
  if (reading == nullptr) return spec;
  spec.reading = *reading;
  if (const std::string what = AnalysisRules::check(*reading); !what.empty()) wrong.push_back(what);
  return spec;
}

std::size_t ClaimWords::source_number(const Json& source) {
  JsonArray& all = array_of(sources_);
  const auto found = std::ranges::find_if(all, [&](const Json& one) { return equal(one, source); });
  const auto number = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) all.push_back(source);
  return number;
}

Result<void> ClaimWords::add(const ClaimSpec& claim) {
  One one;
  for (const auto& [name, list] : claim.lists) {
    const std::uint32_t number = TRY(index_.add(list));
    one.lists.emplace_back(name, number);
  }
  for (const std::vector<ClaimSpec::CuePart>& parts : claim.cues) {
    Cue& cue = one.cues.emplace_back();
    for (const ClaimSpec::CuePart& written : parts) {
      Cue::Part& part = cue.parts.emplace_back();
      if (!written.names.is_null()) {
        part.names = source_number(written.names);
        continue;
      }
      for (const auto& [name, number] : one.lists)
        if (name == written.list) part.list = number;
      part.group = *index_.group_of(part.list, written.group);
    }
  }
  if (!claim.reading.is_null()) {
    std::string key = to_text(claim.reading);
    const auto found = std::ranges::find(asked_, key);
    one.reading = static_cast<std::size_t>(found - asked_.begin());
    if (found == asked_.end()) {
      readings_.push_back(TRY(AnalysisRules::read(claim.reading, lists_in(claim.reading, one.lists))));
      asked_.push_back(std::move(key));
    }
  }
  claims_.push_back(std::move(one));
  return {};
}

Result<ClaimWords> ClaimWords::of(std::span<const ClaimSpec* const> claims) {
  ClaimWords words;
  for (const ClaimSpec* claim : claims) TRY(words.add(*claim));
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
