// gavel apply: judges one text without a store.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "state/document.hpp"
#include "turn/turn.hpp"

#include "args.hpp"
#include "show.hpp"

namespace gavel {

class Apply {
 public:
  explicit Apply(CLI::App& app);
  int run();

 private:
  // A text and where it came from, for messages.
  struct Source {
    std::string name;
    std::string text;
  };

  // The ruleset, if one is given. An exit code: it does not load, and that was said.
  std::optional<int> load_ruleset();
  Result<Document> load();
  Result<TurnInput> input();
  Result<void> write_out(const Document& document) const;
  // False: standard output did not take it.
  bool print(const Verdict& verdict, const Document& document) const;
  Colour colour_wish() const;
  int fail(const Error& error) const;

  std::string state_file_;
  std::string document_file_;
  std::string dialect_ = "auto";
  std::string actor_ = "model";
  std::string now_;  // empty: the machine's clock
  std::string out_file_;
  std::string file_ = "-";
  std::string given_text_;
  std::string format_ = "auto";
  std::string colour_ = "auto";
  std::string root_;
  std::string turn_ = "t-1";
  std::string ruleset_folder_;
  std::vector<std::string> plugin_dirs_;
  std::vector<std::string> schema_dirs_;
  std::string seed_ = "0";
  std::size_t attempt_ = 1;
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  bool json_ = false;
  bool audit_ = false;
  bool explain_ = false;
  bool has_text_ = false;
  Limits limits_;
  Source source_;  // what is being read, for the error that may come of it
};

}  // namespace gavel
