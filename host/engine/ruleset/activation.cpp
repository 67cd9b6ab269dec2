#include "ruleset/activation.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "lower_case.hpp"

namespace gavel {
namespace {

// Which of two counts where only one may.
bool goes_before(const Schema& a, const Schema& b) {
  return a.priority != b.priority ? a.priority > b.priority : a.id < b.id;
}

class Activating {
 public:
  Activating(const SchemaLibrary& library, std::span<const std::string> ids) : library_(library), ids_(ids) {}

  Activation run() {
    for (const std::string& id : ids_)
      if (library_.find(id) == nullptr) {
        const Error error = library_.unknown(id);
        out_.notices.push_back(
            {"schema.unknown", error.message + (error.hint.empty() ? "" : "; " + error.hint)});
      }
    gather();
    choose_override();
    choose_tags();
    std::sort(out_.schemas.begin(), out_.schemas.end(), [](const ActiveSchema& a, const ActiveSchema& b) {
      return a.schema->priority != b.schema->priority ? a.schema->priority < b.schema->priority
                                                      : a.schema->id < b.schema->id;
    });
    return std::move(out_);
  }

 private:
  // All that is asked for and all that it needs, each once, without those that are left out.
  void gather() {
    out_.schemas.clear();
    std::set<std::string_view> seen(left_out_.begin(), left_out_.end());
    const auto take = [&](std::string_view id, const std::string& because) {
      const Schema* schema = library_.find(id);
      if (schema != nullptr && seen.insert(schema->id).second)
        out_.schemas.push_back({schema, true, because});
    };
    for (const std::string& id : ids_) take(id, "asked for");
    for (std::size_t i = 0; i < out_.schemas.size(); ++i) {
      const Schema& schema = *out_.schemas[i].schema;
      for (const SchemaNeed& need : schema.dependencies) take(need.id, schema.id);
    }
  }

  void choose_override() {
    const Schema* best = nullptr;
    std::vector<const Schema*> all;
    for (const ActiveSchema& one : out_.schemas) {
      if (!one.schema->overrides) continue;
      all.push_back(one.schema);
      if (best == nullptr || goes_before(*one.schema, *best)) best = one.schema;
    }
    if (all.size() < 2) return;
    for (const Schema* one : all) {
      if (one == best) continue;
      left_out_.insert(one->id);
      out_.notices.push_back({"schema.overridden", one->id + " (priority " + std::to_string(one->priority) +
                                                       ") is left out: " + best->id + " (priority " +
                                                       std::to_string(best->priority) + ") overrides it"});
    }
    gather();
  }

  void choose_tags() {
    std::map<std::string, const Schema*> owners;
    for (const ActiveSchema& one : out_.schemas) {
      if (one.schema->root_tag.empty()) continue;
      const auto [at, fresh] = owners.emplace(lowered(one.schema->root_tag), one.schema);
      if (!fresh && goes_before(*one.schema, *at->second)) at->second = one.schema;
    }
    for (ActiveSchema& one : out_.schemas) {
      if (one.schema->root_tag.empty()) continue;
      const Schema* owner = owners.at(lowered(one.schema->root_tag));
      if (owner == one.schema) continue;
      one.counts = false;
      out_.notices.push_back({"schema.same_tag", "<" + one.schema->root_tag + "> is told by " + owner->id +
                                                     "; the instruction of " + one.schema->id +
                                                     " is left out"});
    }
  }

  const SchemaLibrary& library_;
  std::span<const std::string> ids_;
  std::set<std::string_view> left_out_;
  Activation out_;
};

}  // namespace

Activation activate(const SchemaLibrary& library, std::span<const std::string> ids) {
  return Activating(library, ids).run();
}

}  // namespace gavel
