#include "rulesets.hpp"

#include "ruleset/loading.hpp"
#include "ruleset/ruleset_image.hpp"
#include "store/hash.hpp"

namespace gavel {

Result<std::shared_ptr<const Ruleset>> Rulesets::get(const std::string& hash) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = known_.find(hash); found != known_.end()) return found->second;
  }
  std::string image = TRY(store_.pack(hash));
  return build(hash, image);
}

Result<Rulesets::Taken> Rulesets::take(const std::string& image) {
  Taken taken{sha256_hex(image), nullptr};
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = known_.find(taken.hash); found != known_.end()) taken.ruleset = found->second;
  }
  if (taken.ruleset == nullptr) taken.ruleset = TRY(build(taken.hash, image));
  return taken;
}

Result<std::shared_ptr<const Ruleset>> Rulesets::build(const std::string& hash, const std::string& image) {
  Ruleset::Built built = ruleset_of_image(image, limits_, probe_);
  log_loaded(log_, "pack " + hash.substr(0, 12), built);
  if (built.ruleset == nullptr) {
    Error error(Code::kPluginInvalid, "the stored ruleset " + hash.substr(0, 12) + " does not load");
    for (const Problem& problem : built.problems)
      if (!problem.warning) error.message += "; " + problem.error.where.file + ": " + problem.error.message;
    return error;
  }
  // Two threads may have built it at the same time; the first one stays.
  const std::lock_guard<std::mutex> lock(mutex_);
  return known_.emplace(hash, std::move(built.ruleset)).first->second;
}

}  // namespace gavel
