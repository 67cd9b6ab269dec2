// EffectRecord: an effect as a handler gets it. Members are made when they are asked for.
#pragma once

#include <array>

#include "lua/sandbox.hpp"
#include "ruleset/words.hpp"
#include "state/json.hpp"
#include "state/path.hpp"
#include "state/pattern.hpp"

namespace gavel {

// What a handler may know of one effect. REQUIRES: outlives the record.
struct EffectView {
  const Path& path;
  const Json* before = nullptr;
  const Json* after = nullptr;
  const Pattern& pattern;  // that the handler is registered for
  std::string_view verb;
  std::string_view actor;
  std::string_view reason;
};

class EffectRecord : public Record {
 public:
  explicit EffectRecord(const EffectView& effect) : effect_(effect) {}

  std::size_t shape() const override { return static_cast<std::size_t>(RecordKind::kEffect); }
  const Json* member(std::size_t index) override;

 private:
  Json make(EffectMember which) const;

  EffectView effect_;
  std::array<std::optional<Json>, 8> made_;
};

// after - before, where both are numbers; a place where nothing stood counts as 0. Nothing: no numbers.
std::optional<Json> delta_of(const Json* before, const Json* after);

}  // namespace gavel
