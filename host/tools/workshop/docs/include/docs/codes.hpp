// Codes in words: every code of a refusal or a warning, what it means, how to mend what led to it, and an
// example that really comes to it; in English and Chinese. What a code of base/codes means in English is said
// there and nowhere else.
//
// The examples are played by tests/cli/explain_test.py in the game below, so that none of them can lie.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "state/json.hpp"

namespace gavel {

struct CodeText {
  std::string_view code;
  std::string_view en;  // empty: code_meaning(code)
  std::string_view zh;
  std::string_view fix_en;
  std::string_view fix_zh;
  // The lines of the game that the example is about; empty: none in particular.
  std::string_view given = {};
  // What a model writes: the file reply.txt; empty: there is none.
  std::string_view reply = {};
  // What is run in a folder that holds the game and the reply, a command a line; empty: kUsualRun.
  std::string_view run = {};
  std::string_view related = {};  // other codes, with blanks between them
  // Why it has no example; empty: it has one, or is a finding.
  std::string_view unshown_en = {};
  std::string_view unshown_zh = {};

  static constexpr std::string_view kUsualRun = "gavel apply --ruleset game reply.txt";
};

// All of them: refusals in the order of base/codes, warnings by their names, findings.
std::vector<CodeText> code_texts();
const CodeText* find_code_text(std::string_view code);

std::span<const CodeText> refusal_texts();
std::span<const CodeText> warning_texts();
// What gavel check finds beside what does not load: "check.unused_local". Without examples.
std::span<const CodeText> finding_texts();

// The small game of the examples: its files by their names in its folder.
struct GameFile {
  std::string_view name;
  std::string_view text;
};
std::span<const GameFile> example_game();

// {code, kind: "refusal" | "warning" | "finding", meaning: {en, zh}, fix: {en, zh}, example?: {given?,
// reply?, run}, unshown?: {en, zh}, related}
Json code_json(const CodeText& text);
// {codes: […], game: {name: text}}
Json codes_json();
// The document of all codes, with a table and a part for each.
std::string codes_document(bool chinese);

}  // namespace gavel
