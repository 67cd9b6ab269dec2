// gavel demo: a bundled campaign, played as it was recorded, and told for people: what happened and why.
#pragma once

#include <memory>
#include <string>

#include "campaign/campaigns.hpp"
#include "state/yaml_tree.hpp"

#include "args.hpp"

namespace gavel {

class Demo {
 public:
  explicit Demo(CLI::App& app);
  int run();

 private:
  // A step of the story: a turn with its attempts, or a rollback.
  Result<void> play(const YamlNode& step);
  Result<void> take(const YamlNode& step, const std::string& id);
  Result<void> go_back(const YamlNode& step, const std::string& to);
  Result<void> prove();
  Result<void> begin(const std::string& store_file);
  Result<void> tell_story();
  void tell(const std::string& text);
  std::string note_of(const YamlNode& step) const;
  Time tick();

  std::string language_;
  std::string store_file_;
  std::string colour_ = "auto";
  bool json_ = false;
  bool chinese_ = false;
  bool paint_ = false;
  Time clock_;
  Json steps_ = Json(Json::value_t::array);
  std::unique_ptr<Store> store_;
  std::unique_ptr<Campaigns> campaigns_;
};

}  // namespace gavel
