// Codes in words: every code of a refusal, a warning or a finding of gavel check, what it means, how to mend
// what led to it, and an example that really comes to it; in English and Chinese (texts/codes.yaml). What a
// code of base/codes means in English is said there and nowhere else.
//
// The examples are played by tests/cli/explain_test.py in the game of texts/game, so that none of them can
// lie.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "state/json.hpp"

namespace gavel {

// {codes: […], game: {name: text}}: refusals in the order of base/codes, warnings by their names, findings;
// each {code, kind: "refusal" | "warning" | "finding", meaning: {en, zh}, fix: {en, zh}, example?: {given?,
// reply?, run}, unshown?: {en, zh}, related}. `unshown`: why there is no example.
const Json& codes_json();
// One of them; nullptr: there is none.
const Json* find_code(std::string_view code);
std::vector<std::string_view> code_names();
// The document of all codes, with a table and a part for each.
std::string codes_document(bool chinese);

}  // namespace gavel
