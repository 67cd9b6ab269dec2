#include "id_view.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "ruleset/kinds.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

#include "words.hpp"

namespace gavel {
namespace {

// The places that arguments of tools point at, each once.
std::vector<std::string> pointed_at(const Kinds& kinds,
                                    const std::optional<std::vector<std::string>>& allowed) {
  std::vector<std::string> places;
  const auto in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  for (const Tool& tool : kinds.tools) {
    const std::string& name = tool.source.name;
    if (!in(kinds.allowed_tools, name) || (allowed && !in(*allowed, name))) continue;
    if (!tool.args.is_object()) continue;
    for (const auto& [arg, shape] : object_of(tool.args)) {
      const std::string place = text_at(shape, "id_of");
      if (!place.empty() && !in(places, place)) places.push_back(place);
    }
  }
  return places;
}

std::string ids_at(const Ruleset& ruleset, const Json& data, const std::string& place,
                   std::string_view comma) {
  const Result<PathText> text = PathText::parse(place, ruleset.limits());
  if (!text) return {};
  const RulesetFile& file = ruleset.file();
  const auto hidden = [&file](const Path& path) { return file.fields.hides(path, Actor::kModel); };
  const Place there = resolve(data, text->resolve(data), file.described_pairs);
  if (there.node == nullptr || !there.node->is_object()) return {};
  std::string ids;
  std::size_t many = 0;
  for (const auto& [key, one] : object_of(*there.node)) {
    const Path path = there.shown.child(key);
    if (hidden(path)) continue;
    if (many++ == kMostIds) return ids + " …";
    ids += (ids.empty() ? "" : std::string(comma)) + printable(key);
    const std::string name = hidden(path.child("name")) ? std::string() : text_at(one, "name");
    if (!name.empty() && name != key) ids += " " + printable(shortened(name, 64));
  }
  return ids;
}

}  // namespace

std::string view_ids(const Ruleset& ruleset, const Json& data,
                     const std::optional<std::vector<std::string>>& allowed, std::string_view language) {
  std::string lines;
  for (const std::string& place : pointed_at(ruleset.kinds(), allowed)) {
    const std::string ids = ids_at(ruleset, data, place, prompt_word("comma", language));
    if (!ids.empty()) lines += "- " + place + std::string(prompt_word("colon", language)) + ids + "\n";
  }
  return lines;
}

}  // namespace gavel
