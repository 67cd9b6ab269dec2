#include "testing/test_stub.hpp"

#include <algorithm>
#include <map>

#include "docs/stubs.hpp"
#include "docs/words_texts.hpp"
#include "lua/program.hpp"
#include "state/embedded.hpp"

#include "test_words.hpp"

namespace gavel {

std::span<const EmbeddedFile> test_texts();

namespace {

std::span<const WordText> stub_texts() {
  static const Json kRows = embedded_yaml(test_texts(), "test_words.yaml");
  static const std::vector<WordText> kWords = word_rows(kRows);
  return kWords;
}

// What there is, with the fewest and the most parameters of functions.
std::map<std::string, std::pair<std::size_t, std::size_t>> words_there_are() {
  const Vocabulary words = test_vocabulary();
  const Vocabulary& plugins = vocabulary();
  std::map<std::string, std::pair<std::size_t, std::size_t>> all = {
      {"Test", {}}, {"Fixture", {}}, {"expect", {}}};
  for (const Kind& kind : words.kinds) {
    if (std::ranges::find(plugins.kinds, kind.name, &Kind::name) != plugins.kinds.end()) continue;
    all[kind.name] =
        kind.named ? std::pair{std::size_t{2}, std::size_t{2}} : std::pair{std::size_t{1}, std::size_t{1}};
    if (kind.name == "fixture")
      for (const std::string& member : kind.members) all["Fixture." + member];
  }
  for (const std::string& name : reader_names()) all["Test." + name] = {1, 1};
  for (const HostFunction& one : words.functions)
    all[(one.module.empty() ? "Test" : one.module) + "." + one.name] = {one.least, one.most};
  return all;
}

}  // namespace

PackFile test_stub(std::string_view language) {
  return {"testing.lua", stub_of("testing", stub_texts(), language)};
}

std::vector<std::string> test_names() {
  const std::vector<std::string> own = visible_names(vocabulary());
  std::vector<std::string> names;
  for (std::string& name : visible_names(test_vocabulary()))
    if (!std::ranges::binary_search(own, name)) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> test_text_problems() {
  auto there = words_there_are();
  std::vector<std::string> problems;
  for (const WordText& text : stub_texts()) {
    const auto found = there.find(std::string(text.word));
    if (found == there.end()) {
      problems.push_back("there is no word " + std::string(text.word) + ", and a text of it");
      continue;
    }
    const auto [least, most] = parameters_of(text.type);
    if (least != found->second.first || (most != found->second.second && most != SIZE_MAX))
      problems.push_back(std::string(text.word) + " takes other parameters than its text says");
    if (text.en.empty() || text.zh.empty())
      problems.push_back(std::string(text.word) + " has no text in one language");
    there.erase(found);
  }
  for (const auto& [name, counts] : there) problems.push_back(name + " has no text");
  return problems;
}

}  // namespace gavel
