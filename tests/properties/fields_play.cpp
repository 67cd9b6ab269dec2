#include "fields_play.hpp"

#include <algorithm>

#include "command/host_keys.hpp"
#include "prompts/prompt.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/subtree.hpp"
#include "turn/turn.hpp"

namespace gavel::testing {
namespace {

// All that an actor is told of a turn. Rows of what changed are for whoever runs the game (SECURITY.md).
std::string told(const Verdict& verdict) {
  Json json = verdict_json(verdict);
  object_of(json).erase("changes");
  for (Json& line : json["commands"]) object_of(line).erase("effects");
  return to_text(json);
}

std::string prompted(const FieldsCase& game, const Document& document, const Verdict& verdict) {
  PromptInput input;
  input.ruleset = game.ruleset.get();
  input.document = &document;
  input.settings = game.ruleset->settings(Json()).value();
  input.outcome = verdict_json(verdict);
  std::string all;
  for (const PromptMessage& message : assemble(input).messages) all += message.content + "\n";
  return all;
}

bool before(const Path& a, const Path& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const Segment& x, const Segment& y) {
                                        if (x.is_index != y.is_index) return x.is_index;
                                        return x.is_index ? x.index < y.index : x.key < y.key;
                                      });
}

// The leaves that somebody may not write, by place. In an array whose elements nobody tells apart by index
// they are kept in order: elements may move up and down as wholes.
// `other`: the state before or after.
std::map<std::string, std::vector<std::string>> forbidden(const FieldsCase& game, Actor actor,
                                                          const Json& data, const Json& other) {
  const std::vector<Pattern> numbered = game.ruleset->context(Time()).numbered;
  std::map<std::string, std::vector<std::string>> leaves;
  std::vector<std::pair<Path, const Json*>> all;
  for (Subtree nodes(data, Path(), game.described()); nodes.next();) {
    const Path& path = nodes.path();
    const Json& json = nodes.json();
    // An object or array may come to be, or be left, with what is in it: it is no leaf.
    if (path.empty() || json.is_object() || (json.is_array() && !json.empty())) continue;
    if (json.is_array()) {
      const Place there = resolve(other, path, game.described());
      if (there.node != nullptr && there.node->is_array()) continue;
    }
    if (!path.back().is_index && path.back().key == "__version") continue;
    if (game.fields().write_denied(path, actor) != nullptr) all.emplace_back(path, &json);
  }
  std::reverse(all.begin(), all.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return before(a.first, b.first); });
  for (const auto& [path, json] : all) {
    std::string place;
    Path above;
    for (const Segment segment : path) {
      const bool apart =
          std::ranges::any_of(numbered, [&](const Pattern& one) { return one.matches(above); });
      place += "/" + (segment.is_index && !apart ? "#" : key_of(segment));
      above.push(segment);
    }
    leaves[place].push_back(to_text(*json));
  }
  return leaves;
}

// The protected nodes behind no index, by place: elements of arrays go up and down.
std::vector<std::string> protected_nodes(const Json& data) {
  std::vector<std::string> all;
  for (Subtree nodes(data, Path(), {}); nodes.next();) {
    if (!nodes.path().empty() && nodes.path().back().is_index)
      nodes.pass();
    else if (is_protected(nodes.json()))
      all.push_back(to_text(path_to_json(nodes.path())));
  }
  return all;
}

// What lies beside the ruleset's root, which is one key where there is one, and beside the game's own bin.
std::string outside_root(const FieldsCase& game, const Json& data) {
  const std::string& root = game.ruleset->file().root;
  if (root.empty()) return "";
  Json rest = data;
  object_of(rest).erase(root);
  const std::string& bin = game.ruleset->file().recycle_bin;
  object_of(rest).erase(bin.substr(0, bin.find('.')));
  return to_text(rest);
}

std::vector<std::string> statuses(const Verdict& verdict) {
  std::vector<std::string> all;
  for (const Line& line : verdict.lines) {
    const Outcome& outcome = line.outcome;
    all.push_back(std::string(status_name(outcome.status)) +
                  (outcome.error ? " " + std::string(code_name(outcome.error->code)) : ""));
  }
  return all;
}

bool calls(const FieldsTurn& turn) {
  return std::ranges::any_of(turn.commands, [](const Json& one) { return string_of(one["verb"]) == "call"; });
}

std::string differing(const char* what, const std::string& one, const std::string& other) {
  return std::string(what) + ":\n" + one + "\n" + other;
}

class Playing {
 public:
  Playing(const FieldsCase& game, Sandbox& sandbox, FieldsCounts* counts)
      : game_(game),
        sandbox_(sandbox),
        counts_(counts),
        one_(Document::load(game.one, Json(), game.ruleset->limits()).value()),
        other_(Document::load(game.other, Json(), game.ruleset->limits()).value()) {}

  std::string run() {
    if (seen(one_) != seen(other_)) return differing("seen at first", seen(one_), seen(other_));
    for (std::size_t i = 0; i < game_.turns.size() && !parted_; ++i) {
      const FieldsTurn& turn = game_.turns[i];
      const std::string text = to_text(Json(JsonArray(turn.commands.begin(), turn.commands.end())));
      now_ += turn.after_ms;
      if (std::string wrong = turned(turn, text, i); !wrong.empty())
        return std::string("turn ")
            .append(std::to_string(i))
            .append(": ")
            .append(text)
            .append("\n")
            .append(wrong);
    }
    if (counts_ != nullptr) ++(parted_ ? counts_->parted : counts_->games);
    return "";
  }

 private:
  std::string seen(const Document& document) const { return to_text(seen_by(game_, document.data())); }

  std::string turned(const FieldsTurn& turn, const std::string& text, std::size_t number) {
    const Json before = one_.data();
    const auto guarded = protected_nodes(one_.data());
    const std::string outside = outside_root(game_, one_.data());
    const Verdict first = judge(one_, turn.actor, text, number),
                  second = judge(other_, turn.actor, text, number);
    const std::string sees = seen(one_), sees_there = seen(other_);
    if (turn.actor == Actor::kOperator) {
      parted_ = sees != sees_there;
      marked_ = marked_ || sees.find(kMarker) != std::string::npos;
      return "";
    }
    // A plugin reads everything: what it comes to is its own affair, and where it brings things to.
    const bool called = calls(turn);
    if (called && (statuses(first) != statuses(second) || sees != sees_there)) {
      parted_ = true;
      return "";
    }
    marked_ = marked_ || (called && sees.find(kMarker) != std::string::npos);
    if (told(first) != told(second)) return differing("told", told(first), told(second));
    if (sees != sees_there) return differing("seen", sees, sees_there);
    std::string all = told(first) + sees;
    if (game_.observer == Actor::kModel) {
      const std::string request = prompted(game_, one_, first),
                        request_there = prompted(game_, other_, second);
      if (request != request_there) return differing("prompted", request, request_there);
      all += request;
    }
    if (!marked_ && all.find(kMarker) != std::string::npos) return "the marker is told: " + all;
    if (!called && outside != outside_root(game_, one_.data())) return "changed outside of the root";
    const auto still = protected_nodes(one_.data());
    if (!called && !std::ranges::all_of(guarded, [&](const std::string& one) {
          return std::ranges::find(still, one) != still.end();
        }))
      return "a protected node went: " + to_text(one_.data());
    if (!called && forbidden(game_, game_.observer, before, one_.data()) !=
                       forbidden(game_, game_.observer, one_.data(), before))
      return "a forbidden place changed: " + to_text(one_.data());
    count(first);
    return "";
  }

  Verdict judge(Document& document, Actor actor, const std::string& text, std::size_t number) {
    document.forget();
    TurnInput input;
    TurnRules rules;
    input.parts.back().text = text;
    input.parts.back().dialect = "ir";
    input.parts.back().role = actor;
    input.turn = "t-" + std::to_string(number);
    input.now = Time{now_};
    rules.ruleset = game_.ruleset.get();
    rules.sandbox = &sandbox_;
    input.settings = Json(Json::value_t::object);
    return std::move(run_turn(document, input, rules)).value();
  }

  void count(const Verdict& verdict) {
    if (counts_ == nullptr) return;
    ++counts_->turns;
    for (const std::string& status : statuses(verdict)) ++counts_->statuses[status];
  }

  const FieldsCase& game_;
  Sandbox& sandbox_;
  FieldsCounts* counts_;
  Document one_, other_;
  std::int64_t now_ = 1758355200000;
  bool parted_ = false;
  bool marked_ = false;  // the marker stands where it may be seen
};

}  // namespace

std::string play(const FieldsCase& game, Sandbox& sandbox, FieldsCounts* counts) {
  return Playing(game, sandbox, counts).run();
}

std::string shrunk(FieldsCase game, Sandbox& sandbox, std::string failure) {
  const auto fails = [&](FieldsCase less) {
    std::string said = play(less, sandbox, nullptr);
    if (said.empty()) return false;
    failure = std::move(said);
    game = std::move(less);
    return true;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t i = game.turns.size(); i-- > 0;) {
      FieldsCase less = game;
      less.turns.erase(less.turns.begin() + static_cast<std::ptrdiff_t>(i));
      if (fails(std::move(less))) smaller = true;
    }
    for (std::size_t i = game.turns.size(); i-- > 0;)
      for (std::size_t k = game.turns[i].commands.size(); k-- > 0 && game.turns[i].commands.size() > 1;) {
        FieldsCase less = game;
        less.turns[i].commands.erase(less.turns[i].commands.begin() + static_cast<std::ptrdiff_t>(k));
        if (fails(std::move(less))) smaller = true;
      }
  }
  std::string text = game.rules + "as " + std::string(actor_name(game.observer)) + "\n" + to_text(game.one) +
                     "\n" + to_text(game.other) + "\n";
  for (const FieldsTurn& turn : game.turns)
    text += std::string(actor_name(turn.actor)) + " +" + std::to_string(turn.after_ms) + " ms " +
            to_text(Json(JsonArray(turn.commands.begin(), turn.commands.end()))) + "\n";
  return text + failure;
}

}  // namespace gavel::testing
