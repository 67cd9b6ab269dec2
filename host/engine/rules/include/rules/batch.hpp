// Judging a batch: the proposals of one envelope, one after the other, each seeing the document as the one
// before left it. A proposal that fails is undone alone; where the batch is all or nothing, all of it is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "command/kernel.hpp"
#include "command/proposal.hpp"
#include "guards/guards.hpp"
#include "rules/effect_row.hpp"
#include "rules/referee.hpp"
#include "state/document.hpp"

namespace gavel {

// What became of one proposal.
struct Line {
  Outcome outcome;
  EffectRows effects;
  std::optional<std::size_t> culprit;  // the command that took this one down with it
  bool cut = false;                    // there are more effects than are listed
  std::vector<Amendment> amendments;   // what rules made of the values
  std::string audit;                   // the permanent record, as its text
};

struct BatchInput {
  std::span<const Proposal> proposals;  // of one envelope
  const Context& context;
  const Guards& guards;        // that judge where there is no referee
  Referee* referee = nullptr;  // the ruleset's
  Actor actor = Actor::kModel;
  std::string turn;
  std::size_t number = 0;  // of the batch in its turn
  std::size_t first = 0;   // the first proposal's index in its turn
  bool atomic = false;     // all or nothing, whatever the commands say
};

// `room`: effects that may still be listed. REQUIRES: `op_ids` gives an id that no record has yet.
std::vector<Line> judge_batch(Document& document, const BatchInput& input, IdSource& op_ids,
                              std::size_t& room);

// Effects as rows for people and models: containers that came without telling more are left out. At most
// `room` rows; `room` is lowered by as many, and `cut` tells whether that was not enough.
EffectRows effect_rows(Effects& effects, std::size_t& room, bool& cut);
// Of all that changed since a savepoint.
EffectRows effect_rows(const Document& document, Document::Savepoint from, const DescribedPatterns& described,
                       std::size_t& room, bool& cut);

}  // namespace gavel
