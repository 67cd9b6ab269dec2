// delete, the recycle bin, and restore: table 4 of README.md.

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

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

Execution::Step Execution::find_bin(Path& bin) const {
  if (options_.recycle_bin && options_.recycle_bin->is_array()) {
    Result<Path> path = path_from_json(*options_.recycle_bin, context_.limits);
    if (!path) return Stop{Status::kRejected, std::move(path).error()};
    bin = std::move(*path);
  } else {
    Result<PathText> text = PathText::parse(
        options_.recycle_bin ? string_of(*options_.recycle_bin) : context_.recycle_bin, context_.limits);
    if (!text) return Stop{Status::kRejected, std::move(text).error()};
    bin = text->resolve(document_.data());
  }
  if (Result<void> checked = check_path(bin, context_.limits); !checked)
    return Stop{Status::kRejected, std::move(checked).error()};
  if (options_.recycle_bin) {
    if (Step stop = check_root(bin)) return stop;
  }
  bin = resolve(document_.data(), bin).path;
  return {};
}

// Adds an entry for what stands at `path`, which the caller then takes out.
Execution::Step Execution::into_bin(const Path& bin, PathView path, PathView shown, Json value) {
  if (bin.view().starts_with(path))
    return reject(Code::kPathInvalid,
                  "the recycle bin " + to_dotted(bin) + " is at or below what is deleted");
  Place place = resolve(document_.data(), bin);
  if (place.node == nullptr) {
    if (Step stop = store(place, Json(Json::value_t::object))) return stop;
    place = resolve(document_.data(), bin);
  }
  if (!place.node->is_object())
    return reject(Code::kTypeMismatch,
                  "the recycle bin " + to_dotted(bin) + " is " + a(*place.node) + ", not an object");
  Json entry(Json::value_t::object);
  entry["value"] = std::move(value);  // a copy: making the bin may have moved what stands in the document
  entry["path"] = path_to_json(shown);
  entry["time"] = format_time(context_.now);
  if (const std::string why = command_.why(); !why.empty()) entry["reason"] = why;
  if (!options_.tags.empty()) entry["tags"] = options_.tags;
  std::uint64_t number = recycled(document_);
  const std::string last = key_of(shown.back());
  std::string key;
  do {
    key = last + "#" + std::to_string(++number);
  } while (member(*place.node, key) != nullptr);
  if (Step stop = fits(place.path.size() + 1, entry)) return stop;
  document_.put(place.path.child(key), std::move(entry));
  document_.put(recycled_path(), Json(static_cast<std::int64_t>(number)), Tree::kMeta);
  return {};
}

namespace {

// What a clear-all takes out of one container, and what it leaves.
struct Clearing {
  std::vector<Path> gone;  // in document order
  std::vector<Path> kept;
};

// Everything but protected nodes, the containers on the way to them, and the versions of containers that
// stay.
Clearing plan_clearing(const Json& container, const Path& at, bool protects) {
  Clearing plan;
  std::vector<std::pair<const Json*, Path>> todo{{&container, at}};
  while (!todo.empty()) {
    const auto [node, path] = std::move(todo.back());
    todo.pop_back();
    const bool stays = node == &container || (protects && holds_protected(*node));
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
  if (options_.cascade == false && has_filled_child(node())) {
    return reject(Code::kPreconditionNotEmpty,
                  shown() + " holds containers that are not empty, and cascade is false");
  }
  const Clearing plan = plan_clearing(node(), place_.path, is_outsider(command_.origin.actor));
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

Execution::Step Execution::find_entry(const Path& bin, Path& entry) const {
  const Json* entries = document_.find(bin);
  const bool is_bin = entries != nullptr && entries->is_object();
  // The path names the entry itself …
  if (is_bin && place_.node != nullptr && !place_.path.empty() && place_.path.parent() == bin &&
      original_path(node(), context_.limits)) {
    entry = place_.path;
    return {};
  }
  // … or what was deleted, the newest first.
  const std::string wanted = to_pointer(target_);
  const std::string* best = nullptr;
  std::uint64_t best_number = 0;
  if (is_bin) {
    for (const auto& [key, value] : object_of(*entries)) {
      const std::optional<std::uint64_t> number = entry_number(key);
      const std::optional<Path> original = original_path(value, context_.limits);
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
  document_.erase(entry);
  const Json& value = *member(kept, "value");
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
    return {};
  }
  if (place_.node != nullptr)
    return reject(Code::kPreconditionExists, "something already stands at " + shown(),
                  "move or delete it first");
  outcome_.path = place_.shown;
  return store(place_, value);
}

}  // namespace gavel
