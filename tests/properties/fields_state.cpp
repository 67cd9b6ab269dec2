// Values, and two states that differ where the observer may not read.

#include <algorithm>

#include "command/host_keys.hpp"
#include "state/path_text.hpp"
#include "state/subtree.hpp"

#include "fields_random.hpp"

namespace gavel::testing {
namespace {

// What is protected says so to whoever writes there, hidden or not.
void strip_protection(Json& value) {
  if (value.is_object()) object_of(value).erase("_is_protected");
  if (value.is_structured())
    for (Json& child : value) strip_protection(child);
}

Json some_entry(const FieldsCase& game, Random& random, const std::vector<Path>& known, Json value) {
  return Json{{"value", std::move(value)}, {"path", path_to_json(some_place(game, random, known))}};
}

const std::string& some_entry_name(Random& random) {
  static const std::vector<std::string> kEntries = {"t#1", "a#1", "s#2", "t#2", "b#3", "x.y#4"};
  return random.pick(kEntries);
}

// Gives what is hidden another value, or takes it away, or puts something where nothing was. Elements of
// arrays that may be read come and go for all to see: theirs only change.
class Varying {
 public:
  Varying(const FieldsCase& game, Random& random) : game_(game), random_(random) {}

  // What is a described pair, or none, for all to see stays so.
  void run(Json& value, const Path& path) {
    if (is_described(game_.described(), path, value)) return vary_inside(array_of(value)[0], path);
    Json was = value;
    vary_inside(value, path);
    if (is_described(game_.described(), path, value)) value = std::move(was);
  }

 private:
  // Hidden, and nobody's to write who may not read it: there protection tells nothing.
  bool guarded(const Path& path) const {
    const FieldTable& fields = game_.fields();
    const auto lets_write = [&](const FieldRow& row) {
      const std::uint32_t bit = 1U << static_cast<unsigned>(game_.observer);
      return row.writers && (*row.writers & bit) != 0 && row.pattern.leads_below(path);
    };
    return fields.write_denied(path, game_.observer) != nullptr &&
           std::ranges::none_of(fields.rows(), lets_write);
  }

  void vary_inside(Json& value, const Path& path) {
    if (value.is_array()) {
      std::uint64_t i = 0;
      for (Json& element : array_of(value)) {
        const Path at = path.child(i++);
        if (!game_.closed(at)) {
          run(element, at);
        } else {
          if (random_.chance(60)) put(element, at);
          if (!fits(element, at)) element = fitting(at);
        }
      }
      return;
    }
    if (value.is_object()) vary_members(value, path);
  }

  void vary_members(Json& value, const Path& path) {
    for (const std::string& key : fields_keys()) {
      const Path at = path.child(key);
      if (!game_.closed(at) || stays(value, key, at)) continue;
      if (random_.chance(40)) object_of(value).erase(key);
      if (Json hidden = some_hidden(random_, guarded(at)); random_.chance(50) && fits(hidden, at))
        value[key] = std::move(hidden);
    }
    if (game_.closed(path.child(kMarker)) && random_.chance(30)) value[kMarker] = random_.below(9);
    std::vector<std::string> misfits;
    for (const auto& [key, child] : object_of(value))
      if (const Path at = path.child(key); game_.closed(at) && !fits(child, at)) misfits.push_back(key);
    for (const std::string& key : misfits) object_of(value).erase(key);
    for (auto& [key, child] : object_of(value)) {
      const Path at = path.child(key);
      if (!game_.closed(at)) {
        run(child, at);
      } else if (key == "bin" && child.is_object() && !stays(value, key, at) && random_.chance(60)) {
        const Path entry = at.child(some_entry_name(random_));
        Json hidden = some_entry(game_, random_, {}, some_hidden(random_));
        if (fits(hidden, entry)) child[key_of(entry.view().back())] = std::move(hidden);
      } else if (key == kVersionKey) {
        child = random_.below(3);
      } else if (key != kProtectedKey && random_.chance(50)) {
        put(child, at);
      }
    }
  }

  bool stays(const Json& object, const std::string& key, const Path& at) const {
    const Json* there = member(object, key);
    return there != nullptr && holds_protected(*there) && !guarded(at);
  }

  // What does not fit its place was never written there.
  bool fits(const Json& value, const Path& path) const {
    for (Subtree nodes(value, path, game_.described()); nodes.next();)
      if (!game_.fields().fits(nodes.path(), nodes.json())) return false;
    return true;
  }

  Json fitting(const Path& path) const {
    for (const Json& value : {Json("x"), Json(2), Json(true), Json(nullptr)})
      if (fits(value, path)) return value;
    return Json(Json::value_t::object);
  }

  void put(Json& place, const Path& path) {
    if (holds_protected(place) && !guarded(path)) return;
    Json hidden = some_hidden(random_, guarded(path));
    if (fits(hidden, path)) place = std::move(hidden);
  }

  const FieldsCase& game_;
  Random& random_;
};

Json some_state(const FieldsCase& game, Random& random) {
  Json state(Json::value_t::object);
  for (const char* key : {"a", "b", "t"})
    if (random.chance(80)) state[key] = some_value(random, 3);
  if (random.chance(60)) state["a"] = Json{{"s", 1}, {"b", Json{{"s", "SECRET"}, {"t", 2}}}, {"t", 7}};
  if (random.chance(70)) state["list"] = Json::array({"x", "SECRET", Json{{"s", 1}, {"a", 2}}, 7});
  if (random.chance(60)) state["pairs"]["a"] = Json::array({some_value(random, 2), "text"});
  if (random.chance(60)) state["pairs"]["b"] = Json::array({Json{{"s", 2}, {"a", 1}}, "text"});
  if (random.chance(60)) state["vault"] = Json{{"a", some_value(random, 2)}, {"b", some_value(random, 2)}};
  if (random.chance(50)) state["bin"] = Json(Json::value_t::object);
  if (random.chance(30)) state["x.y"] = some_value(random, 2);
  std::vector<Path> known;
  for (Subtree nodes(state, Path(), game.described()); nodes.next();) known.push_back(nodes.path());
  for (std::size_t left = random.below(4); left > 0; --left)
    state["bin"][some_entry_name(random)] = some_entry(game, random, known, some_value(random, 2));
  return state;
}

}  // namespace

const std::vector<std::string>& fields_keys() {
  static const std::vector<std::string> kKeys = {"a", "b", "s", "t", "list", "x.y"};
  return kKeys;
}

Json some_scalar(Random& random) {
  static const std::vector<Json> kScalars = {1, 2, 2, 7, "x", "SECRET", "SECRET", true, nullptr, 2.5, ""};
  return random.pick(kScalars);
}

Json some_value(Random& random, int depth) {
  if (depth == 0 || random.chance(45)) return some_scalar(random);
  if (random.chance(30)) {
    Json array(Json::value_t::array);
    for (std::size_t i = random.below(4); i > 0; --i) array.push_back(some_value(random, depth - 1));
    if (random.chance(25)) return Json::array({some_value(random, depth - 1), "text"});
    return array;
  }
  Json object(Json::value_t::object);
  for (std::size_t i = random.below(4); i > 0; --i)
    object[random.pick(fields_keys())] = some_value(random, depth - 1);
  if (random.chance(6)) object["_is_protected"] = true;
  if (random.chance(10)) object["__version"] = random.below(3);
  return object;
}

Json some_hidden(Random& random, bool guarded) {
  Json value = random.chance(15) ? Json(kMarker) : some_value(random, 3);
  if (!guarded) strip_protection(value);
  if (value.is_object() && random.chance(15)) value[kMarker] = 1;
  return value;
}

void choose_states(FieldsCase& game, Random& random) {
  game.one = some_state(game, random);
  if (random.chance(60)) strip_protection(game.one);
  game.other = game.one;
  for (Json* state : {&game.one, &game.other}) Varying(game, random).run(*state, Path());
}

}  // namespace gavel::testing
