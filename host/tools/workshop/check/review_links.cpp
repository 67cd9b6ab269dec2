// What the parts of a ruleset say to one another: claims and the tools that settle them, events and those who
// wait for them, settings and those who read them; budgets that never fill up; texts in one language.

#include <algorithm>
#include <set>
#include <utility>

#include "base/utf8.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

#include "review_parts.hpp"

namespace gavel {
namespace {

std::string quoted_link(std::string_view text) { return "\"" + shortened(printable(text), 80) + "\""; }

}  // namespace

void Reviewing::links() {
  look_at_budgets();
  look_at_claims();
  look_at_events();
  look_at_settings();
}

void Reviewing::look_at_budgets() {
  for (const Budget& budget : kinds_.budgets) {
    if (budget.window || budget.endless) continue;
    tell(Lint::kBudgetWithoutWindow, budget.source,
         budget.source.id + " has no `window`: once spent, it stays spent for the whole campaign",
         "`window = function(ctx) return ctx.turn end` resets the budget every turn; return a date to reset "
         "it "
         "every day; `window = false` means that it never resets");
  }
}

void Reviewing::look_at_claims() {
  if (kinds_.claims.empty() || kinds_.tools.empty()) return;
  std::set<std::string, std::less<>> settled, claimed;
  std::set<std::string, std::less<>> claiming;  // the plugins that claim
  for (const Claim& claim : kinds_.claims)
    for (const Pack& pack : ruleset_.packs())
      if (pack.as == claim.source.plugin) claiming.insert(pack.manifest.plugin);
  for (const PluginReading& reading : readings_)
    if (claiming.contains(reading.plugin))
      for (const auto& [text, times] : reading.source.texts) claimed.insert(text);
  std::set<std::string_view> names;
  for (const PluginReading& reading : readings_)
    for (const SourceName& name : reading.source.claimed) names.insert(name.name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const Tool& tool : kinds_.tools) {
    for (const std::string& kind : tool.settles) {
      settled.insert(kind);
      if (claimed.contains(kind)) continue;
      if (full()) continue;
      std::string hint = hints_.nearest_hint(kind, known);
      if (hint.empty()) hint = "correct the kind, or use a plugin whose claims find it";
      tell(Lint::kUnknownClaim, tool.source,
           tool.source.id + " settles " + quoted_link(kind) + ", which no claim of the ruleset finds",
           std::move(hint));
    }
  }
  for (const PluginReading& reading : readings_) {
    std::set<std::string_view> told;
    for (const SourceName& one : reading.source.claimed)
      if (!settled.contains(one.name) && told.insert(one.name).second)
        tell(Lint::kUnsettledClaim, one.where,
             "claims find " + quoted_link(one.name) + ", which no tool settles",
             "name it in the `settles` of the tool that makes it true: settles = { " + quoted_link(one.name) +
                 " }");
  }
}

void Reviewing::look_at_events() {
  std::set<std::string_view> emitted{"turn_start", "turn_end"};
  for (const PluginReading& reading : readings_) {
    if (reading.source.emits_any) return;
    for (const SourceName& one : reading.source.emitted) emitted.insert(one.name);
  }
  const std::vector<std::string_view> known(emitted.begin(), emitted.end());
  for (const Automation& automation : kinds_.automations)
    for (const std::string& event : automation.events) {
      if (full()) return;
      if (emitted.contains(event)) continue;
      std::string hint = hints_.nearest_hint(event, known);
      if (hint.empty())
        hint = "emit it where it happens: ctx.emit(" + quoted_link(event) + "), or use the plugin that does";
      tell(Lint::kSilentEvent, automation.source,
           automation.source.id + " waits for the event " + quoted_link(event) +
               ", which no plugin of the ruleset emits",
           std::move(hint));
    }
}

// Only of settings that are said to change the rules: others are read by whoever shows the game.
void Reviewing::look_at_settings() {
  for (const Setting& setting : kinds_.settings) {
    if (setting.source.file.empty()) continue;
    const Json& tags = setting.effect_tags;
    const bool rules = tags.is_array() && std::ranges::any_of(array_of(tags), [](const Json& tag) {
                         return tag == Json("rules");
                       });
    if (!rules) continue;
    std::size_t said = 0, names = 0;
    for (const PluginReading& reading : readings_) {
      const auto found = reading.source.texts.find(setting.source.name);
      if (found != reading.source.texts.end()) said += found->second;
      names += reading.source.names.contains(setting.source.name) ? 1 : 0;
    }
    if (said > 1 || names > 0) continue;
    tell(Lint::kUnreadSetting, setting.source,
         "nothing reads the setting " + quoted_link(setting.source.name),
         "read it as ctx.settings[" + quoted_link(setting.source.name) + "], or take it out");
  }
}

void Reviewing::texts() {
  const RulesetFile& file = ruleset_.file();
  if (const auto title = file.tree->top().member("title"))
    look_at_text(&title->value(), "the title", title->where());
  look_at_manifests();
}

void Reviewing::look_at_text(const Json* text, std::string_view what, const Where& where) {
  if (text == nullptr || !text->is_object()) return;
  const bool en = member(*text, "en") != nullptr;
  const bool zh = member(*text, "zh") != nullptr;
  if (en == zh) return;
  tell(Lint::kMissingLanguage, where,
       std::string(what) + " is there in one language: " + (en ? "zh" : "en") + " is missing",
       "write it in both: {en: …, zh: …}");
}

void Reviewing::look_at_manifests() {
  std::set<std::string> seen;
  for (const Pack& pack : ruleset_.packs()) {
    if (!seen.insert(pack.manifest.plugin).second) continue;
    std::vector<Problem> ignored;
    const auto tree = read_yaml(pack.manifest_text, pack.folder + "/plugin.yaml", ruleset_.limits(), ignored);
    if (!tree) continue;
    std::vector<YamlNode> todo{tree->top()};
    while (!todo.empty()) {
      const YamlNode node = todo.back();
      todo.pop_back();
      if (node.key() == "summary") look_at_text(&node.value(), "the summary", node.where());
      for (const YamlNode& child : node.children())
        if (child.key() != "default") todo.push_back(child);
    }
  }
}

}  // namespace gavel
