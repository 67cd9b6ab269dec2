// Which values of a state its ruleset's fields table forbids: what a write would have been refused for, found
// where nobody wrote.

#include "ruleset/field_violations.hpp"

#include <algorithm>

#include "command/host_keys.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

std::vector<FieldViolation> field_violations(const Json& data, const FieldTable& fields,
                                             const DescribedPatterns& described, std::size_t most) {
  std::vector<FieldViolation> found;
  if (fields.empty()) return found;
  struct Waiting {
    const Json* node;
    Path path;
  };
  std::vector<Waiting> todo{{&data, Path()}};
  while (!todo.empty() && found.size() < most) {
    const Waiting next = std::move(todo.back());
    todo.pop_back();
    const Json& node = is_described(described, next.path, *next.node) ? array_of(*next.node)[0] : *next.node;
    if (!next.path.empty())
      if (Result<void> fitting = fields.fits(next.path, node); !fitting)
        found.push_back({next.path, std::move(fitting).error()});
    const std::size_t waiting = todo.size();
    if (node.is_object()) {
      for (const auto& [key, child] : object_of(node))
        if (key != kVersionKey) todo.push_back({&child, next.path.child(key)});  // that one is the host's own
    } else if (node.is_array()) {
      std::uint64_t i = 0;
      for (const Json& child : array_of(node)) todo.push_back({&child, next.path.child(i++)});
    }
    std::reverse(todo.begin() + static_cast<std::ptrdiff_t>(waiting), todo.end());
  }
  return found;
}

std::vector<Error> field_errors(const Json& data, const FieldTable& fields,
                                const DescribedPatterns& described, std::size_t most) {
  std::vector<Error> errors;
  for (FieldViolation& one : field_violations(data, fields, described, most))
    errors.push_back(std::move(one.error));
  return errors;
}

std::vector<Error> field_errors(const Json& data, const Ruleset& ruleset) {
  return field_errors(data, ruleset.guards().fields(), ruleset.file().described_pairs,
                      ruleset.limits().max_problems);
}

}  // namespace gavel
