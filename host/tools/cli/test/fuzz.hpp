// gavel test --fuzz: random games by the rules of rulesets, and what goes wrong in them (fuzz/fuzz.hpp).
#pragma once

#include <string>
#include <vector>

#include "fuzz/fuzz.hpp"

#include "options.hpp"
#include "scenario_run.hpp"

namespace gavel {

class FuzzCommand {
 public:
  // Adds its options to those of `gavel test`. REQUIRES: `options` outlives it.
  void add_options(CLI::App& sub, CliOptions& options);
  bool asked() const { return cases_ != 0 || number_ != 0; }

  // On rulesets, or folders of them. The exit code: 0 where nothing was found, 1 where something was, 2 where
  // nothing could be played.
  int run(const std::vector<std::string>& folders);

 private:
  bool fuzz_folder(const std::string& folder);
  std::optional<FuzzSubject> subject_of(const std::string& folder, std::vector<Problem>& problems) const;
  void tell(const std::string& folder, const FuzzSubject& subject, const FuzzReport& report);
  Json told(const std::string& folder, const FuzzFinding& finding, bool fails) const;
  void tell_reached(const FuzzReport& report) const;
  Result<std::string> save(const FuzzFinding& finding) const;
  std::string again(const std::string& folder, const FuzzFinding& finding) const;

  const CliOptions* options_ = nullptr;
  std::size_t cases_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t seed_ = 1;
  std::size_t jobs_ = 0;
  std::string save_;
  std::size_t found_ = 0;
  Json results_ = Json(Json::value_t::array);
};

}  // namespace gavel
