#include "turn/protocols.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "dialects/reader.hpp"

namespace gavel {
namespace {

struct Asked {
  SchemaSwitch what;
  Span span;
};

std::string attribute(const Component& component, std::string_view name) {
  for (const auto& [key, value] : component.attributes)
    if (key == name) return value;
  return {};
}

bool says_no(std::string_view word) {
  return word == "false" || word == "off" || word == "no" || word == "0";
}

// In order of the text.
std::vector<Asked> asked_in(const Ruleset* ruleset, const Reading& said) {
  std::vector<Asked> all;
  for (const Component& component : said.components)
    if (component.tag == kSwitchTag)
      all.push_back(
          {{attribute(component, "id"), !says_no(attribute(component, "active")), component.span.begin},
           component.span});
  if (ruleset != nullptr) {
    for (SchemaSwitch& word : ruleset->schemas().switched_by(said.narration)) {
      const Span span = said.source_of({word.at, word.at + 1});
      word.at = span.begin;
      all.push_back({std::move(word), span});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Asked& a, const Asked& b) { return a.what.at < b.what.at; });
  return all;
}

Tag tag_of(const Schema& schema, const Tag* known) {
  Tag tag{schema.root_tag, Tag::Kind::kNarration, {}, {}};
  switch (schema.behavior) {
    case TagBehavior::kIgnore:
      tag.kind = Tag::Kind::kReasoning;
      break;
    case TagBehavior::kScript:
      tag.kind = Tag::Kind::kEnvelope;
      if (known != nullptr && known->kind == Tag::Kind::kEnvelope) tag.dialect = known->dialect;
      break;
    case TagBehavior::kComponent:
      tag.kind = Tag::Kind::kComponent;
      break;
    case TagBehavior::kUnsaid:
    case TagBehavior::kDisplay:
      break;
  }
  return tag;
}

}  // namespace

std::vector<std::string> own_schemas(const Document& document) {
  std::vector<std::string> ids;
  const Json* campaign = member(document.meta(), "campaign");
  const Json* schemas = campaign == nullptr ? nullptr : member(*campaign, "schemas");
  if (schemas == nullptr || !schemas->is_array()) return ids;
  for (const Json& id : array_of(*schemas))
    if (id.is_string()) ids.push_back(string_of(id));
  return ids;
}

Activation active_schemas(const Ruleset& ruleset, const std::vector<std::string>& own) {
  std::vector<std::string> ids = ruleset.standing_schemas();
  ids.insert(ids.end(), own.begin(), own.end());
  return activate(ruleset.schemas(), ids);
}

TagTable tags_of(const Activation& active, Actor speaker) {
  const TagTable& standard = TagTable::standard();
  TagTable table = TagTable::over(standard);
  if (speaker == Actor::kPlayer) table.put({std::string(kSwitchTag), Tag::Kind::kComponent, {}, {}, true});
  for (const ActiveSchema& one : active.schemas) {
    const Schema& schema = *one.schema;
    if (!one.counts || schema.root_tag.empty()) continue;
    const Tag* known = standard.find(schema.root_tag);
    const bool reasoning = known != nullptr && known->kind == Tag::Kind::kReasoning;
    if (known != nullptr && schema.behavior == TagBehavior::kUnsaid) continue;
    const Tag* taken = table.find(schema.root_tag);
    if (taken != nullptr && taken->alone) continue;  // what switches belongs to nobody else
    if (reasoning && schema.behavior != TagBehavior::kComponent) continue;
    table.put(tag_of(schema, known));
  }
  return table;
}

void follow_switches(const Ruleset* ruleset, const Reading& said, std::vector<std::string>& own,
                     std::vector<Warning>& warnings) {
  for (const Asked& asked : asked_in(ruleset, said)) {
    const SchemaSwitch& what = asked.what;
    const auto at = std::find(own.begin(), own.end(), what.id);
    if (ruleset == nullptr || ruleset->schemas().find(what.id) == nullptr) {
      const Error error = ruleset == nullptr
                              ? Error(Code::kPathUnknown, "without a ruleset there are no protocols")
                              : ruleset->schemas().unknown(what.id);
      warnings.push_back(
          {"schema.unknown", error.message + (error.hint.empty() ? "" : "; " + error.hint), asked.span});
    } else if (what.on && at == own.end()) {
      const auto& standing = ruleset->standing_schemas();
      if (std::find(standing.begin(), standing.end(), what.id) == standing.end()) own.push_back(what.id);
    } else if (!what.on && at != own.end()) {
      own.erase(at);
    } else if (!what.on && std::ranges::count(ruleset->standing_schemas(), what.id) != 0) {
      warnings.push_back(
          {"schema.standing", what.id + " belongs to the game and stays in force", asked.span});
    }
  }
}

std::vector<std::string> schemas_after(const Ruleset& ruleset, std::vector<std::string> own,
                                       std::string_view text, std::vector<Warning>& warnings) {
  if (text.empty()) return own;
  const TagTable table = tags_of(active_schemas(ruleset, own), Actor::kPlayer);
  ReadOptions options;
  options.actor = Actor::kPlayer;
  options.limits = ruleset.limits();
  options.tags = &table;
  follow_switches(&ruleset, read_text(text, options), own, warnings);
  return own;
}

void refuse_switches(const Reading& said, std::vector<Warning>& warnings) {
  const std::string tag = "<" + std::string(kSwitchTag);
  const std::size_t at = said.narration.find(tag);
  if (at == std::string::npos) return;
  warnings.push_back({"schema.not_yours",
                      "only the player switches protocols: " + tag + "> is narration here",
                      said.source_of({at, at + tag.size()})});
}

}  // namespace gavel
