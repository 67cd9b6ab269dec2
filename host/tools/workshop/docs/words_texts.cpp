#include "docs/words_texts.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "claims/fact.hpp"
#include "command/options.hpp"
#include "lua/program.hpp"
#include "ruleset/shapes.hpp"
#include "ruleset/vocabulary.hpp"

#include "context_classes.hpp"
#include "doc_texts.hpp"

namespace gavel {
namespace {

void add_kinds(const Vocabulary& words, std::vector<std::string>& all) {
  for (const Kind& kind : words.kinds) {
    all.push_back(kind.name);
    for (const std::string& one : kind.members) all.push_back(kind.name + "." + one);
    for (const std::string& one : kind.handlers)
      if (std::ranges::find(kind.members, one) == kind.members.end()) all.push_back(kind.name + "." + one);
  }
}

}  // namespace

std::vector<WordText> word_rows(const Json& rows) {
  std::vector<WordText> words;
  for (const Json& row : array_of(rows)) {
    const auto text = [&row](std::string_view name) {
      const Json* found = member(row, name);
      return found == nullptr ? std::string_view() : std::string_view(string_of(*found));
    };
    words.push_back({text("word"), text("type"), text("need"), text("en"), text("zh")});
  }
  return words;
}

std::span<const WordText> words_texts() {
  static const Json kRows = embedded_yaml(doc_texts(), "words.yaml");
  static const std::vector<WordText> kWords = word_rows(kRows);
  return kWords;
}

const WordText& text_of(std::string_view word) {
  static const WordText kNone;
  const std::span<const WordText> all = words_texts();
  const auto found = std::ranges::find(all, word, &WordText::word);
  return found == all.end() ? kNone : *found;
}

std::vector<std::string> all_words() {
  const Vocabulary& words = vocabulary();
  std::vector<std::string> all;
  add_kinds(words, all);
  for (const std::string& name : reader_names()) all.push_back("ctx." + name);
  for (const std::string& name : words.fields) all.push_back("ctx." + name);
  for (const HostFunction& one : words.functions) all.push_back("ctx." + one.name);
  for (const Word& one : words.words) all.push_back(one.name);
  for (const std::string& shape : words.shapes) {
    all.push_back(shape);
    for (const std::string_view option : shape_options(shape))
      all.push_back(shape + "." + std::string(option));
  }
  for (const RecordShape& record : words.records) {
    all.push_back(record.name);
    for (const std::string& one : record.members) all.push_back(record.name + "." + one);
  }
  all.emplace_back("options");
  for (const std::string_view name : option_names()) all.push_back("options." + std::string(name));
  all.emplace_back("fact");
  for (const std::string_view name : fact_members()) all.push_back("fact." + std::string(name));
  const std::set<std::string> told(all.begin(), all.end());
  for (const std::string& name : visible_names(words))
    if (!told.contains(name)) all.push_back(name);
  all.emplace_back("params");  // each plugin's own, so the sandbox's globals do not hold it
  return all;
}

std::vector<std::string> text_problems() {
  const std::vector<std::string> all = all_words();
  const std::set<std::string_view> words(all.begin(), all.end());
  std::set<std::string_view> told;
  std::vector<std::string> problems;
  for (const WordText& text : words_texts()) {
    const std::string word(text.word);
    if (!words.contains(text.word)) problems.push_back("there is no word " + word + ", and a text of it");
    if (!told.insert(text.word).second) problems.push_back(word + " has two texts");
    if (text.en.empty() || text.zh.empty()) problems.push_back(word + " has no text in one language");
  }
  for (const std::string& word : all)
    if (!told.contains(word)) problems.push_back(word + " has no text");
  for (const Permission& permission : kPermissions) {
    const std::string word = std::string(permission.kind) + "." + std::string(permission.handler);
    const std::string expected = "ctx: " + std::string(class_of(permission).name);
    const std::string_view type = text_of(word).type;
    const std::size_t at = type.find(expected);
    if (at == std::string_view::npos ||
        (type[at + expected.size()] != ')' && type[at + expected.size()] != ','))
      problems.push_back(
          std::string(word).append(" is given a ").append(expected).append(", which its type does not say"));
  }
  return problems;
}

}  // namespace gavel
