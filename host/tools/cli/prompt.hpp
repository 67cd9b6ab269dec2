// gavel prompt: the request that goes to the model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "campaign/campaigns.hpp"

#include "options.hpp"

namespace gavel {

class PromptCommand {
 public:
  explicit PromptCommand(CLI::App& app);
  int run();

 private:
  Result<Prompt> of_ruleset();
  Result<Prompt> of_campaign() const;
  int print_tools();
  Result<std::shared_ptr<const Ruleset>> ruleset() const;

  std::string folder_;
  CliOptions options_;
  std::vector<std::string> schemas_;
  std::string dialog_;
  std::string api_;
  PromptRequest request_;
  bool explain_ = false;
};

}  // namespace gavel
