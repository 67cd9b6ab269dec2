#include "generator.hpp"

namespace gavel::testing {

namespace {

const std::vector<std::string> kVerbs{
    "set",     "set",     "merge", "merge", "ensure", "add",  "mul",    "div",    "insert", "insert",
    "insert",  "push",    "push",  "pop",   "pull",   "pull", "splice", "delete", "delete", "delete",
    "restore", "restore", "move",  "move",  "copy",   "copy", "get",    "test",   "call"};

Json random_splice(Random& random, const Json* target) {
  const std::size_t size = target != nullptr && target->is_array() ? target->size() : 2;
  const auto start =
      static_cast<std::int64_t>(random.below(2 * size + 3)) - static_cast<std::int64_t>(size) - 1;
  const std::size_t items = random.below(3);
  if (random.chance(50)) {
    Json out = Json::object();
    out["start"] = start;
    if (random.chance(80)) out["deleteCount"] = random.below(3);
    if (items > 0) out["items"] = Json::array();
    for (std::size_t i = 0; i < items; ++i) out["items"].push_back(random_value(random, 1));
    return out;
  }
  Json out = Json::array({start});
  if (random.chance(80)) {
    out.push_back(random.below(3));
    for (std::size_t i = 0; i < items; ++i) out.push_back(random_value(random, 1));
  }
  return out;
}

// For arrays of records: a new record, or one that agrees with a standing one.
Json random_entry(Random& random, const Json* target) {
  if (target != nullptr && (target->is_array() || target->is_object()) && !target->empty() &&
      random.chance(50)) {
    auto at = target->begin();
    for (std::size_t skip = random.below(target->size()); skip > 0; --skip) ++at;
    return variation(random, *at);
  }
  if (random.chance(50)) {
    static const std::vector<Json> kIds{1, 2, 3, "x", "y", true, Json::array()};
    return Json{{"id", random.pick(kIds)}, {"名称", random.chance(50) ? "x" : "y"}};
  }
  return random_value(random, 2);
}

Json members_for(Random& random, const Json* target) {
  Json out = Json::object();
  const std::size_t count = random.below(3);
  for (std::size_t i = 0; i < count; ++i) out[random_key(random)] = random_value(random, 1);
  if (target != nullptr && target->is_object() && !target->empty() && random.chance(30)) {
    out[target->begin().key()] = random.chance(70) ? *target->begin() : random_scalar(random);
  }
  return out;
}

}  // namespace

namespace {

// Which text a float or an empty string gives as a member's key is no question of the verb.
void settle_unique_key(Json& command) {
  if (command["verb"] != "insert" || !command.contains("options") || !command.contains("value")) return;
  if (!command["options"].contains("uniqueBy") || !command["value"].is_object()) return;
  for (const auto& [key, field] : command["value"].items()) {
    if (field.is_number_float() || (field.is_string() && field.get<std::string>().empty())) {
      command["options"].erase("uniqueBy");
      return;
    }
  }
}

}  // namespace

Generator::Generator(std::uint64_t seed) : random_(seed), now_ms_(1758355200000) {}

Json Generator::document() { return random_document(random_); }

void Generator::add_value(Json& command, const std::string& verb, const Json* target) {
  if (verb == "pop" || verb == "delete" || verb == "restore" || verb == "move" || verb == "copy" ||
      verb == "get")
    return;
  if (random_.chance(1)) return;  // forgotten
  if (verb == "splice") {
    command["value"] = random_splice(random_, target);
  } else if (verb == "add" || verb == "mul" || verb == "div") {
    static const std::vector<Json> kOperands{1,   2,   3,     -1,        0,          5,
                                             0.5, 2.0, 1e200, INT64_MAX, UINT64_MAX, INT64_MIN};
    command["value"] = random_.chance(94) ? random_.pick(kOperands) : random_scalar(random_);
  } else if (verb == "pull") {
    const bool has_where = command.contains("options") && command["options"].contains("where");
    if (has_where != random_.chance(4)) return;
    const bool standing = target != nullptr && target->is_array() && !target->empty() && random_.chance(70);
    command["value"] = standing ? (*target)[random_.below(target->size())] : random_scalar(random_);
  } else if (verb == "push") {
    command["value"] = random_entry(random_, target);
  } else if (verb == "insert") {
    command["value"] = random_.chance(50) ? random_entry(random_, target) : members_for(random_, target);
  } else if (verb == "merge" && random_.chance(70)) {
    command["value"] =
        target != nullptr && random_.chance(40) ? variation(random_, *target) : members_for(random_, target);
  } else {
    const bool standing = target != nullptr && random_.chance(verb == "test" ? 70 : 40);
    command["value"] = standing ? variation(random_, *target) : random_value(random_, 2);
  }
}

// A bin entry, or the path that one was deleted from; other paths seldom.
Json Generator::random_restore(const Json& data) {
  std::vector<Json> paths;
  std::vector<Json> bins;
  for (const Place& place : places_of(data)) {
    const bool entry = place.path.size() > 1 && place.node->is_object() && place.node->contains("path") &&
                       place.node->contains("value") && (*place.node)["path"].is_array();
    if (!entry) continue;
    Json bin = place.path;
    bin.erase(bin.size() - 1);
    paths.push_back(random_.chance(50) ? place.path : (*place.node)["path"]);
    bins.push_back(bin);
  }
  Json command{{"verb", "restore"}};
  if (paths.empty() || random_.chance(10)) {
    put_path(random_, command, "path", random_path(random_, data, "restore"));
    return command;
  }
  const std::size_t chosen = random_.below(paths.size());
  put_path(random_, command, "path", paths[chosen]);
  const Json& bin = bins[chosen];
  const bool is_default = bin.back() == "回收站";
  if (!is_default ? random_.chance(92) : random_.chance(8)) {
    command["options"] = Json{{"recycleBinKey", bin.size() == 1 && random_.chance(50) ? bin[0] : bin}};
  }
  return command;
}

Json Generator::command(const Json& data, const std::string& actor) {
  if (!recent_.empty() && random_.chance(7)) {
    Json again = random_.pick(recent_);
    if (again.contains("origin")) again["origin"]["actor"] = actor;
    return again;
  }
  std::string verb = random_.chance(1) ? "frob" : random_.pick(kVerbs);
  // Without a bin a restore can only miss: delete something first.
  if (verb == "restore" && data.dump().find("#") == std::string::npos && random_.chance(70)) verb = "delete";
  Json path = random_path(random_, data, verb);
  const Json* target = look_up(data, path);
  Json command = verb == "restore" ? random_restore(data) : Json{{"verb", verb}};
  if (verb != "restore") {
    if (!random_.chance(1)) put_path(random_, command, "path", path);
    if (verb == "move" || verb == "copy") {
      const Json from = random_.chance(5) ? path : random_path(random_, data, verb + " from");
      put_path(random_, command, "from", from);
    }
  }
  Json options = random_options(random_, verb, data, path, now_ms_);
  if (command.contains("options")) options.update(command["options"]);
  if (!options.empty()) command["options"] = options;
  add_value(command, verb, target);
  settle_unique_key(command);
  if (verb != "call" && random_.chance(6)) {
    const bool standing = target != nullptr && random_.chance(60);
    command["expect_old"] = standing             ? variation(random_, *target)
                            : random_.chance(50) ? Json(nullptr)
                                                 : random_scalar(random_);
  }
  if (random_.chance(8)) command["reason"] = "own reason";
  if (random_.chance(12)) {
    static const std::vector<std::string> kDialects{"ops", "mvu", "memory", "tavern", "ir"};
    command["origin"] =
        Json{{"dialect", random_.pick(kDialects)}, {"span", Json::array({0, 10})}, {"actor", actor}};
  }
  recent_.push_back(command);
  if (recent_.size() > 12) recent_.erase(recent_.begin());
  return command;
}

Batch Generator::batch(const Json& data) {
  Batch out;
  now_ms_ += static_cast<std::int64_t>(random_.below(4)) * 1000 + (random_.chance(20) ? 500 : 0);
  out.now_ms = now_ms_;
  const std::size_t who = random_.below(10);
  out.actor = who < 6 ? "model" : who < 7 ? "player" : "operator";
  const std::size_t count = 1 + random_.below(6);
  for (std::size_t i = 0; i < count; ++i) out.commands.push_back(command(data, out.actor));
  out.leave_undone = random_.below(16) == 0;
  return out;
}

Json case_to_json(const Case& failing) {
  Json out{{"document", failing.document}, {"batches", Json::array()}};
  for (const Batch& batch : failing.batches) {
    out["batches"].push_back(Json{{"actor", batch.actor},
                                  {"now_ms", batch.now_ms},
                                  {"leave_undone", batch.leave_undone},
                                  {"commands", batch.commands}});
  }
  return out;
}

}  // namespace gavel::testing
