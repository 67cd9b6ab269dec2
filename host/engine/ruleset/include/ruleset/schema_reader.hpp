// Reading schemas: one file, or a folder of them (a shelf).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/folder.hpp"
#include "base/limits.hpp"
#include "base/problem.hpp"
#include "ruleset/schema.hpp"

namespace gavel {

constexpr std::size_t kMostSchemas = 1000;  // of one shelf

// The schema that a text holds, with everything that is wrong in it. `file` is the name that positions carry.
// Nothing: not even its id could be read. After an error among the problems it must only be asked for its id.
std::optional<Schema> read_schema(std::string_view text, const std::string& file, const Limits& limits,
                                  std::vector<Problem>& problems);

// What one file of a shelf came to.
struct ShelvedSchema {
  std::optional<SchemaFile> file;
  std::vector<Problem> problems;
};

// Every .yaml file in a folder and in its core, extensions, rules and modes, by name.
std::vector<ShelvedSchema> read_shelf(const Folder& folder, const Limits& limits);

}  // namespace gavel
