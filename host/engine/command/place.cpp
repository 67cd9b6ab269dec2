// Writing a place: whether it can be, and what of the old value a new one must carry on.

#include "base/utf8.hpp"
#include "command/host_keys.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

constexpr std::size_t kShownBytes = 60;

}  // namespace

std::string Execution::shown() const {
  return place_.shown.empty() ? "the root" : shortened(to_dotted(place_.shown), 200);
}

// A value for a message: a scalar itself, of a container only what it is.
std::string Execution::a(const Json& value) const {
  // How many there are would tell of hidden ones.
  if (value.is_object() && context_.guarded(command_.origin.actor)) return "an object";
  if (value.is_object())
    return "an object with " + std::to_string(value.size()) + (value.size() == 1 ? " member" : " members");
  if (value.is_array())
    return "an array with " + std::to_string(value.size()) + (value.size() == 1 ? " element" : " elements");
  if (value.is_string()) {
    std::string text;
    append_quoted(text, shortened(string_of(value), kShownBytes));
    return text;
  }
  return to_text(value);
}

Execution::Step Execution::missing_target() {
  const std::string message = "there is nothing at " + shown();
  if (options_.allow_missing.value_or(false)) return skip(Code::kPathUnknown, message);
  return reject(Code::kPathUnknown, message, nearest_hint(place_.shown));
}

Execution::Step Execution::not_creatable(const Place& place) const {
  const std::string where = place.shown.empty() ? "the root" : shortened(to_dotted(place.shown), 200);
  switch (place.miss) {
    case Place::Miss::kNone:
    case Place::Miss::kMember:
    case Place::Miss::kAppend:
      return {};
    case Place::Miss::kParent:
      if (context_.create_missing) return {};
      return reject(Code::kPathUnknown,
                    "there is nothing above " + where + ", and missing paths are not created here",
                    nearest_hint(place.shown));
    case Place::Miss::kBeyond:
      return reject(Code::kPathInvalid, where + " is beyond the end of its array; that would leave a hole",
                    "use the array's size, or `-`, to append");
    case Place::Miss::kInArray:
      return reject(Code::kPathInvalid, where + " goes through an element that is not there",
                    "append the element first");
    case Place::Miss::kNoIndex:
      return reject(Code::kTypeMismatch, where + " names a key, but there is an array", "use an index");
    case Place::Miss::kThroughScalar:
      return reject(Code::kTypeMismatch, where + " goes through a value that is no container",
                    "the value in the way is never replaced by a container");
  }
  return {};
}

Execution::Step Execution::fits(std::size_t segments, const Json& value) const {
  if (segments + depth_of(value) > context_.limits.max_depth) {
    return Stop{Status::kRejected, limit_error(Code::kLimitDepth,
                                               "the document would be nested deeper than " +
                                                   std::to_string(context_.limits.max_depth) + " containers",
                                               "max_depth")};
  }
  return {};
}

Execution::Step Execution::room_in(const Json& container, std::size_t more) const {
  if (container.size() + more <= context_.limits.max_children) return {};
  return Stop{Status::kRejected, limit_error(Code::kLimitCount,
                                             "a container would hold more than " +
                                                 std::to_string(context_.limits.max_children) + " children",
                                             "max_children")};
}

// Who writes a whole object anew does not take from it what they can neither see nor write.
void Execution::keep_sealed(const Json& old, Json& now, const Path& shown) {
  const Actor actor = command_.origin.actor;
  if (!has_hidden() || !context_.sight->seals(shown, actor)) return;
  for (const auto& [key, child] : object_of(old)) {
    Path place = shown.child(key);
    if (member(now, key) != nullptr || !hides(place) || !context_.sight->seals(place, actor)) continue;
    object_of(now).emplace(key, child);
    kept_.push_back(std::move(place));
  }
}

// What stands at a place has a say in what comes: an object's versions belong to the place, and so does a
// description. Goes down through object members that are there on both sides.
Json Execution::settled(const Place& place, Json value) {
  if (place.described && is_pair(value)) value = Json(array_of(value)[0]);
  if (place.node == nullptr || !place.node->is_object() || !value.is_object()) return value;
  struct Pair {
    const Json* old;
    Json* now;
    Path shown;
  };
  std::vector<Pair> todo{{place.node, &value, place.shown}};
  while (!todo.empty()) {
    const Pair pair = std::move(todo.back());
    todo.pop_back();
    JsonObject& now = object_of(*pair.now);
    const Json* version = member(*pair.old, kVersionKey);
    if (version != nullptr) now.emplace(std::string(kVersionKey), *version);  // unless the value has one
    keep_sealed(*pair.old, *pair.now, pair.shown);
    for (auto& [key, child] : now) {
      const Json* old = member(*pair.old, key);
      if (old == nullptr) continue;
      Json* inner = &child;
      const bool named = !context_.described.empty() || has_hidden();
      const Path shown = named ? pair.shown.child(key) : Path();
      if (!context_.described.empty() && is_described(context_.described, shown, *old)) {
        Json pair_value = *old;
        array_of(pair_value)[0] = is_pair(child) ? Json(array_of(child)[0]) : std::move(child);
        child = std::move(pair_value);
        inner = &array_of(child)[0];
        old = &array_of(*old)[0];
      }
      if (old->is_object() && inner->is_object()) todo.push_back({old, inner, shown});
    }
  }
  return value;
}

Execution::Step Execution::store(const Place& place, Json value) {
  if (Step stop = not_creatable(place)) return stop;
  if (place.path.empty() && !value.is_object())
    return reject(Code::kTypeMismatch, "the root must be an object");
  value = settled(place, std::move(value));
  if (Step stop = fits(place.path.size(), value)) return stop;
  if (place.node == nullptr) {
    if (const Json* parent = document_.find(place.path.parent()); parent != nullptr) {
      if (Step stop = room_in(*parent, 1)) return stop;
    }
  }
  if (place.miss == Place::Miss::kParent) {
    // The objects on the way, from the first that is missing.
    Path parent;
    std::size_t i = 0;
    const std::size_t segments = place.path.size();
    for (const Segment segment : place.path) {
      if (++i == segments) break;
      parent.push(segment);
      if (document_.find(parent) == nullptr) document_.put(parent, Json(Json::value_t::object));
    }
  }
  if (place.described)
    document_.set_expiry(whole(place), std::nullopt);  // a described place expires as a whole
  document_.put(place.path, std::move(value));
  return {};
}

}  // namespace gavel
