#include "ruleset/kinds.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "state/members.hpp"

namespace gavel {
Error named_after(Error error, const Registered& source) {
  if (error.where.rule.empty()) error.where.rule = source.id;
  if (error.where.file.empty()) {
    error.where.file = source.file;
    error.where.line = source.line;
  }
  if (error.message.find(source.id) == std::string::npos) error.message = source.id + ": " + error.message;
  return error;
}

std::string text_in(const Json& texts, std::string_view language) {
  if (texts.is_string()) return string_of(texts);
  if (!texts.is_object() || texts.empty()) return "";
  const Json* wanted = member(texts, language);
  const Json& text = wanted != nullptr ? *wanted : object_of(texts).begin()->second;
  return text.is_string() ? string_of(text) : "";
}

bool is_tool_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || c == '_';
  });
}

const Tool* Kinds::tool(std::string_view name) const {
  for (const Tool& tool : tools)
    if (tool.source.name == name) return &tool;
  return nullptr;
}

const Callback* Kinds::callback(std::string_view name) const {
  for (const Callback& callback : callbacks)
    if (callback.source.name == name) return &callback;
  return nullptr;
}

void Kinds::add(const Registration& registration, std::size_t number) {
  const auto* spec = std::any_cast<Spec>(&registration.typed);
  if (spec == nullptr) return;
  const auto take = [number](auto& all, const auto& one) {
    all.push_back(one);
    all.back().source.number = number;
  };
  const auto judge = [&](auto& all, const auto& one, bool budget) {
    take(all, one);
    judging.push_back({budget, all.size() - 1});
    judged.add(one.pattern, judging.size() - 1);
  };
  if (const auto* rule = std::get_if<Rule>(spec)) {
    judge(rules, *rule, false);
  } else if (const auto* budget = std::get_if<Budget>(spec)) {
    judge(budgets, *budget, true);
  } else if (const auto* derive = std::get_if<Derive>(spec)) {
    take(derives, *derive);
    derived.add(derive->pattern, derives.size() - 1);
  } else if (const auto* automation = std::get_if<Automation>(spec)) {
    take(automations, *automation);
    after_commands = after_commands || !automation->commanded.empty();
  } else if (const auto* tool = std::get_if<Tool>(spec)) {
    take(tools, *tool);
  } else if (const auto* callback = std::get_if<Callback>(spec)) {
    take(callbacks, *callback);
  } else if (const auto* claim = std::get_if<Claim>(spec)) {
    take(claims, *claim);
  } else if (const auto* milestone = std::get_if<Milestone>(spec)) {
    take(milestones, *milestone);
  } else if (const auto* setting = std::get_if<Setting>(spec)) {
    take(settings, *setting);
  } else if (const auto* migrate = std::get_if<Migrate>(spec)) {
    take(migrates, *migrate);
  }
}

}  // namespace gavel
