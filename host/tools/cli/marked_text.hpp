// Explaining a reading: the text that was judged, with every part of it named.
#pragma once

#include <string>
#include <string_view>

#include "turn/turn.hpp"

namespace gavel {

// For people: a gutter says what each part is (narration, reasoning, example, quote, envelope, command,
// refusal), and repairs and warnings stand under the part they concern.
std::string explanation_for_people(const Verdict& verdict, std::string_view text, bool colour);

// The same for programs: [{"kind","span","dialect"?,"command"?,"status"?,"code"?}], in text order; the spans
// cover the text.
Json explanation_json(const Verdict& verdict, std::string_view text);

}  // namespace gavel
