// Document: a game's state. `data` is what the game sees; `meta` is what the host keeps about it (expiries,
// idempotency keys, counters). Both change only through the operations below, and every change is journaled,
// so that anything can be undone and redone at the price of what changed, whatever the size of the document.
//
// Paths given to a Document are as they stand: keys on objects, indices on arrays (see resolve.hpp). The
// operations check nothing but their REQUIRES; what a command may do is the kernel's and the guards'
// business.
//
// Not thread-safe: one thread at a time, or several that only read.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/expiry_index.hpp"
#include "state/journal.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

class Document {
 public:
  // A point in the journal. Savepoints nest: one is dead once an earlier one was rolled back or the journal
  // dropped.
  struct Savepoint {
    std::size_t entries = 0;
  };
  // Changes that were undone and can be redone, as long as nothing else has changed the document since.
  struct Undone {
    Journal journal;
  };

  Document();
  // Refuses data or meta that is no object, too deep, or too heavy, and meta that Gavel cannot have written.
  static Result<Document> load(Json data, Json meta, const Limits& limits);

  Document(Document&&) = default;
  Document& operator=(Document&&) = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  const Json& data() const { return data_; }
  const Json& meta() const { return meta_; }
  const Json& root(Tree tree) const { return tree == Tree::kData ? data_ : meta_; }
  const Json* find(PathView path, Tree tree = Tree::kData) const;

  // Both trees together, in the measure of weight_of. Kept up to date at the price of what changes.
  std::size_t weight() const { return weight_; }

  // What was done since the journal was last dropped, undone or not: the weight that came and went, and what
  // was charged. The kernel stops a text that keeps the host busy, whatever its commands come to.
  std::size_t work() const { return work_; }
  void charge(std::size_t work) { work_ += work; }

  // ---- changes

  // Writes a place: the root, a member old or new, an element or the place after the last. What stood there
  // goes, with the expiries at and below it. REQUIRES: the parent is a container.
  void put(PathView path, Json value, Tree tree = Tree::kData);
  // The same for a value that becomes another one in the course of its life (a number that is added to):
  // expiries stay.
  void amend(PathView path, Json value);
  // REQUIRES: something stands there, and it is not the root.
  void erase(PathView path, Tree tree = Tree::kData);
  // Takes `remove` elements from `start` on out of an array and puts `items` there.
  // REQUIRES: an array of at least start + remove elements.
  void splice(PathView array, std::size_t start, std::size_t remove, std::vector<Json> items,
              Tree tree = Tree::kData);
  // Takes elements out. REQUIRES: indices ascending, each below the size.
  void take_out(PathView array, std::span<const std::size_t> indices);
  // When the place is to go; nothing: never.
  void set_expiry(PathView place, std::optional<Time> time);
  const ExpiryIndex& expiries() const { return expiries_; }

  // ---- the journal

  Savepoint savepoint() const { return {journal_.size()}; }
  bool changed_since(Savepoint from) const { return journal_.size() > from.entries; }
  void rollback(Savepoint to);
  Undone undo(Savepoint to);
  // REQUIRES: the document is as it was right after the undo.
  void redo(Undone undone);
  // Drops the journal: what was done stays. The end of a turn.
  void forget() {
    journal_.clear();
    work_ = 0;
    weight_at_rest_ = weight_;
  }
  // What it weighed when the turn began.
  std::size_t weight_at_rest() const { return weight_at_rest_; }
  const Journal& journal() const { return journal_; }

  // Ends the process with a message if an invariant is broken. Price: the whole document.
  void check_invariants() const;

 private:
  Json& root_of(Tree tree) { return tree == Tree::kData ? data_ : meta_; }
  Json& node_at(PathView path, Tree tree);
  void write(PathView path, Json value, Tree tree);
  void drop_expiries(PathView place);
  void shift_expiries(PathView array,
                      const std::function<std::optional<std::uint64_t>(std::uint64_t)>& index_after);
  void weigh(JournalEntry& entry, std::size_t gone, std::size_t come);
  void toggle(Journal& journal, JournalEntry& entry, bool doing);
  void toggle_member(Journal& journal, JournalEntry& entry, bool put_back);
  Result<void> load_expiries();

  Json data_;
  Json meta_;
  Journal journal_;
  ExpiryIndex expiries_;  // INVARIANT: says the same as meta_["expires"]
  std::size_t work_ = 0;
  std::size_t weight_ = 0;  // INVARIANT: weight_of(data_) + weight_of(meta_)
  std::size_t weight_at_rest_ = 0;
};

}  // namespace gavel
