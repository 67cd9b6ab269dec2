// gavel prompt: the request that goes to the model.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaigns.hpp"

#include "args.hpp"

namespace gavel {

class PromptCommand {
 public:
  explicit PromptCommand(CLI::App& app);
  int run();

 private:
  Result<Prompt> of_ruleset();
  Result<Prompt> of_campaign() const;
  int print_tools();
  int fail(const Error& error) const;
  int print(const std::string& text) const;

  std::string folder_;
  std::vector<std::string> plugin_dirs_, schema_dirs_;
  std::vector<std::string> schemas_;
  std::string campaign_, store_file_;
  std::string dialog_;
  std::string api_;
  PromptRequest request_;
  bool json_ = false;
  bool explain_ = false;
  std::string colour_ = "auto";
};

}  // namespace gavel
