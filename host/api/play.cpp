// play(): one turn with the embedder's model in the loop.
//
// The ruleset bounds the attempts, for every attempt is counted in the store. One thing could stop that
// count: a reply that was given before is, to the store, a request that was sent twice, and is answered as
// then. Such a reply is told from the earlier one by line breaks behind it, and so is an attempt of its own.
#include "gavel/play.hpp"

#include "store/stored_json.hpp"

#include "campaigns_impl.hpp"

namespace gavel::v1 {
namespace {

class Playing {
 public:
  Playing(Campaigns& campaigns, Campaigns::Impl& inside, std::string_view campaign,
          const PlayRequest& request, const Model& model)
      : campaigns_(campaigns), impl_(inside), campaign_(campaign), request_(request), model_(model) {}

  Result<Played> run() {
    core::Result<std::string> id = impl_.turn_id(campaign_, request_.turn);
    if (!id) return public_error(id.error());
    turn_ = std::move(*id);
    user_text_ = core::as_utf8(request_.user_text);
    std::optional<Answer> before = TRY(settled());
    if (before) {
      played_.push_back(std::move(*before));
      return finish();
    }
    for (;;) {
      if (Result<void> done = attempt(); !done) return done.error();
      if (played_.back().verdict.outcome() != Outcome::kRetry) return finish();
    }
  }

 private:
  // What the store knows under the id. Something: the turn has ended already.
  Result<std::optional<Answer>> settled() {
    const core::Result<core::Known> known = impl_.store->find(campaign_, turn_);
    if (!known) return public_error(known.error());
    const core::Attempt* last = known->attempts.empty() ? nullptr : &known->attempts.back();
    if (!known->turn && last == nullptr) return std::optional<Answer>();
    const bool ended = known->turn.has_value() || last->last;
    if (known->turn && !known->current)
      return error_of(core::Code::kTurnRolledBack, "turn \"" + turn_ + "\" was rolled back or replaced",
                      "play it under a new id, or restore it");
    const core::Result<core::Json> record =
        core::read_stored_json(known->turn ? known->turn->record : last->record);
    if (!record) return public_error(record.error());
    const std::string said = JsonAccess::made(*record)["user_input"].string();
    if (!ended && user_text_.empty()) user_text_ = said;
    if (!ended) feedback_of(last->verdict);
    if (!ended) return std::optional<Answer>();
    if (said != user_text_)
      return error_of(core::Code::kTurnConflict, "turn \"" + turn_ + "\" was played with another user_text",
                      "play under a new turn id");
    Verdict verdict = TRY(Verdict::parse(known->turn ? known->turn->verdict : last->verdict));
    return std::optional(Answer{std::move(verdict), true, std::nullopt});
  }

  // An attempt of an earlier call waits for a better one.
  void feedback_of(const std::string& verdict) {
    if (Result<Verdict> read = Verdict::parse(verdict)) {
      feedback_ = read->messages_to_append();
      attempt_ = read->attempt() + 1;
    }
  }

  Result<void> attempt() {
    Ask ask;
    ask.campaign = campaign_;
    ask.turn = turn_;
    ask.attempt = attempt_;
    ask.feedback = feedback_;
    ask.prompt = TRY(campaigns_.prompt(
        campaign_, {user_text_, turn_, request_.replaces, request_.language, request_.tokens}));
    Result<std::string> reply = asked("the model function", [&] { return model_(ask); });
    if (!reply) return reply.error();
    return take(std::move(*reply));
  }

  Result<void> take(std::string reply) {
    TurnRequest turn;
    turn.id = turn_;
    turn.actor_id = request_.actor_id;
    turn.user_text = user_text_;
    turn.model_text = std::move(reply);
    turn.dialect = request_.dialect;
    turn.replaces = request_.replaces;
    for (;;) {
      Answer answer = TRY(campaigns_.turn(campaign_, turn));
      const bool said_before = answer.repeated && answer.verdict.outcome() == Outcome::kRetry;
      if (said_before) {
        turn.model_text += '\n';
        continue;
      }
      feedback_ = answer.verdict.messages_to_append();
      attempt_ = answer.verdict.attempt() + 1;
      played_.push_back(std::move(answer));
      return {};
    }
  }

  Result<Played> finish() {
    Played out{std::move(played_.back()), {}};
    played_.pop_back();
    out.attempts = each_of(played_, [](const Answer& one) { return one.verdict; });
    return out;
  }

  Campaigns& campaigns_;
  Campaigns::Impl& impl_;
  const std::string campaign_;
  const PlayRequest& request_;
  const Model& model_;
  std::string turn_;
  std::string user_text_;
  std::size_t attempt_ = 1;
  std::vector<Message> feedback_;
  std::vector<Answer> played_;
};

}  // namespace

Result<Played> play(Campaigns& campaigns, std::string_view campaign, const PlayRequest& request,
                    const Model& model) noexcept {
  return on(CampaignsAccess::of(campaigns), [&](Campaigns::Impl& inside) -> Result<Played> {
    if (!model) return wrong_call("there is no model to ask", "a function that answers an Ask with a text");
    if (Result<void> good = check_dialect(request.dialect); !good) return good.error();
    return Playing(campaigns, inside, campaign, request, model).run();
  });
}

}  // namespace gavel::v1
