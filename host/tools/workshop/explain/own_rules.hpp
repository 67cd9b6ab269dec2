// Refusals that no rule of a game's causes, and what they rest on: a protected node, with the file and line
// that protect it, or what Gavel itself holds in every game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/span.hpp"
#include "ruleset/ruleset.hpp"
#include "state/path.hpp"

namespace gavel {

class OwnRules {
 public:
  // REQUIRES: the ruleset, if there is one, outlives it.
  explicit OwnRules(const Ruleset* ruleset) : ruleset_(ruleset) {}

  // {kind: "protection", path?, at?} or {kind: "kernel", see, line}; null: a rule with a name refused it.
  // `path`: what the command is about; nothing: it leads nowhere. `span`: where it stands in `text`.
  // REQUIRES: the text outlives it, unchanged.
  Json basis(const Error& error, const std::optional<Path>& path, std::string_view text, Span span);

 private:
  // A node that the initial state protects.
  struct Protection {
    Path path;
    Path flag;          // its `_is_protected`
    std::string named;  // how a refusal that names it begins
    Where where;        // of the flag
  };
  const std::vector<Protection>& protections();
  static int nearness(const Protection& one, const std::optional<Path>& path, std::string_view message);
  std::uint64_t line_of(std::string_view text, std::size_t at);

  const Ruleset* ruleset_;
  std::optional<std::vector<Protection>> protections_;  // nothing: nobody has asked yet
  std::string_view text_;                               // that was asked about last
  std::vector<std::size_t> line_ends_;                  // of it
};

}  // namespace gavel
