// The sentences in which failures are told to a model, and reports to a player: templates with named
// placeholders in Chinese and English, each of which a ruleset may replace (`feedback` in ruleset.yaml). An
// empty template leaves its line out. The table of keys stands in host/engine/turn/README.md.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/codes.hpp"
#include "base/result.hpp"

namespace gavel {

struct FeedbackRow {
  std::string_view key;
  std::string_view places;  // the placeholders that its template may have, blanks between
  std::string_view en;
  std::string_view zh;
};
std::span<const FeedbackRow> feedback_rows();

inline constexpr std::size_t kMostFeedbackText = 1000;  // bytes of one template

// Whether a text may stand in for that row's: every placeholder known, every brace in its place ("{{" and
// "}}" are braces themselves), not too long.
Result<void> check_feedback_text(const FeedbackRow& row, std::string_view text);

// What stands for the placeholders.
using Places = std::initializer_list<std::pair<std::string_view, std::string_view>>;

class FeedbackTexts {
 public:
  // REQUIRES: check_feedback_text found nothing.
  void put(std::string_view language, std::string_view key, std::string text);

  // The template of a language ("zh", else English) with its placeholders filled. What is filled in is never
  // read as a template. A placeholder that `places` lacks becomes nothing. REQUIRES: the key exists.
  std::string say(std::string_view language, std::string_view key, Places places = {}) const;

 private:
  std::map<std::pair<std::string, std::string>, std::string, std::less<>> own_;  // by language and key
};

// What a code means, as the beginning of a sentence in that language.
std::string_view code_words(Code code, std::string_view language);

}  // namespace gavel
