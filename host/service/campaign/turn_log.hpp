// What the log is told of a turn beside its verdict. Nothing of what anybody wrote.
#pragma once

#include <string>
#include <string_view>

#include "campaign/campaigns.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

class TurnLog {
 public:
  // REQUIRES: all of them outlive it.
  TurnLog(const Log& log, const std::string& campaign, const std::string& turn)
      : log_(log), campaign_(campaign), turn_(turn) {}

  // What the document, before the turn, says of handlers that fail.
  void remember_failing(const Document& document);
  // Those that are in quarantine since.
  void tell_quarantined(const Document& document, const Ruleset& ruleset) const;
  // The clock or the memory in use ended it.
  void tell_stopped(const Error& why) const;

 private:
  const Log& log_;
  const std::string& campaign_;
  const std::string& turn_;
  Json failing_;
};

// Says of a turn that took too long, waiting for others included, when it ends.
class SlowTurnWatch {
 public:
  // REQUIRES: all of them outlive it.
  SlowTurnWatch(const CampaignsOptions& options, std::string_view campaign, std::string_view turn);
  SlowTurnWatch(const SlowTurnWatch&) = delete;
  SlowTurnWatch& operator=(const SlowTurnWatch&) = delete;
  ~SlowTurnWatch();

 private:
  const CampaignsOptions& options_;
  const std::string_view campaign_, turn_;
  const bool watched_;
  const std::uint64_t began_;
};

}  // namespace gavel
