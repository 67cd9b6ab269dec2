// Placeholders: `{{name.parameter}}` in the texts of a schema, so that what a model is told takes its numbers
// from the plugins that enforce them. Anything else in braces is text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "ruleset/schema.hpp"

namespace gavel {

// What stands for one; an error says why nothing does.
using Fill = std::function<Result<std::string>(std::string_view name, std::string_view parameter)>;

// Fills all of them in. Each that could not be filled is an error at its line.
std::vector<Error> fill_placeholders(Schema& schema, const Fill& fill);

}  // namespace gavel
