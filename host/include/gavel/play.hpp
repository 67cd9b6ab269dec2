// play(): one turn with the model in the loop. Gavel puts the request together, your function asks the model,
// Gavel judges the reply; what was wrong with it goes into the next request, until the turn is accepted or
// the ruleset's attempts are used up.
//
//   gavel::Result<gavel::Played> played = gavel::play(campaigns, "evening", {.user_text = "I knock."},
//       [&](const gavel::Ask& ask) -> gavel::Result<std::string> { return ask_it(ask.prompt.messages); });
//
// However the model answers, with garbage or the same words for ever, the turn ends as the ruleset says:
// after `retry.max` more attempts (of ruleset.yaml; a campaign's setting `retry.max_retries`) with a conflict
// report, of which nothing is kept.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gavel/campaigns.hpp"
#include "gavel/result.hpp"
#include "gavel/verdict.hpp"

GAVEL_NAMESPACE_BEGIN
struct PlayRequest {
  std::string turn = {};  // its id; empty: the next free one, and an attempt that waits there is gone on with
  std::string actor_id = {};
  std::string user_text = {};
  std::string dialect = "auto";
  std::string replaces = {};
  std::string language = {};
  std::size_t tokens = 0;  // of the prompt; 0: the ruleset's
};

// What your function is asked.
struct Ask {
  std::string campaign;
  std::string turn;
  std::size_t attempt = 1;
  Prompt prompt;                  // whole: the feedback of earlier attempts stands in it already
  std::vector<Message> feedback;  // the messages of the last attempt alone; at the first one none
};

// The model's reply: its text, or the JSON of its API with tool calls in it. An error ends play() with that
// error, a throw with `embedder.failed`; nothing is stored then, and play() under the same turn id goes on.
// It may call the Campaigns, but for turns of this campaign.
using Model = std::function<Result<std::string>(const Ask& ask)>;

struct Played {
  Answer answer;                  // accepted, or a conflict report
  std::vector<Verdict> attempts;  // those of this call that were sent back, in order
};

// A turn that is settled already is answered as it was then, without asking the model; under another
// `user_text` it is refused (`turn.conflict`). A reply that repeats an earlier one is judged with line
// breaks behind it, which tell it from one that was sent twice. Any thread.
GAVEL_API Result<Played> play(Campaigns& campaigns, std::string_view campaign, const PlayRequest& request,
                              const Model& model) noexcept;

GAVEL_NAMESPACE_END
