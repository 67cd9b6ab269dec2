#include "summary_view.hpp"

#include <algorithm>

#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "state/seen.hpp"

#include "words.hpp"

namespace gavel {
namespace {

std::optional<Place> place_at(const Ruleset& ruleset, const Json& data, const std::string& text) {
  const Result<PathText> path = PathText::parse(text, ruleset.limits());
  if (!path) return std::nullopt;
  Place place = resolve(data, path->resolve(data), ruleset.file().described_pairs);
  return place.node == nullptr ? std::nullopt : std::optional(std::move(place));
}

bool may_read(const Ruleset& ruleset, PathView path) {
  return !ruleset.file().fields.hides(path, Actor::kModel);
}

// A number that the model may not read is as if it were not there: how much is shown would reveal it.
std::size_t hidden_count(const Ruleset& ruleset, const Json& data, const PromptSummary& summary) {
  if (summary.hide_latest_at.empty()) return summary.hide_latest;
  const std::optional<Place> place = place_at(ruleset, data, summary.hide_latest_at);
  if (!place || !place->node->is_number_integer() || !may_read(ruleset, place->shown)) return 0;
  return static_cast<std::size_t>(std::clamp<WideInteger>(wide(*place->node), 0, 1'000'000));
}

std::string said(const Json& value) { return value.is_string() ? string_of(value) : to_text(value); }

// Of a value, what the model may read.
std::string said_part(const Ruleset& ruleset, const Json& value, const Path& path) {
  if (!ruleset.file().fields.has_readers()) return said(value);
  return said(part_seen(value, path, ruleset.file().described_pairs,
                        [&ruleset](PathView at) { return may_read(ruleset, at); }));
}

// The entries of a place, the latest left out.
void add_entries(const Ruleset& ruleset, const Json& data, const PromptSummary& summary,
                 std::string_view language, std::vector<std::string>& out) {
  const std::optional<Place> place = place_at(ruleset, data, summary.path);
  if (!place || !may_read(ruleset, place->shown)) return;
  const Json& node = *place->node;
  const std::size_t hidden = hidden_count(ruleset, data, summary);
  std::size_t count = is_container(node) ? node.size() : 1;
  // Members that are hidden are no entries.
  if (node.is_object())
    for (const auto& [key, one] : object_of(node))
      count -= may_read(ruleset, place->shown.child(key)) ? 0 : 1;
  if (hidden >= count) return;
  std::size_t left = count - hidden;
  if (!summary.title.empty()) out.push_back(summary.title.in(language));
  if (!is_container(node)) {
    out.push_back(said(node));
    return;
  }
  if (node.is_array()) {
    std::uint64_t index = 0;
    for (const Json& one : array_of(node)) {
      if (left-- == 0) return;
      const Path at = place->shown.child(index++);
      if (may_read(ruleset, at)) out.push_back("- " + said_part(ruleset, one, at));
    }
    return;
  }
  for (const auto& [key, one] : object_of(node)) {
    const Path at = place->shown.child(key);
    if (!may_read(ruleset, at)) continue;
    if (left-- == 0) return;
    out.push_back("- " + key + ": " + said_part(ruleset, one, at));
  }
}

void add_campaign(const Document& document, std::string_view language, SummaryView& out) {
  const Json* campaign = member(document.meta(), "campaign");
  const Json* summary = campaign == nullptr ? nullptr : member(*campaign, "summary");
  if (summary == nullptr) return;
  if (const Json* text = member(*summary, "summary_text"); text != nullptr && !said(*text).empty())
    out.entries.push_back(said(*text));
  if (const Json* facts = member(*summary, "facts_json"); facts != nullptr && !facts->empty())
    out.kept += std::string(prompt_word("facts", language)) + " " + to_text(*facts) + "\n";
  const Json* pins = member(*summary, "pins");
  if (pins == nullptr || !pins->is_array() || pins->empty()) return;
  out.kept += std::string(prompt_word("pins", language)) + "\n";
  for (const Json& pin : array_of(*pins)) out.kept += "- " + said(pin) + "\n";
}

}  // namespace

SummaryView view_summary(const Ruleset& ruleset, const Document& document, std::string_view language) {
  SummaryView view;
  for (const PromptSummary& summary : ruleset.file().prompt.summaries)
    add_entries(ruleset, document.data(), summary, language, view.entries);
  add_campaign(document, language, view);
  return view;
}

std::vector<Path> summary_places(const Ruleset& ruleset, const Json& data) {
  std::vector<Path> places;
  for (const PromptSummary& summary : ruleset.file().prompt.summaries)
    if (const std::optional<Place> place = place_at(ruleset, data, summary.path))
      places.push_back(place->shown);
  return places;
}

}  // namespace gavel
