// delete, the recycle bin, and restore: table 4 of README.md.

#include <algorithm>
#include <charconv>

#include "command/host_keys.hpp"
#include "execution.hpp"
#include "state/path_text.hpp"

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
std::uint64_t entry_number(std::string_view key) {
  const std::size_t hash = key.rfind('#');
  if (hash == std::string_view::npos) return 0;
  return index_of_key(key.substr(hash + 1)).value_or(0);
}

const Json* entry_path(const Json& entry) {
  const Json* path = member(entry, "path");
  return path != nullptr && path->is_array() && member(entry, "value") != nullptr ? path : nullptr;
}

bool not_empty(const Json& json) { return is_container(json) && !json.empty(); }

}  // namespace

Execution::Step Execution::remove() {
  if (place_.path.empty()) return reject(Code::kPathInvalid, "the root cannot be deleted", "use `all` to empty it");
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
  bin = context_.recycle_bin;
  if (options_.recycle_bin && options_.recycle_bin->is_string()) {
    Result<PathText> text = PathText::parse(string_of(*options_.recycle_bin), context_.limits);
    if (!text) return Stop{Status::kRejected, std::move(text).error()};
    bin = text->resolve(document_.data());
  } else if (options_.recycle_bin) {
    Result<Path> path = path_from_json(*options_.recycle_bin, context_.limits);
    if (!path) return Stop{Status::kRejected, std::move(path).error()};
    bin = std::move(*path);
  }
  if (Result<void> checked = check_path(bin, context_.limits); !checked) return Stop{Status::kRejected, std::move(checked).error()};
  bin = resolve(document_.data(), bin).path;
  return {};
}

// Adds an entry for what stands at `path`, which the caller then takes out.
Execution::Step Execution::into_bin(const Path& bin, PathView path, PathView shown, const Json& value) {
  if (bin.view().starts_with(path)) return reject(Code::kPathInvalid, "the recycle bin " + to_dotted(bin) + " is at or below what is deleted");
  Place place = resolve(document_.data(), bin);
  if (place.node == nullptr) {
    if (Step stop = store(place, Json(Json::value_t::object))) return stop;
    place = resolve(document_.data(), bin);
  }
  if (!place.node->is_object()) return reject(Code::kTypeMismatch, "the recycle bin " + to_dotted(bin) + " is " + a(*place.node) + ", not an object");
  Json entry(Json::value_t::object);
  entry["value"] = value;
  entry["path"] = path_to_json(shown);
  entry["time"] = format_time(context_.now);
  const std::string& reason = command_.reason.empty() && options_.reason ? *options_.reason : command_.reason;
  if (!reason.empty()) entry["reason"] = reason;
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

// Everything but protected nodes and the containers on the way to them.
Clearing plan_clearing(const Json& container, const Path& at, bool protects) {
  Clearing plan;
  std::vector<std::pair<const Json*, Path>> todo{{&container, at}};
  while (!todo.empty()) {
    const auto [node, path] = std::move(todo.back());
    todo.pop_back();
    std::vector<std::pair<const Json*, Path>> deeper;
    const auto look = [&](const Json& child, Path place) {
      if (!protects || !holds_protected(child)) {
        plan.gone.push_back(std::move(place));
      } else if (is_protected(child)) {
        plan.kept.push_back(std::move(place));
      } else {
        deeper.emplace_back(&child, std::move(place));
      }
    };
    if (node->is_object()) {
      for (const auto& [key, child] : object_of(*node)) look(child, path.child(key));
    } else {
      std::uint64_t i = 0;
      for (const Json& child : array_of(*node)) look(child, path.child(i++));
    }
    todo.insert(todo.end(), std::make_move_iterator(deeper.rbegin()), std::make_move_iterator(deeper.rend()));
  }
  return plan;
}

// Takes planned places out: members one by one, elements of one array in one pass.
void take_out(Document& document, const std::vector<Path>& places) {
  for (std::size_t end = places.size(); end > 0;) {
    const Path parent = places[end - 1].parent();
    std::size_t begin = end - 1;
    if (!places[begin].back().is_index) {
      document.erase(places[begin]);
      end = begin;
      continue;
    }
    while (begin > 0 && places[begin - 1].parent() == parent) --begin;
    std::vector<std::size_t> indices;
    for (std::size_t i = begin; i < end; ++i) indices.push_back(places[i].back().index);
    document.take_out(parent, indices);
    end = begin;
  }
}

}  // namespace

Execution::Step Execution::remove_all() {
  if (place_.node == nullptr) return missing_target();
  if (!is_container(node())) return reject(Code::kTypeMismatch, "`all` needs a container, but " + shown() + " is " + a(node()));
  if (node().empty()) return skip(Code::kPathUnknown, shown() + " is already empty");
  const Clearing plan = plan_clearing(node(), place_.path, is_outsider(command_.origin.actor));
  if (plan.gone.empty()) return reject(Code::kProtected, "everything in " + shown() + " is protected");
  for (const Path& path : plan.gone) {
    if (options_.cascade == false && not_empty(*document_.find(path))) {
      return reject(Code::kPreconditionNotEmpty, to_dotted(path) + " is not empty and cascade is false");
    }
  }
  if (options_.soft_delete) {
    Path bin;
    if (Step stop = find_bin(bin)) return stop;
    if (bin.view().starts_with(place_.path)) return reject(Code::kPathInvalid, "the recycle bin " + to_dotted(bin) + " is at or below what is cleared");
    for (const Path& path : plan.gone) {
      const Json value = *document_.find(path);
      if (Step stop = into_bin(bin, path, path, value)) return stop;
    }
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
  // The path names the entry itself …
  if (place_.node != nullptr && !place_.path.empty() && place_.path.parent() == bin && entry_path(node()) != nullptr) {
    entry = place_.path;
    return {};
  }
  // … or what was deleted, the newest first.
  const Json* entries = document_.find(bin);
  const std::string wanted = to_pointer(place_.shown);
  const std::string* best = nullptr;
  if (entries != nullptr && entries->is_object()) {
    for (const auto& [key, value] : object_of(*entries)) {
      const Json* path = entry_path(value);
      if (path == nullptr) continue;
      Result<Path> original = path_from_json(*path, context_.limits);
      if (!original || to_pointer(*original) != wanted) continue;
      if (best == nullptr || entry_number(key) > entry_number(*best)) best = &key;
    }
  }
  if (best == nullptr) return reject(Code::kPathUnknown, "the recycle bin " + to_dotted(bin) + " holds nothing of " + shown());
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
  Result<Path> original = path_from_json(*entry_path(kept), context_.limits);
  if (!original) return Stop{Status::kRejected, std::move(original).error()};
  if (Result<void> checked = check_path(*original, context_.limits); !checked) return Stop{Status::kRejected, std::move(checked).error()};
  if (original->empty()) return reject(Code::kPathInvalid, "the entry names the root as its place");
  document_.erase(entry);
  const Json& value = *member(kept, "value");
  place_ = again(*original);
  const Json* parent = document_.find(whole(place_).parent());
  if (parent != nullptr && parent->is_array() && place_.miss != Place::Miss::kNoIndex) {
    const std::size_t index = static_cast<std::size_t>(std::min<std::uint64_t>(whole(place_).back().index, parent->size()));
    const Path array = whole(place_).parent();
    if (Step stop = fits(array.size() + 1, value)) return stop;
    document_.splice(array, index, 0, {value});
    place_ = again(array.child(index));
    outcome_.path = place_.shown;
    return {};
  }
  if (place_.node != nullptr) return reject(Code::kPreconditionExists, "something already stands at " + shown(), "move or delete it first");
  outcome_.path = place_.shown;
  return store(place_, value);
}

}  // namespace gavel
