#include "ruleset/kinds.hpp"

#include "state/json_writer.hpp"
#include "state/members.hpp"

namespace gavel {
namespace {

Registered source_of(const Registration& registration, std::size_t number) {
  return {number,
          registration.id,
          registration.plugin,
          registration.pack,
          registration.name,
          registration.file + ":" + std::to_string(registration.line),
          registration.file,
          registration.line};
}

Pattern pattern_of(const Registration& registration, const Limits& limits) {
  return Pattern::parse(string_of(registration.spec["path"]), limits).value();
}

std::string word_of(const Json& spec, std::string_view name, std::string_view fallback) {
  const Json* value = member(spec, name);
  return std::string(value == nullptr ? fallback : string_of(*value));
}

std::optional<HandlerId> handler_of(const Registration& registration, std::string_view which) {
  const HandlerId* id = registration.handler(which);
  return id == nullptr ? std::nullopt : std::optional(*id);
}

constexpr std::string_view kChanged = "changed(";
constexpr std::string_view kCommand = "command(";

}  // namespace

Error named_after(Error error, const Registered& source) {
  if (error.where.rule.empty()) error.where.rule = source.id;
  if (error.where.file.empty()) {
    error.where.file = source.file;
    error.where.line = source.line;
  }
  if (error.message.find(source.id) == std::string::npos) error.message = source.id + ": " + error.message;
  return error;
}

std::uint32_t actors_of(const Json& spec) {
  const auto bit_of = [](Actor actor) { return std::uint32_t{1} << static_cast<unsigned>(actor); };
  const Json* given = member(spec, "actors");
  std::uint32_t bits = 0;
  if (given != nullptr && given->is_array()) {
    for (const Json& name : array_of(*given)) bits |= bit_of(*actor_of(string_of(name)));
    return bits;
  }
  for (const Actor actor :
       {Actor::kModel, Actor::kPlayer, Actor::kOperator, Actor::kTool, Actor::kAutomation})
    bits |= bit_of(actor);
  return bits;
}

std::string text_in(const Json& texts, std::string_view language) {
  if (texts.is_string()) return string_of(texts);
  if (!texts.is_object() || texts.empty()) return "";
  const Json* wanted = member(texts, language);
  const Json& text = wanted != nullptr ? *wanted : object_of(texts).begin()->second;
  return text.is_string() ? string_of(text) : "";
}

Rule read_rule(const Registration& registration, std::size_t number, const Limits& limits) {
  Rule rule;
  rule.source = source_of(registration, number);
  rule.pattern = pattern_of(registration, limits);
  rule.amends = word_of(registration.spec, "mode", "check") == "amend";
  rule.shadow = flag_at(registration.spec, "shadow");
  rule.fails_open = word_of(registration.spec, "on_failure", "deny") == "allow";
  rule.actors = actors_of(registration.spec);
  rule.run = *registration.handler("run");
  return rule;
}

Budget read_budget(const Registration& registration, std::size_t number, const Limits& limits) {
  Budget budget;
  const Json& spec = registration.spec;
  budget.source = source_of(registration, number);
  budget.pattern = pattern_of(registration, limits);
  const std::string counts = word_of(spec, "counts", "increase");
  if (counts == "decrease") budget.counts = Budget::Counts::kDecrease;
  if (counts == "change") budget.counts = Budget::Counts::kChange;
  if (counts == "times") budget.counts = Budget::Counts::kTimes;
  budget.clamps = word_of(spec, "over", "deny") == "clamp";
  budget.each = word_of(spec, "per", "place") == "place";
  budget.shadow = flag_at(spec, "shadow");
  budget.actors = actors_of(spec);
  if (const Json* why = member(spec, "why")) budget.why = *why;
  if (const Json* most = member(spec, "max")) budget.most = *most;
  budget.max = handler_of(registration, "max");
  budget.window = handler_of(registration, "window");
  return budget;
}

Derive read_derive(const Registration& registration, std::size_t number, const Limits& limits) {
  return {source_of(registration, number), pattern_of(registration, limits), *registration.handler("run")};
}

Automation read_automation(const Registration& registration, std::size_t number, const Limits& limits) {
  Automation automation;
  automation.source = source_of(registration, number);
  automation.run = *registration.handler("run");
  const Json& on = registration.spec["on"];
  for (const Json& one : on.is_array() ? array_of(on) : JsonArray{on}) {
    const std::string& event = string_of(one);
    const bool commanded = event.starts_with(kCommand);
    if (!commanded && !event.starts_with(kChanged)) {
      automation.events.push_back(event);
      continue;
    }
    const std::size_t begin = (commanded ? kCommand : kChanged).size();
    const std::string pattern = event.substr(begin, event.size() - begin - 1);
    (commanded ? automation.commanded : automation.changed)
        .push_back(Pattern::parse(pattern, limits).value());
  }
  return automation;
}

Tool read_tool(const Registration& registration, std::size_t number) {
  return {source_of(registration, number), registration.spec, handler_of(registration, "when"),
          *registration.handler("run"), handler_of(registration, "back")};
}

Claim read_claim(const Registration& registration, std::size_t number) {
  return {source_of(registration, number), *registration.handler("find")};
}

Milestone read_milestone(const Registration& registration, std::size_t number) {
  const Json* params = member(registration.spec, "params");
  return {source_of(registration, number), params == nullptr ? Json(Json::value_t::object) : *params,
          *registration.handler("run")};
}

Callback read_callback(const Registration& registration, std::size_t number) {
  const Json* args = member(registration.spec, "args");
  return {source_of(registration, number), args == nullptr ? Json(Json::value_t::array) : *args,
          *registration.handler("run")};
}

Migrate read_migrate(const Registration& registration, std::size_t number) {
  return {source_of(registration, number), VersionRange::parse(string_of(registration.spec["from"])).value(),
          *registration.handler("up"), handler_of(registration, "down")};
}

Setting read_setting(const Registration& registration, std::size_t number) {
  Setting setting;
  setting.source = source_of(registration, number);
  setting.type = string_of(registration.spec["type"]);
  setting.fallback = registration.spec["default"];
  setting.global = word_of(registration.spec, "scope", "campaign") == "global";
  setting.spec = registration.spec;
  return setting;
}

}  // namespace gavel
