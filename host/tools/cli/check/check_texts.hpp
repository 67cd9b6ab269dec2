// How `gavel check` says what it found: for people, for programs, and as editors and CI understand it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"

namespace gavel {

enum class CheckFormat { kPeople, kJson, kGcc, kGithub };

// "3 warnings"
std::string counted(std::size_t number, const std::string& what);

// All of them, and what they come to. `what` stands in front of the count for people: "bees: 1 plugin, ";
// `fixed` are the changes that were made before.
std::string check_text(const std::vector<Problem>& problems, CheckFormat format, const std::string& what,
                       const std::vector<std::string>& fixed, bool colour);

// Every finding there is, for `--codes`.
std::string codes_text(CheckFormat format);

}  // namespace gavel
