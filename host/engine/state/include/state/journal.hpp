// Journal: the inverses of the open transaction, in order. An entry holds what its change took out of the
// document, moved and not copied, together with where it was: undoing an entry swaps the two, and so does
// redoing it.
//
// Entries name containers by address. That is safe because a container never moves in memory while it is in a
// document or a journal, and because entries are undone strictly from the newest to the oldest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

enum class Tree : std::uint8_t { kData, kMeta };

struct JournalEntry {
  enum class Kind : std::uint8_t {
    kRoot,          // value: the root as it was
    kMember,        // value: the member's value as it was
    kMemberAdd,     // value: nothing while done, the added value while undone
    kMemberRemove,  // value: the removed value
    kElement,       // value: the element as it was
    kSplice,  // at `slot`, `count` elements stand in the place of those in value (an array, or null for none)
    kScatter,  // value: [[indices], [elements]] of the elements taken out; with `count` 1, those of kTaken
               // before it
    kTaken,    // one element went from `slot`; a kScatter behind it takes it out and back
    kExpiry,   // value: the expiry as it was, as in meta.expires, or null
  };

  Kind kind = Kind::kRoot;
  Tree tree = Tree::kData;
  std::uint16_t payer = 0;  // see Document::paid_by
  std::uint32_t slot = 0;   // slot of an object, index of an array
  std::uint32_t prev = 0;   // the slot in front of an added or removed member
  std::uint32_t count = 0;
  std::size_t path_begin = 0;  // bytes of the path in the journal's path store
  std::uint32_t path_bytes = 0;
  std::int64_t weight_delta = 0;  // what doing (or redoing) adds to the document's weight
  union {
    JsonObject* object = nullptr;
    JsonArray* array;
  };
  Json value;
};

class Journal {
 public:
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  JournalEntry& operator[](std::size_t i) { return entries_[i]; }
  const JournalEntry& operator[](std::size_t i) const { return entries_[i]; }

  PathView path(const JournalEntry& entry) const {
    return PathView(std::string_view(paths_).substr(entry.path_begin, entry.path_bytes));
  }

  JournalEntry& add(JournalEntry::Kind kind, Tree tree, PathView path) {
    JournalEntry& entry = entries_.emplace_back();
    entry.kind = kind;
    entry.tree = tree;
    entry.path_begin = paths_.size();
    entry.path_bytes = static_cast<std::uint32_t>(path.bytes().size());
    paths_.append(path.bytes());
    return entry;
  }

  // Takes the entries from `first` on out, with their paths, into a journal of their own; and back.
  Journal split(std::size_t first);
  void append(Journal tail);
  void truncate(std::size_t first);
  void clear() { truncate(0); }

 private:
  std::vector<JournalEntry> entries_;
  std::string paths_;
};

}  // namespace gavel
