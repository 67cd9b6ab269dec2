#include "draft_ruleset.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/joined.hpp"
#include "dialects/reader.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

#include "yaml_text.hpp"

namespace gavel {
namespace {

constexpr std::string_view kOpenArray = "$__META_EXTENSIBLE__$";

// One place of a state: a value that has no members, or an object on the way.
struct Spot {
  Path path;
  const Json* value = nullptr;
};

// Every place below the root in the order written, without going into lists.
std::vector<Spot> spots_of(const Json& state) {
  std::vector<Spot> all;
  std::vector<Spot> waiting = {{Path(), &state}};
  while (!waiting.empty()) {
    Spot at = std::move(waiting.back());
    waiting.pop_back();
    if (at.value->is_object()) {
      std::vector<Spot> members;
      for (const auto& [key, value] : object_of(*at.value)) members.push_back({at.path.child(key), &value});
      std::move(members.rbegin(), members.rend(), std::back_inserter(waiting));
    }
    if (!at.path.empty()) all.push_back(std::move(at));
  }
  return all;
}

// What the marks in an initial state say.
struct Marks {
  bool any = false;
  std::set<std::string> open;  // the pointers of objects and lists that take new members
};

bool extensible(const Json* meta) {
  const Json* says = meta == nullptr ? nullptr : member(*meta, "extensible");
  const Json* deep = meta == nullptr ? nullptr : member(*meta, "recursiveExtensible");
  return (says != nullptr && *says == true) || (deep != nullptr && *deep == true);
}

void unmark_list(JsonArray& list, const Path& path, Marks& marks) {
  for (std::size_t i = 0; i < list.size();) {
    const bool open = list[i].is_string() && string_of(list[i]) == kOpenArray;
    const bool meta = member(list[i], "$arrayMeta") != nullptr;
    if (!open && !meta) {
      ++i;
      continue;
    }
    marks.any = true;
    if (open || extensible(member(list[i], "$meta"))) marks.open.insert(to_pointer(path));
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// Takes the marks out of a state.
Marks unmark(Json& state) {
  Marks marks;
  std::vector<std::pair<Path, Json*>> waiting = {{Path(), &state}};
  while (!waiting.empty()) {
    const auto [path, value] = std::move(waiting.back());
    waiting.pop_back();
    if (value->is_array()) {
      unmark_list(array_of(*value), path, marks);
      for (std::size_t i = 0; i < array_of(*value).size(); ++i)
        waiting.emplace_back(path.child(i), &array_of(*value)[i]);
    } else if (value->is_object()) {
      if (const Json* meta = member(*value, "$meta"); meta != nullptr) {
        marks.any = true;
        if (extensible(meta)) marks.open.insert(to_pointer(path));
        value->erase("$meta");
      }
      for (auto& [key, child] : object_of(*value)) waiting.emplace_back(path.child(key), &child);
    }
  }
  return marks;
}

std::string state_yaml(const Json& state) {
  if (object_of(state).empty()) return "{}\n";
  std::string out;
  for (const Spot& spot : spots_of(state)) {
    const std::size_t depth = spot.path.size() - 1;
    out.append(depth * 2, ' ');
    out += key_text(spot.path.back().key) + ":";
    const bool opens = spot.value->is_object() && !object_of(*spot.value).empty();
    out += opens ? "\n" : " " + one_line(*spot.value) + "\n";
  }
  return out;
}

// The places that hold [value, "description"] in the initial state; elsewhere a list of two texts is one.
using Pairs = std::set<std::string>;

Pairs pairs_of(const Json& initial) {
  Pairs pairs;
  for (const Spot& spot : spots_of(initial))
    if (is_pair(*spot.value)) pairs.insert(to_dotted(spot.path));
  return pairs;
}

// The values of a state by their places; of a pair, its value.
struct Leaves {
  std::vector<std::pair<std::string, Json>> list;
  std::map<std::string, std::size_t> places;

  const Json* at(const std::string& path) const {
    const auto found = places.find(path);
    return found == places.end() ? nullptr : &list[found->second].second;
  }
  // Something stands there or below.
  bool holds(const std::string& path) const {
    if (places.contains(path)) return true;
    const auto next = places.lower_bound(path + ".");
    return next != places.end() && next->first.starts_with(path + ".");
  }
};

Leaves leaves_of(const Json& state, const Pairs& pairs) {
  Leaves leaves;
  for (const Spot& spot : spots_of(state)) {
    if (spot.value->is_object() && !object_of(*spot.value).empty()) continue;
    std::string path = to_dotted(spot.path);
    leaves.places.emplace(path, leaves.list.size());
    const bool pair = pairs.contains(path) && is_pair(*spot.value);
    leaves.list.emplace_back(std::move(path), pair ? array_of(*spot.value)[0] : *spot.value);
  }
  return leaves;
}

// What has to stand in `now`, as far as it differs from `before`; of the last turn, all of it.
std::string expectation(const Leaves& before, const Leaves& now, bool whole) {
  std::string state;
  std::string absent;
  for (const auto& [path, value] : now.list) {
    const Json* old = before.at(path);
    if (!whole && old != nullptr && equal(*old, value)) continue;
    state += "        " + key_text(path) + ": " + one_line(value) + "\n";
  }
  for (const auto& [path, value] : before.list)
    if (!now.holds(path)) absent += (absent.empty() ? "" : ", ") + key_text(path);
  if (state.empty() && absent.empty()) return {};
  std::string out = "    expect:\n";
  if (!state.empty()) out += "      state:\n" + state;
  if (!absent.empty()) out += "      absent: [" + absent + "]\n";
  return out;
}

std::string scenario_of(const DraftInput& input, const Pairs& pairs) {
  std::string out = "scenario: " + in_quotes(input.chat_name + ", as it was played") + "\nturns:\n";
  Leaves before = leaves_of(input.initial, pairs);
  const std::vector<ChatTurn>& turns = input.chat.turns;
  for (const ChatTurn& turn : turns) {
    const bool last = &turn == &turns.back();
    out += turn.user.empty() ? "  - " : "  - user: " + block(turn.user, 6) + "    ";
    out += "model: " + block(turn.model, 6);
    const std::optional<Json>& recorded = last && input.final_state ? input.final_state : turn.state;
    if (!recorded) continue;
    Leaves now = leaves_of(*recorded, pairs);
    out += expectation(before, now, last);
    before = std::move(now);
  }
  return out;
}

std::string_view type_of(const Json& value) {
  if (value.is_number()) return "number";
  if (value.is_null()) return {};
  return type_name(value);
}

std::string row(const std::string& path, std::string_view write, std::string_view type) {
  std::string out = "  - {path: " + key_text(path);
  if (!write.empty()) out += ", write: [" + std::string(write) + "]";
  if (!type.empty()) out += ", type: " + std::string(type);
  return out + "}\n";
}

bool read_only(PathView path) {
  return std::any_of(path.begin(), path.end(), [](const Segment& one) { return one.key.starts_with('_'); });
}

// Where marks say what may grow, nothing else does; where there are none, everything may.
std::string fields_of(const Json& initial, const Marks& marks) {
  const std::string_view model = marks.any ? "model, operator" : "";
  std::string out;
  for (const Spot& spot : spots_of(initial)) {
    const std::string path = to_dotted(spot.path);
    const std::string_view write = read_only(spot.path) ? "operator" : model;
    const Json& value = is_pair(*spot.value) ? array_of(*spot.value)[0] : *spot.value;
    if (!value.is_object()) out += row(path, write, type_of(value));
    if (value.is_object() && !marks.any) out += row(path, read_only(spot.path) ? write : "", "object");
    if (marks.any && !read_only(spot.path) && marks.open.contains(to_pointer(spot.path)))
      out += row(path + ".**", write, "");
  }
  return out + row("**", marks.any ? "operator" : "model, operator", "");
}

// What the chat is written in, and whether its paths begin where the state does.
struct Writing {
  std::vector<std::string> dialects;
  std::string root;  // that all paths of `root_of` begin with
  std::string root_of;
};

void look_at(const Proposal& proposal, const Json& initial, Writing& written) {
  if (std::find(written.dialects.begin(), written.dialects.end(), proposal.dialect) == written.dialects.end())
    written.dialects.push_back(proposal.dialect);
  const Json path = proposal.shown_path();
  if (!path.is_string() || !written.root.empty()) return;
  for (const std::string_view root : {"character.saveData", "stat_data"}) {
    const std::string first(root.substr(0, root.find('.')));
    if (!string_of(path).starts_with(std::string(root) + ".") || member(initial, first) != nullptr) continue;
    written.root = root;
    written.root_of = proposal.dialect;
  }
}

Writing writing_of(const DraftInput& input, const Limits& limits) {
  Writing written;
  ReadOptions options;
  options.limits = limits;
  for (const ChatTurn& turn : input.chat.turns)
    for (const Proposal& proposal : read_text(turn.model, options).proposals)
      look_at(proposal, input.initial, written);
  return written;
}

std::string ruleset_of(const DraftInput& input, const Pairs& pairs, const Marks& marks,
                       const Writing& written) {
  std::string out =
      "# A draft: read it, and say what it does not know yet: bounds, rules, who else may write.\n";
  out += "ruleset: " + input.id + "\nversion: 0.1.0\n";
  if (!written.dialects.empty()) out += "dialects: [" + joined(written.dialects) + "]\n";
  if (!written.root.empty()) out += "mounts: {" + written.root_of + ": {" + written.root + ": \"\"}}\n";
  std::vector<std::string> described;
  for (const std::string& pair : pairs) described.push_back(key_text(pair));
  if (!described.empty()) out += "described_pairs: [" + joined(described) + "]\n";
  out += "fields:\n" + fields_of(input.initial, marks);
  return out + "state: initial.yaml\n";
}

}  // namespace

RulesetDraft draft_ruleset(DraftInput input, const Limits& limits) {
  RulesetDraft draft;
  const Marks marks = unmark(input.initial);
  for (ChatTurn& turn : input.chat.turns)
    if (turn.state) unmark(*turn.state);
  if (input.final_state) unmark(*input.final_state);
  const Writing written = writing_of(input, limits);
  draft.initial = state_yaml(input.initial);
  const Pairs pairs = pairs_of(input.initial);
  draft.ruleset = ruleset_of(input, pairs, marks, written);
  if (!pairs.empty())
    draft.notes.push_back(
        std::to_string(pairs.size()) +
        " places were taken for [value, \"description\"]; a list of two texts looks the same");
  if (input.chat_name.empty()) return draft;
  if (input.chat.turns.empty()) {
    draft.notes.push_back(input.chat_name + " holds no answer, so there is no scenario");
    return draft;
  }
  if (input.chat.unanswered) draft.notes.emplace_back("what was said last has no answer, and is left out");
  const bool recorded = std::any_of(input.chat.turns.begin(), input.chat.turns.end(),
                                    [](const ChatTurn& turn) { return turn.state.has_value(); });
  if (!recorded && !input.final_state)
    draft.notes.emplace_back(
        "the chat holds no states, so the scenario expects none; --final FILE gives the last");
  draft.scenario = scenario_of(input, pairs);
  return draft;
}

}  // namespace gavel
