// SchemaLibrary: the schemas that a game may use, by id, each with those that it depends on. Immutable.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "ruleset/schema.hpp"
#include "state/name_finder.hpp"
#include "state/suggest.hpp"

namespace gavel {

// A switch that a text asks for.
struct SchemaSwitch {
  std::string id;
  bool on = true;
  std::size_t at = 0;  // the byte of the text
};

class SchemaLibrary {
 public:
  SchemaLibrary() = default;
  // An id given twice, a dependency that is missing, and every cycle with its members is a problem.
  static SchemaLibrary of(std::vector<Schema> schemas, std::vector<Problem>& problems);

  // nullptr: there is none.
  const Schema* find(std::string_view id) const;
  // By id.
  const std::vector<Schema>& all() const { return schemas_; }
  bool empty() const { return schemas_.empty(); }
  // `there is no schema "x"`, with the nearest that there is.
  Error unknown(std::string_view id) const;
  // The same where many may be.
  Error unknown(std::string_view id, HintBudget& hints) const;

  // The schemas whose words of `on` and `off` a text holds, in order of the text. Letters in any case; words
  // of ASCII letters only whole. Linear in the text.
  std::vector<SchemaSwitch> switched_by(std::string_view text) const;

 private:
  void index_words(std::vector<Problem>& problems);

  std::vector<Schema> schemas_;                   // sorted by id
  std::optional<NameFinder> words_;               // nothing: no schema has any
  std::vector<std::vector<SchemaSwitch>> meant_;  // by word
};

}  // namespace gavel
