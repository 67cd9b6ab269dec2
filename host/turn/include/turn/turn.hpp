// One turn without a store: read a text, judge it, and say what became of it. What `gavel apply` is.
#pragma once

#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "dialects/dialect.hpp"
#include "guards/guards.hpp"
#include "rules/batch.hpp"
#include "state/document.hpp"

namespace gavel {

struct TurnInput {
  std::string_view text;
  std::string_view dialect = "auto";
  Actor actor = Actor::kModel;
  std::string turn = "t-1";
  Context context;
  Guards guards;
  Mounts mounts;
  const TagTable* tags = nullptr;  // nullptr: TagTable::standard()
  bool arithmetic = false;         // see ReadOptions
};

struct Verdict {
  std::string turn;
  Reading reading;
  std::vector<Line> lines;  // one for each proposal
  Json expired;             // effects of what went because its time had come, each with cause "ttl"
  Json audit;               // every record of the turn, in order
};

// An error: the text cannot be judged at all, and the document is as it was. Otherwise the document holds
// what was kept, and its journal can still undo the turn.
Result<Verdict> run_turn(Document& document, const TurnInput& input);

// The verdict in its JSON form, as clients get it.
Json verdict_json(const Verdict& verdict);

}  // namespace gavel
