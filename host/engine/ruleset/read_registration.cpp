// Reads a registration into the typed spec of its kind, once: every problem of it at the same time, each an
// error at its file and line.

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "ruleset/kinds.hpp"
#include "ruleset/settings.hpp"
#include "ruleset/shapes.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

std::uint32_t bit_of(Actor actor) { return std::uint32_t{1} << static_cast<unsigned>(actor); }

bool is_text(const Json& json) { return json.is_string(); }

bool is_list_of_texts(const Json& json) {
  return json.is_array() && std::ranges::all_of(array_of(json), is_text);
}

bool is_empty(const Json& json) { return is_container(json) && json.empty(); }

// The members of one registration. What is wrong with one is said, and what is returned then is of no use.
class SpecReader {
 public:
  SpecReader(const Registration& registration, const Limits& limits, std::vector<Error>& errors)
      : spec(registration.spec), registration_(registration), limits_(limits), errors_(errors) {}

  void say(std::string what, std::string hint = {}) {
    Where where;
    where.file = registration_.file;
    where.line = registration_.line;
    where.rule = registration_.id;
    errors_.emplace_back(Code::kPluginInvalid,
                         registration_.kind + " \"" + registration_.id + "\" " + std::move(what),
                         std::move(hint), std::move(where));
  }

  bool good() const { return errors_.empty(); }

  const Json* find(std::string_view name) const { return member(spec, name); }
  // A copy; null: left out.
  Json value(std::string_view name) const {
    const Json* found = find(name);
    return found == nullptr ? Json() : *found;
  }

  Registered source() const {
    const Registration& one = registration_;
    return {0,        one.id,  one.plugin, one.pack, one.name, one.file + ":" + std::to_string(one.line),
            one.file, one.line};
  }

  std::optional<HandlerId> handler(std::string_view which) const {
    const HandlerId* id = registration_.handler(which);
    return id == nullptr ? std::nullopt : std::optional(*id);
  }

  // One that it cannot do without.
  HandlerId needed_handler(std::string_view which, const char* example) {
    const std::optional<HandlerId> id = handler(which);
    if (!id) say("has no `" + std::string(which) + "` function", example);
    return id.value_or(0);
  }

  Pattern pattern() {
    const Json* path = find("path");
    if (path == nullptr || !path->is_string()) {
      say("has no `path`: the pattern of the places that it is about",
          "for example path = \"people.*.mood\" or \"**.mood\"");
      return {};
    }
    Result<Pattern> parsed = Pattern::parse(string_of(*path), limits_);
    if (parsed) return std::move(*parsed);
    say("has the path \"" + shortened(string_of(*path), 200) +
            "\", which is not a pattern: " + parsed.error().message,
        parsed.error().hint.empty() ? "write names with one dot between them, such as \"people.*.mood\""
                                    : parsed.error().hint);
    return {};
  }

  // Which of the words it is, by its place; `fallback` where nothing is said.
  template <std::size_t kCount>
  std::size_t choice(std::string_view name, const std::array<std::string_view, kCount>& allowed,
                     std::size_t fallback = 0) {
    const Json* value = find(name);
    if (value == nullptr) return fallback;
    if (value->is_string()) {
      const auto found = std::ranges::find(allowed, string_of(*value));
      if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
    }
    std::string list;
    for (const std::string_view one : allowed)
      list += (list.empty() ? "\"" : ", \"") + std::string(one) + "\"";
    const auto near = value->is_string() ? nearest(string_of(*value), allowed) : std::nullopt;
    say("has `" + std::string(name) + "` = " + to_text(*value) + "; it is one of " + list,
        near ? "did you mean \"" + std::string(*near) + "\"?" : "");
    return fallback;
  }

  bool flag(std::string_view name) {
    const Json* value = find(name);
    if (value != nullptr && !value->is_boolean())
      say("has `" + std::string(name) + "`, which is true or false");
    return value != nullptr && value->is_boolean() && value->get<bool>();
  }

  // Bits of those whom it concerns: everyone whose writes are judged, where nothing is said.
  std::uint32_t actors() {
    const Json* given = find("actors");
    if (given == nullptr)
      return bit_of(Actor::kModel) | bit_of(Actor::kPlayer) | bit_of(Actor::kOperator) |
             bit_of(Actor::kTool) | bit_of(Actor::kAutomation);
    std::uint32_t bits = 0;
    bool known = given->is_array() && !given->empty();
    if (known)
      for (const Json& name : array_of(*given)) {
        const std::optional<Actor> actor = name.is_string() ? actor_of(string_of(name)) : std::nullopt;
        known = known && actor.has_value();
        if (actor) bits |= bit_of(*actor);
      }
    if (!known)
      say("has `actors` = " + to_text(*given) +
          "; it is a list of model player operator tool automation derive migration");
    return bits;
  }

  // Both readers, both languages: an object {en, zh} of texts.
  Json both_texts(std::string_view name, const char* who) {
    const Json* given = find(name);
    for (const std::string_view language : {"en", "zh"}) {
      const Json* text = given == nullptr ? nullptr : member(*given, language);
      if (text != nullptr && text->is_string() && !string_of(*text).empty()) continue;
      say("has no " + std::string(language) + " text in `" + std::string(name) + "`, " + who,
          "write " + std::string(name) + " = { en = \"…\", zh = \"…\" }");
    }
    return value(name);
  }

  // A text, or one in each language.
  Json text(std::string_view name) {
    const Json* given = find(name);
    if (given == nullptr || given->is_string()) return value(name);
    const bool all =
        given->is_object() && !given->empty() &&
        std::ranges::all_of(object_of(*given), [](const auto& one) { return is_text(one.second); });
    if (!all) say("has `" + std::string(name) + "`, which is a text, or { en = \"…\", zh = \"…\" }");
    return value(name);
  }

  Pattern parse(std::string_view text, std::string& problem) const {
    Result<Pattern> pattern = Pattern::parse(text, limits_);
    if (pattern) return std::move(*pattern);
    problem = pattern.error().message;
    return {};
  }

  const Json& spec;

 private:
  const Registration& registration_;
  const Limits& limits_;
  std::vector<Error>& errors_;
};

Rule read_rule(SpecReader& in) {
  Rule rule;
  rule.source = in.source();
  rule.pattern = in.pattern();
  rule.run = in.needed_handler("run", "run = function(effect, ctx) … return allow() end");
  rule.amends = in.choice("mode", std::array<std::string_view, 2>{"check", "amend"}) == 1;
  rule.fails_open = in.choice("on_failure", std::array<std::string_view, 2>{"deny", "allow"}) == 1;
  rule.shadow = in.flag("shadow");
  rule.actors = in.actors();
  rule.guidance = in.text("guidance");
  return rule;
}

Budget read_budget(SpecReader& in) {
  Budget budget;
  budget.source = in.source();
  budget.pattern = in.pattern();
  budget.counts = static_cast<Budget::Counts>(
      in.choice("counts", std::array<std::string_view, 4>{"increase", "decrease", "change", "times"}));
  budget.clamps = in.choice("over", std::array<std::string_view, 2>{"clamp", "deny"}, 1) == 0;
  budget.each = in.choice("per", std::array<std::string_view, 2>{"place", "rule"}) == 0;
  budget.shadow = in.flag("shadow");
  budget.actors = in.actors();
  budget.why = in.text("why");
  budget.guidance = in.text("guidance");
  budget.window = in.handler("window");
  const Json* window = in.find("window");
  budget.endless = window != nullptr;
  if (window != nullptr && *window != Json(false))
    in.say("has `window` = " + to_text(*window) +
               "; it is a function of ctx, or false where nothing begins it anew",
           "window = function(ctx) return ctx.turn end");
  budget.max = in.handler("max");
  budget.most = in.value("max");
  const Json* most = in.find("max");
  if (most == nullptr && !budget.max)
    in.say("has no `max`", "max = 10, or max = function(ctx) return ctx.params.per_day end");
  if (most != nullptr && !(most->is_number() && !number_less(*most, Json(0))))
    in.say("has `max` = " + to_text(*most) + "; it must be 0 or more",
           "max = 3 allows 3, max = 0 allows nothing; for no limit, remove the budget");
  return budget;
}

Derive read_derive(SpecReader& in) {
  Derive derive;
  derive.source = in.source();
  derive.pattern = in.pattern();
  const bool parsed = in.good();
  derive.run = in.needed_handler("run", "run = function(ctx) … return value end");
  if (parsed && !derive.pattern.last_key())
    in.say("has a path that ends with a wildcard; a derived value has a name");
  return derive;
}

// "turn_end", "changed(**.date)", "command(**.mood)".
void read_event(SpecReader& in, const Json& event, Automation& automation) {
  if (!event.is_string() || string_of(event).empty()) return in.say("has an event that is not a name");
  const std::string& name = string_of(event);
  constexpr std::size_t kWord = 8;  // of both "changed(" and "command("
  const bool commanded = name.starts_with("command(");
  if (!commanded && !name.starts_with("changed(")) {
    if (!is_tool_name(name))
      in.say("has the event \"" + shortened(printable(name), 64) + "\"",
             "turn_start, turn_end, changed(PATTERN), command(PATTERN), or the name of an event that a "
             "plugin emits");
    automation.events.push_back(name);
    return;
  }
  const bool closed = name.ends_with(')');
  std::string problem;
  Pattern pattern = in.parse(
      closed ? std::string_view(name).substr(kWord, name.size() - kWord - 1) : std::string_view(), problem);
  if (!closed || !problem.empty())
    in.say("has the event \"" + shortened(name, 200) + "\"" + (problem.empty() ? "" : ": " + problem),
           "changed(PATTERN), such as changed(**.date)");
  (commanded ? automation.commanded : automation.changed).push_back(std::move(pattern));
}

Automation read_automation(SpecReader& in) {
  Automation automation;
  automation.source = in.source();
  automation.run = in.needed_handler("run", "run = function(event, ctx) … end");
  automation.guidance = in.text("guidance");
  const Json* on = in.find("on");
  if (on == nullptr || is_empty(*on)) {
    in.say("has no `on`", "on = \"turn_end\", \"changed(**.date)\", or the name of an event");
  } else if (!on->is_array()) {
    read_event(in, *on, automation);
  } else {
    for (const Json& event : array_of(*on)) read_event(in, event, automation);
  }
  return automation;
}

void read_rejects(SpecReader& in, Tool& tool) {
  const Json* rejects = in.find("rejects");
  if (rejects == nullptr)
    return in.say("has no `rejects`",
                  "name every reason for refusal: rejects = { too_far = \"…\" }; {} where there is none");
  if (rejects->is_object()) {
    for (const auto& [code, text] : object_of(*rejects))
      if (!text.is_string() && !text.is_object()) in.say("has the reason `" + code + "` without a text");
    tool.rejects = *rejects;
  } else if (!is_empty(*rejects)) {
    in.say("has `rejects`, which is a table of reasons and their texts");
  }
}

Tool read_tool(SpecReader& in) {
  Tool tool;
  tool.source = in.source();
  if (!is_tool_name(tool.source.name))
    in.say("has a name that models cannot call", "use a-z, 0-9 and _, at most 64");
  tool.run = in.needed_handler("run", "run = function(args, ctx) … end");
  tool.when = in.handler("when");
  tool.back = in.handler("back");
  if (const Json* args = in.find("args"); args == nullptr) {
    in.say("has no `args`", "a tool without arguments says args = {}");
  } else if (!(args->is_array() && args->empty())) {
    for (const std::string& what : check_shapes(*args))
      in.say("has wrong arguments: " + what,
             "correct them, for example: args = { name = str{}, count = int{ min = 1, max = 9 } }");
    tool.args = *args;
  }
  tool.summary = in.both_texts("summary", "which people read in the manual");
  tool.guidance = in.both_texts("guidance", "which tells models when to call the tool");
  read_rejects(in, tool);
  const Json* settles = in.find("settles");
  if (settles == nullptr) {
    in.say("has no `settles`",
           "name the kinds of claims it accounts for: settles = { \"arrival\" }; {} where there are none");
  } else if (is_list_of_texts(*settles)) {
    for (const Json& kind : array_of(*settles)) tool.settles.push_back(string_of(kind));
  } else if (!is_empty(*settles)) {
    in.say("has `settles`, which is a list of kinds of claims");
  }
  return tool;
}

void check_effect_tags(SpecReader& in) {
  constexpr std::array<std::string_view, 5> kTags = {"context", "rules", "routing", "ui", "storage"};
  const Json* tags = in.find("effect_tags");
  if (tags == nullptr || is_empty(*tags)) return;
  if (!tags->is_array()) return in.say("has `effect_tags`, which is a list: { \"rules\" }");
  for (const Json& tag : array_of(*tags)) {
    if (tag.is_string() && std::ranges::find(kTags, string_of(tag)) != kTags.end()) continue;
    in.say("has the effect tag " + to_text(tag) + "; there are context rules routing ui storage",
           tag.is_string() ? nearest_hint(string_of(tag), kTags) : "");
  }
}

// What a value is checked by must itself make sense.
void read_setting_bounds(SpecReader& in, Setting& setting) {
  const std::string& type = setting.type;
  const Json* values = in.find("values");
  if (type == "enum" && values == nullptr) in.say("has no `values`", "values = { \"easy\", \"hard\" }");
  if (values != nullptr && (!values->is_array() || values->empty()))
    in.say("has `values`, which is a list of what is allowed");
  setting.values = in.value("values");
  const Json* min = in.find("min");
  const Json* max = in.find("max");
  const bool ranged = type == "int" || type == "number" || type == "string";
  for (const Json* bound : {min, max})
    if (bound != nullptr && !(ranged && bound->is_number()))
      in.say("has a bound " + to_text(*bound) + "; min and max are numbers, of an int, a number or a string");
  if (min != nullptr && max != nullptr && min->is_number() && max->is_number() && number_less(*max, *min))
    in.say("has min " + to_text(*min) + " above max " + to_text(*max));
  setting.min = in.value("min");
  setting.max = in.value("max");
  if (const Json* shape = in.find("shape")) {
    Json shapes(Json::value_t::object);
    shapes["value"] = *shape;
    if (type != "json") in.say("has a `shape`, which only type = \"json\" has");
    for (const std::string& what : check_shapes(shapes)) in.say("has a wrong shape: " + what);
    setting.shape = *shape;
  }
  const Json* excludes = in.find("excludes");
  if (excludes == nullptr) return;
  if (!is_list_of_texts(*excludes) || type != "bool")
    return in.say("has `excludes`, which is a list of other settings, of a bool: { \"rules.easy\" }");
  for (const Json& other : array_of(*excludes)) setting.excludes.push_back(string_of(other));
}

Setting read_setting(SpecReader& in) {
  constexpr std::array<std::string_view, 6> kTypes = {"bool", "int", "number", "enum", "string", "json"};
  Setting setting;
  setting.source = in.source();
  setting.type = kTypes[in.choice("type", kTypes)];
  setting.global = in.choice("scope", std::array<std::string_view, 2>{"campaign", "global"}) == 1;
  if (in.find("type") == nullptr)
    in.say("has no `type`", "bool int number enum string json");
  else if (in.find("default") == nullptr)
    in.say("has no `default`");
  if (!in.good()) return setting;
  setting.fallback = in.value("default");
  setting.validation = in.text("validation");
  setting.ui_hint = in.text("ui_hint");
  if (setting.ui_hint.is_null()) setting.ui_hint = in.value("summary");
  check_effect_tags(in);
  setting.effect_tags = in.value("effect_tags");
  read_setting_bounds(in, setting);
  if (!in.good()) return setting;
  const Result<Json> fitted = fitting(setting, setting.fallback);
  if (!fitted) in.say("has a default that it would not take: " + fitted.error().message);
  return setting;
}

Claim read_claim(SpecReader& in) {
  Claim claim;
  claim.source = in.source();
  claim.find = in.needed_handler("find", "find = function(narration, ctx) … return { … } end");
  std::vector<std::string> wrong;
  claim.words = std::make_shared<const ClaimSpec>(ClaimSpec::read(in.spec, wrong));
  for (const std::string& what : wrong) in.say(what);
  return claim;
}

Milestone read_milestone(SpecReader& in) {
  Milestone milestone;
  milestone.source = in.source();
  milestone.run = in.needed_handler("run", "run = function(campaign, ctx) … return true end");
  const Json* params = in.find("params");
  if (params == nullptr || (params->is_array() && params->empty())) return milestone;
  if (!params->is_object()) {
    in.say("has `params`, which is a table: params = { n = int{ default = 5 } }");
    return milestone;
  }
  for (const std::string& what : check_shapes(*params)) in.say("has wrong parameters: " + what);
  milestone.params = *params;
  return milestone;
}

Callback read_callback(SpecReader& in) {
  Callback callback;
  callback.source = in.source();
  callback.run = in.needed_handler("run", "run = function(args, ctx) … end");
  const Json* args = in.find("args");
  if (args == nullptr) return callback;
  if (args->is_object() && !args->empty()) {
    in.say("has `args` with names; a callback's arguments come in order", "args = { str{}, int{} }");
  } else if (!args->empty()) {
    for (const std::string& what : check_shapes(*args)) in.say("has wrong arguments: " + what);
  }
  callback.args = *args;
  return callback;
}

Migrate read_migrate(SpecReader& in) {
  Migrate migrate;
  migrate.source = in.source();
  migrate.up = in.needed_handler("up", "up = function(ctx) … end");
  migrate.down = in.handler("down");
  const Json* from = in.find("from");
  if (from == nullptr || !from->is_string()) {
    in.say("has no `from`: the versions that it begins with", "for example from = \"1.x\"");
    return migrate;
  }
  Result<VersionRange> range = VersionRange::parse(string_of(*from));
  if (range)
    migrate.from = std::move(*range);
  else
    in.say("has a `from` that does not fit: " + range.error().message, range.error().hint);
  return migrate;
}

}  // namespace

std::any read_registration(const Registration& registration, const Limits& limits,
                           std::vector<Error>& errors) {
  SpecReader in(registration, limits, errors);
  const std::string& kind = registration.kind;
  if (kind == "tool") return Spec(read_tool(in));
  if (kind == "rule") return Spec(read_rule(in));
  if (kind == "budget") return Spec(read_budget(in));
  if (kind == "derive") return Spec(read_derive(in));
  if (kind == "automation") return Spec(read_automation(in));
  if (kind == "claim") return Spec(read_claim(in));
  if (kind == "milestone") return Spec(read_milestone(in));
  if (kind == "callback") return Spec(read_callback(in));
  if (kind == "setting") return Spec(read_setting(in));
  if (kind == "migrate") return Spec(read_migrate(in));
  return {};
}

}  // namespace gavel
