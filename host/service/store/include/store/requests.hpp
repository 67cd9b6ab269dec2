// What a store is asked to do, and what it answers, where that is more than a name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "state/json.hpp"
#include "state/path.hpp"
#include "store/records.hpp"

namespace gavel {

struct NewCampaign {
  std::string id;
  std::string branch = "main";
  std::string record;
  // Whatever a rebuild starts from: packs by hash, seed, settings, initial state. The chain begins with it.
  std::string origin;
  std::vector<Checkpoint> checkpoints = {};  // of turn "" only
  std::vector<std::string> packs = {};       // by hash, stored before
};

// One turn to be committed, with everything that changes along with it.
struct Append {
  std::string campaign;
  Head seen;
  Turn turn;           // its parent need not be the head: a re-roll follows the turn before the replaced one
  std::string record;  // the campaign's, as it is after the turn
  std::vector<Checkpoint> checkpoints = {};  // of this turn or an earlier one
  std::vector<std::string> packs = {};       // used from now on; by hash, stored before
};

struct Appended {
  Head head;
  // The turn was there before, with the same text: the verdict that was stored then. Nothing was changed.
  std::optional<std::string> verdict;
};

struct NewAttempt {
  std::string campaign;
  Head seen;
  Attempt attempt;
};

// A change of a campaign that is no turn: settings, a rollback and its undoing, a branch, a label.
struct Update {
  struct Move {
    std::string branch;
    std::string turn;  // on that branch's line; "": before the first
  };
  struct NewBranch {
    std::string id;
    std::string turn;  // where it forks
    std::string label;
  };
  struct Label {
    std::string branch;
    std::string label;
  };

  std::string campaign;
  Head seen;
  std::string record;
  std::optional<Move> move = {};
  std::optional<NewBranch> branch = {};  // made before the move, which may lead there
  std::vector<Label> labels = {};
  std::vector<Checkpoint> checkpoints = {};        // one that stands at the same turn is replaced
  std::vector<std::string> drop_checkpoints = {};  // by turn; one that is not there is no error
  std::vector<std::string> packs = {};
};

// What is known under a turn id.
struct Known {
  std::optional<Turn> turn;       // as committed
  bool current = false;           // the turn is on the way to the head; else it was rolled back or re-rolled
  std::vector<Attempt> attempts;  // those that were not accepted, in order
};

struct TurnQuery {
  // The turns of this branch's own; else those on the way to `to`, over all branches.
  std::optional<std::string> branch = {};
  std::optional<std::string> to = {};  // a turn; nothing: the head
  std::uint64_t first = 1;             // the lowest version wanted
  std::size_t most = 100;
  bool bodies = true;  // false: record, verdict and audit stay empty, and the row's checksum is not checked
  bool gaps = false;   // true: a turn that is missing is passed over; else it is `store.corrupt`
};

// All of them must hold for a record.
struct AuditQuery {
  // Its own place or one of those it changed is at this path or below it.
  std::optional<Path> path = {};
  std::optional<std::string> tag = {};
  std::optional<std::string> actor = {};
  std::optional<std::string> code = {};
  std::optional<std::string> turn = {};
  std::string cursor;  // AuditPage::next of the page before; "": from the beginning
  std::size_t most = 100;
};

// See Store::check_part.
enum class CheckPart {
  kStanding,  // all that leads to where the campaign stands: by the turns since the last checkpoint, and
              // rules
  kTree,      // whether every turn is found on the line of a branch: by all turns, and none of their texts
  kRows,      // that, and whether every other row is found: by those of all campaigns
};

struct AuditHit {
  std::string turn;
  std::uint64_t version = 0;
  std::size_t index = 0;  // among the turn's records
  bool current = false;   // see Known
  Json record;
};

struct AuditPage {
  std::vector<AuditHit> hits;  // by version, branch, index
  std::string next;            // "": there is no more
};

}  // namespace gavel
