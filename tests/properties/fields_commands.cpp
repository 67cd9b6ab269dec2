// What an actor writes: single commands, and short stories that lead somewhere.

#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

#include "fields_random.hpp"

namespace gavel::testing {
namespace {

Path one_of_pattern(const FieldsCase& game, Random& random) {
  const std::string& text = random.pick(game.patterns);
  Path path;
  bool in_array = false;
  for (const Segment segment : PathText::parse(text, Limits()).value().resolve(Json::object())) {
    if (segment.is_index) {
      path.push_index(segment.index);
    } else if (segment.key == "*" || segment.key == "**") {
      for (std::size_t i = segment.key == "*" ? 1 : random.below(3); i > 0; --i) {
        if (in_array && random.chance(70))
          path.push_index(random.below(4));
        else
          path.push_key(random.pick(fields_keys()));
      }
    } else {
      path.push_key(segment.key);
    }
    in_array = !segment.is_index && segment.key == "list";
  }
  return path;
}

Path wandering(Random& random) {
  static const std::vector<std::string> kTops = {"a",     "a",     "b",     "t",   "list", "list",
                                                 "pairs", "vault", "vault", "bin", "x.y"};
  Path path;
  const std::string& top = random.pick(kTops);
  path.push_key(top);
  if (top == "bin" && random.chance(60)) {
    static const std::vector<std::string> kEntries = {"t#1", "a#1", "a#2", "t#2", "s#1", "b#2", "s#2", "b#3"};
    path.push_key(random.pick(kEntries));
    static const std::vector<std::string> kParts = {"value", "path", "s"};
    if (random.chance(30)) path.push_key(random.pick(kParts));
    return path;
  }
  for (std::size_t more = random.below(4); more > 0; --more) {
    if (top == "list" || random.chance(15)) {
      path.push_index(random.below(4));
    } else {
      path.push_key(random.chance(4) ? "-" : random.pick(fields_keys()));
    }
  }
  return path;
}

// A value that stands somewhere in one of the two states, hidden or not: a good guess. Never the marker.
Json some_guess(const FieldsCase& game, Random& random, const Path& at, int depth) {
  if (random.chance(65)) return some_value(random, depth);
  Path path = at;
  if (!path.empty() && random.chance(30)) {
    path = Path(at.view().parent());
    at.view().back().is_index ? path.push_index(random.below(4)) : path.push_key(random.pick(fields_keys()));
  }
  const Place place = resolve(random.chance(50) ? game.one : game.other, path, game.described());
  Json value = place.node != nullptr ? *place.node : some_value(random, depth);
  if (value.is_object() && random.chance(40)) value[random.pick(fields_keys())] = some_value(random, 1);
  return to_text(value).find(kMarker) == std::string::npos ? value : some_value(random, depth);
}

class Commands {
 public:
  Commands(const FieldsCase& game, Random& random, const std::vector<Path>& known)
      : game_(game), random_(random), known_(known) {
    for (const Path& path : known)
      if (!path.empty() && key_of(path.view().back()).find('#') != std::string::npos)
        known_entries_.push_back(path);
  }

  Json one() {
    static const std::vector<std::string> kVerbs = {
        "set",     "set",     "set",  "merge", "ensure", "add",    "mul",    "div",
        "insert",  "insert",  "push", "pop",   "pull",   "splice", "delete", "delete",
        "restore", "restore", "move", "move",  "copy",   "copy",   "get",    "test"};
    Json command(Json::value_t::object);
    const std::string verb = random_.pick(kVerbs);
    command["verb"] = verb;
    const Path at = place();
    put_place(command, "path", at);
    if (verb == "move" || verb == "copy") put_place(command, "from", place());
    if (verb == "add" || verb == "mul" || verb == "div") {
      command["value"] = chance(90) ? Json(random_.below(4)) : some_scalar(random_);
    } else if (verb == "splice") {
      command["value"] = Json{{"start", random_.below(3)},
                              {"deleteCount", random_.below(3)},
                              {"items", chance(50) ? Json::array({some_scalar(random_)}) : Json::array()}};
    } else if (verb == "pull") {
      if (chance(60)) command["value"] = some_guess(game_, random_, at.child(random_.below(4)), 0);
    } else if (verb != "pop" && verb != "delete" && verb != "restore" && verb != "move" && verb != "copy" &&
               verb != "get") {
      command["value"] = some_guess(game_, random_, at, 3);
    }
    put_options(command, at);
    return command;
  }

  // Thrown away, the entry altered, and taken out again.
  std::vector<Json> binned() {
    const Json bin = chance(60) ? Json() : path_to_json(chance(60) ? bin_path() : place());
    const Path gone = place();
    std::vector<Json> all;
    all.push_back(with_bin(said("delete", gone), bin, true));
    const Path entry = some_entry(bin, gone);
    if (!known_entries_.empty() && chance(35)) {
      const Path there = random_.pick(known_entries_);
      if (chance(30)) all[0] = valued(said("set", there.child("path")), path_to_json(place()));
      all.push_back(with_bin(said("restore", there), path_to_json(Path(there.view().parent())), false));
      return all;
    }
    if (chance(35)) all.push_back(valued(said("set", entry.child("path")), path_to_json(place())));
    if (chance(15))
      all.push_back(valued(said("set", entry),
                           Json{{"value", some_value(random_, 2)}, {"path", path_to_json(place())}}));
    if (chance(20)) all.push_back(valued(said("set", gone), some_value(random_, 1)));
    all.push_back(with_bin(said("restore", chance(50) ? entry : gone), bin, false));
    return all;
  }

  // A container goes somewhere else, and perhaps back.
  std::vector<Json> carried() {
    Path from = container();
    Path to = chance(40) ? beside(from) : chance(50) ? one_of_pattern(game_, random_) : place();
    if (game_.patterns.size() > 1 && chance(30)) {
      from = parent_of(game_.patterns[0]);
      to = chance(50) ? parent_of(game_.patterns[1]) : written(game_.patterns[1]);
    }
    std::vector<Json> all = {brought(chance(60) ? "move" : "copy", from, to)};
    if (chance(50)) all.push_back(brought("move", to, chance(50) ? from : place()));
    return all;
  }

  std::vector<Json> at_root() {
    static const std::vector<std::string> kVerbs = {"set", "merge", "merge",  "ensure",
                                                    "get", "test",  "delete", "insert"};
    Json command(Json::value_t::object);
    command["verb"] = random_.pick(kVerbs);
    if (chance(50))
      command["path"] = Json::array();
    else
      command["raw_path"] = chance(70) ? "" : "/";
    Json value = seen_by(game_, chance(50) ? game_.one : game_.other);
    if (chance(50)) value[random_.pick(fields_keys())] = some_value(random_, 2);
    if (chance(30)) object_of(value).erase(random_.pick(fields_keys()));
    if (command["verb"] == "merge" && chance(60))
      value = Json{{random_.pick(fields_keys()), some_guess(game_, random_, place(), 2)}};
    if (command["verb"] == "delete")
      command["options"]["all"] = true;
    else if (command["verb"] != "get")
      command["value"] = std::move(value);
    if (chance(30)) put_options(command, Path());
    return {command};
  }

  std::vector<Json> called() {
    static const std::vector<std::string> kTools = {"put", "put", "more", "onto", "into", "away", "go"};
    const std::string tool = random_.pick(kTools);
    Json value = tool == "more" ? Json(1) : tool == "go" ? Json(to_dotted(place())) : some_value(random_, 2);
    return {Json{{"verb", "call"},
                 {"path", Json::array({tool})},
                 {"value", Json{{"at", to_dotted(place())}, {"v", std::move(value)}}}}};
  }

 private:
  bool chance(int percent) { return random_.chance(static_cast<unsigned>(percent)); }
  Path place() { return some_place(game_, random_, known_); }

  static Json said(const char* verb, const Path& at) {
    return Json{{"verb", verb}, {"path", path_to_json(at)}};
  }
  static Json valued(Json command, Json value) {
    command["value"] = std::move(value);
    return command;
  }
  static Json brought(const char* verb, const Path& from, const Path& to) {
    Json command = said(verb, to);
    command["from"] = path_to_json(from);
    return command;
  }
  static Json with_bin(Json command, const Json& bin, bool soft) {
    if (soft) command["options"]["softDelete"] = true;
    if (!bin.is_null()) command["options"]["recycleBinKey"] = bin;
    return command;
  }

  Path bin_path() const {
    return PathText::parse(game_.ruleset->file().recycle_bin, Limits()).value().resolve(Json::object());
  }
  Path some_entry(const Json& bin, const Path& gone) {
    Path path = bin.is_null() ? bin_path() : path_from_json(bin, Limits()).value();
    if (chance(15) || gone.empty()) return path.child("t#1");
    return path.child(key_of(gone.view().back()) + "#" + std::to_string(1 + random_.below(3)));
  }

  static Path written(const std::string& pattern) {
    return PathText::parse(pattern, Limits()).value().resolve(Json::object());
  }
  static Path parent_of(const std::string& pattern) { return Path(written(pattern).view().parent()); }

  Path container() {
    for (int tries = 0; tries < 6; ++tries) {
      Path path = place();
      const Place here = resolve(game_.one, path, game_.described());
      if (!path.empty() && here.node != nullptr && is_container(*here.node)) return path;
    }
    return place();
  }

  Path beside(const Path& path) {
    if (path.empty()) return path;
    Path to(path.view().parent());
    if (path.view().back().is_index)
      to.push_index(random_.below(4));
    else
      to.push_key(random_.pick(fields_keys()));
    return to;
  }

  void put_place(Json& command, const std::string& literal, const Path& place) {
    if (chance(75)) {
      command[literal] = path_to_json(place);
    } else {
      std::string text;
      for (const Segment segment : place) text += (text.empty() ? "" : ".") + key_of(segment);
      command["raw_" + literal] = chance(60) ? text : chance(50) ? to_dotted(place) : to_pointer(place);
    }
  }

  Json some_option(const std::string& name, const Path& at) {
    if (name == "ifEquals") return some_guess(game_, random_, at, 2);
    if (name == "ifVersion") return Json(random_.below(3));
    if (name == "limit" || name == "count") return Json(1 + random_.below(3));
    if (name == "expect") {
      if (chance(30)) return Json{{"exists", chance(50)}};
      if (chance(30)) return Json{{"length", random_.below(4)}};
      if (chance(30)) return Json{{"max", random_.below(5)}};
      return chance(50) ? Json{{"type", "object"}} : Json{{"equals", some_guess(game_, random_, at, 2)}};
    }
    if (name == "ttl") return Json(chance(50) ? 1 : 3600);
    if (name == "mergeStrategy") return Json(chance(50) ? "deep" : chance(50) ? "shallow" : "replace");
    if (name == "uniqueBy") return chance(70) ? Json("s") : Json(Json::array({"a", "s"}));
    if (name == "position") return Json(chance(50) ? "head" : "tail");
    if (name == "where") return chance(50) ? Json{{"s", some_scalar(random_)}} : Json{{"contains", "SEC"}};
    if (name == "recycleBinKey") return chance(60) ? Json("bin") : path_to_json(place());
    if (name == "idempotencyKey") return Json("k" + std::to_string(random_.below(3)));
    return Json(chance(75));
  }

  std::vector<std::string> some_options(const Json& command) {
    static const std::vector<std::string> kAny = {"ifMissing", "ifExists",     "ifEquals",      "ifVersion",
                                                  "expect",    "allowMissing", "idempotencyKey"};
    const std::string verb = string_of(command["verb"]);
    std::vector<std::string> names;
    if (chance(25)) names.push_back(random_.pick(kAny));
    const auto maybe = [&](int percent, const char* name) {
      if (chance(percent)) names.emplace_back(name);
    };
    maybe(3, "transaction");
    const bool keeps = verb == "set" || verb == "merge" || verb == "ensure" || verb == "insert" ||
                       verb == "push" || verb == "move" || verb == "copy" || verb == "add";
    if (keeps) maybe(15, "ttl");
    if (verb == "set" || verb == "merge") maybe(25, "mergeStrategy");
    if (verb == "insert" || verb == "push") {
      maybe(20, "dedupe");
      maybe(25, "uniqueBy");
      maybe(15, "limit");
      maybe(15, "position");
    }
    if (verb == "pull") {
      if (command.contains("value"))
        maybe(20, "count");
      else
        names.emplace_back("where");
    }
    if (verb == "delete") {
      maybe(35, "softDelete");
      maybe(15, "cascade");
      maybe(20, "all");
      if (names.size() == 1 && names[0] == "softDelete") maybe(50, "recycleBinKey");
    }
    if (verb == "restore") maybe(50, "recycleBinKey");
    if (verb == "move" || verb == "copy") maybe(15, "overwrite");
    return names;
  }

  void put_options(Json& command, const Path& at) {
    for (const std::string& name : some_options(command)) command["options"][name] = some_option(name, at);
    // What the fields of uniqueBy make is found by, it must have.
    if (command.contains("options") && command["options"].contains("uniqueBy") && chance(80))
      command["value"] = Json{{"s", some_scalar(random_)}, {"a", random_.below(3)}};
    if (chance(8)) command["expect_old"] = some_guess(game_, random_, at, 2);
  }

  const FieldsCase& game_;
  Random& random_;
  const std::vector<Path>& known_;
  std::vector<Path> known_entries_;  // of bins
};

}  // namespace

Path some_place(const FieldsCase& game, Random& random, const std::vector<Path>& known) {
  Path path;
  if (random.chance(3)) return path;
  if (!known.empty() && random.chance(45)) {
    path = random.pick(known);
    if (random.chance(15)) path.push_key(random.pick(fields_keys()));
  } else if (!game.patterns.empty() && random.chance(45)) {
    path = one_of_pattern(game, random);
    if (!path.empty() && random.chance(25)) path = Path(path.view().parent());
  } else {
    path = wandering(random);
  }
  if (game.ruleset->file().root.empty() || random.chance(15)) return path;
  Path inside;
  inside.push_key("a");
  if (path.view().starts_with(inside)) return path;
  for (const Segment segment : path) inside.push(segment);
  return inside;
}

std::vector<Json> some_commands(const FieldsCase& game, Random& random, const std::vector<Path>& known) {
  Commands commands(game, random, known);
  if (random.chance(12)) return commands.binned();
  if (random.chance(10)) return commands.carried();
  if (random.chance(6)) return commands.at_root();
  const bool tools = !game.ruleset->file().plugins.empty();
  if (tools && random.chance(25)) return commands.called();
  std::vector<Json> all;
  for (std::size_t left = 1 + random.below(3); left > 0; --left) all.push_back(commands.one());
  return all;
}

}  // namespace gavel::testing
