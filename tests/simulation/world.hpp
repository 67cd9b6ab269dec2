// World: one history, made from its seed alone. Hosts over one store, clients that send turns to any of them
// and send them again until they are answered, faults, deaths, and a model that is told what reached the
// store.
//
// One thread. What would run at the same time runs nested: at any call of a host to its store another host
// may do a whole piece of work first.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"

#include "game.hpp"
#include "hosts.hpp"
#include "liars.hpp"
#include "model.hpp"

namespace gavel::simulation {

// How often what was tried, over many seeds.
using Tally = std::map<std::string, std::uint64_t, std::less<>>;

struct WorldOptions {
  std::uint64_t seed = 0;
  Lie lie = Lie::kNone;
  bool trace = false;
};

class World {
 public:
  World(const WorldOptions& options, Hosts& hosts, Tally& tally);
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  // What is wrong; "": nothing.
  std::string run();
  // What happened, line by line, if it was to be traced.
  const std::vector<std::string>& told() const { return told_; }

  // ---- from a line to the store

  Fault before_call(const Line& line, const char* function);
  void created(const Line& line, const Head& head);
  void appended(const Line& line, const Append& append, const Appended& result);
  void attempted(const Line& line, const Attempt& attempt);
  void updated(const Line& line, const Update& update);

 private:
  // What a host is at.
  struct Session {
    std::size_t campaign = 0;
    const Request* request = nullptr;
    const Order* order = nullptr;
    Time now = {};
    int faults = 0;        // that were made for it
    int stored = 0;        // changes of its own that reached the store
    std::uint64_t at = 0;  // the model's changes with the last of them
    bool dead = false;     // the host is: whatever it still asks fails, and nobody hears its answer
  };
  struct Place {
    std::unique_ptr<Host> host;
    Session* session = nullptr;
    std::int64_t skew = 0;  // of its clock, in milliseconds
  };
  // What a refusal is held against: how things stood when the work began.
  struct Before {
    std::uint64_t changes = 0;
    std::vector<Code> refusals;
  };

  // ---- world.cpp
  void fail(const std::string& what);
  bool failed() const { return !failure_.empty(); }
  template <typename Words>
  void tell(const Words& words) {
    if (options_.trace) told_.push_back(std::string(2 * depth_, ' ') + words());
  }
  Place& place_of(const Line& line);
  std::optional<std::size_t> idle_place();
  Time now(const Place& place);
  void replace(Place& place);
  void begin();
  void step();
  // Has the host do it. Nothing: nobody hears the answer.
  template <typename T>
  std::optional<Result<T>> ask(std::size_t place, Session& session,
                               const std::function<Result<T>(Campaigns&)>& work);

  // ---- clients.cpp
  void new_turn(std::size_t place, std::size_t campaign);
  Ask any_ask();
  std::string any_turn(const CampaignModel& model, bool on_way, bool beginning);
  std::string turn_id(std::size_t campaign);
  void send(std::size_t place, Request& request);
  void hear(Request& request, const Session& session, const Before& before, const Result<TurnAnswer>& answer);
  Order any_order(const CampaignModel& model);
  void obey(std::size_t place, std::size_t campaign, const Order& order);
  void look(std::size_t place, std::size_t campaign);
  bool refused_rightly(const Error& error, const Session& session, bool possible, bool right,
                       const Before& before);
  void check_state(std::size_t place, CampaignModel& model, const std::string& turn);

  // ---- settling.cpp
  void settle();
  void settle_requests();
  void settle_campaign(CampaignModel& model);
  void compare_hosts(CampaignModel& model);
  void compare_store(CampaignModel& model);
  void prove(CampaignModel& model);

  const WorldOptions options_;
  Hosts& hosts_;
  Tally& tally_;
  Random random_;
  std::unique_ptr<Store> store_;
  std::vector<Place> places_;
  std::vector<CampaignModel> models_;
  std::deque<Request> requests_;
  std::vector<std::string> told_;
  std::string failure_;
  std::string asked_;  // the turn that the innermost call is for
  std::int64_t clock_ = 1'735'689'600'000;
  std::size_t serial_ = 0;
  std::size_t left_ = 0;         // pieces of work
  std::size_t depth_ = 0;        // of hosts that wait for one another
  std::size_t interleaved_ = 0;  // percent of the calls before which others go first
  std::size_t faulty_ = 0;       // percent of the calls that fail
  std::size_t lost_ = 0;         // percent of the answers
  bool cold_ = false;
  bool quiet_ = false;  // no faults, and nobody else
};

template <typename T>
std::optional<Result<T>> World::ask(std::size_t place, Session& session,
                                    const std::function<Result<T>(Campaigns&)>& work) {
  Place& at = places_[place];
  const std::string asked = asked_;
  asked_ = session.request == nullptr ? "" : session.request->turn.turn;
  at.session = &session;
  ++depth_;
  Result<T> answer = work(at.host->campaigns);
  --depth_;
  at.session = nullptr;
  asked_ = asked;
  if (failed()) return std::nullopt;
  if (session.dead) {
    tell([&] { return "host " + std::to_string(place) + " is dead; a new one takes its place"; });
    replace(at);
    return std::nullopt;
  }
  if (!quiet_ && random_.chance(lost_)) {
    tell([&] { return "host " + std::to_string(place) + ": its answer is lost"; });
    return std::nullopt;
  }
  return answer;
}

}  // namespace gavel::simulation
