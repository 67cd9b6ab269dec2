// delete, the recycle bin, and restore: table 4 of README.md.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <unordered_set>

#include "command/host_keys.hpp"
#include "state/path_text.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

constexpr std::string_view kRecycled = "recycled";

Path recycled_path() {
  Path path;
  path.push_key(kRecycled);
  return path;
}

std::uint64_t recycled(const Document& document) {
  const Json* count = document.find(recycled_path(), Tree::kMeta);
  return count != nullptr && count->is_number_integer() ? count->get<std::uint64_t>() : 0;
}

// The number at the end of a bin entry's key.
std::optional<std::uint64_t> entry_number(std::string_view key) {
  const std::size_t hash = key.rfind('#');
  return hash == std::string_view::npos ? std::nullopt : index_of_key(key.substr(hash + 1));
}

// Where the entry's value stood; nothing: this is no entry.
std::optional<Path> original_path(const Json& entry, const Limits& limits) {
  const Json* json = member(entry, "path");
  if (json == nullptr || member(entry, "value") == nullptr) return std::nullopt;
  Result<Path> path = path_from_json(*json, limits);
  if (!path || path->empty()) return std::nullopt;
  return std::move(*path);
}

bool not_empty(const Json& json) { return is_container(json) && !json.empty(); }

bool has_filled_child(const Json& container) {
  if (container.is_array())
    return std::any_of(array_of(container).begin(), array_of(container).end(), not_empty);
  const JsonObject& object = object_of(container);
  return std::any_of(object.begin(), object.end(), [](const auto& item) { return not_empty(item.second); });
}

}  // namespace

Execution::Step Execution::remove() {
  if (place_.path.empty())
    return reject(Code::kPathInvalid, "the root cannot be deleted", "use `all` to empty it");
  if (place_.node == nullptr) return missing_target();
  if (options_.cascade == false && not_empty(node())) {
    return reject(Code::kPreconditionNotEmpty, shown() + " is " + a(node()) + " and cascade is false");
  }
  const Path path = whole(place_);
  if (options_.soft_delete) {
    Path bin;
    if (Step stop = find_bin(bin)) return stop;
    if (Step stop = into_bin(bin, path, place_.shown, *document_.find(path))) return stop;
  }
  document_.erase(path);
  return {};
}

Execution::Step Execution::find_bin(const Json& named, bool by_command, Path& bin) const {
  if (named.is_array()) {
    Result<Path> path = path_from_json(named, context_.limits);
    if (!path) return Stop{Status::kRejected, std::move(path).error()};
    bin = std::move(*path);
  } else {
    Result<PathText> text = PathText::parse(string_of(named), context_.limits);
    if (!text) return Stop{Status::kRejected, std::move(text).error()};
    bin = text->resolve(document_.data(), sees());
  }
  if (Result<void> checked = check_path(bin, context_.limits); !checked)
    return Stop{Status::kRejected, std::move(checked).error()};
  if (by_command) {
    if (Step stop = check_root(bin)) return stop;
  }
  bin = resolve(document_.data(), bin).path;
  return {};
}

Execution::Step Execution::find_bin(Path& bin) const {
  return options_.recycle_bin ? find_bin(*options_.recycle_bin, true, bin) : find_own_bin(bin);
}

// Whether a bin that the actor cannot see can take something, which is not theirs to know: where it cannot,
// what they throw away is gone.
bool Execution::takes_unseen(const Place& bin) const {
  if (bin.node != nullptr) return bin.node->is_object();
  if (not_creatable(bin)) return false;
  Path made;  // the first place that would come with it
  for (const Segment segment : bin.path) {
    made.push(segment);
    if (document_.find(made) == nullptr) break;
  }
  return !hides(made) || !context_.sight->seals(made, command_.origin.actor);
}

// What of a thrown away container is hidden must stay so in the bin.
Execution::Step Execution::check_binned(PathView shown, const Json& value, const Path& entry) const {
  if (!has_hidden() || !is_container(value) || !context_.sight->hides_below(shown, command_.origin.actor))
    return {};
  return check_brought(Path(shown), entry.child("value"));
}

Json Execution::entry_of(PathView shown, Json value) const {
  Json entry(Json::value_t::object);
  entry["value"] = std::move(value);
  entry["path"] = path_to_json(shown);
  entry["time"] = format_time(context_.now);
  if (const std::string why = command_.why(); !why.empty()) entry["reason"] = why;
  if (!options_.tags.empty()) entry["tags"] = options_.tags;
  return entry;
}

// Adds an entry for what stands at `path`, which the caller then takes out.
Execution::Step Execution::into_bin(const Path& bin, PathView path, PathView shown, Json value) {
  if (bin.view().starts_with(path))
    return reject(Code::kPathInvalid,
                  "the recycle bin " + to_dotted(bin) + " is at or below what is deleted");
  const Path shown_bin = shown_of(bin);
  const std::uint64_t first = recycled(document_) + 1;
  const std::string last = key_of(shown.back());
  const auto named = [&last](std::uint64_t number) { return last + "#" + std::to_string(number); };
  Place place = resolve(document_.data(), bin);
  if (has_hidden() && hides(shown_bin)) {
    if (context_.sight->seals(shown_bin, command_.origin.actor))
      return reject(Code::kAuthorityDenied, std::string(actor_name(command_.origin.actor)) +
                                                " may not write all that can be in the recycle bin");
    if (Step stop = check_binned(shown, value, shown_bin.child(named(first)))) return stop;
    if (!takes_unseen(place)) {
      document_.put(recycled_path(), Json(static_cast<std::int64_t>(first)), Tree::kMeta);
      return {};
    }
  }
  if (place.node == nullptr) {
    if (Step stop = store(place, Json(Json::value_t::object))) return stop;
    place = resolve(document_.data(), bin);
  }
  if (!place.node->is_object())
    return reject(
        Code::kTypeMismatch,
        "the recycle bin " + to_dotted(bin) +
            (context_.tells(bin, command_.origin.actor) ? " is " + a(*place.node) + ", not" : " is not") +
            " an object");
  // Which entries stand there that the actor cannot see must not show in the number of one that they can.
  const auto hidden = [&](std::uint64_t n) { return has_hidden() && hides(shown_bin.child(named(n))); };
  const bool all_hidden = hidden(0);
  std::uint64_t number = first;
  for (;; ++number) {
    document_.charge(kLookup);
    if (member(*place.node, named(number)) == nullptr && (all_hidden || !hidden(number))) break;
  }
  if (Step stop = check_binned(shown, value, shown_bin.child(named(number)))) return stop;
  Json entry = entry_of(shown, std::move(value));
  if (Step stop = fits(place.path.size() + 1, entry)) return stop;
  document_.put(place.path.child(named(number)), std::move(entry));
  const std::uint64_t counted = hidden(number) ? first : number;
  document_.put(recycled_path(), Json(static_cast<std::int64_t>(counted)), Tree::kMeta);
  return {};
}

namespace {

// What a clear-all takes out of one container, and what it leaves.
struct Clearing {
  std::vector<Path> gone;  // in document order
  std::vector<Path> kept;
};

// The containers of a tree that are or hold a protected one, and how many nodes the tree has.
std::unordered_set<const Json*> holding_protected(const Json& root, std::size_t& nodes) {
  std::unordered_set<const Json*> holding;
  struct Node {
    const Json* json;
    std::size_t parent;
  };
  std::vector<Node> all{{&root, 0}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Json& json = *all[i].json;
    if (is_protected(json))
      for (std::size_t at = i; holding.insert(all[at].json).second && at != 0;) at = all[at].parent;
    nodes += json.size();
    if (json.is_array()) {
      for (const Json& child : array_of(json))
        if (is_container(child)) all.push_back({&child, i});
    } else {
      for (const auto& [key, child] : object_of(json))
        if (is_container(child)) all.push_back({&child, i});
    }
  }
  return holding;
}

// Everything but protected nodes, the containers on the way to them, and the versions of containers that
// stay. `work` grows by what it takes to find that out.
Clearing plan_clearing(const Json& container, const Path& at, bool protects, std::size_t& work) {
  constexpr std::size_t kNode = 16;
  Clearing plan;
  std::size_t nodes = 0;
  std::unordered_set<const Json*> holding;
  if (protects) holding = holding_protected(container, nodes);
  work += nodes * kNode;
  std::vector<std::pair<const Json*, Path>> todo{{&container, at}};
  while (!todo.empty()) {
    const auto [node, path] = std::move(todo.back());
    todo.pop_back();
    work += kNode + path.bytes().size();
    const bool stays = node == &container || (protects && holding.contains(node));
    if (!stays) {
      plan.gone.push_back(path);
      continue;
    }
    if (node != &container && is_protected(*node)) {
      plan.kept.push_back(path);
      continue;
    }
    const std::size_t mark = todo.size();
    if (node->is_object()) {
      for (const auto& [key, child] : object_of(*node)) {
        const bool own = key == kVersionKey || (protects && key == kProtectedKey && is_protected(*node));
        if (!own) todo.emplace_back(&child, path.child(key));
      }
    } else {
      std::uint64_t i = 0;
      for (const Json& child : array_of(*node)) todo.emplace_back(&child, path.child(i++));
    }
    std::reverse(todo.begin() + static_cast<std::ptrdiff_t>(mark), todo.end());
  }
  return plan;
}

// Takes planned places out, the deeper containers first, so that no removal moves a place that is still to
// go.
void take_out(Document& document, const std::vector<Path>& places) {
  std::map<std::pair<std::size_t, std::string>, std::vector<std::size_t>, std::greater<>>
      elements;  // (depth, array) -> indices
  for (const Path& place : places) {
    const Segment last = place.back();
    if (last.is_index) elements[{place.size(), std::string(place.parent().bytes())}].push_back(last.index);
  }
  for (const Path& place : places) {
    if (!place.back().is_index) document.erase(place);
  }
  for (const auto& [array, indices] : elements) document.take_out(PathView(array.second), indices);
}

}  // namespace

Execution::Step Execution::remove_all() {
  if (place_.node == nullptr) return missing_target();
  Path bin;
  if (options_.soft_delete) {
    if (Step stop = find_bin(bin)) return stop;
    if (bin.view().starts_with(place_.path))
      return reject(Code::kPathInvalid,
                    "the recycle bin " + to_dotted(bin) + " is at or below what is cleared");
  }
  if (!is_container(node()))
    return reject(Code::kTypeMismatch, "`all` needs a container, but " + shown() + " is " + a(node()));
  if (options_.cascade == false) document_.charge(node().size() * kElement);
  if (options_.cascade == false && has_filled_child(node())) {
    return reject(Code::kPreconditionNotEmpty,
                  shown() + " holds containers that are not empty, and cascade is false");
  }
  // Its paths alone could be more than a turn may do.
  document_.charge(node().size() * place_.path.bytes().size());
  if (Step stop = check_work()) return stop;
  std::size_t work = 0;
  const Clearing plan = plan_clearing(node(), place_.path, is_outsider(command_.origin.actor), work);
  document_.charge(work);
  if (plan.gone.empty() && plan.kept.empty()) return skip(Code::kPathUnknown, shown() + " is already empty");
  if (plan.gone.empty()) return reject(Code::kProtected, "everything in " + shown() + " is protected");
  for (std::size_t i = 0; options_.soft_delete && i < plan.gone.size(); ++i) {
    if (Step stop = into_bin(bin, plan.gone[i], plan.gone[i], *document_.find(plan.gone[i]))) return stop;
  }
  take_out(document_, plan.gone);
  Json kept(Json::value_t::array);
  for (const Path& path : plan.kept) kept.push_back(path_to_json(path));
  Json result(Json::value_t::object);
  result["removed"] = static_cast<std::int64_t>(plan.gone.size());
  result["kept"] = std::move(kept);
  outcome_.result = std::move(result);
  return {};
}

// Where the value of an entry stood, which stands at `at`. What the actor may not see of the bin is not in
// it.
std::optional<Path> Execution::entry_origin(const Json& entry, const Path& at) const {
  if (has_hidden()) {
    const Path shown = shown_of(at), path = shown.child("path");
    if (hides(shown) || hides(path) || hides(shown.child("value")) ||
        context_.sight->hides_below(path, command_.origin.actor))
      return std::nullopt;
  }
  return original_path(entry, context_.limits);
}

Execution::Step Execution::find_entry(const Path& bin, Path& entry) const {
  const Json* entries = document_.find(bin);
  const bool is_bin = entries != nullptr && entries->is_object();
  // The path names the entry itself …
  if (is_bin && place_.node != nullptr && !place_.path.empty() && place_.path.parent() == bin &&
      entry_origin(node(), place_.path)) {
    entry = place_.path;
    return {};
  }
  // … or what was deleted, the newest first.
  const std::string wanted = to_pointer(target_);
  const std::string* best = nullptr;
  std::uint64_t best_number = 0;
  if (is_bin) {
    document_.charge(entries->size() * kEntry);
    for (const auto& [key, value] : object_of(*entries)) {
      const std::optional<std::uint64_t> number = entry_number(key);
      const std::optional<Path> original = entry_origin(value, bin.child(key));
      if (!number || !original || to_pointer(*original) != wanted) continue;
      if (best == nullptr || *number > best_number) best = &key;
      best_number = std::max(best_number, *number);
    }
  }
  if (best == nullptr)
    return reject(Code::kPathUnknown, "the recycle bin " + to_dotted(bin) + " holds nothing of " + shown());
  entry = bin.child(*best);
  return {};
}

Execution::Step Execution::restore() {
  Path bin;
  if (Step stop = find_bin(bin)) return stop;
  Path entry;
  if (Step stop = find_entry(bin, entry)) {
    if (options_.allow_missing.value_or(false)) stop->status = Status::kSkipped;
    return stop;
  }
  const Json kept = *document_.find(entry);
  const std::optional<Path> original = original_path(kept, context_.limits);
  if (Result<void> checked = check_path(*original, context_.limits); !checked)
    return Stop{Status::kRejected, std::move(checked).error()};
  if (is_outsider(command_.origin.actor) && names_version(*original)) {
    return reject(Code::kAuthorityDenied, "`__version` belongs to the host and cannot be restored");
  }
  // The entry's own path is data, which whoever may write into the bin may have written.
  if (Step stop = check_root(*original)) return stop;
  if (Step stop = check_mounts(*original)) return stop;
  const Json& value = *member(kept, "value");
  place_ = find(*original);
  if (has_hidden()) {
    if (hides(place_.shown)) return may_not_read(place_.shown);
    if (Step stop = check_way(place_.shown)) return stop;
  }
  const Path from = shown_of(entry).child("value");
  carries_hidden_ =
      has_hidden() && is_container(value) && context_.sight->hides_below(from, command_.origin.actor);
  document_.erase(entry);
  place_ = again(*original);
  const Json* parent = document_.find(whole(place_).parent());
  if (parent != nullptr && parent->is_array() && place_.miss != Place::Miss::kNoIndex) {
    const std::size_t index =
        static_cast<std::size_t>(std::min<std::uint64_t>(whole(place_).back().index, parent->size()));
    const Path array = whole(place_).parent();
    if (Step stop = fits(array.size() + 1, value)) return stop;
    document_.splice(array, index, 0, {value});
    place_ = again(array.child(index));
    outcome_.path = place_.shown;
    return carries_hidden_ ? check_brought(from, place_.shown) : Step();
  }
  if (place_.node != nullptr)
    return reject(Code::kPreconditionExists, "there is already a value at " + shown(),
                  "move or delete it first");
  outcome_.path = place_.shown;
  if (carries_hidden_) {
    if (Step stop = check_brought(from, place_.shown)) return stop;
  }
  return store(place_, value);
}

}  // namespace gavel
