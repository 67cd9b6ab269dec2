#include <algorithm>
#include <utility>

#include "lua/program.hpp"
#include "ruleset/words.hpp"
#include "state/yaml_reader.hpp"

#include "review_parts.hpp"

namespace gavel {
namespace {

const SourceReader& reader() {
  static const SourceReader kReader(vocabulary());
  return kReader;
}

bool reads_param(const SourceReading& source, const std::string& name) {
  return source.asks_any_param || source.names.contains(name) || source.texts.contains(name);
}

// At the parameter's line in plugin.yaml.
void tell_unused_params(const Pack& pack, SourceReading& source, const Limits& limits) {
  std::vector<Problem> ignored;
  const std::string file = pack.folder + "/plugin.yaml";
  const std::optional<YamlTree> tree = read_yaml(pack.manifest_text, file, limits, ignored);
  const std::optional<YamlNode> params = tree ? tree->top().member("params") : std::nullopt;
  if (!params) return;
  for (const YamlNode& child : params->children()) {
    const std::string name(child.key());
    if (reads_param(source, name)) continue;
    source.problems.push_back(
        problem_of(Lint::kUnusedParam, "no file of the plugin reads the parameter '" + name + "'",
                   "read it as params." + name + ", or take it out of plugin.yaml", child.where_key()));
  }
}

}  // namespace

std::vector<PluginReading> read_plugins(std::span<const Pack> packs, const Limits& limits) {
  std::vector<PluginReading> all;
  for (const Pack& pack : packs) {
    const std::string& name = pack.manifest.plugin;
    if (std::ranges::any_of(all, [&name](const PluginReading& one) { return one.plugin == name; })) continue;
    std::vector<LuaText> texts;
    for (const PackFile& file : pack.files) texts.push_back({pack.folder + "/" + file.name, file.text});
    std::vector<std::string> params;
    for (const Param& param : pack.manifest.params) params.push_back(param.name);
    all.push_back({name, reader().read(texts, &params, limits)});
    tell_unused_params(pack, all.back().source, limits);
  }
  return all;
}

SourceReading read_lua(std::span<const LuaText> files, const Limits& limits) {
  SourceReading all;
  for (const LuaText& file : files) {
    if (std::optional<Error> error = syntax_error(file.file, file.text, vocabulary(), limits)) {
      all.problems.push_back({std::move(*error), {}, {}});
      continue;
    }
    SourceReading one = reader().read({&file, 1}, nullptr, limits);
    for (Problem& problem : one.problems) all.problems.push_back(std::move(problem));
  }
  return all;
}

Where where_of_source(const Registered& source) {
  Where where;
  where.file = source.file;
  where.line = source.line;
  where.rule = source.id;
  return where;
}

void Reviewing::tell(Lint finding, Where where, std::string message, std::string hint) {
  if (!full())
    problems_.push_back(problem_of(finding, std::move(message), std::move(hint), std::move(where)));
}

void Reviewing::tell(Lint finding, const Registered& at, std::string message, std::string hint) {
  tell(finding, where_of_source(at), std::move(message), std::move(hint));
}

const Registration& Reviewing::registration(const Registered& source) const {
  return ruleset_.registry().all[source.number];
}

std::vector<Problem> review(const Ruleset& ruleset, std::span<const PluginReading> readings) {
  std::vector<Problem> problems;
  Reviewing reviewing(ruleset, readings, problems);
  reviewing.lookalikes();
  reviewing.places();
  reviewing.writes();
  reviewing.spelling();
  reviewing.links();
  reviewing.texts();
  const std::size_t most = ruleset.limits().max_problems;
  if (problems.size() < most) return problems;
  Problem last{Error(Code::kLimitCount, "there may be more such findings", "fix those above first",
                     problems.back().error.where),
               {},
               {}};
  last.error.message = over_limit(last.error.code, last.error.message, most, "max_problems").message;
  last.warning = true;
  problems.push_back(std::move(last));
  return problems;
}

}  // namespace gavel
