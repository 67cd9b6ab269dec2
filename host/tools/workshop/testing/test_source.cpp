#include "testing/test_source.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "lua/program.hpp"

#include "test_words.hpp"

namespace gavel {

std::vector<Problem> read_tests(std::span<const LuaText> tests, std::span<const LuaText> around,
                                const std::vector<std::string>* params, const Limits& limits) {
  const Vocabulary words = test_vocabulary();
  std::vector<Problem> problems;
  std::vector<LuaText> texts;
  std::set<std::string> files;
  for (const LuaText& test : tests) {
    if (std::optional<Error> error = syntax_error(test.file, test.text, words, limits)) {
      problems.push_back({std::move(*error), {}, {}});
    } else {
      texts.push_back(test);
      files.insert(test.file);
    }
  }
  // First of all, so that what the others say takes no room from them.
  texts.insert(texts.end(), around.begin(), around.end());
  SourceReading read = SourceReader(words).read(texts, params, limits);
  for (Problem& problem : read.problems) {
    // What a test expects of a text in one language is nothing that anybody is told.
    if (problem.finding == Lint::kMissingLanguage || !files.contains(problem.error.where.file)) continue;
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace gavel
