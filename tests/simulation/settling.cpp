// The end of a history: faults are over, every client gets its answer, and everything that was promised is
// looked for.

#include <algorithm>

#include "state/json_writer.hpp"

#include "comparing.hpp"
#include "world.hpp"

namespace gavel::simulation {
namespace {

std::string finding_text(const std::vector<Finding>& found) {
  return "turn \"" + found.front().turn + "\" on " + found.front().branch + ": " + found.front().what;
}

}  // namespace

void World::settle() {
  settle_requests();
  for (CampaignModel& model : models_) {
    if (failed()) return;
    settle_campaign(model);
  }
}

// Whoever waits is answered at last; and whoever was answered is answered alike.
void World::settle_requests() {
  for (Request& request : requests_) {
    if (failed()) return;
    send(random_.below(places_.size()), request);
    if (!failed() && !request.answered) fail("turn \"" + request.turn.turn + "\" gets no answer");
  }
}

void World::settle_campaign(CampaignModel& model) {
  compare_hosts(model);
  if (!failed()) compare_store(model);
  if (!failed()) prove(model);
}

// Every host, and one that has seen nothing, shows the same; and that is what the model says.
void World::compare_hosts(CampaignModel& model) {
  replace(places_.front());
  std::string first;
  for (Place& place : places_) {
    if (failed()) return;
    Campaigns& host = place.host->campaigns;
    const Result<Json> shown = host.show(model.id);
    const Result<Json> state = host.state(model.id, std::nullopt);
    if (!shown || !state) return fail("a campaign cannot be shown");
    std::string wrong = differs_shown(model, *shown);
    if (wrong.empty()) wrong = differs_state(model, model.head, *state);
    if (!wrong.empty()) return fail("in the end " + wrong);
    const std::string text = to_text(*shown);
    if (first.empty()) first = text;
    if (text == first) continue;
    first += "\n";
    first += text;
    return fail("two hosts show a campaign differently: " + first);
  }
}

// Every turn and attempt that was acknowledged, and none beside them; every state along the way.
void World::compare_store(CampaignModel& model) {
  Campaigns& host = places_[random_.below(places_.size())].host->campaigns;
  const Result<Json> timeline = host.timeline(model.id);
  if (!timeline) return fail("a timeline cannot be read");
  if (const std::string wrong = differs_timeline(model, *timeline); !wrong.empty()) return fail(wrong);
  for (const auto& [turn, commit] : model.commits) {
    const Result<Json> state = host.state(model.id, turn);
    if (!state) return fail("the state after \"" + turn + "\" cannot be read: " + state.error().message);
    if (const std::string wrong = differs_state(model, turn, *state); !wrong.empty()) return fail(wrong);
  }
  const Result<std::vector<Attempt>> attempts = store_->attempts(model.id);
  if (!attempts) return fail("the attempts cannot be read");
  std::size_t kept = 0;
  for (const auto& [turn, tries] : model.tries) kept += tries.size();
  if (attempts->size() != kept) fail("more or fewer attempts are kept than were made");
  for (const Attempt& one : *attempts) {
    const auto tries = model.tries.find(one.turn);
    if (tries == model.tries.end() || one.number > tries->second.size() ||
        tries->second[one.number - 1].verdict != one.verdict)
      return fail("an attempt at \"" + one.turn + "\" is not the one that was answered");
  }
}

void World::prove(CampaignModel& model) {
  Campaigns& host = places_[random_.below(places_.size())].host->campaigns;
  const Result<std::vector<Finding>> verified = host.verify(model.id);
  if (!verified) return fail("verify: " + verified.error().message);
  if (!verified->empty()) return fail("verify: " + finding_text(*verified));
  if (options_.seed % 16 != 5) return;
  const Result<std::vector<Finding>> rebuilt = host.rebuild(model.id, 2);
  ++tally_["campaigns rebuilt"];
  if (!rebuilt) return fail("rebuild: " + rebuilt.error().message);
  if (!rebuilt->empty()) fail("rebuild: " + finding_text(*rebuilt));
}

}  // namespace gavel::simulation
