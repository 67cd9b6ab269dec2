// What differs between two rulesets: their registrations, and the other parts that they are made of.

#include <map>

#include "ruleset/ruleset.hpp"
#include "state/json_writer.hpp"

namespace gavel {
namespace {

std::string change_line(const std::string& name, const char* what, const std::string& at) {
  std::string line = name;
  line.append(": ").append(what).append(" (").append(at).append(")");
  return line;
}

// What a part is made of, and where it lies; by its name.
struct DifferencePart {
  std::string text;
  std::string at;
};
using Parts = std::map<std::string, DifferencePart>;

Parts plugins_of(const Ruleset& ruleset) {
  Parts parts;
  for (const Pack& pack : ruleset.packs())
    parts["plugin " + pack.as] = {to_text(pack.manifest.version) + " " + canonical(pack.params),
                                  pack.folder + "/plugin.yaml"};
  return parts;
}

Parts schemas_of(const Ruleset& ruleset) {
  Parts parts;
  for (const SchemaFile& file : ruleset.source().schemas)
    parts["schema " + file.schema.id] = {file.text, file.schema.where.file};
  return parts;
}

Parts modules_of(const Ruleset& ruleset) {
  Parts parts;
  for (const PackFile& file : ruleset.source().library)
    parts["module " + file.name] = {file.text, "lib/" + file.name};
  return parts;
}

void add_parts(const Parts& before, const Parts& after, std::vector<std::string>& found) {
  for (const auto& [name, part] : after) {
    const auto was = before.find(name);
    if (was == before.end()) {
      found.push_back(change_line(name, "new", part.at));
    } else if (was->second.text != part.text) {
      found.push_back(change_line(name, "changed", part.at));
    }
  }
  for (const auto& [name, part] : before)
    if (!after.contains(name)) found.push_back(change_line(name, "gone", part.at));
}

}  // namespace

std::vector<std::string> differences(const Ruleset& before, const Ruleset& after) {
  std::vector<std::string> found;
  const auto sources = [](const Ruleset& ruleset) {
    std::map<std::string, std::string> texts;
    for (const Pack& pack : ruleset.packs())
      for (const PackFile& file : pack.files) texts[pack.folder + "/" + file.name] = file.text;
    return texts;
  };
  const auto named = [](const Ruleset& ruleset) {
    std::map<std::string, const Registration*> all;
    for (const Registration& one : ruleset.registry().all) all[one.kind + " " + one.id] = &one;
    return all;
  };
  const auto old_files = sources(before);
  const auto new_files = sources(after);
  const auto old_ones = named(before);
  for (const auto& [name, one] : named(after)) {
    const auto was = old_ones.find(name);
    const std::string at = one->file + ":" + std::to_string(one->line);
    if (was == old_ones.end()) {
      found.push_back(change_line(name, "new", at));
      continue;
    }
    const auto old_text = old_files.find(was->second->file);
    const auto new_text = new_files.find(one->file);
    const bool same_text =
        old_text != old_files.end() && new_text != new_files.end() && old_text->second == new_text->second;
    if (!same_text || !equal(was->second->spec, one->spec)) found.push_back(change_line(name, "changed", at));
  }
  const auto new_ones = named(after);
  for (const auto& [name, one] : old_ones)
    if (!new_ones.contains(name))
      found.push_back(change_line(name, "gone", one->file + ":" + std::to_string(one->line)));
  add_parts(plugins_of(before), plugins_of(after), found);
  add_parts(schemas_of(before), schemas_of(after), found);
  add_parts(modules_of(before), modules_of(after), found);
  const RulesetSource &old_source = before.source(), &new_source = after.source();
  if (old_source.file_text != new_source.file_text) found.emplace_back("ruleset.yaml: changed");
  if (old_source.state_text != new_source.state_text || !equal(old_source.state, new_source.state))
    found.emplace_back("initial state: changed");
  return found;
}

}  // namespace gavel
