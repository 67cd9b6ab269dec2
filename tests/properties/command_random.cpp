#include "command_random.hpp"

#include "base/utf8.hpp"
#include "state/path.hpp"
#include "state/path_text.hpp"

namespace gavel::testing {
namespace {

const std::vector<std::string>& command_keys() {
  static const std::vector<std::string> kKeys = [] {
    std::vector<std::string> keys = {
        "hp",  "李四", "好感度", "two words", "status", "attribute", "</path>", "<b>",   "`",
        "//",  "a//b", "x ",     " x",        "a,b",    "a;b",       "\x01",    "tab\t", "\xE2\x80\xA8",
        "“x”", "，",   "a&amp;", "_",         "true",   "null",      "SET",     "-1",    "global_set",
        "{",   "}",    "(",      ")",         "a=b",    "#",         "$",       "%"};
    for (const std::string& key : nasty_keys())
      if (!key.empty()) keys.push_back(key);
    return keys;
  }();
  return kKeys;
}

Json random_text(Random& random) {
  if (random.chance(20)) return Json(random.pick(nasty_texts()) + random.pick(nasty_texts()));
  return Json(random.pick(nasty_texts()));
}

Json random_any(Random& random) {
  if (random.chance(40)) return random_text(random);
  if (random.chance(50)) return random_number(random);
  static const std::vector<std::string> kMembers = {"a",  "b.c",     "</value>", "\"", "'",
                                                    "好", "<think>", "```",      "\n", " "};
  Json value = random_value(random, kMembers, 3);
  if (value.is_object() && random.chance(50)) value["text"] = random_text(random);
  return value;
}

Path random_place(Random& random) {
  static const std::vector<std::string> kRoots = {"stat_data", "play_character_data", "assa_data", "a",
                                                  "world"};
  Path path;
  if (random.chance(80)) path.push_key(random.pick(kRoots));
  const std::size_t segments = random.below(4) + (path.empty() ? 1 : 0);
  for (std::size_t i = 0; i < segments; ++i) {
    if (random.chance(20)) {
      path.push_index(random.below(12));
    } else {
      path.push_key(random.chance(40) ? "k" + std::to_string(random.below(5)) : random.pick(command_keys()));
    }
  }
  return path;
}

void put_place(Json& command, const char* literal, const char* raw, const Path& path, Random& random) {
  if (random.chance(60)) {
    command[literal] = path_to_json(path);
  } else {
    command[raw] = random.chance(70) ? to_dotted(path) : to_pointer(path);
  }
}

Json random_option(const std::string& name, Random& random) {
  static const std::vector<Json> kStrategies = {"replace", "shallow", "deep", "deep"};
  if (name == "reason") return random_text(random);
  if (name == "tags") return Json::array({random_text(random)});
  if (name == "idempotencyKey") return Json("k-" + std::to_string(random.below(9)));
  if (name == "ifEquals") return random_any(random);
  if (name == "ifVersion" || name == "limit" || name == "count") return Json(1 + random.below(3));
  if (name == "expect") return Json{{"exists", random.chance(50)}};
  if (name == "ttl") return Json(1.5);
  if (name == "expiresAt") return Json("2031-01-01T00:00:00Z");
  if (name == "mergeStrategy") return random.pick(kStrategies);
  if (name == "uniqueBy") return Json::array({"id", random_text(random)});
  if (name == "position") return Json(random.chance(50) ? "head" : "tail");
  if (name == "where") return Json{{"包含", random_text(random)}};
  if (name == "recycleBinKey") return Json("a.bin");
  return Json(random.chance(70));
}

void put_options(Json& command, Random& random) {
  static const std::vector<std::string> kNames = {
      "reason",    "tags",       "transaction", "idempotencyKey", "ifMissing", "ifExists", "ifEquals",
      "ifVersion", "expect",     "ttl",         "expiresAt",      "dedupe",    "uniqueBy", "limit",
      "position",  "softDelete", "cascade",     "recycleBinKey",  "unknown"};
  const std::string& verb = string_of(command["verb"]);
  Json options(Json::value_t::object);
  if (random.chance(verb == "set" ? 25 : 5)) options["allowMissing"] = random.chance(40);
  if (verb == "merge" && random.chance(70)) options["mergeStrategy"] = random_option("mergeStrategy", random);
  if (verb == "move" && random.chance(60)) options["overwrite"] = random.chance(30);
  if (verb == "delete" && random.chance(20)) options["all"] = true;
  if (verb == "pull" && random.chance(60)) options["count"] = random.chance(70) ? 1 : 2;
  const std::size_t more = random.chance(70) ? 0 : 1 + random.below(3);
  for (std::size_t i = 0; i < more; ++i) {
    const std::string& name = random.pick(kNames);
    options[name] = random_option(name, random);
  }
  if (!options.empty()) command["options"] = std::move(options);
}

bool takes_value(const std::string& verb) {
  for (const char* without : {"pop", "delete", "restore", "move", "copy", "get"})
    if (verb == without) return false;
  return true;
}

Json random_argument(const std::string& verb, Random& random) {
  if ((verb == "add" || verb == "mul" || verb == "div") && random.chance(95)) return random_number(random);
  if (verb == "call") {
    Json arguments(Json::value_t::array);
    for (std::size_t i = random.below(3); i > 0; --i) arguments.push_back(random_any(random));
    return arguments;
  }
  if (verb == "splice") {
    return Json{{"start", random.below(3)},
                {"deleteCount", random.below(3)},
                {"items", Json::array({random_any(random)})}};
  }
  if (verb == "merge" && random.chance(60)) return random_object(random, command_keys(), 2);
  return random_any(random);
}

}  // namespace

const std::vector<std::string>& nasty_texts() {
  static const std::vector<std::string> kTexts = {"",
                                                  "plain",
                                                  "两个 字",
                                                  "it's",
                                                  "\"quoted\"",
                                                  "back\\slash",
                                                  "C:\\",
                                                  "\\'",
                                                  "line\nbreak",
                                                  "\r\n",
                                                  "tab\t",
                                                  "\x01\x1F",
                                                  "\x7F",
                                                  "// no comment",
                                                  "http://x/y",
                                                  "/* c */",
                                                  "</variable_update>",
                                                  "</JSONPatch>",
                                                  "</UpdateVariable>",
                                                  "</updateMemory>",
                                                  "</state_update>",
                                                  "</value>",
                                                  "</path>",
                                                  "<think>",
                                                  "</think>",
                                                  "<content>",
                                                  "<",
                                                  ">",
                                                  "< 5",
                                                  "<3",
                                                  "-->",
                                                  "<!--",
                                                  "]]>",
                                                  "```",
                                                  "\n```\n",
                                                  "`code`",
                                                  "~~~",
                                                  "\xE2\x80\xA8",
                                                  "\xE2\x80\xA9",
                                                  "\xEF\xBB\xBF",
                                                  "😀",
                                                  "“x”",
                                                  "‘x’",
                                                  "「x」",
                                                  "，；：（）【】",
                                                  "007",
                                                  "+5",
                                                  "5",
                                                  "-0",
                                                  "1e5",
                                                  "0x10",
                                                  "true",
                                                  "FALSE",
                                                  "null",
                                                  "None",
                                                  "NaN",
                                                  "undefined",
                                                  "SET",
                                                  " lead",
                                                  "trail ",
                                                  "a, b]",
                                                  "[x",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  "{\"a\":1}",
                                                  "[1]",
                                                  " [1",
                                                  "{a:1}",
                                                  "map.x",
                                                  "global_set.a.b",
                                                  "status.x",
                                                  "...",
                                                  "a.b",
                                                  "/a/b",
                                                  "_.set('a', 1);",
                                                  "memory('a', 1)",
                                                  "_",
                                                  "+= 5",
                                                  "-= 5",
                                                  "= 3",
                                                  "&lt;",
                                                  "$&",
                                                  "{{user}}",
                                                  "%s",
                                                  "\xC2\x85",
                                                  "'",
                                                  "\"",
                                                  "\\",
                                                  ";",
                                                  ");",
                                                  "');//",
                                                  "2+3*4",
                                                  "(1)",
                                                  "#",
                                                  "- item",
                                                  "> q"};
  return kTexts;
}

Json random_command(Random& random) {
  static const std::vector<std::string> kVerbs = {"set",  "set",    "set",    "merge",  "merge",   "ensure",
                                                  "add",  "mul",    "div",    "insert", "push",    "pop",
                                                  "pull", "splice", "delete", "delete", "restore", "move",
                                                  "move", "copy",   "get",    "test",   "call"};
  Json command(Json::value_t::object);
  const std::string verb = random.pick(kVerbs);
  command["verb"] = verb;
  if (verb == "call") {
    command["path"] = Json::array({random.pick(command_keys())});
  } else {
    put_place(command, "path", "raw_path", random_place(random), random);
  }
  if (verb == "move" || verb == "copy") put_place(command, "from", "raw_from", random_place(random), random);
  if (takes_value(verb)) command["value"] = random_argument(verb, random);
  put_options(command, random);
  if (random.chance(verb == "set" || verb == "merge" ? 25 : 3)) command["expect_old"] = random_any(random);
  if (random.chance(25)) command["reason"] = random_text(random);
  if (random.chance(5)) command["metadata"] = random_any(random);
  if (random.chance(5)) command["id"] = "call_" + std::to_string(random.below(99));
  return command;
}

namespace {

// Simpler values in place of one: its parts, then its halves, then the plainest.
std::vector<Json> simpler_values(const Json& value) {
  std::vector<Json> simpler;
  if (value.is_structured()) {
    for (const auto& item : value.items()) {
      simpler.push_back(item.value());
      Json less = value;
      if (value.is_object()) {
        less.erase(item.key());
      } else {
        less.erase(std::stoul(item.key()));
      }
      simpler.push_back(std::move(less));
    }
  } else if (value.is_string() && string_of(value).size() > 1) {
    const std::string& text = string_of(value);
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string less = text;
      less.erase(at, 1);
      if (is_valid_utf8(less)) simpler.emplace_back(less);
    }
  } else if (value != 1) {
    simpler.emplace_back(1);
  }
  return simpler;
}

}  // namespace

std::vector<Json> simpler_commands(const Json& command) {
  std::vector<Json> simpler;
  for (const char* name : {"options", "expect_old", "reason", "metadata", "id"}) {
    if (!command.contains(name)) continue;
    Json less = command;
    less.erase(name);
    simpler.push_back(std::move(less));
  }
  if (const Json* options = member(command, "options")) {
    for (const auto& [name, value] : object_of(*options)) {
      Json less = command;
      less["options"].erase(name);
      simpler.push_back(std::move(less));
    }
  }
  for (const char* name : {"path", "raw_path", "from", "raw_from", "value", "expect_old", "reason"}) {
    const Json* part = member(command, name);
    if (part == nullptr) continue;
    for (Json& value : simpler_values(*part)) {
      const bool place = std::string_view(name).ends_with("path") || std::string_view(name).ends_with("from");
      if (place && value.type() != part->type()) continue;
      Json less = command;
      less[name] = std::move(value);
      simpler.push_back(std::move(less));
    }
  }
  return simpler;
}

}  // namespace gavel::testing
