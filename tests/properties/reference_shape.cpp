#include <algorithm>
#include <functional>
#include <map>

#include "reference_command.hpp"

namespace gavel::reference {

namespace {

using Verbs = std::vector<std::string>;

bool contains(const Verbs& verbs, const std::string& verb) {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

const Verbs kWriting{"set", "merge", "ensure", "add",    "mul",     "div",  "insert", "push",
                     "pop", "pull",  "splice", "delete", "restore", "move", "copy"};
const Verbs kReading{"get", "test"};

Verbs all_but_call() {
  Verbs out = kWriting;
  out.insert(out.end(), kReading.begin(), kReading.end());
  return out;
}

Verbs all_verbs() {
  Verbs out = all_but_call();
  out.push_back("call");
  return out;
}

// Table 2: for every known option the verbs on which it has a meaning.
const std::map<std::string, Verbs>& meanings() {
  static const std::map<std::string, Verbs> kMeanings = [] {
    std::map<std::string, Verbs> out;
    for (const char* name : {"reason", "tags", "transaction", "idempotencyKey"}) out[name] = all_verbs();
    for (const char* name : {"ifMissing", "ifExists", "ifEquals", "ifVersion", "expect", "allowMissing"}) {
      out[name] = all_but_call();
    }
    for (const char* name : {"ttl", "expiresAt"}) {
      out[name] = {"set", "merge", "ensure", "add", "mul", "div", "insert", "push", "move", "copy"};
    }
    out["mergeStrategy"] = {"set", "merge", "ensure"};
    for (const char* name : {"dedupe", "uniqueBy", "limit"}) out[name] = {"insert", "push"};
    out["position"] = {"insert", "push", "pull"};
    out["where"] = out["count"] = {"pull"};
    out["softDelete"] = out["cascade"] = out["all"] = {"delete"};
    out["recycleBinKey"] = {"delete", "restore"};
    out["overwrite"] = {"move", "copy"};
    return out;
  }();
  return kMeanings;
}

bool is_strings(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_string(); });
}

bool is_positive_integer(const Json& value) { return is_integer(value) && wide(value) >= 1; }

bool is_one_of(const Json& value, const Verbs& words) {
  return value.is_string() && contains(words, value.get<std::string>());
}

bool is_expectation(const Json& value) {
  if (!value.is_object()) return false;
  for (const auto& [key, wanted] : value.items()) {
    if (key == "exists" && !wanted.is_boolean()) return false;
    if ((key == "min" || key == "max") && !wanted.is_number()) return false;
    if (key == "length" && !(is_integer(wanted) && wide(wanted) >= 0)) return false;
    if (key == "type" &&
        !is_one_of(wanted, {"object", "array", "string", "number", "integer", "boolean", "null"})) {
      return false;
    }
  }
  return true;
}

bool has_type_of(const std::string& name, const Json& value) {
  static const std::map<std::string, std::function<bool(const Json&)>> kTypes = [] {
    std::map<std::string, std::function<bool(const Json&)>> out;
    for (const char* flag : {"transaction", "ifMissing", "ifExists", "allowMissing", "dedupe", "softDelete",
                             "cascade", "all", "overwrite"}) {
      out[flag] = [](const Json& v) { return v.is_boolean(); };
    }
    out["reason"] = [](const Json& v) { return v.is_string(); };
    out["tags"] = is_strings;
    out["idempotencyKey"] = [](const Json& v) { return v.is_string() && !v.get<std::string>().empty(); };
    out["ifEquals"] = [](const Json&) { return true; };
    out["ifVersion"] = is_integer;
    out["expect"] = is_expectation;
    out["ttl"] = [](const Json& v) { return v.is_number() && v.get<double>() > 0; };
    out["expiresAt"] = [](const Json& v) {
      return v.is_string() && parse_time(v.get<std::string>()).has_value();
    };
    out["mergeStrategy"] = [](const Json& v) { return is_one_of(v, {"replace", "shallow", "deep"}); };
    out["uniqueBy"] = [](const Json& v) {
      if (v.is_string()) return !v.get<std::string>().empty();
      return is_strings(v) && !v.empty() && std::find(v.begin(), v.end(), "") == v.end();
    };
    out["limit"] = out["count"] = is_positive_integer;
    out["position"] = [](const Json& v) { return is_one_of(v, {"head", "tail"}); };
    out["where"] = [](const Json& v) { return v.is_object() && !v.empty(); };
    out["recycleBinKey"] = [](const Json& v) { return v.is_string() || path_from_json(v).has_value(); };
    return out;
  }();
  return kTypes.at(name)(value);
}

bool counts_as_given(const std::string& name, const Json& value) {
  if (value.is_null()) return name == "ifEquals";
  static const Verbs kFalseIsAbsent{"ifMissing", "ifExists", "dedupe", "softDelete", "transaction", "all"};
  return !(contains(kFalseIsAbsent, name) && value.is_boolean() && !value.get<bool>());
}

}  // namespace

bool is_writing(const std::string& verb) { return contains(kWriting, verb); }

Json read_options(const std::string& verb, const Json& given) {
  if (!given.is_object()) reject("parse.malformed");
  Json options = Json::object();
  for (const auto& [name, value] : given.items()) {
    const auto known = meanings().find(name);
    if (known == meanings().end()) continue;  // the warning option.unknown
    if (!counts_as_given(name, value)) continue;
    if (!contains(known->second, verb) || !has_type_of(name, value)) reject("parse.malformed");
    options[name] = value;
  }
  if (options.contains("ttl") && options.contains("expiresAt")) reject("parse.malformed");
  if (verb == "delete" && options.contains("recycleBinKey") && !options.contains("softDelete")) {
    reject("parse.malformed");
  }
  return options;
}

namespace {

Path read_path(const Json& json, const char* name, const char* raw_name, const Node& root) {
  const bool literal = json.contains(name);
  if (literal == json.contains(raw_name)) reject("parse.malformed");
  std::optional<Path> path;
  if (literal) {
    path = path_from_json(json[name]);
  } else if (json[raw_name].is_string()) {
    path = resolve_text(root, json[raw_name].get<std::string>());
  }
  // A text that is not a path is found at step 2; a lone empty key makes it so there.
  if (!path && json.contains(raw_name) && json[raw_name].is_string()) return {key_segment("")};
  if (!path) reject("parse.malformed");
  return *path;
}

bool is_splice_value(const Json& value) {
  if (value.is_array()) {
    if (value.empty() || !is_integer(value[0])) return false;
    return value.size() < 2 || (is_integer(value[1]) && wide(value[1]) >= 0);
  }
  if (!value.is_object() || !value.contains("start") || !is_integer(value["start"])) return false;
  if (value.contains("deleteCount") && !(is_integer(value["deleteCount"]) && wide(value["deleteCount"]) >= 0))
    return false;
  return !value.contains("items") || value["items"].is_array();
}

void check_value(const Command& command) {
  static const Verbs kRequired{"set", "merge",  "ensure", "add",    "mul",
                               "div", "insert", "push",   "splice", "test"};
  const bool has_value = command.value.has_value();
  if (contains(kRequired, command.verb) && !has_value) reject("parse.malformed");
  if (command.verb == "pull" && has_value == command.options.contains("where")) reject("parse.malformed");
  if (command.verb == "splice" && !is_splice_value(*command.value)) reject("parse.malformed");
}

}  // namespace

Command read_command(const Json& json, const Node& root, std::int64_t now_ms) {
  if (!json.is_object() || !json.contains("verb") || !json["verb"].is_string()) reject("parse.malformed");
  Command command;
  command.verb = json["verb"].get<std::string>();
  if (!contains(all_verbs(), command.verb)) reject("parse.malformed");
  command.options = read_options(command.verb, json.contains("options") ? json["options"] : Json::object());
  command.path = read_path(json, "path", "raw_path", root);
  if (command.verb == "move" || command.verb == "copy")
    command.from = read_path(json, "from", "raw_from", root);
  if (json.contains("value")) command.value = json["value"];
  check_value(command);
  if (json.contains("expect_old")) command.expect_old = json["expect_old"];
  if (json.contains("reason") && !json["reason"].is_string()) reject("parse.malformed");
  if (const Json* reason = command.option("reason")) command.reason = reason->get<std::string>();
  if (json.contains("reason")) command.reason = json["reason"].get<std::string>();
  if (json.contains("origin") && json["origin"].is_object() && json["origin"].contains("dialect")) {
    command.old_only_warns = is_one_of(json["origin"]["dialect"], {"mvu", "memory"});
  }
  if (const Json* bin = command.option("recycleBinKey")) {
    command.bin = bin->is_string() ? resolve_text(root, bin->get<std::string>()) : path_from_json(*bin);
    if (!command.bin) reject("parse.malformed");
  }
  const Json* expires = command.option("expiresAt");
  if (kPastExpiryIsShape && expires != nullptr && *parse_time(expires->get<std::string>()) < now_ms) {
    reject("value.range");
  }
  return command;
}

}  // namespace gavel::reference
