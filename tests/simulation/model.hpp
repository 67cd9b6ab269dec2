// What a campaign must be like, by what its clients were told and what has reached the store: kept in plain
// C++, without a line of the house's own code for turns, folding or timelines.
//
// The simulator tells it of every change at the moment in which the store made it. It answers with what is
// wrong with that change, or with nothing ("").
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "store/store.hpp"

#include "game.hpp"

namespace gavel::simulation {

// What a turn leaves behind, in the state and beside it.
struct After {
  int n = 0;
  int turns = 0;
  int milestone = 0;
  int advanced_at = 0;
  int steps = 0;
  int seen = 0;  // earlier turns, by the last step
  int summaries = 0;
  int failing = 0;  // turns in a row in which the refused call was tried
  std::set<int> keys;
};

struct CampaignModel {
  struct Commit {
    std::string parent;
    std::string branch;
    std::uint64_t version = 0;
    std::string hash;
    std::string text;  // the request's
    std::string verdict;
    Time time;
    After after;
    std::string state;  // {data, meta} as text, from when it was first seen
  };
  struct Bough {
    std::string parent;
    std::string fork;  // a turn
    std::string end;   // its last turn, or the fork
    std::string label;
  };
  struct Try {
    std::string text;
    std::string verdict;
    bool last = false;
    std::string replaces;
  };
  struct Pending {
    bool is = false;
    std::string turn, branch, to;
    bool operator==(const Pending&) const = default;
  };

  std::string id;
  bool created = false;
  std::map<std::string, Commit> commits;  // "": the beginning
  std::map<std::string, Bough> branches;
  std::map<std::string, std::vector<Try>> tries;   // by turn
  std::map<std::string, std::string> checkpoints;  // turn and label
  std::string head;
  std::string branch = "main";
  Pending pending;
  std::string title;
  int factor = 1;
  int every = 2;
  std::string actor;
  std::uint64_t changes = 0;  // that have reached the store

  bool has(const std::string& turn) const { return commits.contains(turn); }
  bool on_way(const std::string& turn) const;
  std::vector<std::string> way() const;  // the head first, without the beginning
  bool is_closed(const std::string& turn) const;
  // Whether the turn was tried with that very request.
  bool was_tried(const Request& request) const;
  // Whether the turn was tried at another place: all attempts at it replace the same turn.
  bool stands_elsewhere(const Request& request) const;
  // Whether the store's answers of that code to a request are right, as things stand.
  bool refuses(const Request& request, Code code) const;
  bool refuses(const Order& order, Code code) const;

  void create(const Time& now, const std::string& hash);
  std::string committed(const Request& request, const Append& append, const Time& sent);
  std::string repeated(const Request& request, const std::string& verdict) const;
  std::string attempted(const Request& request, const Attempt& attempt);
  std::string updated(const Order& order, const Update& update);
  // What is wrong with an answer that a client has got.
  std::string acknowledged(const Request& request, const TurnAnswer& answer) const;

 private:
  After after(const Request& request, const After& before) const;
  std::string moved(const Update& update, const std::string& to, const std::string& there);
  std::string branched(const Order& order, const Update& update);
};

}  // namespace gavel::simulation
