// The strict reader of YAML: the part of YAML 1.2 that is data, with the core schema, and a position for
// every node. Refused, each with line and column: anchors, aliases and tags, merge keys, several documents,
// directives, keys that are no text, keys given twice, numbers that fit no 64-bit integer or finite float,
// `.nan` and `.inf`, control characters, bad UTF-8, nesting and sizes beyond the limits.
//
// Linear in the text, in memory too, and nested text costs no stack: the builder stops yaml-cpp at
// Limits::max_depth, before it has recursed further.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

// Nothing: the text could not be read to its end. A tree beside errors in `problems` is the value without
// what was refused, so that its meaning can be checked too; it must not be used for anything else.
// `file` is the name that positions carry.
std::optional<YamlTree> read_yaml(std::string_view text, const std::string& file, const Limits& limits,
                                  std::vector<Problem>& problems);

}  // namespace gavel
