#include "ruleset/ruleset.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>

#include "base/utf8.hpp"
#include "lua/console.hpp"
#include "narration/name_search.hpp"
#include "ruleset/kinds.hpp"
#include "ruleset/milestone_policy.hpp"
#include "ruleset/settings.hpp"
#include "ruleset/words.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "ruleset_schemas.hpp"

namespace gavel {
namespace {

Problem problem_at(const Registered& source, std::string what, std::string hint = {}) {
  Where where;
  where.file = source.file;
  where.line = source.line;
  where.rule = source.id;
  return {Error(Code::kPluginInvalid, std::move(what), std::move(hint), std::move(where)), {}, {}, false};
}

Problem problem_of(Where where, std::string what, std::string hint = {}) {
  return {Error(Code::kPluginInvalid, std::move(what), std::move(hint), std::move(where)), {}, {}, false};
}

template <typename T>
std::string unknown_name(std::string_view name, const std::vector<T>& known, HintBudget& hints) {
  if (hints.is_used_up()) return {};
  std::vector<std::string_view> names;
  names.reserve(known.size());
  for (const T& one : known) names.push_back(one.source.name);
  return hints.nearest_hint(name, names);
}

// Two of one kind may not answer to one name.
template <typename T>
void refuse_duplicates(const std::vector<T>& all, std::string_view kind, std::vector<Problem>& problems) {
  std::map<std::string_view, const T*> seen;
  for (const T& one : all) {
    const auto [found, fresh] = seen.emplace(one.source.name, &one);
    if (fresh) continue;
    problems.push_back(problem_at(one.source,
                                  "the " + std::string(kind) + " \"" + one.source.name +
                                      "\" is registered by " + found->second->source.id + " (" +
                                      found->second->source.at + ") too",
                                  "rename one of them, or leave one plugin out"));
  }
}

// Makes the words of all claims ready to be found.
Result<void> index_claim_words(Kinds& kinds) {
  std::vector<const ClaimSpec*> specs;
  for (const Claim& claim : kinds.claims) specs.push_back(claim.words.get());
  kinds.claim_words = TRY(ClaimWords::of(specs));
  return {};
}

void allow_tools(const RulesetFile& file, Kinds& kinds, std::vector<Problem>& problems) {
  if (!file.allowed_tools) {
    for (const Tool& tool : kinds.tools) kinds.allowed_tools.push_back(tool.source.name);
    return;
  }
  HintBudget hints;
  std::set<std::string_view> registered;
  for (const Tool& tool : kinds.tools) registered.insert(tool.source.name);
  for (const auto& [name, where] : *file.allowed_tools) {
    if (!registered.contains(name))
      problems.push_back(problem_of(where,
                                    "tools.allow names \"" + name + "\", and no plugin registers that tool",
                                    unknown_name(name, kinds.tools, hints)));
    kinds.allowed_tools.push_back(name);
  }
}

// The arrays whose elements some pattern of the game tells apart by index.
std::vector<Pattern> numbered_arrays(const FieldTable& fields, const Kinds& kinds) {
  std::vector<Pattern> patterns = fields.patterns();
  for (const Rule& rule : kinds.rules) patterns.push_back(rule.pattern);
  for (const Budget& budget : kinds.budgets) patterns.push_back(budget.pattern);
  for (const Automation& automation : kinds.automations) {
    patterns.insert(patterns.end(), automation.changed.begin(), automation.changed.end());
    patterns.insert(patterns.end(), automation.commanded.begin(), automation.commanded.end());
  }
  std::vector<Pattern> arrays;
  for (const Pattern& pattern : patterns)
    for (Pattern& above : pattern.above_numbers())
      if (std::find(arrays.begin(), arrays.end(), above) == arrays.end()) arrays.push_back(std::move(above));
  return arrays;
}

// A rule or budget by its id, or all of a plugin.
bool set_shadow(Kinds& kinds, std::string_view id) {
  bool found = false;
  const auto one = [&](auto& judge) {
    if (judge.source.id != id && judge.source.plugin != id) return;
    judge.shadow = true;
    found = true;
  };
  for (Rule& rule : kinds.rules) one(rule);
  for (Budget& budget : kinds.budgets) one(budget);
  return found;
}

void apply_shadow(const RulesetFile& file, Kinds& kinds, std::vector<Problem>& problems) {
  for (const PluginUse& use : file.plugins)
    if (use.shadow) set_shadow(kinds, use.as.empty() ? use.id : use.as);
  for (const auto& [id, where] : file.shadow)
    if (!set_shadow(kinds, id))
      problems.push_back(
          problem_of(where, "shadow names \"" + id + "\", and there is no such rule, budget or plugin"));
}

void refuse_same_derives(const Kinds& kinds, std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < kinds.derives.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (kinds.derives[i].pattern == kinds.derives[j].pattern)
        problems.push_back(problem_at(kinds.derives[i].source, "\"" + kinds.derives[i].pattern.text() +
                                                                   "\" is derived by " +
                                                                   kinds.derives[j].source.id + " (" +
                                                                   kinds.derives[j].source.at + ") too"));
}

}  // namespace

Ruleset::Ruleset()
    : number_([] {
        static std::atomic<std::uint64_t> made = 0;
        return ++made;
      }()) {}
Ruleset::~Ruleset() = default;

Ruleset::Built Ruleset::build(RulesetSource source, Probe* probe) {
  Built built;
  std::shared_ptr<Ruleset> ruleset(new Ruleset);
  ruleset->limits_ = source.file.limits;
  Program::Loaded loaded = Program::load(source.packs, source.library, vocabulary(), ruleset->limits_, probe);
  built.problems = std::move(loaded.problems);
  if (loaded.program == nullptr) return built;
  ruleset->program_ = std::move(loaded.program);
  ruleset->kinds_ = std::make_unique<Kinds>();
  Kinds& kinds = *ruleset->kinds_;
  kinds.settings = host_settings(source.file.retry);
  const std::vector<Registration>& registered = ruleset->program_->registry().all;
  for (std::size_t i = 0; i < registered.size(); ++i) kinds.add(registered[i], i);
  refuse_duplicates(kinds.tools, "tool", built.problems);
  refuse_duplicates(kinds.callbacks, "callback", built.problems);
  check_settings(kinds.settings, built.problems);
  refuse_same_derives(kinds, built.problems);
  allow_tools(source.file, kinds, built.problems);
  apply_shadow(source.file, kinds, built.problems);
  ruleset->guards_ = Guards(source.file.fields);
  kinds.numbered = numbered_arrays(source.file.fields, kinds);
  for (const Tool& tool : kinds.tools) kinds.shape_values.add(tool.args);
  for (const Callback& callback : kinds.callbacks) kinds.shape_values.add(callback.args);
  ruleset->source_ = std::move(source);
  if (Result<void> indexed = index_claim_words(kinds); !indexed)
    built.problems.push_back(
        problem_of(indexed.error().where, indexed.error().message, indexed.error().hint));
  if (const Result<Json> settings = ruleset->settings(Json()); !settings)
    built.problems.push_back(
        problem_of(settings.error().where, settings.error().message, settings.error().hint));
  ruleset->choose_milestone(built.problems);
  ruleset->schemas_ = filled_schemas(ruleset->source_, built.problems);
  for (const Named& schema : ruleset->file().schemas) ruleset->standing_.push_back(schema.name);
  if (any_error(built.problems)) return built;
  ruleset->pool_ = std::make_unique<SandboxPool>(ruleset->program_);
  ruleset->names_ = std::make_unique<NameCache>();
  built.ruleset = std::move(ruleset);
  return built;
}

// What the file says of milestones, against what the plugins register.
void Ruleset::choose_milestone(std::vector<Problem>& problems) {
  if (!file().milestone) return;
  const MilestoneUse& use = *file().milestone;
  Result<std::string> policy = milestone_named(*this, use.policy);
  if (!policy) {
    problems.push_back(problem_of(use.where, policy.error().message, policy.error().hint));
    return;
  }
  Result<Json> with = milestone_params(*this, *policy, use.with);
  if (!with) {
    problems.push_back(problem_of(use.where_with, with.error().message, with.error().hint));
    return;
  }
  milestone_ = MilestonePolicy{std::move(*policy), std::move(*with)};
}

Result<void> check_allowed(const Ruleset& ruleset, std::span<const std::string> names) {
  HintBudget hints;
  for (const std::string& name : names)
    if (ruleset.kinds().tool(name) == nullptr)
      return Error(Code::kToolUnknown,
                   "no plugin of this ruleset registers the tool \"" + shortened(printable(name), 64) + "\"",
                   unknown_name(name, ruleset.kinds().tools, hints));
  return {};
}

Result<std::unique_ptr<Console>> Ruleset::console() const { return program_->console(); }

Result<Json> Ruleset::settings(const Json& campaign, const Json& global) const {
  return settings_in_force(kinds_->settings, source_.file.settings, global, campaign);
}

Json Ruleset::setting_definitions() const {
  Json all(Json::value_t::array);
  for (const Setting& setting : kinds_->settings) all.push_back(definition_of(setting));
  return all;
}

Context Ruleset::context(Time now) const {
  Context context;
  context.now = now;
  context.limits = limits_;
  context.described = source_.file.described_pairs;
  if (!source_.file.recycle_bin.empty()) context.recycle_bin = source_.file.recycle_bin;
  context.root = source_.file.root;
  context.numbered = kinds_->numbered;
  if (guards_.fields().has_readers()) context.sight = &guards_.fields();
  context.asks_again = true;
  context.sharers = packs().size() + 1;
  context.create_missing = source_.file.missing_paths == MissingPaths::kCreate;
  return context;
}

}  // namespace gavel
