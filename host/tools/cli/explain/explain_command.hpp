// gavel explain: why something is as it is: a turn, a rule, a path, a code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaigns.hpp"
#include "ruleset/ruleset.hpp"

#include "explain_text.hpp"
#include "options.hpp"

namespace gavel {

class ExplainCommand {
 public:
  explicit ExplainCommand(CLI::App& app);
  int run();

 private:
  // What was found out: for programs, and for people.
  struct Explained {
    Json json;
    std::string people;
  };

  Result<Explained> explain();
  struct Looked;
  // What the words mean without a subject in front, told in `taken_for`.
  Result<Explained> guess(const std::vector<std::string>& words);
  Result<Explained> took(Result<Explained> explained, const char* what) const;
  Result<Explained> not_understood(const std::string& word) const;
  Result<Looked> look();
  Result<std::string> looked_for(const char* subject, const std::vector<std::string>& words);
  Result<Explained> rule(const std::vector<std::string>& words);
  Result<Explained> rule_in(Looked& looked, const std::string& id);
  Result<Explained> path(const std::vector<std::string>& words);
  Result<Explained> path_in(Looked& looked, const std::string& path);
  Result<Json> history_of(const Json& path);
  Result<Explained> code(const std::string& name);
  Result<Explained> codes();
  Result<Explained> turn(const std::vector<std::string>& words);
  Result<Explained> turn_of_campaign(const std::string& campaign, const std::string& turn);
  Result<Explained> turn_of_file(const std::string& file);

  Result<void> open_store();
  Result<std::string> campaign_named(const std::string& name);
  Result<void> load_ruleset(const std::string& folder);
  Result<Document> document();
  Look look_out() const;

  std::vector<std::string> words_;
  CliOptions options_;
  std::size_t attempt_ = 0;  // 0: not given
  std::string out_;
  bool check_ = false;
  int exit_ = 0;

  Limits limits_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Campaigns> campaigns_;
  std::shared_ptr<const Ruleset> ruleset_;
};

}  // namespace gavel
