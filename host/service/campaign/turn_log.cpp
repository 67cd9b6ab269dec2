#include "turn_log.hpp"

#include "state/members.hpp"

namespace gavel {
namespace {

constexpr std::string_view kPlace = "quarantine";  // in meta: see rules/quarantine.cpp

}  // namespace

void TurnLog::remember_failing(const Document& document) {
  const Json* failing = log_.takes(LogLevel::kWarn) ? member(document.meta(), kPlace) : nullptr;
  if (failing != nullptr) failing_ = *failing;
}

// A handler in quarantine is not asked, so its entry changes in the turn that puts it there and in no later
// one.
void TurnLog::tell_quarantined(const Document& document, const Ruleset& ruleset) const {
  const std::size_t most = ruleset.file().quarantine;
  const Json* failing = log_.takes(LogLevel::kWarn) ? member(document.meta(), kPlace) : nullptr;
  if (most == 0 || failing == nullptr) return;
  for (const auto& [handler, entry] : object_of(*failing)) {
    const Json* before = failing_.is_null() ? nullptr : member(failing_, handler);
    if (before != nullptr && *before == entry) continue;
    const auto failures = value_at(entry, "failures").get<std::uint64_t>();
    if (failures >= most)
      log_.write(LogLevel::kWarn, "plugin.quarantined",
                 {{"campaign", campaign_}, {"turn", turn_}, {"handler", handler}, {"failures", failures}});
  }
}

void TurnLog::tell_stopped(const Error& why) const {
  log_.write(LogLevel::kWarn, "turn.stopped",
             {{"campaign", campaign_},
              {"turn", turn_},
              {"code", code_name(why.code)},
              {"handler", why.where.rule},
              {"file", why.where.file},
              {"line", why.where.line}});
}

SlowTurnWatch::SlowTurnWatch(const CampaignsOptions& options, std::string_view campaign,
                             std::string_view turn)
    : options_(options),
      campaign_(campaign),
      turn_(turn),
      watched_(options.stopwatch && options.log.takes(LogLevel::kWarn)),
      began_(watched_ ? options.stopwatch() : 0) {}

SlowTurnWatch::~SlowTurnWatch() {
  if (!watched_) return;
  const std::uint64_t took = options_.stopwatch() - began_;
  if (took >= options_.slow_turn_milliseconds)
    options_.log.write(LogLevel::kWarn, "turn.slow",
                       {{"campaign", campaign_}, {"turn", turn_}, {"milliseconds", took}});
}

}  // namespace gavel
