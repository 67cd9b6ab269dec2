#include "own_rules.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "command/host_keys.hpp"
#include "state/path_text.hpp"
#include "state/yaml_reader.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostProtections = 1'000;  // that are looked for

// How surely a refusal is about a protected node: it names it, the node would go with what the command is
// about, or would only lose its protection. 0: it is about another.
int nearness(const Path& node, const std::optional<Path>& path, std::string_view message) {
  if (message.starts_with(to_dotted(node) + " ")) return 3;
  if (!path) return 0;
  if (node.view().starts_with(path->view())) return 2;
  return path->view() == node.child(kProtectedKey).view() ? 1 : 0;
}

}  // namespace

const std::vector<OwnRules::Protection>& OwnRules::protections() {
  if (protections_) return *protections_;
  protections_.emplace();
  if (ruleset_ == nullptr || ruleset_->file().state.empty()) return *protections_;
  // JSON has no positions of its own, but is YAML, too.
  std::vector<Problem> ignored;
  std::optional<YamlTree> tree =
      read_yaml(ruleset_->source().state_text, ruleset_->file().state, ruleset_->limits(), ignored);
  if (!tree) tree.emplace(ruleset_->initial_state(), ruleset_->file().state);
  std::vector<std::pair<Path, YamlNode>> todo{{Path(), tree->top()}};
  while (!todo.empty() && protections_->size() < kMostProtections) {
    const auto [path, node] = std::move(todo.back());
    todo.pop_back();
    if (node->is_object() && is_protected(node.value()))
      protections_->push_back({path, node.member(kProtectedKey)->where_key()});
    const std::vector<YamlNode> children = node.children();
    for (std::size_t i = 0; i < children.size(); ++i)
      if (children[i]->is_structured())
        todo.emplace_back(node->is_array() ? path.child(i) : path.child(children[i].key()), children[i]);
  }
  return *protections_;
}

Json OwnRules::basis(const Error& error, const std::optional<Path>& path, std::string_view text, Span span) {
  Json json;
  if (error.code == Code::kProtected) {
    json["kind"] = "protection";
    const Protection* found = nullptr;
    int nearest = 0;
    for (const Protection& one : protections()) {
      const int near = nearness(one.path, path, error.message);
      if (near <= nearest) continue;
      nearest = near;
      found = &one;
    }
    if (found == nullptr) return json;
    json["path"] = path_to_json(found->path.child(kProtectedKey));
    json["at"] = found->where.file;
    if (found->where.line != 0) json["at"] = found->where.file + ":" + std::to_string(found->where.line);
    return json;
  }
  if (!error.where.rule.empty()) return json;
  json["kind"] = "kernel";
  json["see"] = "gavel explain " + std::string(code_name(error.code));
  const std::string_view before = text.substr(0, span.begin);
  json["line"] = 1 + static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  return json;
}

}  // namespace gavel
