// Judging one turn from its recorded inputs: the same for a turn that is taken, one that is judged anew, and
// one that is only tried by other rules.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ruleset/ruleset.hpp"
#include "state/document.hpp"
#include "turn/turn.hpp"

namespace gavel {

// A Lua state that goes back to its ruleset's pool.
class BorrowedSandbox {
 public:
  static Result<BorrowedSandbox> take(std::shared_ptr<const Ruleset> ruleset);
  BorrowedSandbox(BorrowedSandbox&&) noexcept = default;
  BorrowedSandbox& operator=(BorrowedSandbox&&) noexcept = default;
  ~BorrowedSandbox();
  Sandbox& operator*() const { return *sandbox_; }

 private:
  BorrowedSandbox() = default;

  std::shared_ptr<const Ruleset> ruleset_;
  std::unique_ptr<Sandbox> sandbox_;
};

struct Judged {
  Verdict verdict;
  // As JSON, but for what the store adds: see with_position.
  std::string body;
  std::string audit;
  std::string record;  // of an accepted turn: the canonical record, changes included; else the draft
};

// `trace`: see TurnFacts. The document's journal holds what was kept, and nothing where the turn was not
// accepted. REQUIRES: the document's journal is empty.
Result<Judged> judge_turn(Document& document, DeriveMemory& derived, const Ruleset& ruleset, Sandbox& sandbox,
                          const TurnInput& input, const Json& history, Trace* trace = nullptr);

// What to say of a turn that is judged again and that the clock or the memory in use ended: it says nothing
// of what is stored. Nothing: it was judged.
std::optional<Error> not_judged(const Judged& judged);

// The record of a turn in which nobody spoke: the rules were exchanged. `what` says from which to which.
std::string swap_record(Document& document, const TurnInput& input, const Json& what, const std::string& body,
                        const std::string& audit);

// Of a turn that came while the host's clock stood before the last one.
Warning clock_warning(Time clock);

// The verdict as clients get it: what was judged, and where the campaign stands with it.
std::string with_position(const std::string& body, std::uint64_t version, const std::string& hash);
// What was judged, taken out of an answer again; empty: it is none.
std::string without_position(const std::string& answer);

}  // namespace gavel
