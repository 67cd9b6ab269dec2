// The request to the model that goes before a turn: what host/engine/prompts puts together, from what the
// campaign knows.

#include <algorithm>

#include "base/utf8.hpp"
#include "rules/budgets_left.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "store/refusals.hpp"
#include "store/stored_json.hpp"
#include "turn/protocols.hpp"
#include "turn/retold.hpp"

#include "campaign_cache.hpp"
#include "fold_changes.hpp"
#include "history.hpp"
#include "judge_turn.hpp"

namespace gavel {
namespace {

// How many of the last turns a prompt may want. Where the ruleset does not say, as many as can fit: the
// shortest of turns take some tokens.
std::size_t wanted_turns(const PromptSection& section, const Json& settings, std::size_t tokens) {
  constexpr std::size_t kMost = 200, kLeastTokens = 40;
  if (flag_at(settings, "context.full_context_enabled")) return SIZE_MAX;
  const bool compress = flag_at(settings, "context.compress_enabled");
  const std::optional<std::size_t>& most = compress ? section.recent : section.history;
  return most.value_or(std::min(kMost, (tokens != 0 ? tokens : section.tokens) / kLeastTokens));
}

// So many turns were accepted.
std::uint64_t played(const Document& document) {
  const Json* campaign = member(document.meta(), "campaign");
  const Json* turns = campaign == nullptr ? nullptr : member(*campaign, "turns");
  return turns != nullptr && turns->is_number_integer()
             ? static_cast<std::uint64_t>(std::max<WideInteger>(0, wide(*turns)))
             : 0;
}

class PromptBuilder {
 public:
  PromptBuilder(Campaigns::Impl& host, OpenCampaign& open, const PromptRequest& request)
      : host_(host), open_(open), request_(request) {}

  Result<Prompt> run() {
    if (request_.replaces.empty()) return at(open_, open_.head.turn);
    Known known = TRY(host_.store.find(open_.id, request_.replaces));
    if (!known.turn)
      return unknown("turn", request_.replaces, "gavel campaign show " + open_.id + " turns lists the turns");
    OpenCampaign before(open_.id);
    before.record = open_.record;
    before.ruleset = open_.ruleset;
    TRY(host_.load_at(before, known.turn->parent));
    return at(before, known.turn->parent);
  }

 private:
  Result<Prompt> at(OpenCampaign& stands, const std::string& turn) {
    Json settings = TRY(host_.settings_of(stands));
    PromptInput input;
    input.ruleset = stands.ruleset.get();
    input.document = &stands.document;
    input.settings = std::move(settings);
    input.tools = open_.record.tools;
    (open_.record.goal_is_hidden ? input.hidden_goal : input.goal) = open_.record.goal_text;
    input.user_text = request_.user_text;
    input.language = request_.language;
    input.tokens = request_.tokens;
    TRY(add_feedback(input));
    const PromptSection& section = stands.ruleset->file().prompt;
    input.history = TRY(history_of(stands, turn, wanted_turns(section, input.settings, input.tokens)));
    input.turns_before =
        played(stands.document) - std::min<std::uint64_t>(played(stands.document), input.history.size());
    TRY(add_commands(input, section.commands));
    TRY(add_outcome(input, turn));
    TRY(add_budgets(input, stands));
    std::vector<Warning> warnings;
    input.active = active_schemas(
        *stands.ruleset,
        schemas_after(*stands.ruleset, own_schemas(stands.document), input.user_text, warnings));
    Prompt prompt = assemble(input);
    prompt.warnings.insert(prompt.warnings.begin(), warnings.begin(), warnings.end());
    return prompt;
  }

  // The last replies show what they had done.
  Result<void> add_commands(PromptInput& input, std::size_t most) const {
    JsonArray& turns = array_of(input.history);
    for (std::size_t i = turns.size() - std::min(most, turns.size()); i < turns.size(); ++i) {
      const Known known = TRY(host_.store.find(open_.id, text_at(turns[i], "turn_id")));
      if (!known.turn) continue;
      const Json record = TRY(read_turn_record(*known.turn));
      const Json verdict = TRY(read_stored_json(known.turn->verdict));
      turns[i]["commands"] = retold_commands(*input.ruleset, input.document->data(), record, verdict);
    }
    return {};
  }

  // What budgets have left when the next turn begins: at the time of the last one, never by this host's
  // clock.
  Result<void> add_budgets(PromptInput& input, OpenCampaign& stands) {
    if (member(stands.document.meta(), "budgets") == nullptr) return {};
    const BorrowedSandbox sandbox = TRY(BorrowedSandbox::take(stands.ruleset));
    const Context context = stands.ruleset->context(stands.clock);
    TurnFacts facts;
    facts.turn = request_.turn.empty() ? TRY(host_.next_turn_id(open_)) : request_.turn;
    facts.settings = input.settings;
    Referee referee(*stands.ruleset, *sandbox, stands.document, context, std::move(facts));
    for (BudgetLeft& one : budgets_left(referee)) {
      Json told(Json::value_t::object);
      told["place"] = to_dotted(one.place);
      told["left"] = std::move(one.left);
      told["most"] = std::move(one.most);
      array_of(input.budgets).push_back(std::move(told));
    }
    return {};
  }

  // How the turn before was settled.
  Result<void> add_outcome(PromptInput& input, const std::string& turn) const {
    if (turn.empty()) return {};
    const Known known = TRY(host_.store.find(open_.id, turn));
    if (!known.turn) return {};
    input.outcome = TRY(read_stored_json(known.turn->verdict));
    return {};
  }

  // Of the last attempt at the turn, where another may follow: the player's text, and what goes back.
  Result<void> add_feedback(PromptInput& input) {
    std::string turn = request_.turn;
    if (turn.empty()) turn = TRY(host_.next_turn_id(open_));
    Known known = TRY(host_.store.find(open_.id, turn));
    if (known.turn || known.attempts.empty() || known.attempts.back().last) return {};
    const Attempt& attempt = known.attempts.back();
    const Json verdict = TRY(read_stored_json(attempt.verdict));
    if (const Json* messages = member(verdict, "messages_to_append");
        messages != nullptr && messages->is_array())
      input.messages = *messages;
    if (!input.user_text.empty()) return {};
    const Result<Json> record = read_stored_json(attempt.record);
    if (record) input.user_text = text_at(*record, "user_input");
    return {};
  }

  // What is in memory, where that is enough.
  Result<Json> history_of(const OpenCampaign& stands, const std::string& turn, std::size_t most) {
    if (stands.history.size() >= most || turn.empty() ||
        stands.history.size() < stands.ruleset->limits().max_history_turns)
      return stands.history;
    Known last = TRY(host_.store.find(open_.id, turn));
    if (!last.turn) return stands.history;
    return read_history(host_.store, open_.id, turn, last.turn->version, most);
  }

  Campaigns::Impl& host_;
  OpenCampaign& open_;
  const PromptRequest& request_;
};

}  // namespace

Result<Prompt> Campaigns::Impl::prompt(OpenCampaign& open, const PromptRequest& request) {
  if (open.broken) return *open.broken;
  return PromptBuilder(*this, open, request).run();
}

Result<Prompt> Campaigns::prompt(std::string_view campaign, const PromptRequest& request) {
  return impl_->look<Prompt>(campaign, [&](OpenCampaign& open) { return impl_->prompt(open, request); });
}

}  // namespace gavel
