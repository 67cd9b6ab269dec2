#include "state/journal.hpp"

#include <iterator>
#include <utility>

namespace gavel {

Journal Journal::split(std::size_t first) {
  Journal tail;
  if (first >= entries_.size()) return tail;
  const std::size_t paths = entries_[first].path_begin;
  tail.paths_ = paths_.substr(paths);
  tail.entries_.assign(std::make_move_iterator(entries_.begin() + static_cast<std::ptrdiff_t>(first)),
                       std::make_move_iterator(entries_.end()));
  for (JournalEntry& entry : tail.entries_) entry.path_begin -= paths;
  truncate(first);
  return tail;
}

void Journal::append(Journal tail) {
  for (JournalEntry& entry : tail.entries_) {
    entry.path_begin += paths_.size();
    entries_.push_back(std::move(entry));
  }
  paths_ += tail.paths_;
}

void Journal::truncate(std::size_t first) {
  if (first >= entries_.size()) return;
  paths_.resize(entries_[first].path_begin);
  entries_.resize(first);
}

}  // namespace gavel
