#include "generator.hpp"

namespace gavel::testing {

namespace {

const std::vector<std::string> kKeys{"a",   "b",   "c", "甲", "李四", "好感度",
                                     "k.x", "a.b", "0", "id", "名称", "m/n~o"};
const std::vector<std::string> kStrings{"",  "x",    "long text", "无关闲谈", "在集市",
                                        "5", "true", "a.b",       "\"q\"\\\n"};

Json random_number(Random& random) {
  static const std::vector<Json> kNumbers{0,
                                          1,
                                          -1,
                                          2,
                                          3,
                                          5,
                                          10,
                                          -7,
                                          1.5,
                                          0.5,
                                          -2.25,
                                          5.0,
                                          0.1,
                                          1e308,
                                          -1e308,
                                          1e-300,
                                          9007199254740992LL,
                                          9007199254740993LL,
                                          9007199254740993LL,
                                          9007199254740992.0,
                                          INT64_MAX,
                                          INT64_MIN,
                                          UINT64_MAX,
                                          9223372036854775808ULL,
                                          9223372036854775808.0};
  // Mostly small: two near the 64-bit edge seldom meet an operation that fits.
  return random.chance(75) ? Json(static_cast<std::int64_t>(random.below(8))) : random.pick(kNumbers);
}

Json random_record(Random& random) {
  static const std::vector<Json> kIds{1, 2, 3, "x", "y", true};
  Json out = Json::object();
  if (!random.chance(8)) out["id"] = random.pick(kIds);
  if (random.chance(60)) out["名称"] = random.pick(kStrings);
  if (random.chance(40)) out["n"] = random_number(random);
  if (random.chance(8)) out["_is_protected"] = true;
  return out;
}

Json random_object(Random& random, int depth) {
  Json out = Json::object();
  const std::size_t count = random.below(4);
  for (std::size_t i = 0; i < count; ++i) out[random_key(random)] = random_value(random, depth - 1);
  return out;
}

Json random_array(Random& random, int depth) {
  Json out = Json::array();
  const std::size_t count = random.below(5);
  const std::size_t kind = random.below(4);
  for (std::size_t i = 0; i < count; ++i) {
    if (kind == 0) {
      out.push_back(random_record(random));
    } else if (kind == 1) {
      out.push_back(random.pick(kStrings));
    } else if (kind == 2) {
      out.push_back(random_scalar(random));
    } else {
      out.push_back(random_value(random, depth - 1));
    }
  }
  return out;
}

// The host's own marks, which only a document has by itself.
void decorate(Random& random, Json& value) {
  if (value.is_object()) {
    if (random.chance(25)) value["__version"] = random.below(4);
    if (random.chance(7)) value["_is_protected"] = true;
    if (random.chance(2)) value["_is_protected"] = random.chance(50) ? Json(false) : Json(1);
  }
  if (!value.is_object() && !value.is_array()) return;
  for (auto& [key, item] : value.items()) {
    if (key != "__version") decorate(random, item);
  }
}

}  // namespace

std::string random_key(Random& random) { return random.pick(kKeys); }

Json random_scalar(Random& random) {
  switch (random.below(6)) {
    case 0:
      return nullptr;
    case 1:
      return random.chance(50);
    case 2:
      return random.pick(kStrings);
    default:
      return random_number(random);
  }
}

Json random_value(Random& random, int depth) {
  const std::size_t kind = random.below(10);
  if (depth <= 0 || kind < 4) return random_scalar(random);
  if (kind < 6) return random_array(random, depth);
  if (kind == 6) return random_record(random);
  return random_object(random, depth);
}

namespace {

// A bin from earlier days: its keys are in the way of the counter, which starts anew with this document.
Json random_bin(Random& random) {
  static const std::vector<std::string> kLast{"a", "b", "c", "id", "list", "n", "0", "1"};
  Json out = Json::object();
  for (std::size_t count = random.below(8); count > 0; --count) {
    const std::string& last = random.pick(kLast);
    Json path = random.chance(50) ? Json::array({last}) : Json::array({random_key(random), last});
    Json entry{{"value", random_value(random, 1)}, {"path", path}, {"time", "2025-09-20T07:00:00Z"}};
    out[last + "#" + std::to_string(1 + random.below(3))] = entry;
  }
  return out;
}

}  // namespace

Json random_document(Random& random) {
  Json out = Json::object();
  const std::size_t count = 2 + random.below(4);
  for (std::size_t i = 0; i < count; ++i) out[random_key(random)] = random_value(random, 3);
  if (random.chance(85)) out["list"] = random_array(random, 2);
  if (random.chance(40)) out["列表"] = random_array(random, 1);
  if (random.chance(60)) out["n"] = random_number(random);
  if (random.chance(50)) {
    Json save = Json::object();
    for (const char* key : {"背包", "记忆", "n"}) {
      if (random.chance(60)) save[key] = random_value(random, 2);
    }
    if (random.chance(15)) {
      out["character.saveData"] = save;  // the key with dots wins over the two keys
    } else {
      out["character"] = Json{{"saveData", save}};
    }
  }
  if (random.chance(35)) out["bin"] = random.chance(90) ? random_bin(random) : random_scalar(random);
  decorate(random, out);
  return out;
}

Json variation(Random& random, const Json& value) {
  Json out = value;
  if (random.chance(40)) return out;
  if (out.is_object()) {
    if (random.chance(60)) out.erase("__version");
    if (random.chance(70)) {
      out[random_key(random)] = random_value(random, 1);
    } else if (!out.empty()) {
      auto at = out.begin();
      for (std::size_t skip = random.below(out.size()); skip > 0; --skip) ++at;
      out.erase(at);
    }
  } else if (out.is_array()) {
    if (out.empty() || random.chance(50)) {
      out.push_back(random_value(random, 1));
    } else {
      out.erase(random.below(out.size()));
    }
  } else if (out.is_number() && random.chance(50)) {
    return out.get<double>();  // equal or all but equal
  } else {
    return random_scalar(random);
  }
  return out;
}

namespace {

void collect_places(const Json& node, const Json& path, std::vector<Place>& out) {
  out.push_back({path, &node});
  if (node.is_object()) {
    for (const auto& [key, item] : node.items()) {
      Json below = path;
      below.push_back(key);
      collect_places(item, below, out);
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      Json below = path;
      below.push_back(i);
      collect_places(node[i], below, out);
    }
  }
}

}  // namespace

std::vector<Place> places_of(const Json& data) {
  std::vector<Place> out;
  collect_places(data, Json::array(), out);
  return out;
}

const Json* look_up(const Json& data, const Json& path) {
  const Json* node = &data;
  for (const Json& segment : path) {
    if (node->is_object()) {
      const std::string key = segment.is_string() ? segment.get<std::string>() : segment.dump();
      const auto found = node->find(key);
      if (found == node->end()) return nullptr;
      node = &*found;
    } else if (node->is_array()) {
      // A decimal string is good enough here: the generator only needs to see what stands there.
      const std::string text = segment.is_string() ? segment.get<std::string>() : segment.dump();
      if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos || text.size() > 9)
        return nullptr;
      const std::size_t index = std::stoul(text);
      if (index >= node->size()) return nullptr;
      node = &(*node)[index];
    } else {
      return nullptr;
    }
  }
  return node;
}

}  // namespace gavel::testing
