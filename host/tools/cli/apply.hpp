// gavel apply: judges one text without a store.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "state/document.hpp"
#include "turn/turn.hpp"

#include "options.hpp"

namespace gavel {

class Apply {
 public:
  explicit Apply(CLI::App& app);
  int run();

 private:
  // The ruleset, if one is given.
  Result<void> load_ruleset();
  Result<Document> load();
  Result<TurnInput> input();
  Result<void> write_out(const Document& document) const;
  // False: standard output did not take it.
  bool print(const Verdict& verdict, const Document& document) const;

  CliOptions options_;
  std::string out_file_;
  std::string root_;
  std::string turn_ = "t-1";
  std::size_t attempt_ = 1;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  bool audit_ = false;
  bool explain_ = false;
  Limits limits_;
};

}  // namespace gavel
