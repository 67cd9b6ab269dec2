// gavel demo: the stories that come with Gavel, played on a store of their own and told step by step: what
// was said, what the referee made of it, and why. Each is a ruleset's scenarios/demo.yaml, and a test as
// well.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/store.hpp"

#include "options.hpp"
#include "scenario_run.hpp"

namespace gavel {

class Demo {
 public:
  explicit Demo(CLI::App& app);
  int run();

 private:
  int list();
  Result<void> play();
  void tell_step(const Step& step, const StepResult& result);
  void tell_turn(const Step& step, const StepResult& result);
  Result<void> tell_end(Campaigns& campaigns, const std::vector<Unmet>& unmet);
  void tell(const std::string& text) const;
  // Of {en, zh}: the one for this terminal.
  std::string in_language(const YamlNode& node, std::string_view name) const;

  std::string name_;
  CliOptions options_;
  bool list_ = false;
  bool chinese_ = false;
  bool paint_ = false;
  Json steps_ = Json(Json::value_t::array);
};

}  // namespace gavel
