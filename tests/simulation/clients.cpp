// What clients do, and what they make of the answers.

#include <algorithm>
#include <array>

#include "state/json_writer.hpp"

#include "comparing.hpp"
#include "world.hpp"

namespace gavel::simulation {
namespace {

// The refusals that are an answer, and no trouble of the store.
constexpr std::array kRefusals = {Code::kTurnConflict, Code::kTurnRolledBack, Code::kStoreInvalid,
                                  Code::kStoreExists};

template <typename Wish>
std::vector<Code> refusals(const CampaignModel& model, const Wish& wish) {
  std::vector<Code> all;
  for (const Code code : kRefusals)
    if (model.refuses(wish, code)) all.push_back(code);
  return all;
}

bool holds(const std::vector<Code>& all, Code code) {
  return std::find(all.begin(), all.end(), code) != all.end();
}

std::string said(const Request& request) {
  std::string text = request.turn.spoken().text;
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (const std::string user = request.turn.user_text(); !user.empty())
    text = "(player: " + user + ") " + text;
  if (!request.turn.replaces.empty()) text = "instead of " + request.turn.replaces + ": " + text;
  return request.turn.turn + ": " + text;
}

}  // namespace

// ---- turns

Ask World::any_ask() {
  Ask ask;
  ask.refused = random_.chance(25);
  ask.summary = random_.chance(15);
  if (random_.chance(20)) ask.asked = 1 + static_cast<int>(random_.below(9));
  const std::size_t kind = random_.below(10);
  if (kind < 6) ask.added = 1 + static_cast<int>(random_.below(9));
  if (kind == 5 || kind == 6 || kind == 7) ask.step = 1 + static_cast<int>(random_.below(9));
  if (kind >= 8) ask.once = 1 + static_cast<int>(random_.below(3));
  return ask;
}

std::string World::any_turn(const CampaignModel& model, bool on_way, bool beginning) {
  std::vector<std::string> all;
  if (on_way) all = model.way();
  if (!on_way)
    for (const auto& [turn, commit] : model.commits)
      if (!turn.empty()) all.push_back(turn);
  if (beginning) all.emplace_back();
  return all.empty() ? "" : random_.pick(all);
}

// Of a turn that is to be written again, or that another client is about to send; mostly a new one.
std::string World::turn_id(std::size_t campaign) {
  const CampaignModel& model = models_[campaign];
  std::vector<std::string> again;
  for (const auto& [turn, tries] : model.tries)
    if (!tries.back().last && !model.has(turn)) again.push_back(turn);
  if (!again.empty() && random_.chance(60)) return random_.pick(again);
  if (!requests_.empty() && requests_.back().campaign == campaign && random_.chance(4))
    return requests_.back().turn.turn;
  return "t" + std::to_string(serial_);
}

void World::new_turn(std::size_t place, std::size_t campaign) {
  ++serial_;
  Request request = request_of(campaign, turn_id(campaign), any_ask(), serial_);
  const auto tried = models_[campaign].tries.find(request.turn.turn);
  if (tried != models_[campaign].tries.end() && random_.chance(90))
    request.turn.replaces = tried->second.back().replaces;
  else if (random_.chance(15))
    request.turn.replaces = any_turn(models_[campaign], true, false);
  if (request.turn.replaces == request.turn.turn) request.turn.replaces.clear();
  if (random_.chance(50)) request.turn.actor_id = "kim";
  requests_.push_back(std::move(request));
  send(place, requests_.back());
}

void World::send(std::size_t place, Request& request) {
  CampaignModel& model = models_[request.campaign];
  Session session;
  session.campaign = request.campaign;
  session.request = &request;
  session.now = now(places_[place]);
  TurnInput turn = request.turn;
  turn.now = session.now;
  tell([&] { return "host " + std::to_string(place) + ", " + model.id + ", turn " + said(request); });
  const Before before{model.changes, refusals(model, request)};
  const auto answer =
      ask<TurnAnswer>(place, session, [&](Campaigns& host) { return host.turn(model.id, turn); });
  if (!answer) return;
  tell([&] {
    return "host " + std::to_string(place) + ", " + request.turn.turn + ": " +
           (*answer ? std::string(decision_name((*answer)->decision)) : (*answer).error().message);
  });
  hear(request, session, before, *answer);
}

void World::hear(Request& request, const Session& session, const Before& before,
                 const Result<TurnAnswer>& answer) {
  const CampaignModel& model = models_[request.campaign];
  if (!answer) {
    const Code code = answer.error().code;
    const bool possible = code == Code::kTurnConflict || code == Code::kTurnRolledBack;
    const bool right = holds(before.refusals, code) || model.refuses(request, code);
    // A client that is refused gives up; one that was answered once and asks again keeps what it has.
    if (refused_rightly(answer.error(), session, possible, right, before) && !request.answered) {
      request.answered = true;
      request.decision = Decision::kConflictReport;
    }
    return;
  }
  if (const std::string wrong = model.acknowledged(request, *answer); !wrong.empty()) return fail(wrong);
  if (!request.verdict.empty() && request.verdict != answer->verdict)
    return fail("turn \"" + request.turn.turn + "\" was answered twice, and not alike");
  request.answered = true;
  request.decision = answer->decision;
  request.verdict = answer->verdict;
  ++tally_["turns answered"];
}

// Whether an error is a refusal; it fails the history where neither faults nor how things stand explain it.
// `possible`: that such work can be refused so. `right`: it was to be, before or after.
bool World::refused_rightly(const Error& error, const Session& session, bool possible, bool right,
                            const Before& before) {
  const std::string what = std::string(code_name(error.code)) + ": " + error.message;
  if (error.code == Code::kStoreIo) {
    if (session.faults == 0) fail("refused though no call failed: " + what);
    return false;
  }
  if (session.stored > 0) fail("refused though it was done: " + what);
  const bool changed = models_[session.campaign].changes != before.changes;
  if (!possible || (!right && !changed)) fail("wrongly refused: " + what);
  ++tally_["refused " + std::string(code_name(error.code))];
  return true;
}

// ---- all else

Order World::any_order(const CampaignModel& model) {
  Order order;
  ++serial_;
  order.kind = static_cast<Order::Kind>(random_.below(6));
  switch (order.kind) {
    case Order::Kind::kRollback:
      order.turn = any_turn(model, random_.chance(85), true);
      break;
    case Order::Kind::kUndo:
      break;
    case Order::Kind::kRestore:
      order.turn = any_turn(model, false, false);
      if (order.turn->empty()) order.kind = Order::Kind::kUndo;
      break;
    case Order::Kind::kBranch:
      order.name = "b" + std::to_string(random_.below(4));
      if (random_.chance(60)) order.turn = any_turn(model, false, true);
      break;
    case Order::Kind::kCheckpoint:
      order.name = "label " + std::to_string(serial_);
      if (random_.chance(50)) order.turn = any_turn(model, false, true);
      break;
    case Order::Kind::kChange:
      switch (random_.below(4)) {
        case 0:
          order.title = "title " + std::to_string(serial_);
          break;
        case 1:
          order.factor = 1 + static_cast<int>(random_.below(5));
          break;
        case 2:
          order.every = 1 + static_cast<int>(random_.below(3));
          break;
        default:
          order.actor = "actor " + std::to_string(serial_);
      }
  }
  return order;
}

void World::obey(std::size_t place, std::size_t campaign, const Order& order) {
  CampaignModel& model = models_[campaign];
  Session session;
  session.campaign = campaign;
  session.order = &order;
  session.now = now(places_[place]);
  tell([&] {
    return "host " + std::to_string(place) + ", " + model.id + ", " + kind_name(order.kind) + " " +
           order.name + " \"" + order.turn.value_or("(here)") + "\" " + to_text(fields_of(order));
  });
  const Before before{model.changes, refusals(model, order)};
  const std::optional<std::string_view> turn = order.turn;
  const auto answer = ask<Json>(place, session, [&](Campaigns& host) -> Result<Json> {
    switch (order.kind) {
      case Order::Kind::kRollback:
        return host.rollback(model.id, *turn, session.now);
      case Order::Kind::kUndo:
        return host.undo(model.id, session.now);
      case Order::Kind::kRestore:
        return host.restore(model.id, *turn, session.now);
      case Order::Kind::kBranch:
        return host.branch(model.id, order.name, turn, order.name, session.now);
      case Order::Kind::kCheckpoint:
        return host.checkpoint(model.id, turn, order.name, session.now);
      case Order::Kind::kChange:
        break;
    }
    return host.change(model.id, fields_of(order), session.now);
  });
  if (!answer) return;
  if (!*answer) {
    const Error& error = (*answer).error();
    tell([&] { return "host " + std::to_string(place) + ": " + error.message; });
    const bool right = holds(before.refusals, error.code) || model.refuses(order, error.code);
    refused_rightly(error, session, std::ranges::find(kRefusals, error.code) != kRefusals.end(), right,
                    before);
    return;
  }
  // To be restored, or rolled back once more, to where it stands is nothing to be done.
  const bool moves = order.kind == Order::Kind::kRestore || order.kind == Order::Kind::kRollback;
  const bool nothing = moves && session.stored == 0;
  const bool stood = model.head == order.turn || model.changes != before.changes;
  if (session.stored != 1 && !(nothing && stood))
    return fail(kind_name(order.kind) + std::string(" was answered, but not done"));
  if (model.changes != (nothing ? before.changes : session.at)) return;  // others came behind it
  if (const std::string wrong = differs_shown(model, **answer); !wrong.empty()) return fail(wrong);
  if (random_.chance(40)) check_state(place, model, model.head);
}

// The host that did it has the state that belongs to it.
void World::check_state(std::size_t place, CampaignModel& model, const std::string& turn) {
  quiet_ = true;
  Session session;
  places_[place].session = &session;
  const Result<Json> state = places_[place].host->campaigns.state(model.id, std::nullopt);
  places_[place].session = nullptr;
  quiet_ = false;
  if (!state) return fail("a state could not be read: " + state.error().message);
  if (const std::string wrong = differs_state(model, turn, *state); !wrong.empty()) fail(wrong);
}

void World::look(std::size_t place, std::size_t campaign) {
  CampaignModel& model = models_[campaign];
  Session session;
  session.campaign = campaign;
  const std::size_t kind = random_.below(3);
  const std::string turn = kind == 2 ? any_turn(model, false, true) : "";
  tell([&] {
    return "host " + std::to_string(place) + ", " + model.id +
           (kind == 0   ? ", show"
            : kind == 1 ? ", the state"
                        : ", the state at " + turn);
  });
  const std::uint64_t changes = model.changes;
  const auto answer = ask<Json>(place, session, [&](Campaigns& host) {
    if (kind == 0) return host.show(model.id);
    return host.state(model.id, kind == 1 ? std::nullopt : std::optional<std::string_view>(turn));
  });
  if (!answer) return;
  ++tally_["looks"];
  if (!*answer) {
    refused_rightly((*answer).error(), session, false, false, {});
    return;
  }
  if (kind != 2 && model.changes != changes) return;  // it may show either
  const std::string wrong = kind == 0 ? differs_shown(model, **answer)
                                      : differs_state(model, kind == 1 ? model.head : turn, **answer);
  if (!wrong.empty()) fail(wrong);
}

}  // namespace gavel::simulation
