// Transaction: what the game's code did in one handler; taken back unless it is kept.
#pragma once

#include "rules/referee_state.hpp"

namespace gavel {

class Transaction {
 public:
  explicit Transaction(RefereeState& state)
      : state_(state), from_(state.document.savepoint()), mark_(state.mark()) {}
  ~Transaction() {
    if (kept_) return;
    state_.document.rollback(from_);
    state_.take_back(mark_);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  Document::Savepoint from() const { return from_; }
  void keep() { kept_ = true; }

 private:
  RefereeState& state_;
  Document::Savepoint from_;
  Referee::Mark mark_;
  bool kept_ = false;
};

}  // namespace gavel
