// Transaction: what the game's code did in one handler; taken back unless it is kept.
#pragma once

#include "referee_state.hpp"

namespace gavel {

class Transaction {
 public:
  explicit Transaction(RefereeState& state)
      : state_(state),
        from_(state.document.savepoint()),
        events_(state.events.size()),
        told_(state.notes.events.size()) {}
  ~Transaction() {
    if (kept_) return;
    state_.document.rollback(from_);
    state_.events.resize(events_);
    JsonArray& told = array_of(state_.notes.events);
    told.erase(told.begin() + static_cast<std::ptrdiff_t>(told_), told.end());
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Document::Savepoint from() const { return from_; }
  void keep() { kept_ = true; }

 private:
  RefereeState& state_;
  Document::Savepoint from_;
  std::size_t events_;
  std::size_t told_;
  bool kept_ = false;
};

}  // namespace gavel
