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

}  // namespace

// How surely a refusal is about a protected node: it names it, the node would go with what the command is
// about, or would only lose its protection. 0: it is about another.
int OwnRules::nearness(const Protection& one, const std::optional<Path>& path, std::string_view message) {
  if (message.starts_with(one.named)) return 3;
  if (!path) return 0;
  if (one.path.view().starts_with(path->view())) return 2;
  return path->view() == one.flag.view() ? 1 : 0;
}

// A turn has two texts, and asks about all of one before the other: each is looked through once.
std::uint64_t OwnRules::line_of(std::string_view text, std::size_t at) {
  if (text.data() != text_.data() || text.size() != text_.size()) {
    text_ = text;
    line_ends_.clear();
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1))
      line_ends_.push_back(end);
  }
  return 1 + static_cast<std::uint64_t>(std::ranges::lower_bound(line_ends_, at) - line_ends_.begin());
}

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
      protections_->push_back(
          {path, path.child(kProtectedKey), to_dotted(path) + " ", node.member(kProtectedKey)->where_key()});
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
      const int near = nearness(one, path, error.message);
      if (near <= nearest) continue;
      nearest = near;
      found = &one;
    }
    if (found == nullptr) return json;
    json["path"] = path_to_json(found->flag);
    json["at"] = found->where.file;
    if (found->where.line != 0) json["at"] = found->where.file + ":" + std::to_string(found->where.line);
    return json;
  }
  if (!error.where.rule.empty()) return json;
  json["kind"] = "kernel";
  json["see"] = "gavel explain " + std::string(code_name(error.code));
  json["line"] = line_of(text, span.begin);
  return json;
}

}  // namespace gavel
