#include "words.hpp"

#include "ruleset/prompt_section.hpp"
#include "state/embedded.hpp"

namespace gavel {

std::span<const EmbeddedFile> prompt_texts();

namespace {

std::string_view text_of(const char* list, std::string_view name, std::string_view language) {
  static const Json kTexts = embedded_yaml(prompt_texts(), "words.yaml");
  const Json& texts = *member(kTexts[list], name);
  return string_of(texts[language == "zh" ? "zh" : "en"]);
}

}  // namespace

std::string_view prompt_word(std::string_view name, std::string_view language) {
  return text_of("words", name, language);
}

std::string_view dialog_words(std::size_t dialog, std::string_view language) {
  return text_of("dialogs", kDialogTypes[dialog], language);
}

}  // namespace gavel
