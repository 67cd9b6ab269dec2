// Activation: which schemas are in force, out of those that were asked for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ruleset/schema_library.hpp"

namespace gavel {

struct ActiveSchema {
  const Schema* schema = nullptr;
  // False: another with the same root tag and a higher priority counts; its instruction, examples and tag are
  // left out.
  bool counts = true;
  std::string because;  // "asked for", or the id of the first schema that needs it
};

struct SchemaNotice {
  std::string code;  // "schema.unknown", "schema.overridden", "schema.same_tag"
  std::string message;
};

struct Activation {
  std::vector<ActiveSchema> schemas;  // by priority, the lowest first, then by id
  std::vector<SchemaNotice> notices;
};

// With all that they depend on. Of several that override, the one with the highest priority stays; of equal
// ones, the first by id. The same decides between two with one root tag. Ids that the library does not know
// are told and passed over.
Activation activate(const SchemaLibrary& library, std::span<const std::string> ids);

}  // namespace gavel
