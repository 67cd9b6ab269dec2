// Moving about in the tree of turns. No turn is touched: the head is another one afterwards.

#include "base/utf8.hpp"
#include "store/refusals.hpp"

#include "campaign_cache.hpp"
#include "fold_changes.hpp"

namespace gavel {
namespace {

// A move that undo() takes back.
void note_move(OpenCampaign& open, const std::string& to) {
  open.record.rollback = {true, open.head.turn, open.head.branch, to, true};
}

std::size_t most_checkpoints(const Json& settings) {
  const Json* most = member(settings, "rollback.max_checkpoints");
  return most != nullptr && most->is_number_integer() && wide(*most) >= 0 ? most->get<std::size_t>()
                                                                          : SIZE_MAX;
}

// Those that are too many with one more; the oldest first. What has no label the host set for itself, to fold
// from: it is no checkpoint of anybody's.
std::vector<std::string> superfluous(const OpenCampaign& open, const std::string& added, std::size_t most) {
  std::vector<std::string> all;
  for (const CheckpointEntry& one : open.checkpoints)
    if (!one.label.empty() && one.turn != added) all.push_back(one.turn);
  const std::size_t kept = most == 0 ? 0 : most - 1;
  all.resize(all.size() > kept ? all.size() - kept : 0);
  return all;
}

}  // namespace

Result<Json> Campaigns::rollback(std::string_view campaign, std::string_view turn, Time now) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    const std::string to(turn);
    const RollbackPending& pending = open.record.rollback;
    if (to == open.head.turn && pending.is_pending && pending.to_turn_id == to)
      return impl_->shown(open, false);  // it is sent again
    if (to == open.head.turn)
      return Error(Code::kStoreInvalid, "the current turn is \"" + to + "\" already", "name an earlier turn");
    if (!to.empty()) {
      Known known = TRY(impl_->store.find(campaign, to));
      if (!known.turn) return unknown("turn", to, "gavel campaign show lists the turns");
      if (!known.current)
        return Error(Code::kTurnRolledBack, "turn \"" + to + "\" is not part of the current timeline",
                     "gavel campaign restore goes to any turn");
    }
    note_move(open, to);
    TRY(impl_->load_at(open, to));
    Update update;
    update.move = Update::Move{open.head.branch, to};
    return impl_->update(open, std::move(update), now);
  });
}

Result<Json> Campaigns::undo(std::string_view campaign, Time now) {
  return impl_->on<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    const RollbackPending pending = open.record.rollback;
    if (!pending.can_undo)
      return Error(Code::kStoreInvalid, "there is no rollback to undo",
                   "a rollback can be undone until the next turn; gavel campaign restore goes to any turn");
    open.record.rollback = RollbackPending();
    TRY(impl_->load_at(open, pending.from_turn_id));
    Update update;
    update.move = Update::Move{pending.from_branch, pending.from_turn_id};
    return impl_->update(open, std::move(update), now);
  });
}

Result<Json> Campaigns::restore(std::string_view campaign, std::string_view turn, Time now) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    Known known = TRY(impl_->store.find(campaign, turn));
    if (!known.turn) return unknown("turn", turn, "gavel campaign show lists the turns");
    const std::string to = known.turn->id;
    if (to == open.head.turn) return impl_->shown(open, false);  // true, for it was looked up
    note_move(open, to);
    TRY(impl_->load_at(open, to));
    Update update;
    update.move = Update::Move{known.turn->branch, to};
    return impl_->update(open, std::move(update), now);
  });
}

Result<Json> Campaigns::branch(std::string_view campaign, std::string_view name,
                               std::optional<std::string_view> turn, std::string_view label, Time now) {
  TRY(check_id_of("branch", name));
  return impl_->on<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    const std::string at(turn.value_or(open.head.turn));
    if (at != open.head.turn) {
      note_move(open, at);
      TRY(impl_->load_at(open, at));
    }
    Update update;
    update.branch = Update::NewBranch{std::string(name), at, std::string(label)};
    update.move = Update::Move{std::string(name), at};
    return impl_->update(open, std::move(update), now);
  });
}

Result<Json> Campaigns::checkpoint(std::string_view campaign, std::optional<std::string_view> turn,
                                   std::string_view label, Time now) {
  return impl_->on<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    const std::string at(turn.value_or(open.head.turn));
    Json settings = TRY(impl_->settings_of(open));
    const std::size_t most = most_checkpoints(settings);
    if (most == 0)
      return Error(Code::kValueRange, "rollback.max_checkpoints is 0: no checkpoint is kept",
                   "raise the setting");
    Folded folded = TRY(impl_->fold_at(open, at));
    Update update;
    update.checkpoints.push_back(
        {at, label.empty() ? at : std::string(label), now, checkpoint_text(folded.document)});
    update.drop_checkpoints = superfluous(open, at, most);
    return impl_->update(open, std::move(update), now);
  });
}

}  // namespace gavel
