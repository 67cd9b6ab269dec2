// Handlers that keep failing are set aside. Failures are counted in a row, in the document's meta, so that
// every replay of a turn sees the same; a handler whose file has changed starts anew.

#include "base/utf8.hpp"
#include "rules/referee_state.hpp"

#include "fingerprint.hpp"

namespace gavel {
namespace {

constexpr std::string_view kPlace = "quarantine";

}  // namespace

std::string RefereeState::stamp_of(const Registered& source) const {
  for (const Pack& pack : ruleset.packs()) {
    if (pack.as != source.plugin) continue;
    std::string all;
    for (const PackFile& file : pack.files) all += file.text;
    return fingerprint(all);
  }
  return "";
}

RefereeState::Failing& RefereeState::failing(const Registered& source) {
  auto found = failing_.find(source.id);
  if (found != failing_.end()) return found->second;
  Failing& one = failing_[source.id];
  one.stamp = stamp_of(source);
  const Json* all = member(document.meta(), kPlace);
  const Json* kept = all == nullptr ? nullptr : member(*all, source.id);
  const Json* stamp = kept == nullptr ? nullptr : member(*kept, "code");
  const Json* failures = kept == nullptr ? nullptr : member(*kept, "failures");
  const bool same = stamp != nullptr && stamp->is_string() && string_of(*stamp) == one.stamp;
  if (same && failures != nullptr && failures->is_number_unsigned())
    one.failures = failures->get<std::uint64_t>();
  if (same && failures != nullptr && failures->is_number_integer())
    one.failures = static_cast<std::uint64_t>(wide(*failures));
  one.before = one.failures;
  return one;
}

bool RefereeState::is_quarantined(const Registered& source) {
  if (!any_failing_) return false;
  Failing& one = failing(source);
  const std::size_t most = ruleset.file().quarantine;
  if (most == 0 || one.failures < most) return false;
  if (!one.warned) {
    one.warned = true;
    notes.warnings.push_back({"rule.quarantined",
                              source.id + " (" + source.at + ") has failed " + std::to_string(one.failures) +
                                  " times in a row and is not asked any more",
                              {}});
  }
  return true;
}

void RefereeState::count(const Registered& source, bool failed) {
  if (!failed && !any_failing_) return;
  Failing& one = failing(source);
  if (!failed && (one.failures == 0 || one.counted)) return;
  any_failing_ = true;
  // However often it is asked in one turn, it fails once: one text alone sets nothing aside. Nor do successes
  // beside a failure count: how many there are depends on what had to be computed anew.
  one.failures = failed ? one.before + 1 : 0;
  one.counted = one.counted || failed;
  one.changed = true;
}

void RefereeState::write_quarantine() {
  Path place;
  place.push_key(kPlace);
  for (const auto& [id, one] : failing_) {
    if (!one.changed) continue;
    if (document.find(place, Tree::kMeta) == nullptr)
      document.put(place, Json(Json::value_t::object), Tree::kMeta);
    const Path entry = place.child(id);
    if (one.failures == 0) {
      if (document.find(entry, Tree::kMeta) != nullptr) document.erase(entry, Tree::kMeta);
      continue;
    }
    Json kept(Json::value_t::object);
    kept["failures"] = static_cast<std::int64_t>(one.failures);
    kept["code"] = one.stamp;
    document.put(entry, std::move(kept), Tree::kMeta);
  }
  const Json* all = document.find(place, Tree::kMeta);
  if (all != nullptr && all->empty()) document.erase(place, Tree::kMeta);
}

}  // namespace gavel
