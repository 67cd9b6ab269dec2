#include "ruleset/schema_library.hpp"

#include <algorithm>
#include <map>

#include "base/utf8.hpp"
#include "state/suggest.hpp"

#include "lower_case.hpp"

namespace gavel {
namespace {

std::string place_of(const Where& where) {
  std::string text = where.file;
  if (where.line != 0) text += ":" + std::to_string(where.line);
  return text;
}

// Walks the dependencies of every schema once. A way back to a schema that is still open is a cycle.
class Walk {
 public:
  Walk(const SchemaLibrary& library, std::vector<Problem>& problems)
      : library_(library), problems_(problems) {}

  void run() {
    for (const Schema& schema : library_.all())
      if (!state_.contains(schema.id)) walk(schema);
  }

 private:
  struct Open {
    const Schema* schema;
    std::size_t next = 0;
  };

  void walk(const Schema& start) {
    std::vector<Open> way{{&start, 0}};
    state_[start.id] = true;
    while (!way.empty()) {
      Open& here = way.back();
      if (here.next == here.schema->dependencies.size()) {
        state_[here.schema->id] = false;
        way.pop_back();
        continue;
      }
      const SchemaNeed& need = here.schema->dependencies[here.next++];
      const Schema* needed = library_.find(need.id);
      if (needed == nullptr) {
        tell_missing(*here.schema, need);
      } else if (const auto seen = state_.find(need.id); seen == state_.end()) {
        state_[need.id] = true;
        way.push_back({needed, 0});
      } else if (seen->second) {
        tell_cycle(way, *needed, need);
      }
    }
  }

  void tell_missing(const Schema& schema, const SchemaNeed& need) {
    Error error = library_.unknown(need.id, hints_);
    error.message =
        schema.id + " depends on \"" + shortened(printable(need.id), 64) + "\", and there is no such schema";
    error.where = need.where;
    problems_.push_back({std::move(error), need.id, "the id of a schema"});
  }

  void tell_cycle(const std::vector<Open>& way, const Schema& back, const SchemaNeed& need) {
    std::string members;
    bool in = false;
    for (const Open& open : way) {
      in = in || open.schema == &back;
      if (in) members += open.schema->id + " -> ";
    }
    Error error(Code::kPluginInvalid, "schemas depend on each other in a circle: " + members + back.id,
                "take one of these dependencies out", need.where);
    problems_.push_back({std::move(error), {}, "dependencies without a circle"});
  }

  const SchemaLibrary& library_;
  std::vector<Problem>& problems_;
  std::map<std::string_view, bool> state_;  // true: on the way; false: done
  HintBudget hints_;
};

}  // namespace

SchemaLibrary SchemaLibrary::of(std::vector<Schema> schemas, std::vector<Problem>& problems) {
  SchemaLibrary library;
  std::stable_sort(schemas.begin(), schemas.end(),
                   [](const Schema& a, const Schema& b) { return a.id < b.id; });
  for (Schema& schema : schemas) {
    if (!library.schemas_.empty() && library.schemas_.back().id == schema.id) {
      problems.push_back({Error(Code::kPluginInvalid,
                                "the schema " + schema.id + " is defined twice; first in " +
                                    place_of(library.schemas_.back().where),
                                "give one of the two another id", schema.where),
                          schema.id, "every id once"});
      continue;
    }
    library.schemas_.push_back(std::move(schema));
  }
  Walk(library, problems).run();
  library.index_words(problems);
  return library;
}

// One word may switch several schemas.
void SchemaLibrary::index_words(std::vector<Problem>& problems) {
  std::map<std::string, std::size_t> places;
  std::vector<std::string> words;
  for (const Schema& schema : schemas_) {
    for (const bool on : {true, false}) {
      for (const std::string& word : on ? schema.on : schema.off) {
        const auto [at, fresh] = places.emplace(lowered(word), words.size());
        if (fresh) {
          words.push_back(word);
          meant_.emplace_back();
        }
        meant_[at->second].push_back({schema.id, on, 0});
      }
    }
  }
  if (words.empty()) return;
  Result<NameFinder> finder = NameFinder::build(words);
  if (finder) words_ = std::move(*finder);
  if (!finder) problems.push_back({std::move(finder).error(), {}, "fewer and shorter words"});
}

std::vector<SchemaSwitch> SchemaLibrary::switched_by(std::string_view text) const {
  std::vector<SchemaSwitch> switches;
  if (!words_) return switches;
  for (const NameFinder::Hit& hit : words_->find(text)) {
    for (SchemaSwitch one : meant_[hit.name]) {
      one.at = hit.span.begin;
      switches.push_back(std::move(one));
    }
  }
  return switches;
}

const Schema* SchemaLibrary::find(std::string_view id) const {
  const auto at =
      std::lower_bound(schemas_.begin(), schemas_.end(), id,
                       [](const Schema& schema, std::string_view wanted) { return schema.id < wanted; });
  return at != schemas_.end() && at->id == id ? &*at : nullptr;
}

Error SchemaLibrary::unknown(std::string_view id) const {
  HintBudget hints;
  return unknown(id, hints);
}

Error SchemaLibrary::unknown(std::string_view id, HintBudget& hints) const {
  std::vector<std::string_view> known;
  if (!hints.is_used_up())
    for (const Schema& schema : schemas_) known.push_back(schema.id);
  std::string hint = hints.nearest_hint(id, known);
  if (hint.empty()) hint = "name it in the ruleset's `schemas`";
  return {Code::kPathUnknown, "there is no schema \"" + shortened(printable(id), 64) + "\"", std::move(hint)};
}

}  // namespace gavel
