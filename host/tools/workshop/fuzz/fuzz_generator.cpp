#include "fuzz_generator.hpp"

#include <array>
#include <utility>

#include "state/resolve.hpp"

namespace gavel {
namespace {

struct Choice {
  std::string_view verb;
  std::size_t weight;
};

// What is worth doing to a thing of a kind. Sums: 100 each.
constexpr std::array kOnNumber = {Choice{"set", 40}, Choice{"add", 40}, Choice{"delete", 5},
                                  Choice{"mul", 4},  Choice{"div", 4},  Choice{"ensure", 2},
                                  Choice{"move", 2}, Choice{"copy", 3}};
constexpr std::array kOnScalar = {Choice{"set", 75},   Choice{"delete", 10}, Choice{"add", 5},
                                  Choice{"ensure", 2}, Choice{"move", 4},    Choice{"copy", 4}};
constexpr std::array kOnArray = {Choice{"push", 30},   Choice{"set", 20},   Choice{"pull", 15},
                                 Choice{"insert", 10}, Choice{"splice", 8}, Choice{"pop", 7},
                                 Choice{"delete", 5},  Choice{"move", 2},   Choice{"copy", 3}};
constexpr std::array kOnObject = {Choice{"insert", 25}, Choice{"merge", 25}, Choice{"set", 25},
                                  Choice{"delete", 15}, Choice{"move", 5},   Choice{"copy", 5}};
constexpr std::array kOnNothing = {Choice{"set", 50},    Choice{"insert", 15}, Choice{"push", 10},
                                   Choice{"ensure", 5},  Choice{"add", 10},    Choice{"merge", 5},
                                   Choice{"restore", 2}, Choice{"delete", 3}};
constexpr std::array<std::int64_t, 8> kPauses = {60, 0, 1, 3600, 86400, 86400, 604800, 31536000};

template <std::size_t kCount>
std::string_view chosen(const std::array<Choice, kCount>& choices, std::size_t roll) {
  for (const Choice& choice : choices) {
    if (roll < choice.weight) return choice.verb;
    roll -= choice.weight;
  }
  return choices.front().verb;
}

std::string_view verb_on(const Json* node, std::size_t roll) {
  if (node == nullptr) return chosen(kOnNothing, roll);
  if (node->is_number()) return chosen(kOnNumber, roll);
  if (node->is_array()) return chosen(kOnArray, roll);
  return node->is_object() ? chosen(kOnObject, roll) : chosen(kOnScalar, roll);
}

}  // namespace

FuzzCase FuzzGenerator::make() {
  FuzzCase made;
  made.number = number_;
  std::size_t turns = 1;
  while (turns < 6 && random_.chance(40)) ++turns;
  for (std::size_t i = 0; i < turns; ++i) made.turns.push_back(turn(i == 0));
  return made;
}

FuzzTurn FuzzGenerator::turn(bool first) {
  FuzzTurn turn;
  turn.by_operator = random_.chance(12);
  if (random_.chance(30)) turn.after_s = random_.pick(kPauses);
  if (!around_.settings.empty() && random_.chance(first ? 6 : 3)) turn.settings = settings();
  actor_ = Actor::kPlayer;
  if (random_.chance(15)) turn.user.push_back(piece());
  actor_ = turn.by_operator ? Actor::kOperator : Actor::kModel;
  for (std::size_t pieces = random_.chance(25) ? 2 : 1; pieces != 0; --pieces)
    turn.model.push_back(random_.chance(12) ? words() : piece());
  return turn;
}

std::string FuzzGenerator::dialect(bool calls) {
  if (calls || around_.dialects.empty()) return "tools";
  return random_.pick(around_.dialects);
}

FuzzPiece FuzzGenerator::piece() {
  FuzzPiece piece;
  for (std::size_t tries = 0; tries < 8; ++tries) {
    const bool calls = around_.tools && !around_.callables.empty() && random_.chance(40);
    piece.dialect = dialect(calls);
    piece.commands.clear();
    std::size_t count = 1;
    while (count < 6 && random_.chance(35)) ++count;
    for (std::size_t i = 0; i < count; ++i) {
      const bool callback = piece.dialect == "mvu" && !around_.callables.empty() && random_.chance(20);
      piece.commands.push_back(calls || callback ? call(callback) : command());
      // What a dialect cannot express is left out at once: the rest of the envelope can still be said.
      if (!envelope_of(piece, *around_.ruleset)) piece.commands.pop_back();
    }
    if (!piece.commands.empty()) return piece;
  }
  return words();
}

// What a story might say: the rules' own words and the state's, in no order that makes sense.
FuzzPiece FuzzGenerator::words() {
  FuzzPiece piece;
  for (std::size_t i = 3 + random_.below(12); i != 0; --i) {
    if (random_.chance(15)) {
      piece.words += std::to_string(random_.below(30));
    } else {
      const auto& from = random_.chance(40)   ? around_.words
                         : random_.chance(50) ? around_.ids
                                              : around_.names;
      piece.words += random_.pick(from);
    }
    piece.words += random_.chance(20) ? (random_.chance(50) ? "。" : ". ") : " ";
  }
  for (char& c : piece.words)
    if (static_cast<unsigned char>(c) < ' ' || c == '<' || c == '{' || c == '[') c = ' ';
  return piece;
}

Json FuzzGenerator::settings() {
  Json chosen(Json::value_t::object);
  const Json& one = random_.pick(around_.settings);
  const Json* key = member(one, "key");
  const Json* type = member(one, "type");
  if (key == nullptr || !key->is_string() || type == nullptr) return {};
  Json& value = chosen[string_of(*key)];
  if (const Json* values = member(one, "values");
      values != nullptr && values->is_array() && !values->empty()) {
    value = random_.pick(array_of(*values));
  } else if (*type == "bool") {
    value = random_.chance(50);
  } else if (const Json* bound = member(one, random_.chance(50) ? "min" : "max")) {
    value = *bound;
  } else if (*type == "int") {
    value = static_cast<std::int64_t>(random_.below(12));
  } else {
    return {};
  }
  return around_.ruleset->settings(chosen).ok() ? chosen : Json();
}

// A pattern with something in the place of its wildcards: mostly what is there.
Path FuzzGenerator::instance(const Path& pattern) {
  Path path;
  const Json* node = around_.state;
  const auto step = [&](const Segment& segment) {
    path.push(segment);
    Path one;
    one.push(segment);
    node = node == nullptr ? nullptr : resolve(*node, one).node;
  };
  const auto step_inside = [&] {
    const bool inside = node != nullptr && is_container(*node) && !node->empty() && random_.chance(85);
    Path one;
    if (inside && node->is_object()) {
      const auto at = static_cast<std::ptrdiff_t>(random_.below(node->size()));
      one.push_key(std::next(object_of(*node).begin(), at)->first);
    } else if (inside) {
      one.push_index(random_.below(node->size()));
    } else {
      std::string name = values_.name();
      one.push_key(name.empty() ? "new" : name);
    }
    step(*one.begin());
  };
  for (const Segment segment : pattern) {
    if (!segment.is_index && segment.key == "*") {
      step_inside();
    } else if (!segment.is_index && segment.key == "**") {
      for (std::size_t i = random_.below(3); i != 0; --i) step_inside();
    } else {
      step(segment);
    }
  }
  return path;
}

// Mostly such as whoever speaks may write: what `fields` refuses, no rule is asked about.
Path FuzzGenerator::place() {
  Path path = any_place();
  for (std::size_t tries = random_.chance(90) ? 6 : 0; tries != 0; --tries) {
    if (around_.ruleset->guards().fields().write_denied(path, actor_) == nullptr) break;
    path = any_place();
  }
  return path;
}

Path FuzzGenerator::any_place() {
  const std::size_t kind = random_.below(100);
  if (kind < 50 && !around_.templates.empty()) {
    Path path = instance(random_.pick(around_.templates));
    // Now and then the container: what stands below is judged all the same.
    while (!path.empty() && random_.chance(8)) path = path.parent();
    if (!path.empty()) return path;
  }
  Path path = random_.pick(around_.places);
  if (kind < 90 || path.empty()) return path;
  path = path.parent();
  std::string name = values_.name();
  path.push_key(name.empty() ? "new" : name);
  return path;
}

Json FuzzGenerator::options(std::string_view verb) {
  Json options(Json::value_t::object);
  switch (random_.below(8)) {
    case 0:
      options["ttl"] = static_cast<std::int64_t>(1 + random_.below(7200));
      break;
    case 1:
      options["ifExists"] = true;
      break;
    case 2:
      options["ifMissing"] = true;
      break;
    case 3:
      options["transaction"] = true;
      break;
    case 4:
      options["idempotencyKey"] = "k" + std::to_string(random_.below(3));
      break;
    case 5:
      options["tags"] = Json(JsonArray{Json("a")});
      break;
    default:
      if (verb == "push") options["dedupe"] = true;
      if (verb == "delete") options["softDelete"] = true;
      if (verb == "set" || verb == "merge")
        options["mergeStrategy"] = random_.chance(50) ? "deep" : "shallow";
  }
  return options;
}

Json FuzzGenerator::write(const Path& path) {
  const Json* node = resolve(*around_.state, path).node;
  const std::string verb(verb_on(node, random_.below(100)));
  Json command(Json::value_t::object);
  command["verb"] = verb;
  command["path"] = path_to_json(path);
  if (verb == "add" || verb == "mul" || verb == "div") {
    command["value"] = values_.amount_for(node);
  } else if (verb == "set" || verb == "ensure") {
    command["value"] = values_.value_for(path, node);
  } else if (verb == "merge") {
    command["value"] = values_.value_for(path, node != nullptr && node->is_object() ? node : nullptr);
  } else if (verb == "push" || verb == "pull") {
    const bool some = node != nullptr && node->is_array() && !node->empty();
    command["value"] = some && random_.chance(60) ? random_.pick(array_of(*node))
                                                  : values_.value_for(path.child("0"), nullptr);
  } else if (verb == "insert") {
    const std::string name = values_.name();
    const bool array = node != nullptr && node->is_array();
    const Path inside =
        array ? path.child(random_.below(node->size() + 1)) : path.child(name.empty() ? "new" : name);
    command["path"] = path_to_json(inside);
    command["value"] = values_.value_for(inside, nullptr);
  } else if (verb == "splice") {
    command["value"]["start"] = static_cast<std::int64_t>(random_.below(3));
    command["value"]["deleteCount"] = static_cast<std::int64_t>(random_.below(3));
  } else if (verb == "move" || verb == "copy") {
    command["from"] = command["path"];
    command["path"] = path_to_json(place());
  }
  return command;
}

Json FuzzGenerator::command() {
  if (random_.chance(2)) {
    Json command(Json::value_t::object);
    command["verb"] = random_.chance(50) ? "get" : "delete";
    command["path"] = path_to_json(place());
    return command;
  }
  Json made = write(place());
  if (random_.chance(8))
    if (Json more = options(string_of(made["verb"])); !more.empty()) made["options"] = std::move(more);
  return made;
}

// `in_order`: as a callback is called.
Json FuzzGenerator::call(bool in_order) {
  Json command(Json::value_t::object);
  command["verb"] = "call";
  const FuzzSurroundings::Callable& callable = random_.pick(around_.callables);
  command["path"] = Json(JsonArray{Json(callable.name)});
  command["value"] = values_.arguments_for(callable);
  if (!in_order || callable.in_order) return command;
  // Arguments by name, said in order.
  Json args(Json::value_t::array);
  for (const auto& [name, value] : object_of(command["value"])) args.push_back(value);
  command["value"] = std::move(args);
  return command;
}

}  // namespace gavel
