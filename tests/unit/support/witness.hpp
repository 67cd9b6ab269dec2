// A turn with a narration: commands are judged, then the narration is held against what they did.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/claims.hpp"

#include "game.hpp"

namespace gavel::testing {

struct Witnessed {
  std::string said;  // "hp_change li_si 9..30": one conflict after the other, joined by "; "
  std::vector<Conflict> conflicts;
  std::string warnings;  // their codes and messages
};

class Witness {
 public:
  explicit Witness(const std::vector<PluginText>& plugins, std::string_view state = "{}",
                   std::string_view ruleset = "", const std::string& library = "");

  // `commands` in whatever dialect, then `narration`. The document goes on from turn to turn.
  Witnessed hear(std::string_view commands, std::string_view narration);
  const Document& document() const { return document_; }

 private:
  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
  Document document_;
  int turns_ = 0;
};

}  // namespace gavel::testing
