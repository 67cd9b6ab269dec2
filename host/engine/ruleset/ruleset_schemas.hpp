// The schemas of a ruleset: those that it names, found in the folders given, with all that they depend on;
// and its own. Their placeholders are filled in from the plugins' parameters.
#pragma once

#include <string>
#include <vector>

#include "ruleset/ruleset_source.hpp"
#include "ruleset/schema_library.hpp"

namespace gavel {

// Own schemas of the ruleset's folder first, then those of `places`. Broken files in a folder that nobody
// asks for are nobody's problem.
std::vector<SchemaFile> gather_schemas(const Folder& folder, const RulesetPlaces& places,
                                       const RulesetFile& file, const Limits& limits,
                                       std::vector<Problem>& problems);

// "schemas/core/variable_update_base.yaml": its name in an image.
std::string schema_file_name(const Schema& schema);

SchemaLibrary filled_schemas(const RulesetSource& source, std::vector<Problem>& problems);

}  // namespace gavel
