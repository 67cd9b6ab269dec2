#include "progress.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/tokens.hpp"
#include "base/utf8.hpp"
#include "state/path.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostSchemas = 1000;

// A place within meta.campaign.
using Names = std::initializer_list<std::string_view>;

const Json* find(const Document& document, Names names) {
  const Json* node = member(document.meta(), "campaign");
  for (const std::string_view name : names) node = node == nullptr ? nullptr : member(*node, name);
  return node;
}

void put(Document& document, Names names, Json value) {
  Path path;
  path.push_key("campaign");
  for (const std::string_view name : names) {
    if (document.find(path, Tree::kMeta) == nullptr)
      document.put(path, Json(Json::value_t::object), Tree::kMeta);
    path.push_key(name);
  }
  document.put(path, std::move(value), Tree::kMeta);
}

std::uint64_t count_at(const Document& document, Names names) {
  const Json* count = find(document, names);
  return count == nullptr ? 0 : static_cast<std::uint64_t>(wide(*count));
}

Json number(std::uint64_t count) {
  return Json(static_cast<std::int64_t>(std::min<std::uint64_t>(count, INT64_MAX)));
}

// What is zero is not written before it is needed.
void put_count(Document& document, Names names, std::uint64_t count) {
  if (count != count_at(document, names)) put(document, names, number(count));
}

std::uint64_t added(std::uint64_t count, std::uint64_t more) {
  return count > INT64_MAX - std::min<std::uint64_t>(more, INT64_MAX) ? INT64_MAX : count + more;
}

std::uint64_t since(std::uint64_t now, std::uint64_t then) { return now > then ? now - then : 0; }

Error unfit(std::string what, std::string hint) {
  return {Code::kTypeMismatch, std::move(what), std::move(hint)};
}

Result<void> check_summary(const Json& summary) {
  constexpr const char* kForm = "{summary_text: \"…\", facts_json: {…}, pins: [\"…\"]}";
  if (!summary.is_object() || member(summary, "summary_text") == nullptr)
    return unfit("a summary is an object with a `summary_text`", kForm);
  for (const auto& [name, value] : object_of(summary)) {
    const bool fits = name == "summary_text" ? value.is_string()
                      : name == "facts_json" ? value.is_object()
                      : name == "pins"
                          ? value.is_array() && std::ranges::all_of(array_of(value), &Json::is_string)
                          : false;
    if (!fits) return unfit("the summary's `" + name + "` is unknown or has the wrong type", kForm);
  }
  return {};
}

}  // namespace

Result<void> check_progress(const TurnInput& input, const Document& document, const Limits& limits) {
  if (input.schemas) {
    const Json& ids = *input.schemas;
    if (!ids.is_array() || ids.size() > kMostSchemas || !std::ranges::all_of(array_of(ids), &Json::is_string))
      return unfit("the active schemas are an array of ids", "at most " + std::to_string(kMostSchemas));
  }
  if (input.summary.is_null()) return {};
  constexpr std::size_t kAround = 2;  // containers around it in meta
  if (depth_of(input.summary) + kAround >= limits.max_depth)
    return over_limit(Code::kLimitDepth, "the summary is nested too deeply", limits.max_depth, "max_depth");
  const std::size_t weight = weight_of(input.summary);
  if (weight > limits.max_turn_growth)
    return over_limit(Code::kLimitSize, "the summary weighs " + std::to_string(weight),
                      limits.max_turn_growth, "max_turn_growth");
  if (document.weight() + weight > limits.max_document_weight)
    return over_limit(Code::kLimitSize, "the document would weigh more", limits.max_document_weight,
                      "max_document_weight");
  return check_summary(input.summary);
}

void begin_progress(Document& document, const TurnInput& input) {
  if (!input.summary.is_null()) {
    Json summary(Json::value_t::object);
    summary["version"] = number(added(count_at(document, {"summary", "version"}), 1));
    for (const auto& [name, value] : object_of(input.summary)) summary[name] = value;
    put(document, {"summary"}, std::move(summary));
  }
  if (input.schemas) keep_schemas(document, *input.schemas);
}

void keep_recap(Document& document, const std::optional<std::string>& recap, bool called,
                const Limits& limits) {
  constexpr std::size_t kMostBytes = 16'000;
  if (!recap && !called) return;
  const Json* before = find(document, {"summary"});
  Json summary = before == nullptr ? Json(Json::value_t::object) : *before;
  if (recap) {
    std::string text = shortened(*recap, kMostBytes);
    if (document.weight() + text.size() > limits.max_document_weight) return;
    summary["version"] = number(added(count_at(document, {"summary", "version"}), 1));
    summary["summary_text"] = std::move(text);
  }
  summary["upto"] = number(count_at(document, {"turns"}));
  put(document, {"summary"}, std::move(summary));
}

void keep_schemas(Document& document, const Json& ids) {
  const Json* active = find(document, {"schemas"});
  if (active == nullptr ? !ids.empty() : !equal(*active, ids)) put(document, {"schemas"}, ids);
}

void count_turn(Document& document, const TurnInput& input, std::span<const std::string> failed_calls) {
  std::uint64_t tokens = 0;
  for (const TurnPart& part : input.parts) tokens += estimated_tokens(part.written());
  put_count(document, {"turns"}, added(count_at(document, {"turns"}), 1));
  put_count(document, {"tokens"}, added(count_at(document, {"tokens"}), tokens));
  const Json* before = find(document, {"failing"});
  Json failing(Json::value_t::object);
  for (const std::span<const std::string> some : {std::span(input.failed_before), failed_calls}) {
    for (const std::string& signature : some) {
      if (failing.size() >= kMostFailing || failing.contains(signature)) continue;
      failing[signature] = number(added(count_at(document, {"failing", signature}), 1));
    }
  }
  if (!failing.empty()) {
    put(document, {"failing"}, std::move(failing));
  } else if (before != nullptr) {
    Path path;
    path.push_key("campaign");
    path.push_key("failing");
    document.erase(path, Tree::kMeta);
  }
}

Json campaign_view(const Json& given, const Document& document) {
  Json seen = given.is_object() ? given : Json(Json::value_t::object);
  seen["turns"] = number(count_at(document, {"turns"}));
  seen["tokens"] = number(count_at(document, {"tokens"}));
  Json& milestone = seen["milestone"];
  if (!milestone.is_object()) milestone = Json(Json::value_t::object);
  const Json* value = find(document, {"milestone", "value"});
  milestone["value"] = value == nullptr ? Json(0) : *value;
  milestone["last_advanced_at_turn"] = number(count_at(document, {"milestone", "last_advanced_at_turn"}));
  Json& summary = seen["summary"];
  if (!summary.is_object()) summary = Json(Json::value_t::object);
  summary["version"] = number(count_at(document, {"summary", "version"}));
  if (const Json* kept = find(document, {"summary"}))
    for (const auto& [name, part] : object_of(*kept)) summary[name] = part;
  return seen;
}

Json milestone_view(const Json& given, const Document& document) {
  Json told = campaign_view(given, document);
  const auto tell = [&](const char* now_name, Names now, const char* since_name, Names then) {
    const std::uint64_t count = count_at(document, now);
    told[now_name] = number(count);
    told[since_name] = number(since(count, count_at(document, then)));
  };
  tell("turns", {"turns"}, "turns_since", {"milestone", "last_advanced_at_turn"});
  tell("tokens", {"tokens"}, "tokens_since", {"milestone", "tokens"});
  tell("summary_version", {"summary", "version"}, "summary_version_since", {"milestone", "summary_version"});
  for (const char* name : {"value", "last_advanced_at_turn"}) {
    Json kept = told["milestone"][name];
    told[name] = std::move(kept);
  }
  return told;
}

Json advance_milestone(Document& document) {
  const Json* before = find(document, {"milestone", "value"});
  const WideInteger value = std::min<WideInteger>((before == nullptr ? 0 : wide(*before)) + 1, INT64_MAX);
  const std::uint64_t turn = count_at(document, {"turns"});
  put(document, {"milestone", "value"}, Json(static_cast<std::int64_t>(value)));
  put_count(document, {"milestone", "last_advanced_at_turn"}, turn);
  put_count(document, {"milestone", "tokens"}, count_at(document, {"tokens"}));
  put_count(document, {"milestone", "summary_version"}, count_at(document, {"summary", "version"}));
  Json data(Json::value_t::object);
  data["value"] = static_cast<std::int64_t>(value);
  data["turn"] = number(turn);
  return data;
}

}  // namespace gavel
