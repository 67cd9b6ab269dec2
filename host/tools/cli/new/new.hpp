// gavel new: a plugin, a ruleset, a schema or a scenario to begin with, that passes check and test as it is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ruleset/ruleset.hpp"

#include "options.hpp"
#include "staging.hpp"
#include "templates.hpp"

namespace gavel {

class NewCommand {
 public:
  explicit NewCommand(CLI::App& app);
  int run();

 private:
  CLI::App* add(const char* name);

  Result<void> plugin();
  Result<void> ruleset();
  Result<void> schema();
  Result<void> scenario();

  Result<void> begin(const std::string& target);
  Result<void> write(const std::string& name, const std::string& from);
  // The files for editors; `rules` is what is new, as it loads where it lies until it is put into place.
  Result<void> write_editor_files(const std::shared_ptr<const Ruleset>& rules);
  Result<std::shared_ptr<const Ruleset>> loaded() const;
  Result<void> check_name(std::size_t most) const;
  Result<std::string> named_in_ruleset() const;
  std::string in_ruleset(const char* folder) const;
  Result<std::string> recorded() const;  // of the campaign `from_`
  void say() const;

  CLI::App* command_;
  std::string name_;
  std::string kinds_;
  std::string with_;
  std::string in_ = ".";
  std::string from_;
  CliOptions options_;
  bool add_ = false;

  Filling filling_;
  Staging staging_;
  std::string target_;
  std::vector<std::string> written_;  // the files, as they lie in the end
  std::vector<std::string> next_;     // what to type now
};

}  // namespace gavel
