#include "gavel/ruleset.hpp"

#include "prompts/prompt.hpp"
#include "ruleset/loading.hpp"
#include "ruleset/ruleset_image.hpp"

#include "impl.hpp"

namespace gavel::v1 {
namespace {

std::vector<Problem> public_problems(const std::vector<core::Problem>& problems) {
  return each_of(problems, [](const core::Problem& one) {
    return Problem{public_error(one.error), one.found, one.expected, one.warning};
  });
}

// Why a ruleset does not load, in one error; all of it stands in the problems.
Error refusal(const std::string& name, const std::vector<core::Problem>& problems) {
  std::size_t errors = 0;
  const core::Problem* first = nullptr;
  for (const core::Problem& one : problems) {
    if (one.warning) continue;
    ++errors;
    if (first == nullptr) first = &one;
  }
  Error error = first == nullptr ? Error() : public_error(first->error);
  error.code = core::code_name(core::Code::kPluginInvalid);
  std::string message = name + " does not load";
  if (first != nullptr) message += ": " + error.message;
  if (first != nullptr && !first->expected.empty()) message += "; expected " + first->expected;
  if (errors > 1) message += "; and " + std::to_string(errors - 1) + " more";
  error.message = std::move(message);
  return error;
}

core::SchemaPlaces schema_places(const RulesetOptions& options) {
  core::SchemaPlaces places;
  places.dirs = options.schema_dirs;
  places.wanted = each_of(options.schemas, [](const std::string& id) { return core::Named{id, {}}; });
  return places;
}

}  // namespace

std::shared_ptr<const Ruleset::Impl> RulesetAccess::made(std::shared_ptr<const core::Ruleset> ruleset,
                                                         std::string image) {
  const core::Version& version = ruleset->file().version;
  auto inside = std::make_shared<Ruleset::Impl>();
  inside->version = std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
                    std::to_string(version.patch);
  inside->ruleset = std::move(ruleset);
  inside->image = std::move(image);
  return inside;
}

std::string describe(const Problem& problem) {
  Error error = problem.error;
  const std::string hint = std::exchange(error.hint, {});
  error.message = (problem.warning ? "warning: " : "error: ") + error.message;
  if (!problem.found.empty()) error.message += "; found " + problem.found;
  if (!problem.expected.empty()) error.message += "; expected " + problem.expected;
  if (!hint.empty()) error.message += "; fix: " + hint;
  return describe(error);
}

Result<Ruleset> Ruleset::load(const std::string& folder, const RulesetOptions& options,
                              std::vector<Problem>* problems) noexcept {
  return guarded([&]() -> Result<Ruleset> {
    const core::Limits limits = LimitsAccess::of(options.limits);
    const core::SchemaPlaces schemas = schema_places(options);
    std::string image;
    core::Ruleset::Built built = core::load_rules(folder, options.plugin_dirs, limits, schemas, &image);
    core::log_loaded(log_of(options.log), folder, built);
    if (problems != nullptr) *problems = public_problems(built.problems);
    if (built.ruleset == nullptr) return refusal(folder, built.problems);
    return Ruleset(RulesetAccess::made(std::move(built.ruleset), std::move(image)));
  });
}

Result<Ruleset> Ruleset::from_image(std::string_view image, const Limits& limits) noexcept {
  return guarded([&]() -> Result<Ruleset> {
    core::Ruleset::Built built = core::ruleset_of_image(image, LimitsAccess::of(limits));
    if (built.ruleset == nullptr) return refusal("the image", built.problems);
    return Ruleset(RulesetAccess::made(std::move(built.ruleset), std::string(image)));
  });
}

const std::string& Ruleset::name() const noexcept { return impl_->ruleset->file().name; }
const std::string& Ruleset::version() const noexcept { return impl_->version; }
const std::string& Ruleset::language() const noexcept { return impl_->ruleset->file().language; }
const std::string& Ruleset::image() const noexcept { return impl_->image; }

std::string Ruleset::title(std::string_view language) const {
  const core::Json& title = impl_->ruleset->file().title;
  if (title.is_string()) return core::string_of(title);
  const core::Json* told = core::member(title, language);
  return told != nullptr && told->is_string() ? core::string_of(*told) : name();
}

Json Ruleset::initial_state() const { return JsonAccess::made(impl_->ruleset->initial_state()); }
Json Ruleset::settings() const { return JsonAccess::made(impl_->ruleset->setting_definitions()); }

Result<Json> Ruleset::tools(std::string_view api) const noexcept {
  return guarded([&]() -> Result<Json> {
    std::optional<core::Json> tools = core::tools_for(api, *impl_->ruleset, std::nullopt, language());
    if (!tools)
      return wrong_call("there is no form of tools for \"" + core::shortened(core::as_utf8(api), 64) + "\"",
                        "\"openai\" or \"anthropic\"");
    return JsonAccess::made(std::move(*tools));
  });
}

std::string shipped(const std::string& folder) { return core::shipped(folder); }

}  // namespace gavel::v1
