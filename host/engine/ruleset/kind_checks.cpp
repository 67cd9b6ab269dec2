// What a registration must have to be taken: every problem of it at once, each an error at its file and line.

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "ruleset/kinds.hpp"
#include "ruleset/settings.hpp"
#include "ruleset/shapes.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

class Check {
 public:
  Check(const Registration& registration, const Limits& limits_in)
      : limits(limits_in), registration_(registration), spec_(registration.spec) {}

  void say(std::string what, std::string hint = {}) {
    Where where;
    where.file = registration_.file;
    where.line = registration_.line;
    where.rule = registration_.id;
    errors.emplace_back(Code::kPluginInvalid,
                        registration_.kind + " \"" + registration_.id + "\" " + std::move(what),
                        std::move(hint), std::move(where));
  }

  void handler(std::string_view which, const char* example) {
    if (registration_.handler(which) == nullptr) say("has no `" + std::string(which) + "` function", example);
  }

  void pattern() {
    const Json* path = member(spec_, "path");
    if (path == nullptr || !path->is_string())
      return say("has no `path`: the pattern of the places that it is about",
                 "for example path = \"people.*.mood\" or \"**.mood\"");
    const Result<Pattern> parsed = Pattern::parse(string_of(*path), limits);
    if (!parsed)
      say("has the path \"" + shortened(string_of(*path), 200) +
              "\", which is no pattern: " + parsed.error().message,
          parsed.error().hint.empty() ? "write names with one dot between them, such as \"people.*.mood\""
                                      : parsed.error().hint);
  }

  template <std::size_t kCount>
  void choice(std::string_view name, const std::array<std::string_view, kCount>& allowed) {
    const Json* value = member(spec_, name);
    if (value == nullptr) return;
    if (value->is_string() && std::find(allowed.begin(), allowed.end(), string_of(*value)) != allowed.end())
      return;
    std::string list;
    for (const std::string_view one : allowed)
      list += (list.empty() ? "\"" : ", \"") + std::string(one) + "\"";
    const auto near = value->is_string() ? nearest(string_of(*value), allowed) : std::nullopt;
    say("has `" + std::string(name) + "` = " + to_text(*value) + "; it is one of " + list,
        near ? "did you mean \"" + std::string(*near) + "\"?" : "");
  }

  void flag(std::string_view name) {
    const Json* value = member(spec_, name);
    if (value != nullptr && !value->is_boolean())
      say("has `" + std::string(name) + "`, which is true or false");
  }

  void actors() {
    const Json* given = member(spec_, "actors");
    if (given == nullptr) return;
    const bool list = given->is_array() && !given->empty();
    const bool known =
        list && std::all_of(array_of(*given).begin(), array_of(*given).end(), [](const Json& name) {
          return name.is_string() && actor_of(string_of(name)).has_value();
        });
    if (!known)
      say("has `actors` = " + to_text(*given) +
          "; it is a list of model player operator tool automation derive migration");
  }

  // Both readers, both languages: an object {en, zh} of texts.
  void texts(std::string_view name, const char* who) {
    const Json* given = member(spec_, name);
    for (const std::string_view language : {"en", "zh"}) {
      const Json* text = given == nullptr ? nullptr : member(*given, language);
      if (text != nullptr && text->is_string() && !string_of(*text).empty()) continue;
      say("has no `" + std::string(name) + "` in " + std::string(language) + ", " + who,
          "write " + std::string(name) + " = { en = \"…\", zh = \"…\" }");
    }
  }

  void shapes() {
    const Json* args = member(spec_, "args");
    if (args == nullptr) return say("has no `args`", "a tool without arguments says args = {}");
    if (args->is_array() && args->empty()) return;
    for (const std::string& what : check_shapes(*args))
      say("has wrong arguments: " + what, "such as args = { name = str{}, count = int{ min = 1, max = 9 } }");
  }

  const Limits& limits;
  std::vector<Error> errors;

 protected:
  const Registration& registration_;
  const Json& spec_;
};

bool is_tool_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void check_tool(Check& check, const Registration& registration) {
  const Json& spec = registration.spec;
  if (!is_tool_name(registration.name))
    check.say("has a name that models cannot call", "use a-z, 0-9 and _, at most 64");
  check.handler("run", "run = function(args, ctx) … end");
  check.shapes();
  check.texts("summary", "which people read in the manual");
  check.texts("guidance", "which tells models when to call it");
  const Json* rejects = member(spec, "rejects");
  if (rejects == nullptr)
    check.say("has no `rejects`",
              "name every reason for refusal: rejects = { too_far = \"…\" }; {} where there is none");
  if (rejects != nullptr && rejects->is_object()) {
    for (const auto& [code, text] : object_of(*rejects))
      if (!text.is_string() && !text.is_object()) check.say("has the reason `" + code + "` without a text");
  } else if (rejects != nullptr && !(rejects->is_array() && rejects->empty())) {
    check.say("has `rejects`, which is a table of reasons and their texts");
  }
  const Json* settles = member(spec, "settles");
  if (settles == nullptr)
    return check.say(
        "has no `settles`",
        "name the kinds of claims it accounts for: settles = { \"arrival\" }; {} where there are none");
  const bool empty = is_container(*settles) && settles->empty();
  const bool names = settles->is_array() && std::all_of(array_of(*settles).begin(), array_of(*settles).end(),
                                                        [](const Json& one) { return one.is_string(); });
  if (!empty && !names) check.say("has `settles`, which is a list of kinds of claims");
}

// A text, or one in each language.
void check_said(Check& check, const Json& spec, std::string_view name) {
  const Json* said = member(spec, name);
  if (said == nullptr || said->is_string()) return;
  const bool all =
      said->is_object() && !said->empty() &&
      std::ranges::all_of(object_of(*said), [](const auto& one) { return one.second.is_string(); });
  if (!all) check.say("has `" + std::string(name) + "`, which is a text, or { en = \"…\", zh = \"…\" }");
}

void check_budget(Check& check, const Registration& registration) {
  check.pattern();
  check.choice("counts", std::array<std::string_view, 4>{"increase", "decrease", "change", "times"});
  check.choice("over", std::array<std::string_view, 2>{"clamp", "deny"});
  check.choice("per", std::array<std::string_view, 2>{"place", "rule"});
  check.flag("shadow");
  check.actors();
  check_said(check, registration.spec, "why");
  if (const Json* window = member(registration.spec, "window"); window != nullptr && *window != Json(false))
    check.say("has `window` = " + to_text(*window) +
                  "; it is a function of ctx, or false where nothing begins it anew",
              "window = function(ctx) return ctx.turn end");
  const Json* most = member(registration.spec, "max");
  const bool asked = registration.handler("max") != nullptr;
  if (most == nullptr && !asked)
    check.say("has no `max`", "max = 10, or max = function(ctx) return ctx.params.per_day end");
  if (most != nullptr && !(most->is_number() && !number_less(*most, Json(0))))
    check.say("has `max` = " + to_text(*most) + "; it is a number from 0",
              "max = 3 lets three through, max = 0 nothing; to let everything through, leave the budget out");
}

void check_event(Check& check, const Json& event) {
  if (!event.is_string() || string_of(event).empty()) return check.say("has an event that is no name");
  const std::string& name = string_of(event);
  constexpr std::size_t kWord = 8;  // of both "changed(" and "command("
  if (!name.starts_with("changed(") && !name.starts_with("command(")) {
    if (!is_tool_name(name))
      check.say("has the event \"" + shortened(printable(name), 64) + "\"",
                "turn_start, turn_end, changed(PATTERN), command(PATTERN), or the name of an event that a "
                "plugin emits");
    return;
  }
  const bool closed = name.ends_with(")");
  const Result<Pattern> pattern =
      Pattern::parse(closed ? name.substr(kWord, name.size() - kWord - 1) : "", check.limits);
  if (!closed || !pattern)
    check.say(
        "has the event \"" + shortened(name, 200) + "\"" + (pattern ? "" : ": " + pattern.error().message),
        "changed(PATTERN), such as changed(**.date)");
}

void check_automation(Check& check, const Registration& registration) {
  check.handler("run", "run = function(event, ctx) … end");
  const Json* on = member(registration.spec, "on");
  if (on == nullptr || (is_container(*on) && on->empty()))
    return check.say("has no `on`", "on = \"turn_end\", \"changed(**.date)\", or the name of an event");
  if (!on->is_array()) return check_event(check, *on);
  for (const Json& event : array_of(*on)) check_event(check, event);
}

void check_effect_tags(Check& check, const Json& spec) {
  constexpr std::array<std::string_view, 5> kTags = {"context", "rules", "routing", "ui", "storage"};
  const Json* tags = member(spec, "effect_tags");
  if (tags == nullptr || (is_container(*tags) && tags->empty())) return;
  if (!tags->is_array()) return check.say("has `effect_tags`, which is a list: { \"rules\" }");
  for (const Json& tag : array_of(*tags)) {
    if (tag.is_string() && std::ranges::find(kTags, string_of(tag)) != kTags.end()) continue;
    check.say("has the effect tag " + to_text(tag) + "; there are context rules routing ui storage",
              tag.is_string() ? nearest_hint(string_of(tag), kTags) : "");
  }
}

// What a value is checked by must itself make sense.
void check_setting_bounds(Check& check, const Json& spec) {
  const std::string& type = string_of(spec["type"]);
  const Json* values = member(spec, "values");
  if (type == "enum" && values == nullptr) check.say("has no `values`", "values = { \"easy\", \"hard\" }");
  if (values != nullptr && (!values->is_array() || values->empty()))
    check.say("has `values`, which is a list of what is allowed");
  const Json* min = member(spec, "min");
  const Json* max = member(spec, "max");
  const bool ranged = type == "int" || type == "number" || type == "string";
  for (const Json* bound : {min, max})
    if (bound != nullptr && !(ranged && bound->is_number()))
      check.say("has a bound " + to_text(*bound) +
                "; min and max are numbers, of an int, a number or a string");
  if (min != nullptr && max != nullptr && min->is_number() && max->is_number() && number_less(*max, *min))
    check.say("has min " + to_text(*min) + " above max " + to_text(*max));
  if (const Json* shape = member(spec, "shape")) {
    Json shapes(Json::value_t::object);
    shapes["value"] = *shape;
    if (type != "json") check.say("has a `shape`, which only type = \"json\" has");
    for (const std::string& what : check_shapes(shapes)) check.say("has a wrong shape: " + what);
  }
  const Json* excludes = member(spec, "excludes");
  if (excludes == nullptr) return;
  const bool names = excludes->is_array() && std::ranges::all_of(array_of(*excludes), [](const Json& one) {
                       return one.is_string();
                     });
  if (!names || type != "bool")
    check.say("has `excludes`, which is a list of other settings, of a bool: { \"rules.easy\" }");
}

void check_setting(Check& check, const Registration& registration) {
  check.choice("type", std::array<std::string_view, 6>{"bool", "int", "number", "enum", "string", "json"});
  check.choice("scope", std::array<std::string_view, 2>{"campaign", "global"});
  const Json& spec = registration.spec;
  if (member(spec, "type") == nullptr) return check.say("has no `type`", "bool int number enum string json");
  if (member(spec, "default") == nullptr) return check.say("has no `default`");
  if (!check.errors.empty()) return;
  check_said(check, spec, "validation");
  check_said(check, spec, "ui_hint");
  check_effect_tags(check, spec);
  check_setting_bounds(check, spec);
  if (!check.errors.empty()) return;
  const Result<Json> fitted = fitting(read_setting(registration, 0), spec["default"]);
  if (!fitted) check.say("has a default that it would not take: " + fitted.error().message);
}

void check_milestone(Check& check, const Registration& registration) {
  check.handler("run", "run = function(campaign, ctx) … return true end");
  const Json* params = member(registration.spec, "params");
  if (params == nullptr || (params->is_array() && params->empty())) return;
  if (!params->is_object())
    return check.say("has `params`, which is a table: params = { n = int{ default = 5 } }");
  for (const std::string& what : check_shapes(*params)) check.say("has wrong parameters: " + what);
}

void check_migrate(Check& check, const Registration& registration) {
  check.handler("up", "up = function(ctx) … end");
  const Json* from = member(registration.spec, "from");
  if (from == nullptr || !from->is_string())
    return check.say("has no `from`: the versions that it begins with", "for example from = \"1.x\"");
  if (const Result<VersionRange> range = VersionRange::parse(string_of(*from)); !range)
    check.say("has a `from` that does not fit: " + range.error().message, range.error().hint);
}

}  // namespace

std::vector<Error> check_registration(const Registration& registration, const Limits& limits) {
  Check check(registration, limits);
  const std::string& kind = registration.kind;
  if (kind == "tool") check_tool(check, registration);
  if (kind == "budget") check_budget(check, registration);
  if (kind == "automation") check_automation(check, registration);
  if (kind == "setting") check_setting(check, registration);
  if (kind == "rule") {
    check.pattern();
    check.handler("run", "run = function(effect, ctx) … return allow() end");
    check.choice("mode", std::array<std::string_view, 2>{"check", "amend"});
    check.choice("on_failure", std::array<std::string_view, 2>{"deny", "allow"});
    check.flag("shadow");
    check.actors();
  }
  if (kind == "derive") {
    check.pattern();
    check.handler("run", "run = function(ctx) … return value end");
    const Json* path = member(registration.spec, "path");
    if (path != nullptr && path->is_string()) {
      const Result<Pattern> pattern = Pattern::parse(string_of(*path), limits);
      if (pattern && !pattern->last_key())
        check.say("has a path that ends with a wildcard; a derived value has a name");
    }
  }
  if (kind == "claim") {
    check.handler("find", "find = function(narration, ctx) … return { … } end");
    for (const std::string& what : ClaimWords::check(registration)) check.say(what);
  }
  if (kind == "milestone") check_milestone(check, registration);
  if (kind == "migrate") check_migrate(check, registration);
  if (kind == "callback") {
    check.handler("run", "run = function(args, ctx) … end");
    const Json* args = member(registration.spec, "args");
    if (args != nullptr && args->is_object() && !args->empty()) {
      check.say("has `args` with names; a callback's arguments come in order", "args = { str{}, int{} }");
    } else if (args != nullptr && !args->empty()) {
      for (const std::string& what : check_shapes(*args)) check.say("has wrong arguments: " + what);
    }
  }
  return std::move(check.errors);
}

}  // namespace gavel
