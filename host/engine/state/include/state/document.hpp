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

#include <algorithm>
#include <cstdint>
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

// How often a document has changed. It only grows, also where another document takes the place of this one:
// what was remembered at one value holds as long as the value is the same.
class Generation {
 public:
  Generation() = default;
  Generation(Generation&& other) noexcept : value_(other.value_) {}
  Generation& operator=(Generation&& other) noexcept {
    value_ = std::max(value_, other.value_) + 1;
    return *this;
  }
  void grow() { ++value_; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

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
  // Grows with every change of data or meta, and when one is undone or redone: the journal's length goes
  // back, this never does. Pointers into the document, and what was computed from it, hold while it is the
  // same.
  std::uint64_t generation() const { return generation_.value(); }

  // Both trees together, in the measure of weight_of. Kept up to date at the price of what changes.
  std::size_t weight() const { return weight_; }

  // What was done since the journal was last dropped, undone or not: the weight that came and went, and what
  // was charged. The kernel stops a text that keeps the host busy, whatever its commands come to.
  std::size_t work() const { return work_; }
  void charge(std::size_t work) {
    if (payer_ == kNobody) {
      unpaid_ += work;
      return;
    }
    work_ += work;
    accounts_[payer_].work += work;
  }

  // Who pays from here on for what is done and for what makes the document heavier; whoever paid before is
  // the answer. 0: the text, and whoever else nobody names. What nobody pays for is no work of the turn's.
  static constexpr std::uint16_t kNobody = UINT16_MAX;
  std::uint16_t paid_by(std::uint16_t payer) {
    if (payer != kNobody && payer >= accounts_.size()) accounts_.resize(payer + std::size_t{1});
    return std::exchange(payer_, payer);
  }
  // Of the turn, so far. What is undone makes nothing heavier; done it was all the same.
  struct Account {
    std::size_t work = 0;
    std::int64_t growth = 0;
  };
  Account account(std::uint16_t payer) const {
    return payer < accounts_.size() ? accounts_[payer] : Account();
  }
  std::uint16_t payer() const { return payer_; }
  // Work that nobody paid for.
  std::size_t unpaid() const { return unpaid_; }

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
  // Sets the elements from `first` on aside, the last of them first, for whoever takes out many of those in
  // front, from the last to the first: each then goes at the array's end. Not journaled. REQUIRES: until they
  // are brought back, nobody looks at them or at the array's size, or changes the array but by erasing its
  // last element.
  void set_aside(PathView array, std::size_t first, std::vector<Json>& aside);
  // Brings them back. What was erased since `from` goes and comes back in one pass from here on;
  // `delta_since` tells of it as it was, one by one.
  void bring_back(PathView array, std::vector<Json>& aside, Savepoint from);
  // When the place is to go; nothing: never.
  void set_expiry(PathView place, std::optional<Expiry> expiry);
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
    unpaid_ = 0;
    std::fill(accounts_.begin(), accounts_.end(), Account());
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
  JournalEntry& change(JournalEntry::Kind kind, Tree tree, PathView path);
  void write(PathView path, Json value, Tree tree);
  void drop_expiries(PathView place);
  void shift_expiries(PathView array, std::uint64_t first,
                      const std::function<std::optional<std::uint64_t>(std::uint64_t)>& index_after);
  void weigh(JournalEntry& entry, std::size_t gone, std::size_t come);
  void toggle(Journal& journal, JournalEntry& entry, bool doing);
  void toggle_member(Journal& journal, JournalEntry& entry, bool put_back);
  Result<void> load_expiries();

  Json data_;
  Json meta_;
  Journal journal_;
  Generation generation_;
  ExpiryIndex expiries_;  // INVARIANT: says the same as meta_["expires"]
  std::size_t work_ = 0;
  std::size_t unpaid_ = 0;
  std::uint16_t payer_ = 0;
  std::vector<Account> accounts_ = std::vector<Account>(1);
  std::size_t weight_ = 0;  // INVARIANT: weight_of(data_) + weight_of(meta_)
  std::size_t weight_at_rest_ = 0;
};

// Who pays, for as long as it lives.
class Paying {
 public:
  Paying(Document& document, std::uint16_t payer) : document_(document), before_(document.paid_by(payer)) {}
  ~Paying() { document_.paid_by(before_); }
  Paying(const Paying&) = delete;
  Paying& operator=(const Paying&) = delete;

 private:
  Document& document_;
  std::uint16_t before_;
};

}  // namespace gavel
