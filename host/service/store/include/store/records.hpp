// What a store holds of a campaign, as plain records. All texts in them are bytes to the store: it keeps them
// and gives them back, and reads none but the audit's when it is searched.
//
// The timeline, in the words of the records: turns form a tree and never change once they are stored. A
// **branch** is a line of turns that only grows; its first turn follows the turn that it forks from. The
// **head** is where the campaign stands: some turn on the line of some branch, often but not always its last.
// Rolling back moves the head and touches no turn. The next turn then opens a branch of its own, so that a
// branch and a version together name at most one turn for all time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"

namespace gavel {

// Where a campaign stands, and at the same time what a change must have seen: a change is made only where
// branch, version, hash and revision are still those that its maker read.
struct Head {
  std::string branch;
  std::uint64_t version = 0;   // turns on the way here; 0: before the first one
  std::string turn;            // "": before the first one
  std::string hash;            // of that turn; before the first one, the origin's
  std::uint64_t revision = 0;  // counts every change of the campaign, so that coming back is no being there

  bool operator==(const Head&) const = default;
};

struct Branch {
  std::string id;
  std::string parent;              // the branch that owns the turn it forks from; "": the first branch
  std::string fork_turn;           // "": before the first turn
  std::uint64_t fork_version = 0;  // of that turn, and its hash
  std::string fork_hash;
  std::string label;
  // The last turn on it; where it has none of its own, the turn it forks from.
  std::string turn;
  std::uint64_t version = 0;
  std::string hash;

  bool operator==(const Branch&) const = default;
};

// One committed turn.
struct Turn {
  std::string id;
  std::string parent;         // the turn before; "": none
  std::string branch;         // the one it was committed on
  std::uint64_t version = 0;  // the parent's and one
  std::uint64_t attempt = 1;  // which of its attempts was accepted; those before are kept as Attempts
  std::string text_hash;      // of its inputs: with the id, the identity of a turn
  std::string previous;       // the parent's hash
  std::string hash;           // chain_hash(previous, record)
  Time time;
  std::string record;   // the canonical turn record with its changes; what `hash` covers
  std::string verdict;  // as it was answered, byte for byte
  std::string audit;    // a JSON array of audit records

  bool operator==(const Turn&) const = default;
};

// One try at a turn that was not accepted. Kept for explanation, apart from the turns.
struct Attempt {
  std::string turn;
  std::uint64_t number = 1;  // from 1, without a gap
  std::string text_hash;
  bool last = false;  // nothing may follow under this turn id: a conflict report
  Time time;
  std::string record;  // the draft and whatever explains it
  std::string verdict;

  bool operator==(const Attempt&) const = default;
};

// The whole document after a turn, so that the state at a later one need not be folded from the beginning.
struct Checkpoint {
  std::string turn;  // "": the state that the campaign began with
  std::string label;
  Time time;
  std::string bytes;

  bool operator==(const Checkpoint&) const = default;
};

// A checkpoint without its bytes.
struct CheckpointEntry {
  std::string turn;
  std::uint64_t version = 0;
  std::string label;
  Time time;

  bool operator==(const CheckpointEntry&) const = default;
};

struct Campaign {
  std::string id;
  Head head;
  std::string record;                        // the campaign's own JSON: settings, goal, pending rollback
  std::string origin;                        // what it began with; never changes
  std::vector<Branch> branches;              // the first one first, the others by id
  std::vector<CheckpointEntry> checkpoints;  // by version, then turn
};

struct CampaignEntry {
  std::string id;
  Head head;
  std::string record;
  std::string damage = {};  // why the row cannot be trusted; then head and record are as they were found
};

// A campaign and all that belongs to it: what an export file holds.
struct WholeCampaign {
  Campaign campaign;        // its `checkpoints` is not looked at
  std::vector<Turn> turns;  // a parent before its children
  std::vector<Attempt> attempts;
  std::vector<Checkpoint> checkpoints;
  std::vector<std::string> packs;  // the bytes of every pack that the campaign has ever used
};

// What can still be read of a damaged campaign, each row for itself.
struct Salvage {
  struct Row {
    // "campaign", "origin", "branch", "turn", "attempt", "checkpoint", "pack"; "file": its pages and indexes,
    // which rebuild_file() makes new
    std::string kind;
    std::string id;  // of the turn, branch or pack, as far as the row says
    std::string what;
  };
  struct FoundTurn {
    Turn turn;           // as it was found
    bool whole = false;  // its columns are those that were written
  };
  // A row that lies under another campaign's number, or one that none has.
  struct Place {
    std::string table;
    std::int64_t row = 0;
  };
  // Of its rows, for Store::replace. `origin_key` is another, which no campaign has, where that of its row or
  // its origin was damaged; what lies under it is this campaign's.
  std::int64_t key = 0, origin_key = 0;
  std::vector<Place> elsewhere;  // its rows under further numbers
  Campaign campaign;  // id and head as they were found; record and origin only where they are whole
  bool record_whole = false;
  bool origin_whole = false;
  std::vector<FoundTurn> turns;  // by version and branch
  std::vector<Attempt> attempts;
  std::vector<Checkpoint> checkpoints;
  std::vector<std::string> packs;  // bytes
  std::vector<Row> damage;
};

}  // namespace gavel
