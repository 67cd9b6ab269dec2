#include "lua/load_order.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "state/shape.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

class Ordering {
 public:
  Ordering(const std::vector<Pack>& packs, std::vector<Problem>& problems)
      : packs_(packs), problems_(problems), needs_(packs.size()) {
    for (std::size_t i = 0; i < packs.size(); ++i) instances_[packs[i].manifest.plugin].push_back(i);
  }

  std::vector<LoadStep> run() {
    check_names();
    for (std::size_t i = 0; i < packs_.size(); ++i)
      for (const Requirement& requirement : packs_[i].manifest.requirements) require(i, requirement);
    std::vector<LoadStep> steps = ordered();
    if (steps.size() < packs_.size()) tell_cycles(steps);
    return steps;
  }

 private:
  std::string title(std::size_t pack) const {
    const Pack& it = packs_[pack];
    return it.as == it.manifest.plugin ? it.as : it.as + " (" + it.manifest.plugin + ")";
  }

  void check_names() {
    std::map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < packs_.size(); ++i) {
      const auto [at, fresh] = first.emplace(packs_[i].as, i);
      if (fresh) continue;
      const Where& other = packs_[at->second].asked;
      std::string message = "two plugins are called " + packs_[i].as;
      if (other.line != 0)
        message += "; the first at " + std::to_string(other.line) + ":" + std::to_string(other.column);
      problems_.push_back(
          {Error(Code::kPluginInvalid, std::move(message),
                 "give one of them a name of its own: {id: " + packs_[i].manifest.plugin + ", as: …}",
                 packs_[i].asked),
           packs_[i].as, "a name for every instance"});
    }
  }

  static Where place(const Pack& pack, const Requirement& requirement) {
    Where where;
    where.file = pack.folder + "/plugin.yaml";
    where.line = requirement.line;
    where.column = requirement.column;
    return where;
  }

  void require(std::size_t pack, const Requirement& requirement) {
    const Pack& it = packs_[pack];
    const auto found = instances_.find(requirement.plugin);
    if (found == instances_.end()) {
      std::vector<std::string_view> known;
      if (!hints_.is_used_up())
        for (const auto& [name, unused] : instances_) known.push_back(name);
      std::string hint = hints_.nearest_hint(requirement.plugin, known);
      for (const Pack& other : packs_)
        if (other.as == requirement.plugin)
          hint = requirement.plugin + " is the name of an instance: require " + other.manifest.plugin;
      if (hint.empty()) hint = "add " + requirement.plugin + " to the ruleset's `plugins`";
      problems_.push_back(
          {Error(Code::kPluginInvalid,
                 it.manifest.plugin + " requires " + requirement.plugin + ", which the ruleset does not list",
                 std::move(hint), place(it, requirement)),
           "", "the plugin " + requirement.plugin + " " + requirement.written});
      return;
    }
    const Version& version = packs_[found->second.front()].manifest.version;
    if (!requirement.range.holds(version)) {
      problems_.push_back({Error(Code::kPluginInvalid,
                                 it.manifest.plugin + " needs " + requirement.plugin + " " +
                                     requirement.written + ", found " + to_text(version),
                                 "use another version of one of the two", place(it, requirement)),
                           to_text(version), requirement.plugin + " " + requirement.written});
    }
    for (const std::size_t other : found->second) needs_[pack].push_back(other);
  }

  // Depth by depth: a plugin is ready when all that it needs stands in an earlier layer.
  std::vector<LoadStep> ordered() const {
    std::vector<std::size_t> missing(packs_.size());
    std::vector<std::vector<std::size_t>> waiting(packs_.size());
    std::vector<std::size_t> layer;
    for (std::size_t i = 0; i < packs_.size(); ++i) {
      missing[i] = needs_[i].size();
      for (const std::size_t other : needs_[i]) waiting[other].push_back(i);
      if (missing[i] == 0) layer.push_back(i);
    }
    std::vector<LoadStep> steps;
    for (std::size_t depth = 0; !layer.empty(); ++depth) {
      std::sort(layer.begin(), layer.end(), [this](std::size_t a, std::size_t b) {
        return std::pair(std::string_view(packs_[a].as), a) < std::pair(std::string_view(packs_[b].as), b);
      });
      std::vector<std::size_t> next;
      for (const std::size_t pack : layer) {
        steps.push_back({pack, depth, reason(pack)});
        for (const std::size_t other : waiting[pack])
          if (--missing[other] == 0) next.push_back(other);
      }
      layer = std::move(next);
    }
    return steps;
  }

  std::string reason(std::size_t pack) const {
    std::set<std::string_view> names;
    for (const std::size_t other : needs_[pack]) names.insert(packs_[other].as);
    std::string out;
    for (const std::string_view name : names) {
      out += out.empty() ? "behind " : ", ";
      out += name;
    }
    return out;
  }

  // Walking along needs that could not be ordered always ends in a cycle; each cycle is told once.
  void tell_cycles(const std::vector<LoadStep>& steps) {
    std::vector<bool> done(packs_.size(), false);
    for (const LoadStep& step : steps) done[step.pack] = true;
    for (std::size_t start = 0; start < packs_.size(); ++start) {
      std::vector<std::size_t> way;
      std::size_t at = start;
      while (!done[at]) {
        done[at] = true;
        way.push_back(at);
        at = open_need(at, steps);
      }
      const auto begin = std::find(way.begin(), way.end(), at);
      if (begin != way.end()) tell_cycle({begin, way.end()});
    }
  }

  std::size_t open_need(std::size_t pack, const std::vector<LoadStep>& steps) const {
    for (const std::size_t other : needs_[pack]) {
      const bool ordered = std::any_of(steps.begin(), steps.end(),
                                       [other](const LoadStep& step) { return step.pack == other; });
      if (!ordered) return other;
    }
    return pack;
  }

  void tell_cycle(std::vector<std::size_t> members) {
    // From the first by name, so that the same cycle is always told in the same way.
    const auto first = std::min_element(members.begin(), members.end(), [this](std::size_t a, std::size_t b) {
      return packs_[a].as < packs_[b].as;
    });
    std::rotate(members.begin(), first, members.end());
    std::string shown;
    for (const std::size_t pack : members) shown += title(pack) + " -> ";
    shown += title(members.front());
    const Pack& pack = packs_[members.front()];
    const std::string& needed = packs_[members[1 % members.size()]].manifest.plugin;
    const auto requirement =
        std::find_if(pack.manifest.requirements.begin(), pack.manifest.requirements.end(),
                     [&needed](const Requirement& other) { return other.plugin == needed; });
    problems_.push_back({members.size() == 1
                             ? Error(Code::kPluginInvalid, "the plugin requires itself: " + shown,
                                     "remove it from its `requires`", place(pack, *requirement))
                             : Error(Code::kPluginInvalid, "the plugins require each other: " + shown,
                                     "move what they share into a plugin that all of them require",
                                     place(pack, *requirement)),
                         shown, "requirements without a cycle"});
  }

  const std::vector<Pack>& packs_;
  std::vector<Problem>& problems_;
  std::map<std::string_view, std::vector<std::size_t>> instances_;  // by plugin
  std::vector<std::vector<std::size_t>> needs_;                     // packs that must come earlier
  HintBudget hints_;
};

}  // namespace

std::vector<LoadStep> order_packs(const std::vector<Pack>& packs, std::vector<Problem>& problems) {
  return Ordering(packs, problems).run();
}

std::vector<Pack> arranged(std::vector<Pack> packs, const std::vector<LoadStep>& steps) {
  std::vector<Pack> out;
  out.reserve(steps.size());
  for (const LoadStep& step : steps) out.push_back(std::move(packs[step.pack]));
  return out;
}

std::string to_text(const std::vector<LoadStep>& steps, const std::vector<Pack>& packs) {
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Pack& pack = packs[steps[i].pack];
    out += std::to_string(i + 1) + ". " + pack.as + " (" + pack.manifest.plugin + " " +
           to_text(pack.manifest.version) + "), depth " + std::to_string(steps[i].depth);
    if (!steps[i].reason.empty()) out += ": " + steps[i].reason;
    out += "\n";
  }
  return out;
}

}  // namespace gavel
