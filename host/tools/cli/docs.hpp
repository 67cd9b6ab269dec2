// gavel docs: the manual for people, the guidance for models, the reference for authors and the stubs for
// their editors, generated from the registry.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "ruleset/ruleset.hpp"

#include "options.hpp"

namespace gavel {

class Docs {
 public:
  explicit Docs(CLI::App& app);
  int run();

 private:
  // One plugin's part of each document, by language: 0 en, 1 zh.
  struct Part {
    std::string plugin;  // the instance
    std::string id;      // the plugin
    bool lone = false;   // with its defaults; else as a ruleset sets it
    std::array<std::string, 2> manual;
    std::array<std::string, 2> guidance;
  };

  // A plugin that does not load by its defaults, for the ruleset that may follow.
  struct Waiting {
    std::string id;
    std::string folder;
    std::vector<Problem> problems;
  };

  Result<void> gather(const std::string& place);
  Result<void> add(const std::string& folder);
  void take(const Ruleset& ruleset, const Pack& pack, bool lone);
  Result<void> settle();
  std::string document(bool models, std::size_t language) const;
  Result<std::vector<PackFile>> files() const;
  bool is_kept(const PackFile& file) const;
  std::vector<std::string> leftovers(const std::vector<PackFile>& files) const;
  int write_all() const;
  int print() const;

  std::vector<std::string> places_;
  std::string reader_ = "people";
  CliOptions options_;
  std::string out_;
  std::string stubs_;
  bool check_ = false;
  std::vector<Part> parts_;
  std::vector<std::shared_ptr<const Ruleset>> rulesets_;
  std::vector<Waiting> waiting_;
};

}  // namespace gavel
