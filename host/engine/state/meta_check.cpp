#include "meta_check.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/utf8.hpp"

namespace gavel {
namespace {

bool is_count(const Json& json) {
  return json.is_number_integer() && (json.is_number_unsigned() || json.get<std::int64_t>() >= 0);
}

bool is_texts(const Json& json) {
  if (!json.is_array()) return false;
  for (const Json& one : array_of(json))
    if (!one.is_string()) return false;
  return true;
}

bool is_counts(const Json& json) {
  if (!json.is_object()) return false;
  for (const auto& [name, one] : object_of(json))
    if (!is_count(one)) return false;
  return true;
}

bool is_integer(const Json& json) { return json.is_number_integer(); }
bool is_text(const Json& json) { return json.is_string(); }
bool is_object(const Json& json) { return json.is_object(); }

struct Part {
  std::string_view name;
  bool (*fits)(const Json&);
  std::string_view is;
};

Result<void> check_parts(const Json& json, const std::string& name, std::span<const Part> parts) {
  if (!json.is_object()) return Error(Code::kTypeMismatch, name + " must be an object");
  for (const auto& [key, value] : object_of(json)) {
    const Part* found = nullptr;
    for (const Part& part : parts)
      if (part.name == key) found = &part;
    if (found != nullptr && found->fits(value)) continue;
    std::string what = name;
    if (found == nullptr) {
      what.append(" has no \"").append(key).append("\"");
    } else {
      what.append(".").append(key).append(" must be ").append(found->is);
    }
    return Error(Code::kTypeMismatch, std::move(what));
  }
  return {};
}

// What a campaign keeps; see host/engine/turn/progress.hpp.
Result<void> check_campaign(const Json& campaign) {
  constexpr std::string_view kCount = "an integer from 0";
  static constexpr std::array kParts = {Part{"turns", is_count, kCount},
                                        Part{"tokens", is_count, kCount},
                                        Part{"milestone", is_object, "an object"},
                                        Part{"summary", is_object, "an object"},
                                        Part{"schemas", is_texts, "an array of ids"},
                                        Part{"failing", is_counts, "an object of integers from 0"}};
  static constexpr std::array kMilestone = {
      Part{"value", is_integer, "an integer"}, Part{"last_advanced_at_turn", is_count, kCount},
      Part{"tokens", is_count, kCount}, Part{"summary_version", is_count, kCount}};
  static constexpr std::array kSummary = {
      Part{"version", is_count, kCount}, Part{"summary_text", is_text, "a text"},
      Part{"facts_json", is_object, "an object"}, Part{"pins", is_texts, "an array of texts"},
      Part{"upto", is_count, kCount}};
  TRY(check_parts(campaign, "meta.campaign", kParts));
  if (const Json* milestone = member(campaign, "milestone"))
    TRY(check_parts(*milestone, "meta.campaign.milestone", kMilestone));
  const Json* summary = member(campaign, "summary");
  return summary == nullptr ? Result<void>() : check_parts(*summary, "meta.campaign.summary", kSummary);
}

}  // namespace

Result<void> check_meta(const Json& meta) {
  if (const Json* recycled = member(meta, "recycled"); recycled != nullptr && !is_count(*recycled))
    return Error(Code::kTypeMismatch, "meta.recycled must be an integer from 0");
  for (const char* name : {"memory", "budgets", "quarantine"}) {
    const Json* all = member(meta, name);
    if (all == nullptr) continue;
    bool objects = all->is_object();
    if (objects)
      for (const auto& [id, one] : object_of(*all)) objects = objects && one.is_object();
    if (!objects)
      return Error(Code::kTypeMismatch, std::string("meta.") + name + " must be an object of objects");
  }
  if (const Json* campaign = member(meta, "campaign")) TRY(check_campaign(*campaign));
  const Json* keys = member(meta, "idempotency");
  if (keys == nullptr) return {};
  if (!keys->is_object())
    return Error(Code::kTypeMismatch, "meta.idempotency must be an object of JSON Pointers and keys");
  for (const auto& [pointer, used] : object_of(*keys)) {
    if (!used.is_object())
      return Error(Code::kTypeMismatch,
                   "meta.idempotency: \"" + shortened(pointer, 200) + "\" must hold an object of keys");
  }
  return {};
}

}  // namespace gavel
