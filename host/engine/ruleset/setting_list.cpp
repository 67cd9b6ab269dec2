// The host's own settings, and how every setting is listed for people and clients.

#include <array>

#include "ruleset/settings.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

Json in_both(const char* en, const char* zh) {
  Json both(Json::value_t::object);
  both["en"] = en;
  both["zh"] = zh;
  return both;
}

Setting host_setting(const char* key, const char* type, Json fallback, const char* tag, Json ui_hint) {
  Setting setting;
  setting.source.id = std::string("host/") + key;
  setting.source.plugin = "host";
  setting.source.name = key;
  setting.source.at = "the host";
  setting.type = type;
  setting.fallback = std::move(fallback);
  setting.spec = Json(Json::value_t::object);
  setting.spec["ui_hint"] = std::move(ui_hint);
  setting.spec["effect_tags"] = Json(JsonArray{Json(tag)});
  return setting;
}

// What the checks ask for, in words.
Json said_checks(const Setting& setting) {
  struct Words {
    std::string_view type, en, zh;
  };
  constexpr std::array kTypeWords = {Words{"bool", "true or false", "true 或 false"},
                                     Words{"int", "a whole number", "整数"},
                                     Words{"number", "a number", "数字"},
                                     Words{"enum", "one of", "取值之一："},
                                     Words{"string", "a text", "文本"},
                                     Words{"json", "a JSON value", "JSON 值"}};
  std::string en, zh;
  for (const Words& words : kTypeWords) {
    if (words.type != setting.type) continue;
    en = words.en;
    zh = words.zh;
  }
  if (const Json* values = member(setting.spec, "values")) {
    en += " " + to_text(*values);
    zh += to_text(*values);
  }
  if (const Json* min = member(setting.spec, "min")) {
    en += ", from " + to_text(*min);
    zh += "，不小于 " + to_text(*min);
  }
  if (const Json* max = member(setting.spec, "max")) {
    en += ", to " + to_text(*max);
    zh += "，不大于 " + to_text(*max);
  }
  if (const Json* excludes = member(setting.spec, "excludes")) {
    en += "; not together with " + to_text(*excludes);
    zh += "；不可与 " + to_text(*excludes) + " 同时开启";
  }
  return in_both(en.c_str(), zh.c_str());
}

}  // namespace

std::vector<Setting> host_settings(const RetrySettings& retry) {
  constexpr const char* kFull = "context.full_context_enabled";
  constexpr const char* kCompress = "context.compress_enabled";
  std::vector<Setting> all;
  all.push_back(host_setting(kFull, "bool", false, "context",
                             in_both("Switch: the model is given every earlier turn in full",
                                     "开关：把此前每一回合的全文交给模型")));
  all.back().spec["excludes"] = Json(JsonArray{Json(kCompress)});
  all.push_back(
      host_setting(kCompress, "bool", false, "context",
                   in_both("Switch: earlier turns are given as a summary", "开关：以摘要代替较早的回合")));
  all.back().spec["excludes"] = Json(JsonArray{Json(kFull)});
  all.push_back(host_setting("rollback.max_checkpoints", "int", 32, "storage",
                             in_both("Number: how many checkpoints are kept", "数字：保留多少个检查点")));
  all.back().spec["min"] = 0;
  all.push_back(host_setting(
      "dialog.manual_type", "enum", "scene", "routing",
      in_both("Choice: what the next turn is about, chosen by hand", "选项：手动选择下一回合的对话类型")));
  all.back().spec["values"] =
      Json(JsonArray{Json("scene"), Json("action"), Json("rules"), Json("free_chat")});
  all.push_back(
      host_setting("retry.max_retries", "int", static_cast<std::int64_t>(retry.max), "rules",
                   in_both("Number: how often the model may write a reply again before people are asked",
                           "数字：交由人工处理之前，模型可重写回复的次数")));
  all.back().spec["min"] = 0;
  all.back().spec["max"] = 100;
  all.push_back(host_setting(
      "retry.retry_with_debug", "bool", retry.with_debug, "rules",
      in_both("Switch: the model is told what its story contradicts", "开关：告诉模型其叙述与状态有何矛盾")));
  all.push_back(host_setting("retry.intercept_output", "bool", retry.intercept_output, "ui",
                             in_both("Switch: a reply that was not accepted is kept from players",
                                     "开关：不向玩家显示未被接受的回复")));
  return all;
}

Json definition_of(const Setting& setting) {
  Json json(Json::value_t::object);
  json["key"] = setting.source.name;
  json["type"] = setting.type;
  json["default"] = setting.fallback;
  json["scope"] = setting.global ? "global" : "campaign";
  const Json* validation = member(setting.spec, "validation");
  json["validation"] = validation == nullptr ? said_checks(setting) : *validation;
  const Json* hint = member(setting.spec, "ui_hint");
  if (hint == nullptr) hint = member(setting.spec, "summary");
  json["ui_hint"] = hint == nullptr ? said_checks(setting) : *hint;
  const Json* tags = member(setting.spec, "effect_tags");
  json["effect_tags"] = tags == nullptr ? Json(JsonArray{Json("rules")}) : *tags;
  json["by"] = setting.source.plugin;
  for (const char* check : {"values", "min", "max", "shape", "excludes"})
    if (const Json* value = member(setting.spec, check)) json[check] = *value;
  return json;
}

}  // namespace gavel
