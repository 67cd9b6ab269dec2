#include <algorithm>

#include "generator.hpp"
#include "reference_value.hpp"

namespace gavel::testing {

namespace {

using Words = std::vector<std::string>;

bool is_one_of(const std::string& verb, const Words& verbs) {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

std::string type_word(Random& random, const Json& value) {
  if (value.is_object()) return "object";
  if (value.is_array()) return "array";
  if (value.is_string()) return "string";
  if (value.is_boolean()) return "boolean";
  if (value.is_null()) return "null";
  return random.chance(50) ? "number" : "integer";
}

// One or two members, mostly ones that the node as it stands would fulfil.
Json random_expect(Random& random, const Json* target) {
  Json out = Json::object();
  for (std::size_t count = random.chance(70) ? 1 : 2; count > 0; --count) {
    switch (random.below(7)) {
      case 0:
        out["equals"] = target != nullptr && random.chance(60) ? *target : random_value(random, 1);
        break;
      case 1: {
        static const Words kTypes{"object", "array", "string", "number", "integer", "boolean", "null"};
        out["type"] =
            target != nullptr && random.chance(60) ? type_word(random, *target) : random.pick(kTypes);
        break;
      }
      case 2:
        out["min"] = random.chance(70) ? Json(random.below(5)) : Json(0.5);
        break;
      case 3:
        out["max"] = random.chance(70) ? Json(random.below(9)) : Json(4.5);
        break;
      case 4:
        out["length"] =
            target != nullptr && target->is_array() ? target->size() + random.below(2) : random.below(4);
        break;
      default:
        out["exists"] = random.chance(80);
        break;
    }
  }
  if (random.chance(4)) out["surprise"] = 1;
  return out;
}

// The `__version` that ifVersion would meet; 0 where none is.
Json standing_version(const Json& data, const Json& path) {
  Json version = 0;
  Json at = Json::array();
  for (std::size_t i = 0; i <= path.size(); ++i) {
    const Json* node = look_up(data, at);
    if (node != nullptr && node->is_object() && node->contains("__version")) {
      const Json& found = (*node)["__version"];
      if (found.is_number_integer()) version = found;
    }
    if (i < path.size()) at.push_back(path[i]);
  }
  return version;
}

void add_conditions(Random& random, const Json& data, const Json& path, const Json* target, Json& options) {
  if (random.chance(5)) options["ifMissing"] = target == nullptr ? random.chance(85) : random.chance(40);
  if (random.chance(5)) options["ifExists"] = target != nullptr ? random.chance(85) : random.chance(40);
  if (random.chance(6))
    options["ifEquals"] = target != nullptr && random.chance(75) ? *target : random_value(random, 1);
  if (random.chance(6))
    options["ifVersion"] = random.chance(75) ? standing_version(data, path) : Json(random.below(4));
  if (random.chance(10)) options["expect"] = random_expect(random, target);
  if (random.chance(target == nullptr ? 20 : 4)) options["allowMissing"] = random.chance(65);
}

void add_expiry(Random& random, std::int64_t now_ms, Json& options) {
  if (random.chance(9)) {
    static const std::vector<Json> kSeconds{1, 2, 5, 0.5, 2.5, 60, 3600};
    options["ttl"] = random.pick(kSeconds);
  }
  if (random.chance(5)) {
    const std::int64_t away = (static_cast<std::int64_t>(random.below(20)) - 3) * 1000;
    std::string text = gavel::reference::format_time(now_ms + away);
    if (random.chance(30)) {
      text = gavel::reference::format_time(now_ms + away + 8 * 3600 * 1000);
      text.replace(text.size() - 1, 1, "+08:00");
    }
    options["expiresAt"] = text;
  }
}

void add_array_options(Random& random, const std::string& verb, Json& options) {
  if (random.chance(15)) options["dedupe"] = random.chance(85);
  if (random.chance(18)) {
    static const std::vector<Json> kFields{"id", "名称", Json::array({"id"}), Json::array({"id", "名称"})};
    options["uniqueBy"] = random.pick(kFields);
  }
  const std::size_t often = verb == "push" ? 15 : 4;
  if (random.chance(often)) options["limit"] = 1 + random.below(4);
  if (random.chance(often)) options["position"] = random.chance(60) ? "head" : "tail";
}

Json random_where(Random& random, const Json* target) {
  if (random.chance(25)) {
    Json out{{random.chance(50) ? "包含" : "contains", random.chance(60) ? "x" : "闲"}};
    if (random.chance(15)) out["id"] = "x";  // with a second key it is no search in strings any more
    return out;
  }
  if (target != nullptr && target->is_array() && !target->empty() && random.chance(75)) {
    const Json& element = (*target)[random.below(target->size())];
    Json out = Json::object();
    if (element.is_object()) {
      for (const auto& [key, value] : element.items()) {
        if (out.empty() || random.chance(40)) out[key] = value;
      }
    }
    if (!out.empty()) return out;
  }
  return Json{{random.chance(70) ? "id" : random_key(random), random_scalar(random)}};
}

void add_delete_options(Random& random, const Json* target, Json& options) {
  if (random.chance(45)) options["softDelete"] = random.chance(92);
  if (options.contains("softDelete") ? random.chance(35) : random.chance(2)) {
    static const std::vector<Json> kBins{"bin", Json::array({"bin"}), "甲.bin", "character.saveData.回收站",
                                         "/a/bin"};
    options["recycleBinKey"] = random.pick(kBins);
  }
  if (random.chance(12)) options["cascade"] = random.chance(35);
  const bool container = target != nullptr && (target->is_object() || target->is_array());
  if (random.chance(container ? 30 : 4)) options["all"] = random.chance(92);
}

// A known option where it may not belong, or of a wrong type, or one nobody knows.
void spoil(Random& random, Json& options) {
  static const Words kNames{"reason",    "tags",          "transaction", "idempotencyKey", "ifMissing",
                            "ifExists",  "ifVersion",     "expect",      "allowMissing",   "ttl",
                            "expiresAt", "mergeStrategy", "dedupe",      "uniqueBy",       "limit",
                            "position",  "where",         "count",       "softDelete",     "cascade",
                            "all",       "recycleBinKey", "overwrite"};
  static const std::vector<Json> kWrong{
      nullptr, false, true, 0, -1, 2, 1.5, "", "tail", "deep", Json::object(), Json::array({1})};
  if (random.chance(3)) {
    const std::string& name = random.pick(kNames);
    Json value = random.pick(kWrong);
    // A path of odd shape in recycleBinKey is a question of its own, not of wrong types.
    if (name == "recycleBinKey" && (value.is_array() || value.is_string())) value = 1;
    options[name] = value;
  }
  if (random.chance(2)) options["surprise"] = random_scalar(random);
  if (random.chance(2)) options[random.pick(kNames)] = nullptr;
}

}  // namespace

Json random_options(Random& random, const std::string& verb, const Json& data, const Json& path,
                    std::int64_t now_ms) {
  const Json* target = look_up(data, path);
  Json options = Json::object();
  if (random.chance(4)) options["reason"] = "因为";
  if (random.chance(4)) options["tags"] = Json::array({"t1", "t2"});
  if (random.chance(2)) options["transaction"] = random.chance(80);
  if (random.chance(9)) options["idempotencyKey"] = "k" + std::to_string(random.below(3));
  if (verb != "call") add_conditions(random, data, path, target, options);
  const bool writes_root = path.empty() && verb != "insert";
  const Words expirable{"set", "merge", "ensure", "add", "mul", "div", "insert", "push", "move", "copy"};
  if (is_one_of(verb, expirable) && !writes_root) add_expiry(random, now_ms, options);
  const bool merges = is_one_of(verb, {"set", "merge", "ensure"});
  if (merges && random.chance(verb == "ensure" ? 10 : 30)) {
    static const Words kStrategies{"replace", "shallow", "deep", "deep"};
    options["mergeStrategy"] = random.pick(kStrategies);
  }
  if (verb == "insert" || verb == "push") add_array_options(random, verb, options);
  if (verb == "pull") {
    if (random.chance(30)) options["position"] = random.chance(70) ? "tail" : "head";
    if (random.chance(35)) options["count"] = 1 + random.below(2);
    if (random.chance(60)) options["where"] = random_where(random, target);
  }
  if (verb == "delete") add_delete_options(random, target, options);
  if ((verb == "move" || verb == "copy") && random.chance(25)) options["overwrite"] = random.chance(50);
  spoil(random, options);
  // What an expiring root would mean nobody says.
  if (writes_root) {
    options.erase("ttl");
    options.erase("expiresAt");
  }
  return options;
}

}  // namespace gavel::testing
