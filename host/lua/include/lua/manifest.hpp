// Manifest: what a plugin says about itself in plugin.yaml. It is data: nothing of the plugin runs to read
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "state/json.hpp"

namespace gavel {

struct Version {
  std::uint32_t major = 0, minor = 0, patch = 0;
  auto operator<=>(const Version&) const = default;
};

// "1.2", ">=1.2 <2", "^1.2", "~1.2", "1.x", "*": all parts must hold.
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
};

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
  std::string type;              // integer number string boolean enum path list object
  std::optional<Json> fallback;  // nothing: must be given
  std::optional<Json> min, max;
  std::vector<Json> values;  // of an enum
  Json summary;              // {en, zh}
};

struct Manifest {
  static constexpr std::uint32_t kApi = 1;
  std::string plugin;
  Version version;
  std::uint32_t api = kApi;
  Json summary;  // {en, zh}
  std::vector<Requirement> requirements;
  std::vector<std::string> files;
  std::vector<Param> params;
};

}  // namespace gavel
