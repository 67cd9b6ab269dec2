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
  setting.ui_hint = std::move(ui_hint);
  setting.effect_tags = Json(JsonArray{Json(tag)});
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
  if (!setting.values.is_null()) {
    en += " " + to_text(setting.values);
    zh += to_text(setting.values);
  }
  if (!setting.min.is_null()) {
    en += ", from " + to_text(setting.min);
    zh += "，不小于 " + to_text(setting.min);
  }
  if (!setting.max.is_null()) {
    en += ", to " + to_text(setting.max);
    zh += "，不大于 " + to_text(setting.max);
  }
  if (!setting.excludes.empty()) {
    const std::string others = to_text(Json(setting.excludes));
    en += "; not together with " + others;
    zh += "；不可与 " + others + " 同时开启";
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
  all.back().excludes = {kCompress};
  all.push_back(
      host_setting(kCompress, "bool", false, "context",
                   in_both("Switch: earlier turns are given as a summary", "开关：以摘要代替较早的回合")));
  all.back().excludes = {kFull};
  all.push_back(host_setting("rollback.max_checkpoints", "int", 32, "storage",
                             in_both("Number: how many checkpoints are kept", "数字：保留多少个检查点")));
  all.back().min = 0;
  all.push_back(host_setting(
      "dialog.manual_type", "enum", "scene", "routing",
      in_both("Choice: what the next turn is about, chosen by hand", "选项：手动选择下一回合的对话类型")));
  all.back().values = Json(JsonArray{Json("scene"), Json("action"), Json("rules"), Json("free_chat")});
  all.push_back(
      host_setting("retry.max_retries", "int", static_cast<std::int64_t>(retry.max), "rules",
                   in_both("Number: how often the model may write a reply again before people are asked",
                           "数字：交由人工处理之前，模型可重写回复的次数")));
  all.back().min = 0;
  all.back().max = 100;
  all.push_back(host_setting(
      "retry.retry_with_debug", "bool", retry.with_debug, "rules",
      in_both("Switch: the model is told what its story contradicts", "开关：告诉模型其叙述与状态有何矛盾")));
  all.push_back(
      host_setting("retry.intercept_output", "bool", retry.intercept_output, "ui",
                   in_both("Switch: a reply is shown when it is accepted; if off, none is sent back",
                           "开关：回复被接受后才显示；关闭后不再退回重写")));
  return all;
}

Json definition_of(const Setting& setting) {
  Json json(Json::value_t::object);
  json["key"] = setting.source.name;
  json["type"] = setting.type;
  json["default"] = setting.fallback;
  json["scope"] = setting.global ? "global" : "campaign";
  const auto said = [&](const Json& text) { return text.is_null() ? said_checks(setting) : text; };
  json["validation"] = said(setting.validation);
  json["ui_hint"] = said(setting.ui_hint);
  json["effect_tags"] = setting.effect_tags.is_null() ? Json(JsonArray{Json("rules")}) : setting.effect_tags;
  json["by"] = setting.source.plugin;
  const auto put = [&json](const char* check, const Json& value) {
    if (!value.is_null()) json[check] = value;
  };
  put("values", setting.values);
  put("min", setting.min);
  put("max", setting.max);
  put("shape", setting.shape);
  if (!setting.excludes.empty()) json["excludes"] = setting.excludes;
  return json;
}

}  // namespace gavel
