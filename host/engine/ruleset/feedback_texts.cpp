#include "ruleset/feedback_texts.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/embedded.hpp"
#include "state/members.hpp"
#include "state/suggest.hpp"

namespace gavel {

std::span<const EmbeddedFile> ruleset_texts();

namespace {

const Json& texts() {
  static const Json kTexts = embedded_yaml(ruleset_texts(), "feedback.yaml");
  return kTexts;
}

const FeedbackRow& row_of(std::string_view key) {
  return *std::ranges::find(feedback_rows(), key, &FeedbackRow::key);
}

std::vector<std::string_view> names_in(std::string_view places) {
  std::vector<std::string_view> names;
  while (!places.empty()) {
    const std::size_t end = std::min(places.find(' '), places.size());
    names.push_back(places.substr(0, end));
    places.remove_prefix(std::min(end + 1, places.size()));
  }
  return names;
}

// One part of a template: a text, or a placeholder by its name.
struct Part {
  std::string_view text;
  bool place = false;
};

// The part that `rest` starts with, which is taken off. Nothing: a brace stands alone.
std::optional<Part> next_part(std::string_view& rest) {
  const auto take = [&rest](std::size_t length, std::size_t from, std::size_t count, bool place) {
    const Part part{rest.substr(from, count), place};
    rest.remove_prefix(length);
    return part;
  };
  const std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
  if (brace > 0) return take(brace, 0, brace, false);
  if (rest.size() > 1 && rest[1] == rest[0]) return take(2, 0, 1, false);
  const std::size_t end = rest.find('}');
  if (rest[0] == '}' || end == std::string_view::npos) return std::nullopt;
  return take(end + 1, 1, end - 1, true);
}

}  // namespace

std::span<const FeedbackRow> feedback_rows() {
  static const std::vector<FeedbackRow> kRows = [] {
    std::vector<FeedbackRow> rows;
    for (const Json& row : rows_at(texts(), "rows")) {
      const Json* places = member(row, "places");
      rows.push_back({string_of(row["key"]), places == nullptr ? std::string_view() : string_of(*places),
                      string_of(row["en"]), string_of(row["zh"])});
    }
    return rows;
  }();
  return kRows;
}

Result<void> check_feedback_text(const FeedbackRow& row, std::string_view text) {
  if (text.size() > kMostFeedbackText)
    return Error(Code::kLimitSize, "the text has " + std::to_string(text.size()) + " bytes; at most " +
                                       std::to_string(kMostFeedbackText));
  const std::vector<std::string_view> known = names_in(row.places);
  while (!text.empty()) {
    const std::optional<Part> part = next_part(text);
    if (!part)
      return Error(Code::kParseMalformed, "a brace is alone", "write {{ or }} where a brace is meant");
    if (!part->place || std::find(known.begin(), known.end(), part->text) != known.end()) continue;
    std::string hint = nearest_hint(part->text, known);
    if (hint.empty())
      hint = known.empty() ? "this text has no placeholders"
                           : "its placeholders are: " + std::string(row.places);
    return Error(Code::kParseMalformed,
                 "no placeholder is called \"" + shortened(printable(part->text), 64) + "\" here",
                 std::move(hint));
  }
  return {};
}

void FeedbackTexts::put(std::string_view language, std::string_view key, std::string text) {
  own_[{std::string(language), std::string(key)}] = std::move(text);
}

std::string FeedbackTexts::say(std::string_view language, std::string_view key, Places places) const {
  const FeedbackRow& row = row_of(key);
  const auto own = own_.find(std::pair(std::string(language), std::string(key)));
  std::string_view rest = own != own_.end()  ? std::string_view(own->second)
                          : language == "zh" ? row.zh
                                             : row.en;
  std::string text;
  while (!rest.empty()) {
    const std::optional<Part> part = next_part(rest);
    if (!part) break;
    if (!part->place) {
      text += part->text;
      continue;
    }
    for (const auto& [name, value] : places)
      if (name == part->text) text += value;
  }
  return text;
}

std::string_view code_words(Code code, std::string_view language) {
  const Json* words = language == "zh" ? member(texts()["codes"], code_name(code)) : nullptr;
  return words == nullptr ? code_meaning(code) : std::string_view(string_of(*words));
}

}  // namespace gavel
