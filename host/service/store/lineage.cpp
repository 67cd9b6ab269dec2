#include "store/lineage.hpp"

#include <algorithm>

namespace gavel {

const Branch* find_branch(const std::vector<Branch>& branches, std::string_view id) {
  if (branches.empty()) return nullptr;
  if (branches.front().id == id) return &branches.front();
  const auto found =
      std::lower_bound(branches.begin() + 1, branches.end(), id,
                       [](const Branch& branch, std::string_view name) { return branch.id < name; });
  return found == branches.end() || found->id != id ? nullptr : &*found;
}

std::vector<Stretch> line_to(const std::vector<Branch>& branches, std::string_view branch,
                             std::uint64_t version) {
  std::vector<Stretch> line;
  // Bounded, so that damaged rows that lead in a circle end it too.
  for (std::size_t steps = 0; steps < branches.size(); ++steps) {
    const Branch* at = find_branch(branches, branch);
    if (at == nullptr) break;
    if (version > at->fork_version) line.push_back({at->id, at->fork_version + 1, version});
    if (at->parent.empty()) break;
    version = std::min(version, at->fork_version);
    branch = at->parent;
  }
  std::reverse(line.begin(), line.end());
  return line;
}

bool on_line(const std::vector<Stretch>& line, std::string_view branch, std::uint64_t version) {
  const auto found =
      std::lower_bound(line.begin(), line.end(), version,
                       [](const Stretch& stretch, std::uint64_t at) { return stretch.last < at; });
  return found != line.end() && found->branch == branch && found->first <= version;
}

std::vector<TurnPlace> following(const std::vector<Branch>& branches, std::string_view turn,
                                 std::string_view branch, std::uint64_t version) {
  std::vector<TurnPlace> places;
  for (const Branch& each : branches) {
    const bool same = each.id == branch && each.version > version;
    const bool forked =
        each.id != branch && each.fork_version == version && each.fork_turn == turn && each.version > version;
    if (same || forked) places.push_back({each.id, version + 1});
  }
  return places;
}

}  // namespace gavel
