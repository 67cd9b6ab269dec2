#include "metamorphic_writes.hpp"

#include <utility>

namespace gavel::testing {
namespace {

const std::vector<std::string>& keys() {
  static const std::vector<std::string> kNames = {"a", "b", "c", "d", "hp", "x.y", "0"};
  return kNames;
}

Json small_scalar(Random& random) {
  static const std::vector<Json> kScalars = {0,   1,    2,     5,   -3,  2.5,     5.0,
                                             1.0, true, false, "x", "y", nullptr, 9};
  return random.pick(kScalars);
}

Json small_tree(Random& random, int depth, bool root) {
  if (!root && (depth <= 0 || random.chance(35))) return small_scalar(random);
  const bool array = !root && random.chance(30);
  Json value(array ? Json::value_t::array : Json::value_t::object);
  for (std::size_t n = (root ? 2 : 0) + random.below(4); n > 0; --n) {
    if (array) {
      array_of(value).push_back(small_tree(random, depth - 1, false));
    } else {
      object_of(value).emplace(random.pick(keys()), small_tree(random, depth - 1, false));
    }
  }
  if (!array && !root && random.chance(15)) value["_is_protected"] = random.chance(80);
  if (!array && random.chance(15)) value["__version"] = static_cast<std::int64_t>(random.below(4));
  return value;
}

// 5 for 5.0 is an effect.
bool same(const Json& a, const Json& b) { return a.type() == b.type() && equal(a, b); }

Json& at(Json& root, PathView path) { return const_cast<Json&>(*node_at(root, path)); }

// Whether one array holds both places. Its elements are compared by content, so that taking one place away
// may give the effect on the other another index.
bool in_one_array(const Json& data, const Path& a, const Path& b) {
  for (Path above = a; !above.empty();) {
    above = above.parent();
    if (b.view().starts_with(above) && node_at(data, above)->is_array()) return true;
  }
  return false;
}

// The document with the place changed. Nothing: removed.
Json with(const Json& data, const Path& place, const std::optional<Json>& value) {
  Json copy = data;
  Json& parent = at(copy, place.parent());
  const Segment last = place.back();
  if (parent.is_array()) {
    JsonArray& array = array_of(parent);
    const auto where = array.begin() + static_cast<std::ptrdiff_t>(last.index);
    if (!value) {
      array.erase(where);
    } else if (last.index == array.size()) {
      array.push_back(*value);
    } else {
      *where = *value;
    }
  } else if (value) {
    parent[std::string(last.key)] = *value;
  } else {
    object_of(parent).erase(last.key);
  }
  return copy;
}

bool is_version(const Path& place) {
  return !place.empty() && !place.back().is_index && place.back().key == "__version";
}

class Writer {
 public:
  Writer(const Target& target, Random& random) : target_(target), random_(random) {}

  std::vector<Writing> all() {
    leaf();
    above();
    if (target_.after) from_elsewhere();
    if (target_.before && target_.after) arithmetic();
    if (node_at(target_.data, target_.place.parent())->is_array()) in_array();
    if (!target_.after && !target_.place.back().is_index) removals();
    return std::move(writings_);
  }

 private:
  void add(std::string how, const char* verb, const Path& path, Json more = Json(Json::value_t::object),
           std::optional<Path> source = std::nullopt) {
    Json command(Json::value_t::object);
    command["verb"] = verb;
    command["path"] = path_to_json(path);
    for (auto& [key, value] : object_of(more)) command[key] = value;
    writings_.push_back({std::move(how), std::move(command), std::move(source)});
  }

  static Json value(Json json) { return Json{{"value", std::move(json)}}; }
  static Json value(Json json, const char* option, Json setting) {
    Json more = value(std::move(json));
    more["options"][option] = std::move(setting);
    return more;
  }
  static Json options(const char* option, Json setting) {
    Json more(Json::value_t::object);
    more["options"][option] = std::move(setting);
    return more;
  }

  void leaf() {
    const Path& place = target_.place;
    if (!target_.after) {
      add("delete", "delete", place);
      add("delete allowMissing", "delete", place, options("allowMissing", true));
      return;
    }
    const Json& after = *target_.after;
    add("set", "set", place, value(after));
    add("set ifEquals", "set", place,
        target_.before ? value(after, "ifEquals", *target_.before) : value(after, "ifMissing", true));
    add("merge replace", "merge", place, value(after, "mergeStrategy", "replace"));
    add("merge shallow", "merge", place, value(after));
    add("merge deep", "merge", place, value(after, "mergeStrategy", "deep"));
    add("set with strategy", "set", place, value(after, "mergeStrategy", "deep"));
    if (target_.before) return;
    add("ensure", "ensure", place, value(after));
    add("insert", "insert", place, value(after));
    if (!place.back().is_index) {
      Json members(Json::value_t::object);
      members[std::string(place.back().key)] = after;
      add("insert into the parent", "insert", place.parent(), value(std::move(members)));
    }
  }

  // set and merge on every container above, the rest as it is.
  void above() {
    Path above = target_.place.parent();
    Json changed;  // the smallest object that deep merging needs
    bool mergeable = target_.after.has_value();
    Path below = target_.place;
    if (target_.after) changed = *target_.after;
    for (;;) {
      const Json& whole = *node_at(target_.wanted, above);
      add("set above", "set", above, value(whole));
      add("merge replace above", "merge", above, value(whole, "mergeStrategy", "replace"));
      mergeable = mergeable && !below.back().is_index;
      if (mergeable) {
        Json outer(Json::value_t::object);
        outer[std::string(below.back().key)] = std::move(changed);
        changed = std::move(outer);
        add("deep merge above", "merge", above, value(changed, "mergeStrategy", "deep"));
        add("deep set above", "set", above, value(changed, "mergeStrategy", "deep"));
      }
      if (target_.after && whole.is_object()) {
        add("shallow merge of all above", "merge", above, value(whole, "mergeStrategy", "shallow"));
        add("deep merge of all above", "merge", above, value(whole, "mergeStrategy", "deep"));
      }
      if (whole.is_array()) add("splice of all above", "splice", above, value(spliced(whole)));
      if (above.empty()) return;
      below = above;
      above = above.parent();
      if (!below.back().is_index) {
        Json one(Json::value_t::object);
        one[std::string(below.back().key)] = *node_at(target_.wanted, below);
        add("shallow merge above", "merge", above, value(one));
      }
    }
  }

  static Json spliced(const Json& whole) {
    Json value(Json::value_t::object);
    value["start"] = 0;
    value["items"] = whole;
    return value;
  }

  // copy and move from a place that holds the very value.
  void from_elsewhere() {
    for (const Path& source : all_places(target_.data)) {
      if (source.empty() || source.view().starts_with(target_.place) ||
          target_.place.view().starts_with(source) || is_version(source))
        continue;
      if (!same(*node_at(target_.data, source), *target_.after)) continue;
      add("copy", "copy", target_.place, Json{{"from", path_to_json(source)}});
      if (source.back().is_index || in_one_array(target_.data, source, target_.place)) continue;
      add("move", "move", target_.place, Json{{"from", path_to_json(source)}}, source);
    }
  }

  void arithmetic() {
    const Json& before = *target_.before;
    const Json& after = *target_.after;
    if (!before.is_number_integer() || !after.is_number_integer()) return;
    const auto old = before.get<std::int64_t>();
    const auto now = after.get<std::int64_t>();
    add("add", "add", target_.place, value(Json(now - old)));
    if (old != 0 && now % old == 0) add("mul", "mul", target_.place, value(Json(now / old)));
    if (now != 0 && old % now == 0) add("div", "div", target_.place, value(Json(old / now)));
  }

  void in_array() {
    const Path array = target_.place.parent();
    const std::uint64_t index = target_.place.back().index;
    const JsonArray& elements = array_of(*node_at(target_.data, array));
    const Path end = array.child("-");
    if (!target_.before) {
      add("push", "push", array, value(*target_.after));
      add("push dedupe", "push", array, value(*target_.after, "dedupe", true));
      add("push limit", "push", array,
          value(*target_.after, "limit", static_cast<std::int64_t>(elements.size() + 1)));
      add("set -", "set", end, value(*target_.after));
      add("insert -", "insert", end, value(*target_.after));
      add("insert into the array", "insert", array, value(*target_.after));
    }
    if (!target_.after) {
      if (index + 1 == elements.size()) add("pop", "pop", array);
      add("pull", "pull", array, value(*target_.before, "position", random_.chance(50) ? "tail" : "head"));
      add("pull one", "pull", array, value(*target_.before, "count", 1));
    }
    Json splice(Json::value_t::object);
    splice["start"] = static_cast<std::int64_t>(index);
    splice["deleteCount"] = target_.before ? 1 : 0;
    splice["items"] = target_.after ? Json::array({*target_.after}) : Json(Json::value_t::array);
    add("splice", "splice", array, value(splice));
    if (target_.before)
      splice["start"] = static_cast<std::int64_t>(index) - static_cast<std::int64_t>(elements.size());
    add("splice from the end", "splice", array, value(splice));
  }

  // Where the parent holds nothing else, emptying it is the same effect.
  void removals() {
    const Path parent = target_.place.parent();
    if (node_at(target_.data, parent)->size() == 1) add("delete all", "delete", parent, options("all", true));
  }

  const Target& target_;
  Random& random_;
  std::vector<Writing> writings_;
};

}  // namespace

Target random_target(Random& random) {
  for (;;) {
    Target target;
    target.data = small_tree(random, 4, true);
    std::vector<Path> places = all_places(target.data);
    const Path at_random = random.pick(places);
    const Json& node = *node_at(target.data, at_random);
    const bool creating = random.chance(30);
    if (creating) {
      if (!is_container(node)) continue;
      target.place = node.is_array() ? at_random.child(std::uint64_t{node.size()})
                                     : at_random.child(random.pick(keys()));
      if (node_at(target.data, target.place) != nullptr) continue;
      target.after = small_scalar(random);
    } else {
      // Mostly leaves; now and then a node with all that it holds.
      if (at_random.empty() || is_version(at_random) || (is_container(node) && !random.chance(20))) continue;
      target.place = at_random;
      target.before = node;
      if (random.chance(60))
        target.after = node.is_boolean() ? Json(!node.get<bool>()) : small_scalar(random);
      if (target.after && (same(*target.after, node) || is_container(node))) continue;
      const bool inner = at_random.back().is_index &&
                         at_random.back().index + 1 < node_at(target.data, at_random.parent())->size();
      if (!target.after && inner) continue;  // the elements behind would move up: more than one place changes
    }
    target.wanted = with(target.data, target.place, target.after);
    return target;
  }
}

std::vector<Writing> writings_of(const Target& target, Random& random) {
  return Writer(target, random).all();
}

}  // namespace gavel::testing
