#include <algorithm>

#include "generator.hpp"

namespace gavel::testing {

namespace {

bool is_arithmetic(const std::string& verb) { return verb == "add" || verb == "mul" || verb == "div"; }

bool is_array_verb(const std::string& verb) {
  return verb == "push" || verb == "pop" || verb == "pull" || verb == "splice";
}

bool suits(const std::string& verb, const Json& node) {
  if (is_arithmetic(verb)) return node.is_number();
  if (is_array_verb(verb)) return node.is_array();
  if (verb == "insert" || verb == "merge") return node.is_object() || node.is_array();
  return true;
}

// Entries of a recycle bin keep their shape, or what restore means would be guesswork.
bool inside_entry(const Json& path, bool entry_too) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool entry = path[i].is_string() && path[i].get<std::string>().find('#') != std::string::npos;
    if (entry && (entry_too || i + 1 < path.size())) return true;
  }
  return false;
}

bool may_name(const std::string& verb, const Json& path) {
  if (verb == "get" || verb == "test" || verb == "copy from") return true;
  return !inside_entry(path, verb != "delete" && verb != "move from");
}

Json anything(Random& random) {
  Json path = Json::array();
  const std::size_t length = random.below(4);
  for (std::size_t i = 0; i < length; ++i) {
    if (random.chance(25)) {
      path.push_back(random.below(4));
    } else {
      path.push_back(random_key(random));
    }
  }
  if (random.chance(6)) {
    static const std::vector<std::string> kForbidden{"__proto__", "prototype", "constructor",
                                                     "constructor_guild", ""};
    path.insert(path.begin() + static_cast<std::ptrdiff_t>(random.below(path.size() + 1)),
                random.pick(kForbidden));
  }
  return path;
}

// One step below an existing place: a new key, an index around the end, `-`.
void step_off(Random& random, Json& path, const Json& node) {
  if (!node.is_array()) {
    path.push_back(random_key(random));
    return;
  }
  switch (random.below(6)) {
    case 0:
      path.push_back("-");
      break;
    case 1:
      path.push_back(node.size() + 1);
      break;
    case 2:
      path.push_back(random_key(random));
      break;
    case 3:
      path.push_back(std::to_string(node.size()));
      break;
    default:
      path.push_back(node.size());
      break;
  }
}

// The same place by other segments: "0" for 0 on an array, 0 for "0" on an object.
void respell(Random& random, Json& path) {
  for (Json& segment : path) {
    if (!random.chance(8)) continue;
    if (segment.is_number_unsigned()) {
      segment = segment.dump();
    } else if (segment == "0") {
      segment = 0U;
    }
  }
}

}  // namespace

Json random_path(Random& random, const Json& data, const std::string& verb) {
  if (random.chance(4)) return anything(random);
  std::vector<Place> fitting;
  std::vector<Place> all;
  for (const Place& place : places_of(data)) {
    if (!may_name(verb, place.path)) continue;
    const bool version = !place.path.empty() && place.path.back() == "__version";
    if (version && !random.chance(10)) continue;
    if (place.path.empty() && !random.chance(15)) continue;
    all.push_back(place);
    if (suits(verb, *place.node)) fitting.push_back(place);
  }
  if (all.empty()) return anything(random);
  const bool creates =
      verb == "set" || verb == "ensure" || verb == "insert" || verb == "move" || verb == "copy";
  const std::size_t off = verb == "ensure" ? 70 : creates ? 40 : 10;
  const bool steps_off = random.chance(off);
  Place place = !fitting.empty() && random.chance(88) ? random.pick(fitting) : random.pick(all);
  // Below a scalar there is nothing to create; a few tries find a container.
  for (int i = 0; steps_off && i < 6 && !place.node->is_structured() && !random.chance(10); ++i)
    place = random.pick(all);
  Json path = place.path;
  if (steps_off) {
    step_off(random, path, *place.node);
    if (random.chance(20)) path.push_back(random_key(random));
    if (!may_name(verb, path)) path = place.path;
  } else if (verb == "restore") {
    return path;
  }
  respell(random, path);
  return path;
}

namespace {

std::string pointer_of(const Json& path) {
  std::string out;
  for (const Json& segment : path) {
    out += '/';
    for (const char c : segment.is_string() ? segment.get<std::string>() : segment.dump()) {
      out += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
    }
  }
  return out;
}

bool is_plain(const std::string& key) {
  return !key.empty() && key.find_first_of("/[]\"'\\~") == std::string::npos && key.front() != '.' &&
         key.back() != '.' && key.find("..") == std::string::npos;
}

std::string quoted(const std::string& key) {
  std::string out = "[\"";
  for (const char c : key) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"]";
}

std::string dotted(Random& random, const Json& path) {
  std::string out;
  for (const Json& segment : path) {
    if (!segment.is_string()) {
      out += "[" + segment.dump() + "]";
      continue;
    }
    const std::string key = segment.get<std::string>();
    // A key with dots is written plainly now and then: whether it wins over splitting is the point.
    const bool quote =
        !is_plain(key) || (key.find('.') != std::string::npos ? random.chance(40) : random.chance(8));
    if (quote) {
      out += quoted(key);
    } else {
      out += (out.empty() ? "" : ".") + key;
    }
  }
  return out;
}

}  // namespace

void put_path(Random& random, Json& command, const std::string& name, const Json& path) {
  // An empty key and a leading index are left to the array form.
  const bool has_empty = std::any_of(path.begin(), path.end(), [](const Json& s) {
    return s.is_string() && s.get_ref<const std::string&>().empty();
  });
  const bool text = random.chance(25) && !has_empty && (path.empty() || path[0].is_string());
  if (!text) {
    command[name] = path;
  } else {
    command["raw_" + name] = random.chance(50) ? pointer_of(path) : dotted(random, path);
  }
}

}  // namespace gavel::testing
