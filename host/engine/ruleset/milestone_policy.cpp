#include "ruleset/milestone_policy.hpp"

#include "base/utf8.hpp"
#include "ruleset/shapes.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

std::string enumerated(const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace

Result<const Milestone*> find_milestone(const Kinds& kinds, std::string_view policy) {
  std::vector<std::string_view> all, names, same;
  const Milestone* found = nullptr;
  for (const Milestone& one : kinds.milestones) {
    if (one.source.id == policy) return &one;
    all.push_back(one.source.id);
    names.push_back(one.source.name);
    if (one.source.name != policy) continue;
    found = &one;
    same.push_back(one.source.id);
  }
  const std::string name = "\"" + shortened(printable(policy), 80) + "\"";
  if (same.size() > 1)
    return Error(Code::kPathUnknown, "more than one plugin has a milestone " + name,
                 "one of " + enumerated(same));
  if (found != nullptr) return found;
  std::string hint = nearest_hint(policy, all);
  if (hint.empty()) hint = nearest_hint(policy, names);
  if (hint.empty())
    hint = all.empty() ? "no plugin of this ruleset registers a milestone" : "there are " + enumerated(all);
  return Error(Code::kPathUnknown, "there is no milestone " + name, std::move(hint));
}

Result<Json> milestone_params(const Milestone& milestone, const Json& with) {
  Result<Json> filled = fit_arguments(milestone.params, with);
  if (filled) return filled;
  filled.error().code = Code::kTypeMismatch;
  return named_after(std::move(filled).error(), milestone.source);
}

Result<std::string> milestone_named(const Ruleset& ruleset, std::string_view policy) {
  const Milestone* found = TRY(find_milestone(ruleset.kinds(), policy));
  return found->source.id;
}

Result<Json> milestone_params(const Ruleset& ruleset, std::string_view policy, const Json& with) {
  const Milestone* found = TRY(find_milestone(ruleset.kinds(), policy));
  return milestone_params(*found, with);
}

}  // namespace gavel
