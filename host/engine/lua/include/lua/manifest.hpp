// Manifest: what a plugin says about itself in plugin.yaml. It is data: nothing of the plugin runs to read
// it.
//
//   plugin: affection                          [a-z][a-z0-9_]{0,63}, the name of its folder
//   version: 1.0.0                             three numbers
//   api: 1
//   summary: {en: …, zh: …}                    for people
//   requires: [calendar, {id: dice, version: ">=1.2 <2"}]    or {dice: ">=1.2 <2"}
//   files: [init.lua]                          run in this order; the others may be required
//   params:                                    given by a ruleset's `with`, found in ctx.params
//     step: {type: integer, default: 5, min: 1, max: 100, summary: {en: …, zh: …}}
//     caps: {type: list, default: [], each: {type: object, members: {path: {type: pattern}, max: {type:
//     number}}}}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "state/json.hpp"
#include "state/value_set.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

struct Version {
  std::uint32_t major = 0, minor = 0, patch = 0;
  auto operator<=>(const Version&) const = default;
};

// "1.2", ">=1.2 <2", "^1.2", "~1.2", "1.x", "*": all parts must hold. A version with fewer than three numbers
// stands for all that start with it: "1.2" is 1.2.0 and above, below 1.3. `^` keeps the first number that is
// not 0, `~` the first two.
class VersionRange {
 public:
  static Result<VersionRange> parse(std::string_view text);
  bool holds(const Version& version) const;

 private:
  struct Bound {
    Version version;
    bool upper = false;  // below it; else at or above it
  };
  std::vector<Bound> bounds_;

  void keep(const Version& least, const std::optional<Version>& below);
  friend class RangeText;
};

// Three numbers, "1.2.3".
Result<Version> parse_version(std::string_view text);
std::string to_text(const Version& version);

struct Requirement {
  std::string plugin;
  VersionRange range;
  std::string written;  // the range, for messages
  std::size_t line = 0, column = 0;
};

struct Param {
  std::string name;
  std::string type;              // integer number string boolean enum path pattern list object
  std::optional<Json> fallback;  // nothing: must be given
  std::optional<Json> min, max;  // of a number; of the length of a string, list or object
  std::vector<Json> values;      // of an enum
  ValueSet listed;               // of `values`
  std::vector<Param> each;       // one: what every entry of a list is; none: anything
  std::vector<Param> members;    // of an object, by name; none: any
  bool optional = false;         // it may be left out, and is not there then
  Json summary;                  // {en, zh}
};

struct Manifest {
  static constexpr std::uint32_t kApi = 1;
  std::string plugin;
  Version version;
  std::uint32_t api = kApi;
  Json summary;  // {en, zh}
  std::vector<Requirement> requirements;
  std::vector<std::string> files;
  std::vector<Where> file_marks;  // where each of `files` is named
  std::vector<Param> params;
};

// [a-z][a-z0-9_]{0,63}: of plugins and their instances.
bool is_plugin_name(std::string_view name);

// The manifest that a text holds. Problems carry `file`; after an error among them it must not be used.
Manifest read_manifest(std::string_view text, const std::string& file, const Limits& limits,
                       std::vector<Problem>& problems);

// The parameters of one instance: what was given, checked, and defaults for the rest. `given` may be null.
// `asked` is where the ruleset asks for the plugin, for what is missing.
Json check_params(const Manifest& manifest, const YamlNode* given, const Where& asked, const Limits& limits,
                  std::vector<Problem>& problems);

}  // namespace gavel
