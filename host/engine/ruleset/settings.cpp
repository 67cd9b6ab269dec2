#include "ruleset/settings.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/utf8.hpp"
#include "ruleset/shapes.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kShownValue = 64;  // bytes of a value in a message
constexpr std::size_t kShownNames = 300;

const Setting* find_setting(const std::vector<Setting>& settings, std::string_view key) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& one) { return one.source.name == key; });
  return found == settings.end() ? nullptr : &*found;
}

Where setting_where(const Setting& setting) {
  Where where;
  where.file = setting.source.file;
  where.line = setting.source.line;
  where.rule = setting.source.id;
  return where;
}

std::string setting_hint(std::string_view key, const std::vector<Setting>& settings, HintBudget& hints) {
  if (hints.is_used_up()) return {};
  std::vector<std::string_view> names;
  names.reserve(settings.size());
  for (const Setting& one : settings) names.push_back(one.source.name);
  std::string hint = hints.nearest_hint(key, names);
  if (!hint.empty()) return hint;
  for (const std::string_view name : names) {
    if (hint.size() > kShownNames) break;
    hint.append(hint.empty() ? "there are " : ", ").append(name);
  }
  return shortened(hint, kShownNames);
}

Result<void> fits_range(const Setting& setting, const Json& value) {
  const Json& min = setting.min;
  const Json& max = setting.max;
  const bool text = value.is_string();
  if (!text && !value.is_number()) return {};
  const Json size = text ? Json(count_code_points(string_of(value))) : value;
  const bool below = !min.is_null() && number_less(size, min);
  const bool above = !max.is_null() && number_less(max, size);
  if (!below && !above) return {};
  return Error(Code::kValueRange, setting.source.name + " is from " +
                                      (min.is_null() ? "-inf" : to_text(min)) + " to " +
                                      (max.is_null() ? "inf" : to_text(max)) +
                                      (text ? " characters, not " : ", not ") + to_text(size));
}

// One value of one layer.
struct SettingLayer {
  const std::vector<Setting>& settings;
  Json& all;
  std::map<std::string, Where>& chosen;

  Result<void> put(const std::string& key, const Json& value, const Where& where) {
    const auto fail = [&](Error error) {
      error.where = where;
      return error;
    };
    const Setting* setting = find_setting(settings, key);
    if (setting == nullptr) {
      HintBudget hints;
      return fail({Code::kPathUnknown,
                   "there is no setting \"" + shortened(printable(key), kShownValue) + "\"",
                   setting_hint(key, settings, hints)});
    }
    Result<Json> fitted = fitting(*setting, value);
    if (!fitted) return fail(std::move(fitted).error());
    all[key] = std::move(*fitted);
    chosen[key] = where;
    return {};
  }

  Result<void> put_all(const Json& values, bool global, std::string_view who) {
    if (values.is_null()) return {};
    if (!values.is_object())
      return Error(Code::kTypeMismatch,
                   "settings are an object by key, not " + std::string(type_name(values)));
    for (const auto& [key, value] : object_of(values)) {
      const Setting* setting = find_setting(settings, key);
      if (setting != nullptr && setting->global != global)
        return Error(Code::kAuthorityDenied,
                     key + " is a setting of " + (global ? "each campaign" : "the whole host") + ", and " +
                         std::string(who) + " cannot set it",
                     global ? "set it for the campaign" : "set it for the host");
      TRY(put(key, value, Where()));
    }
    return {};
  }
};

Result<void> check_exclusions(const std::vector<Setting>& settings, const Json& all,
                              const std::map<std::string, Where>& chosen) {
  const auto on = [&all](std::string_view key) {
    const Json* value = member(all, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
  };
  for (const Setting& setting : settings) {
    if (setting.excludes.empty() || !on(setting.source.name)) continue;
    for (const std::string& other : setting.excludes) {
      if (!on(other)) continue;
      Error error(Code::kPreconditionEquals,
                  setting.source.name + " and " + other + " exclude each other: both are true",
                  "set one of them to false");
      error.where = setting_where(setting);
      const auto at = chosen.find(setting.source.name);
      const auto other_at = chosen.find(other);
      if (at != chosen.end()) error.where = at->second;
      if (other_at != chosen.end() && (at == chosen.end() || other_at->second.line > error.where.line))
        error.where = other_at->second;
      return error;
    }
  }
  return {};
}

Problem setting_problem(const Setting& setting, std::string what, std::string hint) {
  Error error(Code::kPluginInvalid, "setting \"" + setting.source.id + "\" " + std::move(what),
              std::move(hint), setting_where(setting));
  return {std::move(error), {}, {}, false};
}

}  // namespace

Result<Json> fitting(const Setting& setting, const Json& value) {
  struct Type {
    std::string_view name;
    std::string_view json;
  };
  for (const Type& type : {Type{"bool", "boolean"}, Type{"int", "integer"}, Type{"string", "string"},
                           Type{"enum", "string"}, Type{"number", "number"}}) {
    if (setting.type == type.name && !has_type(value, type.json))
      return Error(Code::kTypeMismatch, setting.source.name + " is of type " + setting.type + ", not " +
                                            std::string(type_name(value)) + " " +
                                            shortened(to_text(value), kShownValue));
  }
  if (setting.values.is_array()) {
    const JsonArray& allowed = array_of(setting.values);
    if (std::none_of(allowed.begin(), allowed.end(), [&](const Json& one) { return equal(one, value); })) {
      std::vector<std::string_view> names;
      for (const Json& one : allowed)
        if (one.is_string()) names.push_back(string_of(one));
      return Error(Code::kValueEnum,
                   setting.source.name + " is one of " + to_text(setting.values) + ", not " +
                       shortened(to_text(value), kShownValue),
                   value.is_string() ? nearest_hint(string_of(value), names) : "");
    }
  }
  TRY(fits_range(setting, value));
  if (setting.shape.is_null()) return value;
  Json shapes(Json::value_t::object), given(Json::value_t::object);
  shapes[setting.source.name] = setting.shape;
  given[setting.source.name] = value;
  Result<Json> fitted = fit_arguments(shapes, given);
  if (!fitted) return Error(Code::kTypeMismatch, std::move(fitted).error().message);
  return std::move((*fitted)[setting.source.name]);
}

void check_settings(const std::vector<Setting>& settings, std::vector<Problem>& problems) {
  HintBudget hints;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    if (const Setting* first = find_setting(settings, setting.source.name); first != &setting)
      problems.push_back(setting_problem(
          setting, "is registered by " + first->source.plugin + " (" + first->source.at + ") too",
          "rename one of them, or leave one plugin out"));
    for (const std::string& name : setting.excludes) {
      const Setting* other = find_setting(settings, name);
      if (other == nullptr) {
        problems.push_back(setting_problem(setting, "excludes \"" + name + "\", which is no setting",
                                           setting_hint(name, settings, hints)));
      } else if (other->type != "bool" || other == &setting) {
        problems.push_back(setting_problem(setting, "excludes " + name + ", which is no other bool", ""));
      }
    }
  }
}

Result<Json> settings_in_force(const std::vector<Setting>& settings,
                               std::span<const RulesetFile::Chosen> ruleset, const Json& global,
                               const Json& campaign) {
  Json all(Json::value_t::object);
  for (const Setting& setting : settings) all[setting.source.name] = setting.fallback;
  std::map<std::string, Where> chosen;
  SettingLayer layer{settings, all, chosen};
  for (const RulesetFile::Chosen& one : ruleset) TRY(layer.put(one.key, one.value, one.where));
  TRY(layer.put_all(global, true, "the host"));
  TRY(layer.put_all(campaign, false, "a campaign"));
  TRY(check_exclusions(settings, all, chosen));
  return all;
}

}  // namespace gavel
