// gavel explain: why something is as it is: a turn, a rule, a path, a code.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaigns.hpp"
#include "rules/ruleset.hpp"

#include "args.hpp"
#include "explain_text.hpp"

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
  // What `word` alone is, and what it was taken for.
  Result<Explained> guess(const std::string& word);
  Result<Explained> turn(const std::vector<std::string>& words);
  Result<Explained> turn_of_campaign(const std::string& campaign, const std::string& turn);
  Result<Explained> turn_of_file(const std::string& file);

  Result<void> open_store();
  Result<std::string> campaign_named(const std::string& name);
  Result<void> load_ruleset(const std::string& folder);
  Result<Document> document() const;
  ExplainText text_out() const;
  // The rules and the state that a rule or a path is looked at with.
  Result<void> look_at(const std::vector<std::string>& words, std::size_t given);
  int fail(const Error& error) const;

  std::vector<std::string> words_;
  std::string ruleset_folder_;
  std::vector<std::string> plugin_dirs_;
  std::vector<std::string> schema_dirs_;
  std::string campaign_;
  std::string store_file_;
  std::string state_file_;
  std::string document_file_;
  std::size_t attempt_ = 0;  // 0: not given
  std::string actor_ = "model";
  std::string user_text_;
  std::string now_ = "2025-01-01T00:00:00Z";
  std::string seed_;
  std::string turn_ = "t-1";
  std::string language_;
  std::string colour_ = "auto";
  bool json_ = false;
  bool markdown_ = false;

  Limits limits_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Campaigns> campaigns_;
  std::shared_ptr<const Ruleset> ruleset_;
};

}  // namespace gavel
