// gavel convert: the commands of a text in another dialect, the narration as it was; or a ruleset drafted
// from what another engine kept.
#pragma once

#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "dialects/dialect.hpp"
#include "state/json.hpp"

#include "options.hpp"

namespace gavel {

class Convert {
 public:
  explicit Convert(CLI::App& app);
  int run();

 private:
  // The dialects by their names. `auto` reads all, and what is only read is no target.
  Result<const Dialect*> target() const;
  int rewrite();
  int draft();
  // The state in a file: its own, that of a card, or that which MVU kept. `notes`: what was made of it.
  Result<Json> state_in(const std::string& file, std::vector<std::string>& notes) const;

  std::string from_ = "auto";
  std::string to_;
  std::string draft_;
  std::string initial_;
  std::string final_;
  CliOptions options_;
  Limits limits_;
};

}  // namespace gavel
