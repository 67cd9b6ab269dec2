// The options of a command: those of 000 by their own names, and `transaction`, `all` and `overwrite`. What
// each means for each verb stands in README.md, table 2; an option that has no meaning for a verb is refused,
// never ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "command/verb.hpp"
#include "command/warning.hpp"
#include "state/json.hpp"

namespace gavel {

enum class MergeStrategy { kReplace, kShallow, kDeep };
enum class Position { kHead, kTail };

struct Options {
  std::optional<std::string> reason;
  std::vector<std::string> tags;
  bool transaction = false;
  std::optional<std::string> idempotency_key;

  bool if_missing = false;
  bool if_exists = false;
  std::optional<Json> if_equals;
  std::optional<Json> if_version;  // INVARIANT: an integer
  std::optional<Json> expect;      // INVARIANT: an object whose known members have the right types
  std::optional<bool> allow_missing;

  std::optional<std::int64_t> ttl_ms;
  std::optional<Time> expires_at;

  std::optional<MergeStrategy> merge_strategy;
  bool dedupe = false;
  std::vector<std::string> unique_by;
  std::optional<std::uint64_t> limit;
  std::optional<Position> position;
  std::optional<Json> where;  // INVARIANT: an object with members
  std::optional<std::uint64_t> count;

  bool soft_delete = false;
  std::optional<Json> recycle_bin;  // a text path or a path array, as given
  std::optional<bool> cascade;
  bool all = false;
  std::optional<bool> overwrite;

  Json given;  // as written, for the audit
};

// Reads an options object for a verb. REQUIRES: json.is_object(). Problems are added to `problems`, one
// sentence each; what is unknown is warned of.
Options read_options(Json json, Verb verb, std::vector<std::string>& problems,
                     std::vector<Warning>& warnings);

// The names of all options, for manuals.
std::vector<std::string_view> option_names();

}  // namespace gavel
