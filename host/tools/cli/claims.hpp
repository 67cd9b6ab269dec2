// gavel claims: labelled narrations in, the conflicts found in each of them out, one line for each.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "claims/narration_check.hpp"

#include "args.hpp"

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
  bool print(const std::string& line);
  int fail(const Error& error) const;

  std::string ruleset_folder_;
  std::vector<std::string> plugin_dirs_;
  std::string file_ = "-";
  bool json_ = false;
  Limits limits_;
  std::string text_;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  std::set<std::string> seen_;
  std::set<std::string> told_;  // warnings that were given already
};

}  // namespace gavel
