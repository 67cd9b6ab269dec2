#include "model.hpp"

#include <algorithm>

namespace gavel::simulation {
namespace {

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

template <typename T>
std::string number(T value) {
  return std::to_string(value);
}

}  // namespace

bool CampaignModel::on_way(const std::string& turn) const {
  if (turn.empty()) return true;
  const std::vector<std::string> all = way();
  return std::find(all.begin(), all.end(), turn) != all.end();
}

std::vector<std::string> CampaignModel::way() const {
  std::vector<std::string> all;
  for (std::string at = head; !at.empty(); at = commits.at(at).parent) all.push_back(at);
  return all;
}

bool CampaignModel::is_closed(const std::string& turn) const {
  const auto found = tries.find(turn);
  return found != tries.end() && found->second.back().last;
}

bool CampaignModel::was_tried(const Request& request) const {
  const auto found = tries.find(request.turn.turn);
  return found != tries.end() &&
         std::ranges::any_of(found->second, [&](const Try& one) { return one.text == request.text; });
}

bool CampaignModel::stands_elsewhere(const Request& request) const {
  const auto found = tries.find(request.turn.turn);
  return found != tries.end() && found->second.back().replaces != request.turn.replaces;
}

bool CampaignModel::refuses(const Request& request, Code code) const {
  const auto known = commits.find(request.turn.turn);
  if (code == Code::kTurnConflict) {
    if (was_tried(request)) return false;
    return (known != commits.end() && known->second.text != request.text) || is_closed(request.turn.turn) ||
           stands_elsewhere(request);
  }
  if (code == Code::kTurnRolledBack)
    return (known != commits.end() && !on_way(known->first)) || !on_way(request.turn.replaces);
  return false;
}

bool CampaignModel::refuses(const Order& order, Code code) const {
  switch (order.kind) {
    case Order::Kind::kRollback:
      if (code == Code::kStoreInvalid)
        return head == *order.turn && !(pending.is && pending.to == *order.turn);  // else it is sent again
      return code == Code::kTurnRolledBack && !on_way(*order.turn);
    case Order::Kind::kUndo:
      return code == Code::kStoreInvalid && !pending.is;
    case Order::Kind::kBranch:
      return code == Code::kStoreExists && branches.contains(order.name);
    default:
      return false;
  }
}

void CampaignModel::create(const Time& now, const std::string& hash) {
  created = true;
  Commit& beginning = commits[""];
  beginning.branch = "main";
  beginning.hash = hash;
  beginning.time = now;
  branches["main"] = {};
  checkpoints[""] = "";
  ++changes;
}

After CampaignModel::after(const Request& request, const After& before) const {
  const Ask& ask = request.ask;
  After next = before;
  next.n += ask.asked + ask.added + ask.step * factor;
  if (ask.once != 0 && next.keys.insert(ask.once).second) next.n += kOnce;
  if (ask.step != 0) next.seen = std::min(before.turns, kHistory);
  next.steps += ask.step == 0 ? 0 : 1;
  next.summaries += ask.summary ? 1 : 0;
  next.failing = tries.contains(request.turn.turn) ? before.failing + 1 : 0;
  next.turns += 1;
  if (next.turns - next.advanced_at >= every) {
    next.milestone += 1;
    next.advanced_at = next.turns;
  }
  return next;
}

std::string CampaignModel::committed(const Request& request, const Append& append, const Time& sent) {
  const Turn& turn = append.turn;
  const std::string what = "turn " + quoted(turn.id) + " was committed ";
  if (turn.id != request.turn.turn) return what + "for " + quoted(request.turn.turn);
  if (has(turn.id)) return what + "twice";
  if (request.ask.refused) return what + "though it was to be refused";
  if (is_closed(turn.id)) return what + "after it was given up";
  if (stands_elsewhere(request)) return what + "at another place than it was tried";
  const std::string& replaced = request.turn.replaces;
  if (!on_way(replaced)) return what + "instead of one that is not on the way";
  const std::string parent = replaced.empty() ? head : commits.at(replaced).parent;
  const Commit& before = commits.at(parent);
  if (turn.parent != parent) return what + "behind " + quoted(turn.parent) + ", not " + quoted(parent);
  if (turn.version != before.version + 1) return what + "as version " + number(turn.version);
  if (turn.previous != before.hash) return what + "onto another hash than its parent's";
  if (turn.time != std::max(sent, before.time)) return what + "at a wrong time";
  const bool goes_on = replaced.empty() && branches.at(branch).end == parent;
  const std::string here = goes_on ? branch : "at-" + turn.id;
  if (turn.branch != here) return what + "on branch " + quoted(turn.branch) + ", not " + quoted(here);
  const auto tried = tries.find(turn.id);
  const std::size_t attempt = tried == tries.end() ? 1 : tried->second.size() + 1;
  if (turn.attempt != attempt) return what + "as attempt " + number(turn.attempt);

  if (!goes_on) branches[here] = {before.branch, parent, parent, ""};
  branches[here].end = turn.id;
  commits[turn.id] = {parent,
                      here,
                      turn.version,
                      turn.hash,
                      request.text,
                      turn.verdict,
                      turn.time,
                      after(request, before.after),
                      ""};
  for (const Checkpoint& one : append.checkpoints) checkpoints[one.turn] = one.label;
  head = turn.id;
  branch = here;
  pending = {};
  ++changes;
  return "";
}

std::string CampaignModel::repeated(const Request& request, const std::string& verdict) const {
  const auto known = commits.find(request.turn.turn);
  const std::string what = "turn " + quoted(request.turn.turn) + " sent again was answered ";
  if (known == commits.end()) return what + "though nothing was committed";
  if (known->second.text != request.text) return what + "with another text's verdict";
  return known->second.verdict == verdict ? "" : what + "with another verdict";
}

std::string CampaignModel::attempted(const Request& request, const Attempt& attempt) {
  const std::string what = "an attempt at " + quoted(attempt.turn) + " was kept ";
  if (attempt.turn != request.turn.turn || !request.ask.refused) return what + "that was not to be refused";
  if (has(attempt.turn)) return what + "after the turn was committed";
  if (is_closed(attempt.turn)) return what + "after the turn was given up";
  if (stands_elsewhere(request)) return what + "at another place than those before";
  std::vector<Try>& all = tries[attempt.turn];
  all.push_back({request.text, attempt.verdict, attempt.last, request.turn.replaces});
  if (attempt.number != all.size()) return what + "as number " + number(attempt.number);
  if (attempt.last != (attempt.number > kRetries)) return what + "with a wrong outcome";
  ++changes;
  return "";
}

std::string CampaignModel::moved(const Update& update, const std::string& to, const std::string& there) {
  if (!update.move) return "nothing was moved";
  if (update.move->turn != to || update.move->branch != there)
    return "moved to " + quoted(update.move->turn) + " on " + quoted(update.move->branch) + ", not " +
           quoted(to) + " on " + quoted(there);
  head = to;
  branch = there;
  return "";
}

std::string CampaignModel::branched(const Order& order, const Update& update) {
  const std::string at = order.turn.value_or(head);
  if (branches.contains(order.name)) return "branch " + quoted(order.name) + " was made twice";
  if (!update.branch || update.branch->turn != at)
    return "branch " + quoted(order.name) + " was not made at " + quoted(at);
  if (at != head) pending = {true, head, branch, at};
  branches[order.name] = {commits.at(at).branch, at, at, order.name};
  return moved(update, at, order.name);
}

std::string CampaignModel::updated(const Order& order, const Update& update) {
  ++changes;
  const Pending before = pending;
  switch (order.kind) {
    case Order::Kind::kRollback:
      if (!on_way(*order.turn)) return "rolled back to " + quoted(*order.turn) + ", which is not on the way";
      if (head == *order.turn) return "rolled back to where it stands";
      pending = {true, head, branch, *order.turn};
      return moved(update, *order.turn, branch);
    case Order::Kind::kUndo:
      if (!pending.is) return "undone, and there was nothing to undo";
      pending = {};
      return moved(update, before.turn, before.branch);
    case Order::Kind::kRestore:
      pending = {true, head, branch, *order.turn};
      return moved(update, *order.turn, commits.at(*order.turn).branch);
    case Order::Kind::kBranch:
      return branched(order, update);
    case Order::Kind::kCheckpoint: {
      const std::string at = order.turn.value_or(head);
      if (update.checkpoints.size() != 1 || update.checkpoints.front().turn != at)
        return "a checkpoint was not set at " + quoted(at);
      checkpoints[at] = order.name;
      return update.move ? "a checkpoint moved the campaign" : "";
    }
    case Order::Kind::kChange:
      if (order.title) title = *order.title;
      if (order.factor) factor = *order.factor;
      if (order.every) every = *order.every;
      if (order.actor) actor = *order.actor;
      return update.move ? "a change of settings moved the campaign" : "";
  }
  return "";
}

std::string CampaignModel::acknowledged(const Request& request, const TurnAnswer& answer) const {
  const std::string what = "turn " + quoted(request.turn.turn) + " was answered, but ";
  if (answer.decision == Decision::kAccepted) {
    const auto known = commits.find(request.turn.turn);
    if (known == commits.end() || known->second.text != request.text) return what + "is not committed";
    const std::string begin = "{\"version\":" + number(known->second.version) + ",";
    if (!answer.verdict.starts_with(begin)) return what + "its verdict says another version";
    return known->second.verdict == answer.verdict ? "" : what + "not with the verdict that was stored";
  }
  const auto known = tries.find(request.turn.turn);
  if (known == tries.end()) return what + "no attempt is kept";
  for (const Try& one : known->second) {
    if (one.text != request.text) continue;
    if (one.verdict != answer.verdict) return what + "not with the verdict of its attempt";
    return one.last == (answer.decision == Decision::kConflictReport) ? "" : what + "with a wrong outcome";
  }
  return what + "its attempt is not kept";
}

}  // namespace gavel::simulation
