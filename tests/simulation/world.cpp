#include "world.hpp"

#include <algorithm>

#include "store/memory_store.hpp"

namespace gavel::simulation {

World::World(const WorldOptions& options, Hosts& hosts, Tally& tally)
    : options_(options),
      hosts_(hosts),
      tally_(tally),
      random_(options.seed),
      store_(lying(options.lie, open_memory_store(), [this] { return asked_; })) {
  const std::vector<std::size_t> percents = {0, 0, 5, 15, 40};
  interleaved_ = random_.pick(percents);
  faulty_ = random_.pick(percents) / 2;
  lost_ = random_.pick(percents);
  left_ = 6 + std::min(random_.below(15), random_.below(15));
  cold_ = options.seed % 64 == 3;
  places_.resize(2 + random_.below(2));
  for (Place& place : places_) {
    place.skew = static_cast<std::int64_t>(random_.below(4000)) - 2000;
    replace(place);
  }
  models_.resize(1 + random_.below(2));
  for (std::size_t i = 0; i < models_.size(); ++i)
    models_[i].id = "c-" + std::to_string(options.seed) + "-" + std::to_string(i);
}

World::~World() {
  for (Place& place : places_) {
    if (place.host == nullptr) continue;
    if (cold_)
      place.host.reset();
    else
      hosts_.give_back(std::move(place.host));
  }
  hosts_.clear();
}

void World::fail(const std::string& what) {
  if (failure_.empty()) failure_ = what;
}

World::Place& World::place_of(const Line& line) {
  for (Place& place : places_)
    if (&place.host->line == &line) return place;
  return places_.front();
}

std::optional<std::size_t> World::idle_place() {
  std::vector<std::size_t> idle;
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (places_[i].session == nullptr) idle.push_back(i);
  if (idle.empty()) return std::nullopt;
  return random_.pick(idle);
}

Time World::now(const Place& place) {
  clock_ += static_cast<std::int64_t>(random_.below(3000));
  return {clock_ + place.skew};
}

// A process that knows nothing of the campaigns.
void World::replace(Place& place) {
  if (place.host != nullptr && !cold_) hosts_.give_back(std::move(place.host));
  place.host = hosts_.take(random_.below(Hosts::kKinds), cold_);
  if (place.host == nullptr) return fail("the game's rules do not load");
  place.host->line.connect(this, store_.get());
}

std::string World::run() {
  if (!failed()) begin();
  while (left_ > 0 && !failed()) step();
  quiet_ = true;
  if (!failed()) settle();
  return failure_;
}

// The campaigns begin; whoever gets no answer tries again.
void World::begin() {
  for (std::size_t i = 0; i < models_.size() && !failed(); ++i) {
    const NewGame game{models_[i].id, game_image(), "seed", Json(), std::nullopt, {clock_}};
    for (int tries = 0; !models_[i].created && !failed(); ++tries) {
      quiet_ = tries == 8;
      Session session;
      session.campaign = i;
      session.now = game.now;
      const std::size_t place = random_.below(places_.size());
      tell([&] { return "host " + std::to_string(place) + " creates " + models_[i].id; });
      const auto answer = ask<Json>(place, session, [&](Campaigns& host) { return host.create(game); });
      const bool excused = !answer || *answer || session.faults > 0;
      if (!excused) fail("a campaign could not be created: " + answer->error().message);
    }
    quiet_ = false;
  }
}

void World::step() {
  const std::optional<std::size_t> place = idle_place();
  if (!place || left_ == 0 || failed()) return;
  --left_;
  const std::size_t campaign = random_.below(models_.size());
  if (!models_[campaign].created) return;
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < requests_.size(); ++i)
    if (!requests_[i].answered) waiting.push_back(i);
  if (!waiting.empty() && random_.chance(50)) return send(*place, requests_[random_.pick(waiting)]);
  if (!requests_.empty() && random_.chance(6))
    return send(*place, requests_[random_.below(requests_.size())]);
  const std::size_t kind = random_.below(100);
  if (kind < 55) return new_turn(*place, campaign);
  if (kind < 65) return look(*place, campaign);
  obey(*place, campaign, any_order(models_[campaign]));
}

Fault World::before_call(const Line& line, const char* function) {
  if (quiet_ || failed()) return Fault::kNone;
  Session& session = *place_of(line).session;
  if (session.dead) return Fault::kBefore;
  if (random_.chance(interleaved_)) step();
  if (!random_.chance(faulty_)) return Fault::kNone;
  const bool after = random_.chance(50);
  session.dead = random_.chance(60);
  ++session.faults;
  std::string what =
      std::string(session.dead ? "death" : "fault") + (after ? " after " : " before ") + function;
  ++tally_[what];
  tell([&] { return what; });
  return after ? Fault::kAfter : Fault::kBefore;
}

// ---- what reached the store

void World::created(const Line& line, const Head& head) {
  const Session& session = *place_of(line).session;
  CampaignModel& model = models_[session.campaign];
  if (model.created) return fail("a campaign was created twice");
  model.create(session.now, head.hash);
}

void World::appended(const Line& line, const Append& append, const Appended& result) {
  Session& session = *place_of(line).session;
  CampaignModel& model = models_[session.campaign];
  if (session.request == nullptr) return fail("a turn was committed that nobody sent");
  if (result.verdict) return fail(model.repeated(*session.request, *result.verdict));
  const std::string wrong = model.committed(*session.request, append, session.now);
  tell([&] { return "committed " + append.turn.id + " on " + append.turn.branch; });
  ++tally_["turns committed"];
  if (!wrong.empty()) return fail(wrong);
  if (++session.stored > 1) fail("one request was stored twice");
  session.at = model.changes;
}

void World::attempted(const Line& line, const Attempt& attempt) {
  Session& session = *place_of(line).session;
  CampaignModel& model = models_[session.campaign];
  if (session.request == nullptr) return fail("an attempt was kept that nobody sent");
  const std::string wrong = model.attempted(*session.request, attempt);
  tell([&] { return "kept attempt " + std::to_string(attempt.number) + " at " + attempt.turn; });
  ++tally_["attempts kept"];
  if (!wrong.empty()) return fail(wrong);
  if (++session.stored > 1) fail("one request was stored twice");
  session.at = model.changes;
}

void World::updated(const Line& line, const Update& update) {
  Session& session = *place_of(line).session;
  CampaignModel& model = models_[session.campaign];
  if (session.order == nullptr) return fail("a campaign was changed that nobody wanted changed");
  const char* const kind = kind_name(session.order->kind);
  const std::string wrong = model.updated(*session.order, update);
  tell([&] { return std::string(kind) + " is done; the head is \"" + model.head + "\" on " + model.branch; });
  ++tally_[kind];
  if (!wrong.empty()) return fail(kind + (": " + wrong));
  if (++session.stored > 1) fail(kind + std::string(" was done twice"));
  session.at = model.changes;
}

}  // namespace gavel::simulation
