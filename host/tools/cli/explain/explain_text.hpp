// What the parts of gavel explain say to people: the stories of host/tools/workshop, by the layouts of
// texts/explain.yaml.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "show/layout.hpp"

namespace gavel {

std::string turn_for_people(Json story, const Look& look);
std::string rule_for_people(Json story, const Look& look);
std::string path_for_people(Json story, const Look& look);

// As codes_json() has it; an error names the nearest.
Result<Json> code_explained(std::string_view code);

// CODES.md and CODES.zh-CN.md in a folder. `check`: nothing is written; whether they were up to date.
Result<bool> write_codes(const std::string& folder, bool check);

}  // namespace gavel
