// Rulesets: those that campaigns are judged by, built from the images in the store and kept by their hash.
//
// Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/log.hpp"
#include "ruleset/ruleset.hpp"
#include "store/store.hpp"

namespace gavel {

class Rulesets {
 public:
  // `probe` looks on while their handlers run; nullptr: nobody does. What is built is logged.
  Rulesets(Store& store, const Limits& limits, Probe* probe, const Log& log)
      : store_(store), limits_(limits), probe_(probe), log_(log) {}

  Result<std::shared_ptr<const Ruleset>> get(const std::string& hash);
  // Builds an image that may not be stored yet, and keeps it. Its hash comes with it.
  struct Taken {
    std::string hash;
    std::shared_ptr<const Ruleset> ruleset;
  };
  Result<Taken> take(const std::string& image);

 private:
  Result<std::shared_ptr<const Ruleset>> build(const std::string& hash, const std::string& image);

  Store& store_;
  const Limits& limits_;
  Probe* probe_;
  const Log& log_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Ruleset>, std::less<>> known_;
};

}  // namespace gavel
