// Replays what is recorded, from the inputs and by the rules that were recorded with them, and compares every
// byte that comes out; of turns that another version of Gavel judged, all but the sentences.

#include <algorithm>

#include "state/members.hpp"
#include "store/lineage.hpp"

#include "campaign_cache.hpp"
#include "differences.hpp"
#include "exchange.hpp"
#include "fold_changes.hpp"
#include "history.hpp"

namespace gavel {
namespace {

// Of rows: what is damaged, or gone.
bool is_damage(const Error& error) {
  return error.code == Code::kStoreCorrupt || error.code == Code::kStoreUnknown;
}

class Rebuild {
 public:
  Rebuild(Campaigns::Impl& host, const Campaign& campaign, std::size_t workers,
          const Campaigns::Progress& progress)
      : host_(host), campaign_(campaign), workers_(workers), progress_(progress) {
    for (const Branch& branch : campaign.branches) all_ += branch.version - branch.fork_version;
  }

  Result<std::vector<Finding>> run() {
    TRY(look_at_rulesets());
    for (const Branch& branch : campaign_.branches) {
      if (branch.version == branch.fork_version) continue;
      branch_ = &branch;
      Result<void> done = begin_branch();
      if (done) done = follow_branch();
      if (!done && !is_damage(done.error())) return std::move(done).error();
      // What is damaged ends its branch, and no other.
      if (!done) found_.push_back({branch_->id, "", 0, done.error().message});
    }
    return std::move(found_);
  }

 private:
  // How many turns back the rules look that look back the furthest.
  Result<void> look_at_rulesets() {
    std::vector<std::string> packs = TRY(host_.store.packs(campaign_.id));
    for (const std::string& hash : packs) {
      Result<std::shared_ptr<const Ruleset>> ruleset = host_.rulesets.get(hash);
      if (!ruleset && is_damage(ruleset.error())) continue;  // its turns say so
      if (!ruleset) return std::move(ruleset).error();
      most_history_ = std::max(most_history_, (*ruleset)->limits().max_history_turns);
    }
    return {};
  }

  Result<void> begin_branch() {
    const Limits& limits = host_.options.limits;
    Folded folded = TRY(fold_to(host_.store, campaign_.id, branch_->fork_turn, limits));
    document_ = std::move(folded.document);
    derived_ = DeriveMemory();
    history_ = TRY(
        read_history(host_.store, campaign_.id, branch_->fork_turn, branch_->fork_version, most_history_));
    return {};
  }

  // As far as these rules look back.
  Json history_for(const Ruleset& ruleset) const {
    Json history = history_;
    JsonArray& all = array_of(history);
    const std::size_t most = ruleset.limits().max_history_turns;
    if (all.size() > most) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(most));
    return history;
  }

  Result<void> follow_branch() {
    TurnQuery query;
    query.branch = branch_->id;
    query.first = branch_->fork_version + 1;
    query.most = 1;  // one that is damaged then hides none before it
    for (;;) {
      std::vector<Turn> turns = TRY(host_.store.turns(campaign_.id, query));
      for (const Turn& turn : turns) {
        if (turn.version != query.first)
          return Error(Code::kStoreCorrupt, "the turn before \"" + turn.id + "\" is missing");
        const bool same = TRY(judge(turn));
        if (!same) return {};  // what follows was judged on another state
        if (progress_) progress_(++done_, all_);
      }
      if (turns.size() < query.most) return {};
      query.first = turns.back().version + 1;
    }
  }

  // A Lua state for the turn: as many as there are workers, one after the other.
  Result<Sandbox*> sandbox_for(const std::shared_ptr<const Ruleset>& ruleset, const std::string& hash) {
    std::vector<BorrowedSandbox>& all = sandboxes_[hash];
    if (all.size() < workers_) {
      all.push_back(TRY(BorrowedSandbox::take(ruleset)));
      return &*all.back();
    }
    return &*all[next_++ % all.size()];
  }

  Result<Replayed> judge_again(const TurnInput& inputs) {
    std::shared_ptr<const Ruleset> ruleset = TRY(host_.rulesets.get(inputs.ruleset));
    Sandbox* sandbox = TRY(sandbox_for(ruleset, inputs.ruleset));
    // More than one shall show that nothing but the inputs decides: nothing is remembered then either.
    if (workers_ > 1) derived_ = DeriveMemory();
    Result<Judged> judged =
        judge_turn(document_, derived_, *ruleset, *sandbox, inputs, history_for(*ruleset));
    // Who was held up may have more luck; what was given up has changed nothing.
    for (int more = 2; judged && judged->verdict.by_chance && more > 0; --more)
      judged = judge_turn(document_, derived_, *ruleset, *sandbox, inputs, history_for(*ruleset));
    if (!judged) return std::move(judged).error();
    if (const std::optional<Error> gave_up = not_judged(*judged)) {
      not_judged_ = gave_up->message + "; " + gave_up->hint;
      return Replayed();
    }
    return Replayed{std::move(judged->record), std::move(judged->body), std::move(judged->audit)};
  }

  // The rules were exchanged: the state is brought from the old ones to the new ones again.
  Result<Replayed> swap_again(const Json& record, const TurnInput& inputs) {
    const Side before = TRY(replaced_side(host_.rulesets, record));
    std::shared_ptr<const Ruleset> after = TRY(host_.rulesets.get(inputs.ruleset));
    Exchanged made = TRY(exchange(document_, before, {inputs.ruleset, after, inputs.settings}, inputs,
                                  history_for(*before.ruleset)));
    derived_ = DeriveMemory();
    return Replayed{std::move(made.record), std::move(made.body), std::move(made.audit)};
  }

  Result<bool> judge(const Turn& turn) {
    Json record = TRY(read_turn_record(turn));
    const TurnInput inputs = TRY(read_turn_input(record));
    Replayed replayed =
        TRY(text_at(record, "kind") == "swap" ? swap_again(record, inputs) : judge_again(inputs));
    if (!not_judged_.empty()) {
      found_.push_back({branch_->id, turn.id, turn.version, std::exchange(not_judged_, {})});
      return false;
    }
    const std::size_t before = found_.size();
    const auto compare = [&](std::string_view what, const std::string& stored, const std::string& now) {
      if (std::optional<Difference> part = difference_of(what, stored, now, inputs.engine))
        found_.push_back({branch_->id, turn.id, turn.version, std::move(part->what), std::move(part->code)});
    };
    compare("the record", turn.record, replayed.record);
    compare("the verdict", turn.verdict, with_position(replayed.body, turn.version, turn.hash));
    compare("the audit", turn.audit, replayed.audit);
    document_.forget();
    add_to_history(history_, record, most_history_);
    return found_.size() == before;
  }

  Campaigns::Impl& host_;
  const Campaign& campaign_;
  const std::size_t workers_;
  const Campaigns::Progress& progress_;
  std::vector<Finding> found_;
  const Branch* branch_ = nullptr;
  std::string not_judged_;  // why the turn that is looked at was given up
  Document document_;
  DeriveMemory derived_;
  Json history_;
  std::map<std::string, std::vector<BorrowedSandbox>> sandboxes_;
  std::size_t next_ = 0, done_ = 0, all_ = 0;
  std::size_t most_history_ = 0;
};

}  // namespace

Result<std::vector<Finding>> Campaigns::rebuild(std::string_view campaign, std::size_t workers,
                                                const Progress& progress) {
  Campaign stored = TRY(impl_->store.load(campaign));
  return Rebuild(*impl_, stored, std::max<std::size_t>(workers, 1), progress).run();
}

}  // namespace gavel
