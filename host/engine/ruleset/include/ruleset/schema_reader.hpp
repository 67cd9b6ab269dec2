// Reading schemas: one file, or a folder of them.
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

constexpr std::size_t kMostSchemas = 1000;  // of one folder

// The schema that a text holds, with everything that is wrong in it. `file` is the name that positions carry.
// Nothing: not even its id could be read. After an error among the problems it must only be asked for its id.
std::optional<Schema> read_schema(std::string_view text, const std::string& file, const Limits& limits,
                                  std::vector<Problem>& problems);

// What one file of a folder came to.
struct FoundSchema {
  std::optional<SchemaFile> file;
  std::vector<Problem> problems;
};

// Every .yaml file in a folder and in its core, extensions, rules and modes, by name.
std::vector<FoundSchema> read_schema_folder(const Folder& folder, const Limits& limits);

}  // namespace gavel
