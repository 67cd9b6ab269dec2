// Citing: a refusal by the host itself names what it goes by: the limit, and the line of ruleset.yaml that
// set it, if one did; the row of the file that says which dialects and roots are open; the guard.
#pragma once

#include "ruleset/ruleset_file.hpp"
#include "turn/turn.hpp"

namespace gavel {

// Fills in what the lines' errors do not say yet. `file`: nullptr where there is no ruleset.
void name_error_sources(Verdict& verdict, const RulesetFile* file);

}  // namespace gavel
