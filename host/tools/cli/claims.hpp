// gavel claims: labelled narrations in, the conflicts found in each of them out, one line for each.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "claims/narration_check.hpp"

#include "options.hpp"

namespace gavel {

class Claims {
 public:
  explicit Claims(CLI::App& app);
  int run();

 private:
  Result<void> load();
  // One line of the input. `line` is its number.
  Result<NarrationCase> read(std::string_view text, std::size_t line);
  Result<std::string> judge(const NarrationCase& one);

  CliOptions options_;
  Limits limits_;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  std::set<std::string> seen_;
  std::set<std::string> told_;  // warnings that were given already
};

}  // namespace gavel
