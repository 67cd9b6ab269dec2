#include "rules.hpp"

#include <filesystem>
#include <system_error>

#include "base/utf8.hpp"
#include "rules/ruleset_image.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

}  // namespace

std::string shipped(const std::string& folder) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) {
    const fs::path installed = program.parent_path().parent_path() / "share" / "gavel" / folder;
    if (is_folder(installed)) return installed.string();
  }
  return (fs::path(GAVEL_SOURCE_DIR) / folder).string();
}

RulesetPlaces places_of(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                        const SchemaPlaces& schemas) {
  RulesetPlaces places;
  places.folder = folder;
  places.plugin_dirs = plugin_dirs;
  places.plugin_dirs.push_back(shipped("plugins"));
  places.schema_dirs = schemas.dirs;
  if (is_folder(shipped("schemas"))) places.schema_dirs.push_back(shipped("schemas"));
  places.schemas = schemas.wanted;
  if (is_folder(shipped("scripts/lib"))) places.library_dir = shipped("scripts/lib");
  return places;
}

Result<std::string> load_image(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                               const Limits& limits, std::vector<Problem>& problems,
                               const SchemaPlaces& schemas) {
  const std::optional<RulesetSource> source =
      read_ruleset(places_of(folder, plugin_dirs, schemas), limits, problems);
  if (!source) return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  return ruleset_image(*source);
}

void name_homes(std::vector<Problem>& problems, const std::vector<Pack>& packs) {
  const auto at_home = [&packs](std::string& file) {
    for (const Pack& pack : packs) {
      if (pack.home.empty() || !file.starts_with(pack.folder + "/")) continue;
      file.replace(0, pack.folder.size(), pack.home);
      return;
    }
  };
  for (Problem& problem : problems) {
    at_home(problem.error.where.file);
    if (problem.edit) at_home(problem.edit->where.file);
  }
}

Ruleset::Built load_rules(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                          const Limits& limits, const SchemaPlaces& schemas, std::vector<Pack>* packs) {
  Ruleset::Built built;
  const RulesetPlaces places = places_of(folder, plugin_dirs, schemas);
  const bool ruleset = is_file(fs::path(folder) / "ruleset.yaml");
  const bool plugin = !ruleset && is_file(fs::path(folder) / "plugin.yaml");
  if (!ruleset && !plugin && is_folder(folder)) {
    Where where;
    where.file = folder;
    built.problems.push_back(
        {Error(Code::kParseMalformed, "this folder holds no ruleset and no plugin",
               "a ruleset has a ruleset.yaml in its folder, a plugin a plugin.yaml", std::move(where)),
         "", "ruleset.yaml or plugin.yaml", false});
    return built;
  }
  std::optional<RulesetSource> source = plugin ? read_lone_plugin(places, limits, built.problems)
                                               : read_ruleset(places, limits, built.problems);
  if (!source) return built;
  const std::vector<Pack> read = source->packs;
  if (packs != nullptr) *packs = read;
  Ruleset::Built loaded = Ruleset::build(std::move(*source));
  built.ruleset = std::move(loaded.ruleset);
  name_homes(loaded.problems, read);
  for (Problem& problem : loaded.problems) built.problems.push_back(std::move(problem));
  return built;
}

std::string code_of_problem(const Problem& problem) {
  return problem.finding ? finding_code(*problem.finding) : std::string(code_name(problem.error.code));
}

std::string problem_line(const Problem& problem, bool colour) {
  const Where& where = problem.error.where;
  std::string text = printable(where.file);
  if (where.line != 0) text += ":" + std::to_string(where.line);
  if (where.line != 0 && where.column != 0) text += ":" + std::to_string(where.column);
  if (!text.empty()) text += ": ";
  if (colour) text += problem.warning ? "\033[33m" : "\033[31m";
  text += problem.warning ? "warning: " : "error: ";
  if (colour) text += "\033[0m";
  text += printable(problem.error.message);
  if (!problem.found.empty()) text += "; found " + printable(problem.found);
  if (!problem.expected.empty()) text += "; expected " + printable(problem.expected);
  if (problem.finding) text += " [" + std::string(finding_row(*problem.finding).name) + "]";
  if (!problem.error.hint.empty()) text += "\n  fix: " + printable(problem.error.hint);
  if (!problem.error.detail.empty()) text += "\n" + problem.error.detail;
  return text;
}

Json problem_json(const Problem& problem) {
  Json json(Json::value_t::object);
  json["severity"] = problem.warning ? "warning" : "error";
  json["code"] = code_of_problem(problem);
  json["file"] = problem.error.where.file;
  json["line"] = problem.error.where.line;
  json["column"] = problem.error.where.column;
  json["what"] = problem.error.message;
  if (!problem.found.empty()) json["found"] = problem.found;
  if (!problem.expected.empty()) json["expected"] = problem.expected;
  if (!problem.error.hint.empty()) json["fix"] = problem.error.hint;
  if (problem.edit) json["fixable"] = true;
  if (!problem.error.where.rule.empty()) json["rule"] = problem.error.where.rule;
  if (!problem.error.detail.empty()) json["detail"] = problem.error.detail;
  return json;
}

}  // namespace gavel
