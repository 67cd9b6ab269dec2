#include "command/options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "base/utf8.hpp"
#include "state/path.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

using Verbs = std::uint32_t;

constexpr Verbs bit(Verb verb) { return Verbs{1} << static_cast<unsigned>(verb); }
constexpr Verbs of(std::initializer_list<Verb> verbs) {
  Verbs mask = 0;
  for (const Verb verb : verbs) mask |= bit(verb);
  return mask;
}

constexpr Verbs kEvery = (Verbs{1} << kVerbs) - 1;
constexpr Verbs kOnPlace = kEvery & ~bit(Verb::kCall);
constexpr Verbs kStrategy = of({Verb::kSet, Verb::kMerge, Verb::kEnsure});
constexpr Verbs kCollecting = of({Verb::kInsert, Verb::kPush});
constexpr Verbs kKeeping =
    kStrategy | kCollecting | of({Verb::kAdd, Verb::kMul, Verb::kDiv, Verb::kMove, Verb::kCopy});

// Each reader puts one option in, or returns what it should have been.
using Wanted = const char*;  // nullptr: fine
using Reader = Wanted (*)(const Json&, Options&);

Wanted read_flag(const Json& json, bool& flag) {
  if (!json.is_boolean()) return "true or false";
  flag = json.get<bool>();
  return nullptr;
}
Wanted read_flag(const Json& json, std::optional<bool>& flag) {
  if (!json.is_boolean()) return "true or false";
  flag = json.get<bool>();
  return nullptr;
}
Wanted read_text(const Json& json, std::optional<std::string>& text) {
  constexpr std::size_t kMostBytes = 256;  // it becomes a key of meta
  if (!json.is_string() || string_of(json).empty() || string_of(json).size() > kMostBytes)
    return "a string of 1 to 256 bytes";
  text = string_of(json);
  return nullptr;
}
Wanted read_texts(const Json& json, std::vector<std::string>& texts) {
  constexpr Wanted kWanted = "an array of strings";
  if (!json.is_array()) return kWanted;
  for (const Json& item : array_of(json)) {
    if (!item.is_string()) return kWanted;
    texts.push_back(string_of(item));
  }
  return nullptr;
}
Wanted read_count(const Json& json, std::optional<std::uint64_t>& count) {
  const bool positive = json.is_number_unsigned() ? json.get<std::uint64_t>() > 0
                                                  : json.is_number_integer() && json.get<std::int64_t>() > 0;
  if (!positive) return "an integer from 1";
  count = json.get<std::uint64_t>();
  return nullptr;
}

Wanted read_reason(const Json& json, Options& o) {
  if (!json.is_string()) return "a string";
  o.reason = string_of(json);
  return nullptr;
}
Wanted read_if_version(const Json& json, Options& o) {
  if (!json.is_number_integer()) return "an integer";
  o.if_version = json;
  return nullptr;
}
Wanted read_ttl(const Json& json, Options& o) {
  constexpr Wanted kWanted = "a number of seconds above 0";
  constexpr double kMaxSeconds = 1e11;  // some three thousand years
  if (!json.is_number() || !(json.get<double>() > 0) || json.get<double>() > kMaxSeconds) return kWanted;
  o.ttl_ms = std::llround(json.get<double>() * 1000);
  return nullptr;
}
Wanted read_expires_at(const Json& json, Options& o) {
  constexpr Wanted kWanted = "a time such as \"2025-09-20T08:00:00Z\", with a zone";
  if (!json.is_string()) return kWanted;
  Result<Time> time = parse_time(string_of(json));
  if (!time) return kWanted;
  o.expires_at = *time;
  return nullptr;
}
Wanted read_strategy(const Json& json, Options& o) {
  if (json == "replace") o.merge_strategy = MergeStrategy::kReplace;
  if (json == "shallow") o.merge_strategy = MergeStrategy::kShallow;
  if (json == "deep") o.merge_strategy = MergeStrategy::kDeep;
  return o.merge_strategy ? nullptr : "\"replace\", \"shallow\" or \"deep\"";
}
Wanted read_position(const Json& json, Options& o) {
  if (json == "head") o.position = Position::kHead;
  if (json == "tail") o.position = Position::kTail;
  return o.position ? nullptr : "\"head\" or \"tail\"";
}
Wanted read_unique_by(const Json& json, Options& o) {
  constexpr Wanted kWanted = "a field's name, or several in an array";
  if (json.is_string() && !string_of(json).empty()) {
    o.unique_by = {string_of(json)};
    return nullptr;
  }
  if (read_texts(json, o.unique_by) != nullptr || o.unique_by.empty()) return kWanted;
  const bool named = std::none_of(o.unique_by.begin(), o.unique_by.end(),
                                  [](const std::string& name) { return name.empty(); });
  return named ? nullptr : kWanted;
}
Wanted read_where(const Json& json, Options& o) {
  if (!json.is_object() || json.empty()) return "an object with at least one key";
  o.where = json;
  return nullptr;
}
Wanted read_bin(const Json& json, Options& o) {
  if (!json.is_string() && !path_from_json(json, Limits())) return "a path";
  o.recycle_bin = json;
  return nullptr;
}

Wanted check_expect_member(std::string_view name, const Json& value) {
  constexpr std::array<std::string_view, 7> kTypes = {"object",  "array",   "string", "number",
                                                      "integer", "boolean", "null"};
  if (name == "exists") return value.is_boolean() ? nullptr : "an object whose `exists` is true or false";
  if (name == "min" || name == "max")
    return value.is_number() ? nullptr : "an object whose `min` and `max` are numbers";
  if (name == "length") {
    const bool fits =
        value.is_number_integer() && (value.is_number_unsigned() || value.get<std::int64_t>() >= 0);
    return fits ? nullptr : "an object whose `length` is an integer from 0";
  }
  if (name == "type") {
    const bool known =
        value.is_string() && std::find(kTypes.begin(), kTypes.end(), string_of(value)) != kTypes.end();
    return known ? nullptr
                 : "an object whose `type` is object, array, string, number, integer, boolean or null";
  }
  return nullptr;
}

Wanted read_expect(const Json& json, Options& o) {
  if (!json.is_object()) return "an object such as {\"exists\": true}";
  for (const auto& [name, value] : object_of(json)) {
    if (Wanted wanted = check_expect_member(name, value)) return wanted;
  }
  o.expect = json;
  return nullptr;
}

struct OptionRow {
  std::string_view name;
  Verbs verbs;
  Reader read;
};

// Table 2 of README.md.
constexpr std::array kRows = {
    OptionRow{"reason", kEvery, read_reason},
    OptionRow{"tags", kEvery, [](const Json& json, Options& o) { return read_texts(json, o.tags); }},
    OptionRow{"transaction", kEvery,
              [](const Json& json, Options& o) { return read_flag(json, o.transaction); }},
    OptionRow{"idempotencyKey", kEvery,
              [](const Json& json, Options& o) { return read_text(json, o.idempotency_key); }},
    OptionRow{"ifMissing", kOnPlace,
              [](const Json& json, Options& o) { return read_flag(json, o.if_missing); }},
    OptionRow{"ifExists", kOnPlace,
              [](const Json& json, Options& o) { return read_flag(json, o.if_exists); }},
    OptionRow{"ifEquals", kOnPlace,
              [](const Json& json, Options& o) { return o.if_equals = json, Wanted{nullptr}; }},
    OptionRow{"ifVersion", kOnPlace, read_if_version},
    OptionRow{"expect", kOnPlace, read_expect},
    OptionRow{"allowMissing", kOnPlace,
              [](const Json& json, Options& o) { return read_flag(json, o.allow_missing); }},
    OptionRow{"ttl", kKeeping, read_ttl},
    OptionRow{"expiresAt", kKeeping, read_expires_at},
    OptionRow{"mergeStrategy", kStrategy, read_strategy},
    OptionRow{"dedupe", kCollecting, [](const Json& json, Options& o) { return read_flag(json, o.dedupe); }},
    OptionRow{"uniqueBy", kCollecting, read_unique_by},
    OptionRow{"limit", kCollecting, [](const Json& json, Options& o) { return read_count(json, o.limit); }},
    OptionRow{"position", kCollecting | bit(Verb::kPull), read_position},
    OptionRow{"where", bit(Verb::kPull), read_where},
    OptionRow{"count", bit(Verb::kPull),
              [](const Json& json, Options& o) { return read_count(json, o.count); }},
    OptionRow{"softDelete", bit(Verb::kDelete),
              [](const Json& json, Options& o) { return read_flag(json, o.soft_delete); }},
    OptionRow{"recycleBinKey", bit(Verb::kDelete) | bit(Verb::kRestore), read_bin},
    OptionRow{"cascade", bit(Verb::kDelete),
              [](const Json& json, Options& o) { return read_flag(json, o.cascade); }},
    OptionRow{"all", bit(Verb::kDelete), [](const Json& json, Options& o) { return read_flag(json, o.all); }},
    OptionRow{"overwrite", bit(Verb::kMove) | bit(Verb::kCopy),
              [](const Json& json, Options& o) { return read_flag(json, o.overwrite); }},
};

std::string unknown_option(const std::string& name) {
  std::array<std::string_view, kRows.size()> names;
  std::transform(kRows.begin(), kRows.end(), names.begin(), [](const OptionRow& row) { return row.name; });
  return "the option \"" + shortened(name, 64) + "\" is unknown and was ignored" + did_you_mean(name, names);
}

void warn_of_expect(const Json& expect, std::vector<Warning>& warnings) {
  constexpr std::array<std::string_view, 6> kKnown = {"exists", "equals", "type", "min", "max", "length"};
  for (const auto& [name, value] : object_of(expect)) {
    if (std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end()) continue;
    warnings.push_back(
        {"option.unknown", "expect: \"" + shortened(name, 64) + "\" is unknown and was ignored", {}});
  }
}

// null, and `false` for a wish that is off anyway.
bool counts_as_absent(std::string_view name, const Json& value) {
  constexpr std::array<std::string_view, 6> kWishes = {"ifMissing",  "ifExists",    "dedupe",
                                                       "softDelete", "transaction", "all"};
  if (value.is_null()) return name != "ifEquals";
  return value.is_boolean() && !value.get<bool>() &&
         std::find(kWishes.begin(), kWishes.end(), name) != kWishes.end();
}

// What can only be said of several options together.
void check_together(const Options& o, Verb verb, std::vector<std::string>& problems) {
  if (o.ttl_ms && o.expires_at) problems.emplace_back("give `ttl` or `expiresAt`, not both");
  if (verb == Verb::kDelete && o.recycle_bin && !o.soft_delete)
    problems.emplace_back("`recycleBinKey` needs `softDelete: true`");
}

}  // namespace

std::vector<std::string_view> option_names() {
  std::vector<std::string_view> names;
  names.reserve(std::size(kRows));
  for (const OptionRow& row : kRows) names.push_back(row.name);
  return names;
}

Options read_options(Json json, Verb verb, std::vector<std::string>& problems,
                     std::vector<Warning>& warnings) {
  Options options;
  options.given = std::move(json);
  for (const auto& [name, value] : object_of(options.given)) {
    const auto row = std::find_if(kRows.begin(), kRows.end(),
                                  [&name = name](const OptionRow& r) { return r.name == name; });
    if (row == kRows.end()) {
      warnings.push_back({"option.unknown", unknown_option(name), {}});
      continue;
    }
    if (counts_as_absent(name, value)) continue;
    if ((row->verbs & bit(verb)) == 0) {
      problems.push_back("the option `" + name + "` has no meaning for `" + std::string(verb_name(verb)) +
                         "`");
      continue;
    }
    if (Wanted wanted = row->read(value, options))
      problems.push_back("the option `" + name + "` must be " + wanted);
  }
  if (options.expect) warn_of_expect(*options.expect, warnings);
  check_together(options, verb, problems);
  return options;
}

}  // namespace gavel
