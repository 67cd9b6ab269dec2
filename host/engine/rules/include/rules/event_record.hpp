// EventRecord: what an automation is told of why it runs.
#pragma once

#include <array>

#include "lua/sandbox.hpp"
#include "ruleset/words.hpp"
#include "state/json.hpp"

namespace gavel {

class EventRecord : public Record {
 public:
  explicit EventRecord(std::string_view name) { (*this)[EventMember::kName] = std::string(name); }

  std::optional<Json>& operator[](EventMember which) { return members_[static_cast<std::size_t>(which)]; }
  std::size_t shape() const override { return static_cast<std::size_t>(RecordKind::kEvent); }
  const Json* member(std::size_t index) override { return members_[index] ? &*members_[index] : nullptr; }

 private:
  std::array<std::optional<Json>, 6> members_;
};

}  // namespace gavel
