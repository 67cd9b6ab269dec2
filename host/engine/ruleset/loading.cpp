#include "ruleset/loading.hpp"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "base/on_disk.hpp"
#include "lua/program.hpp"
#include "ruleset/ruleset_image.hpp"
#include "ruleset/words.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

// The file that holds this code: the program, or libgavel.so.
fs::path own_file() {
  std::error_code error;
  Dl_info info;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  // dladdr names the program itself as it was called, which may be any name on $PATH.
  if (::dladdr(reinterpret_cast<const void*>(&shipped), &info) == 0 || info.dli_fname == nullptr ||
      info.dli_fname[0] != '/')
    return program;
  const fs::path holder = fs::canonical(info.dli_fname, error);
  return error ? program : holder;
}

// `lib/libgavel.so`, `lib/x86_64-linux-gnu/libgavel.so`, `bin/gavel`: the folder above `share` is one or two
// up.
constexpr int kFoldersUp = 3;

// Whether the plugin has all that it is to be told: what it does without it says nothing of it.
bool has_its_params(const Pack& pack) {
  return std::ranges::all_of(pack.manifest.params, [&pack](const Param& param) {
    return param.optional || (pack.params.is_object() && pack.params.contains(param.name));
  });
}

// What is wrong with the plugins of a ruleset that cannot be put together, as far as it does not follow from
// that: they load each for itself.
std::vector<Problem> problems_of_plugins(const RulesetSource& part) {
  std::vector<Problem> problems;
  std::vector<Pack> packs;
  std::set<std::string_view> seen;
  for (const Pack& pack : part.packs) {
    if (!seen.insert(pack.manifest.plugin).second) continue;
    if (has_its_params(pack)) {
      packs.push_back(pack);
      continue;
    }
    for (const PackFile& file : pack.files)
      if (auto error = syntax_error(pack.folder + "/" + file.name, file.text, vocabulary(), part.file.limits))
        problems.push_back({std::move(*error), {}, {}});
  }
  Program::Loaded loaded = Program::load(std::move(packs), part.library, vocabulary(), part.file.limits);
  for (Problem& problem : loaded.problems) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace

bool is_ruleset(const std::string& folder) { return is_file(fs::path(folder) / "ruleset.yaml"); }

std::string shipped(const std::string& folder) {
  if (const char* share = ::secure_getenv("GAVEL_SHARE"); share != nullptr && *share != '\0')
    return (fs::path(share) / folder).string();
  fs::path above = own_file().parent_path();
  for (int up = 0; up < kFoldersUp && above.has_relative_path(); ++up) {
    above = above.parent_path();
    const fs::path installed = above / "share" / "gavel" / folder;
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
  // "registered twice: first at plugins/p/p.lua:3"
  const auto told_at_home = [&packs](std::string& message) {
    constexpr std::string_view kFirst = "first at ";
    const std::size_t first = message.find(kFirst);
    if (first == std::string::npos) return;
    const std::size_t at = first + kFirst.size();
    for (const Pack& pack : packs) {
      if (pack.home.empty() || message.compare(at, pack.folder.size() + 1, pack.folder + "/") != 0) continue;
      message.replace(at, pack.folder.size(), pack.home);
      return;
    }
  };
  const auto at_home = [&packs](std::string& file) {
    for (const Pack& pack : packs) {
      if (pack.home.empty() || !file.starts_with(pack.folder + "/")) continue;
      file.replace(0, pack.folder.size(), pack.home);
      return;
    }
  };
  for (Problem& problem : problems) {
    at_home(problem.error.where.file);
    told_at_home(problem.error.message);
    if (problem.edit) at_home(problem.edit->where.file);
  }
}

Ruleset::Built load_rules(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                          const Limits& limits, const SchemaPlaces& schemas, std::string* image,
                          std::vector<Pack>* packs) {
  Ruleset::Built built;
  const RulesetPlaces places = places_of(folder, plugin_dirs, schemas);
  const bool ruleset = is_ruleset(folder);
  const bool plugin = !ruleset && is_file(fs::path(folder) / "plugin.yaml");
  if (!ruleset && !plugin && is_folder(folder)) {
    Where where;
    where.file = folder;
    std::string hint = "a ruleset has a ruleset.yaml in its folder, a plugin a plugin.yaml";
    if (is_file(fs::path(folder) / "ruleset.yml")) hint = "rename ruleset.yml to ruleset.yaml";
    if (is_file(fs::path(folder) / "plugin.yml")) hint = "rename plugin.yml to plugin.yaml";
    built.problems.push_back({Error(Code::kParseMalformed, "this folder holds no ruleset and no plugin",
                                    std::move(hint), std::move(where)),
                              "", "ruleset.yaml or plugin.yaml", false});
    return built;
  }
  RulesetSource part;
  std::optional<RulesetSource> source = plugin
                                            ? read_lone_plugin(places, limits, built.problems, {}, {}, &part)
                                            : read_ruleset(places, limits, built.problems, &part);
  if (!source) {
    std::vector<Problem> found = problems_of_plugins(part);
    name_homes(found, part.packs);
    for (Problem& problem : found) built.problems.push_back(std::move(problem));
    if (packs != nullptr) *packs = std::move(part.packs);
    return built;
  }
  if (image != nullptr) *image = ruleset_image(*source);
  const std::vector<Pack> read = source->packs;
  if (packs != nullptr) *packs = read;
  Ruleset::Built loaded = Ruleset::build(std::move(*source));
  built.ruleset = std::move(loaded.ruleset);
  name_homes(loaded.problems, read);
  for (Problem& problem : loaded.problems) built.problems.push_back(std::move(problem));
  return built;
}

void log_loaded(const Log& log, std::string_view from, const Ruleset::Built& built) {
  const auto counted = [&built](bool warnings) {
    return static_cast<std::uint64_t>(std::ranges::count(built.problems, warnings, &Problem::warning));
  };
  if (built.ruleset == nullptr) {
    log.write(LogLevel::kInfo, "ruleset.refused", {{"from", from}, {"errors", counted(false)}});
    return;
  }
  const RulesetFile& file = built.ruleset->file();
  const std::string version = to_text(file.version);
  for (const Pack& pack : built.ruleset->packs())
    log.write(LogLevel::kDebug, "plugin.loaded",
              {{"ruleset", file.name},
               {"plugin", pack.as},
               {"version", to_text(pack.manifest.version)},
               {"folder", pack.folder}});
  log.write(LogLevel::kInfo, "ruleset.loaded",
            {{"ruleset", file.name},
             {"version", version},
             {"from", from},
             {"plugins", built.ruleset->packs().size()},
             {"warnings", counted(true)}});
}

}  // namespace gavel
