// The options that several commands have: their names, defaults and how they are read, once for all of them.
// What their help says is in texts/help.yaml.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "base/clock.hpp"
#include "ruleset/loading.hpp"
#include "state/document.hpp"

#include "args.hpp"

namespace gavel {

struct CliOptions {
  std::vector<std::string> plugins, schemas;  // folders
  std::string ruleset, state, document, store, campaign;
  std::string now, seed, turn, user, language;
  std::string actor = "model", dialect = "auto", color = "auto", format = "auto";
  std::string file = "-", text;
  bool json = false, watch = false;

  // Adds those with these names to a command, such as {"FILE", "--text", "--json"}. What excludes one
  // another, does. REQUIRES: they are in the table in options.cpp.
  void add(CLI::App& sub, std::initializer_list<std::string_view> names);

  bool wants_json() const { return json || format == "json"; }
  // Whether standard output gets what people read, where a pipe without --format gets JSON.
  bool for_people() const;
  bool colour(int descriptor = STDOUT_FILENO) const;
  // --now, or the machine's clock.
  Result<Time> time() const;
  // --actor: model, player or operator.
  Result<Actor> speaker() const;
  // What FILE or --text gave; `what` is what a person at the terminal is asked for.
  Result<std::string> input(std::size_t most, std::string_view limit, const char* what);
  // Loads the rules in `folder`, and shows what is wrong with them on standard error.
  Result<std::shared_ptr<const Ruleset>> load_ruleset(const std::string& folder,
                                                      std::vector<Named> wanted = {}) const;
  // The folder as one text, for a campaign to keep; likewise.
  Result<std::string> image_of(const std::string& folder, std::vector<Named> wanted = {}) const;
  // The document of --document or --state; neither was given: one with that data.
  Result<Document> load_document(const Json& otherwise, const Limits& limits);
  // The text that was read last, and what messages call it.
  struct Source {
    std::string name, text;
  };
  const Source& source() const { return source_; }

  // Shows an error for people and, with --json, for programs; a place in the text that was read last gets a
  // caret. The exit code.
  int fail(const Error& error) const;

 private:
  bool has_text_ = false;
  Source source_;
};

// The document in {data, meta}.
Result<Document> document_of(const Json& both, const Limits& limits);

// Takes only one of the words.
CLI::Option* one_of(CLI::Option* option, std::vector<std::string> words);

}  // namespace gavel
