// `__version`: the host's counters inside the game's data.

#include <algorithm>
#include <vector>

#include "command/host_keys.hpp"
#include "state/child_at.hpp"
#include "state/path_text.hpp"

#include "execution.hpp"

namespace gavel {
namespace {

// Whether every `__version` in `value` equals the one at the same place in what stands there.
bool versions_stand(const Json& value, const Json* standing) {
  std::vector<std::pair<const Json*, const Json*>> todo{{&value, standing}};
  while (!todo.empty()) {
    const auto [given, there] = todo.back();
    todo.pop_back();
    if (given->is_array()) {
      for (std::size_t i = 0; i < given->size(); ++i) {
        const bool matched = there != nullptr && there->is_array() && i < there->size();
        if (is_container(array_of(*given)[i]))
          todo.emplace_back(&array_of(*given)[i], matched ? &array_of(*there)[i] : nullptr);
      }
    } else if (given->is_object()) {
      for (const auto& [key, child] : object_of(*given)) {
        const Json* matched = there == nullptr ? nullptr : member(*there, key);
        if (key == kVersionKey && (matched == nullptr || !equal(child, *matched))) return false;
        if (is_container(child)) todo.emplace_back(&child, matched);
      }
    }
  }
  return true;
}

// The nearest object at or above the end of `path`, as far as it exists, that carries a version.
bool nearest_version(const Json& root, PathView path, Path& at, std::uint64_t& version) {
  const Json* node = &root;
  Path walked;
  bool found = false;
  for (auto it = path.begin();; ++it) {
    if (const auto number = version_of(*node)) {
      found = true;
      at = walked;
      version = *number;
    }
    if (it == path.end()) return found;
    const Segment segment = *it;
    node = child_at(*node, segment);
    if (node == nullptr) return found;
    walked.push(segment);
  }
}

}  // namespace

bool Execution::names_version(PathView path) {
  for (const Segment segment : path) {
    if (!segment.is_index && segment.key == kVersionKey) return true;
  }
  return false;
}

Execution::Step Execution::check_host_keys() const {
  const Actor actor = command_.origin.actor;
  if (!is_writing(command_.verb) || actor == Actor::kOperator || actor == Actor::kMigration) return {};
  const std::string hint = "leave __version out; the host raises it";
  if (names_version(target_) || names_version(source_) || names_version(bin_)) {
    return reject(Code::kAuthorityDenied, "`__version` belongs to the host and cannot be written", hint);
  }
  if (!command_.value) return {};
  const bool placed =
      command_.verb == Verb::kSet || command_.verb == Verb::kMerge || command_.verb == Verb::kEnsure;
  if (versions_stand(*command_.value, nullptr)) return {};  // it has none
  const Json* there = placed ? place_.node : nullptr;
  Json part;
  if (there != nullptr && has_hidden()) {
    if (!hides(place_.shown)) part = seen();
    there = &part;
  }
  if (versions_stand(*command_.value, there)) return {};
  return reject(Code::kAuthorityDenied, "the value carries a `__version` that is not the one standing there",
                hint);
}

Execution::Step Execution::check_version() const {
  if (!options_.if_version) return {};
  Path at;
  std::uint64_t version = 0;
  nearest_version(document_.data(), place_.path, at, version);
  if (equal(Json(version), *options_.if_version)) return {};
  return reject(Code::kPreconditionVersion,
                "ifVersion: the version is " + std::to_string(version) + ", not " + a(*options_.if_version),
                "read the object again and repeat the command with its present version");
}

// Raises the nearest object's version, but that of no object twice: a `move` may have raised it where it took
// the node.
void Execution::raise_version(PathView path) {
  Path at;
  std::uint64_t version = 0;
  if (!nearest_version(document_.data(), path, at, version)) return;
  const JsonObject* object = &object_of(*document_.find(at));  // an object keeps its address while it lives
  if (std::find(raised_.begin(), raised_.end(), object) != raised_.end()) return;
  raised_.push_back(object);
  document_.amend(at.child(kVersionKey), Json(version + 1));
  // Whether a hidden object counts must not show in the count of one that is seen.
  const Path shown = standing(document_.data(), at, context_.described).shown.child(kVersionKey);
  if (has_hidden() && !at.empty() && hides(shown)) raise_version(at.parent());
}

void Execution::raise_versions() {
  // A counter that a privileged actor wrote by this very command stands as written.
  const bool wrote_counter =
      !place_.path.empty() && !place_.path.back().is_index && place_.path.back().key == kVersionKey;
  const bool carried = value_at_place_ && command_.value && member(*command_.value, kVersionKey) != nullptr;
  if (!is_outsider(command_.origin.actor) && (wrote_counter || carried)) {
    const Json* own = document_.find(wrote_counter ? place_.path.parent() : place_.path);
    if (own != nullptr && version_of(*own)) return;
  }
  const bool taken_out = command_.verb == Verb::kDelete && !options_.all;
  raise_version(taken_out ? place_.path.parent() : place_.path);
}

}  // namespace gavel
