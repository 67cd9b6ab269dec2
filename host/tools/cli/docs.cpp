#include "docs.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "base/on_disk.hpp"
#include "base/utf8.hpp"
#include "docs/manual.hpp"
#include "docs/reference.hpp"
#include "state/json_writer.hpp"
#include "testing/test_stub.hpp"

#include "files.hpp"
#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"
#include "stub_files.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kExitStale = 1;
constexpr std::size_t kMostEditorBytes = Limits().max_plugin_bytes;
constexpr std::string_view kEditorLimit = "max_plugin_bytes";
constexpr std::array<const char*, 2> kLanguages = {"en", "zh"};
constexpr std::array<const char*, 2> kManuals = {"MANUAL.md", "MANUAL.zh-CN.md"};
constexpr std::array<const char*, 2> kGuidances = {"GUIDANCE.md", "GUIDANCE.zh-CN.md"};
constexpr std::array<const char*, 2> kReferences = {"REFERENCE.md", "REFERENCE.zh-CN.md"};

// The folders of plugins in a folder, by name.
std::vector<std::string> plugins_in(const fs::path& folder) {
  std::error_code error;
  std::vector<std::string> found;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (is_file(at->path() / "plugin.yaml")) found.push_back(at->path().string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string heading(bool models, std::size_t language) {
  constexpr std::array kTitles = {"# Manual of the plugins", "# 插件手册"};
  constexpr std::array kTold = {"# Guidance for models", "# 告知模型的内容"};
  return std::string(models ? kTold[language] : kTitles[language]) +
         "\n\n<!-- gavel docs: generated from the registry; do not edit -->\n";
}

// What tells editors of the stubs, beside their folder. A file that its author wrote stays as it is; so does
// what is longer than any that was ever made, and a link.
void add_editor_files(fs::path stubs, std::vector<PackFile>& files) {
  if (!stubs.has_filename()) stubs = stubs.parent_path();  // "stubs/"
  const fs::path beside = stubs.parent_path();
  const std::string server = (beside / ".luarc.json").string();
  if (!is_file(server)) files.push_back({server, language_server_config(stubs.filename().string())});
  PackFile luacheck{(beside / ".luacheckrc").string(),
                    luacheck_config(stubs.filename().string(), test_names())};
  const Result<std::string> there =
      is_file(luacheck.name) ? read_found(luacheck.name, kMostEditorBytes, kEditorLimit) : luacheck.text;
  if (there && there->starts_with(luacheck.text.substr(0, luacheck.text.find('\n'))))
    files.push_back(std::move(luacheck));
}

}  // namespace

Docs::Docs(CLI::App& app) {
  options_.language = "en";
  CLI::App* sub = app.add_subcommand("docs", "");
  sub->add_option("DIR", places_);
  options_.add(*sub, {"--plugins", "--language", "--json"});
  one_of(sub->add_option("--for", reader_), {"people", "models", "authors"});
  sub->add_option("--out", out_);
  sub->add_option("--stubs", stubs_);
  sub->add_flag("--check", check_);
}

void Docs::take(const Ruleset& ruleset, const Pack& pack, bool lone) {
  const std::string& id = pack.manifest.plugin;
  std::erase_if(waiting_, [&](const Waiting& one) { return one.id == id; });
  for (const Part& part : parts_)
    if (part.id == id && (part.lone || part.plugin == pack.as)) return;
  Part part{pack.as, id, lone, {}, {}};
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    part.manual[i] = plugin_manual(ruleset, pack, kLanguages[i]);
    part.guidance[i] = plugin_guidance(ruleset, pack, kLanguages[i]);
  }
  parts_.push_back(std::move(part));
}

// REQUIRES: the folder holds a ruleset or a plugin.
Result<void> Docs::add(const std::string& folder) {
  const std::string name = fs::path(folder).filename().string();
  const bool lone = is_file(fs::path(folder) / "plugin.yaml");
  Ruleset::Built built = load_logged(folder, options_.plugins, Limits());
  if (built.ruleset == nullptr) {
    waiting_.push_back({lone ? name : std::string(), folder, std::move(built.problems)});
    return {};
  }
  rulesets_.push_back(built.ruleset);
  for (const Pack& pack : built.ruleset->packs())
    if (!lone || pack.manifest.plugin == name) take(*built.ruleset, pack, lone);
  return {};
}

// What nobody gave parameters to is an error; the others are put in order, if they are not one ruleset's.
Result<void> Docs::settle() {
  for (const Waiting& one : waiting_) show_problems(one.problems);
  if (!waiting_.empty())
    return Error(Code::kPluginInvalid, waiting_.front().folder + " does not load",
                 "fix it, or name also a ruleset that gives the plugin its parameters");
  if (std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.lone; }))
    std::stable_sort(parts_.begin(), parts_.end(),
                     [](const Part& a, const Part& b) { return a.plugin < b.plugin; });
  return {};
}

Result<void> Docs::gather(const std::string& place) {
  std::error_code error;
  const fs::path path = fs::absolute(place, error).lexically_normal();
  const fs::path folder = path.has_filename() ? path : path.parent_path();
  if (is_file(folder / "plugin.yaml") || is_file(folder / "ruleset.yaml")) return add(folder.string());
  const std::vector<std::string> plugins = plugins_in(folder);
  if (plugins.empty())
    return Error(Code::kPluginInvalid, place + " holds no ruleset and no plugin",
                 "name a folder with ruleset.yaml or plugin.yaml, or one of plugin folders");
  for (const std::string& plugin : plugins) TRY(add(plugin));
  return {};
}

std::string Docs::document(bool models, std::size_t language) const {
  std::string text = heading(models, language);
  for (const Part& part : parts_) {
    const std::string& own = models ? part.guidance[language] : part.manual[language];
    if (!own.empty()) text += (models ? "\n## " + part.plugin + "\n\n" : "\n") + own;
  }
  return text;
}

// What --out and --stubs are to hold.
Result<std::vector<PackFile>> Docs::files() const {
  std::vector<PackFile> files;
  // Legal text of plugins stays as it is; what steers a terminal that shows the file has no business there.
  const auto add = [&files](std::string name, std::string_view text) {
    files.push_back({std::move(name), without_controls(text)});
  };
  for (std::size_t i = 0; i < kLanguages.size() && !out_.empty(); ++i) {
    const fs::path out(out_);
    add((out / kManuals[i]).string(), document(false, i));
    add((out / kGuidances[i]).string(), document(true, i));
    add((out / kReferences[i]).string(), reference(kLanguages[i]));
  }
  if (stubs_.empty()) return files;
  std::vector<PackFile> stubs = TRY(stub_files(rulesets_, options_.language));
  for (PackFile& stub : stubs) add((fs::path(stubs_) / stub.name).string(), stub.text);
  add_editor_files(fs::path(stubs_).lexically_normal(), files);
  return files;
}

// What is longer is not the same, and need not be read.
bool Docs::is_kept(const PackFile& file) const {
  const Result<std::string> there =
      is_file(file.name) ? read_found(file.name, file.text.size(), kEditorLimit) : std::string();
  if (there && *there == file.text) return true;
  std::fprintf(stderr, "%s is out of date; gavel docs %s writes it\n", printable(file.name).c_str(),
               file.name.ends_with(".md") ? "--out" : "--stubs");
  return false;
}

// Stubs of something that was removed would go on describing it.
std::vector<std::string> Docs::leftovers(const std::vector<PackFile>& files) const {
  std::vector<std::string> found;
  std::error_code error;
  if (stubs_.empty()) return found;
  for (fs::directory_iterator at(stubs_, error), end; !error && at != end; at.increment(error)) {
    const std::string name = (fs::path(stubs_) / at->path().filename()).string();
    if (!name.ends_with(".lua") || std::ranges::find(files, name, &PackFile::name) != files.end()) continue;
    std::fprintf(stderr, "%s describes something that no longer exists; delete it\n",
                 printable(name).c_str());
    found.push_back(name);
  }
  return found;
}

int Docs::write_all() const {
  const Result<std::vector<PackFile>> files = this->files();
  if (!files) return options_.fail(files.error());
  // Gavel alone names these files: a link in the place of one is refused, in writing and in comparing.
  const auto plain_for = [this](const PackFile& file) {
    std::vector<std::string> plain = places_;
    plain.push_back((fs::path(".") / file.name).parent_path().string());
    return plain;
  };
  for (const PackFile& file : *files) {
    if (const Result<void> way = check_way(file.name, plain_for(file)); !way)
      return options_.fail(way.error());
  }
  std::error_code ignored;  // what cannot be made, cannot be written into either
  if (!stubs_.empty() && !check_) fs::create_directories(stubs_, ignored);
  std::vector<std::string> stale;
  if (check_) stale = leftovers(*files);
  Json names(Json::value_t::array);
  for (const PackFile& file : *files) {
    names.push_back(file.name);
    if (check_) {
      if (!is_kept(file)) stale.push_back(file.name);
    } else if (const Result<void> written = write_file(file.name, file.text, plain_for(file)); !written) {
      return options_.fail(written.error());
    }
  }
  if (options_.json) {
    Json answer(Json::value_t::object);
    answer["files"] = std::move(names);
    if (check_) answer["out_of_date"] = stale;
    put(shown_json(answer, 2) + "\n");
  }
  return heard(stale.empty() ? 0 : kExitStale);
}

int Docs::print() const {
  if (reader_ == "authors") {
    const std::string text = reference(options_.language);
    put(options_.json ? shown_json(Json{{"language", options_.language}, {"reference", text}}, 2) + "\n"
                      : text);
  } else if (!options_.json) {
    put(printable_lines(document(reader_ == "models", options_.language == "zh" ? 1 : 0)));
  } else {
    Json all(Json::value_t::array);
    for (const Part& part : parts_) {
      Json one(Json::value_t::object);
      one["plugin"] = part.plugin;
      for (std::size_t i = 0; i < kLanguages.size(); ++i) {
        one["manual"][kLanguages[i]] = part.manual[i];
        one["guidance"][kLanguages[i]] = part.guidance[i];
      }
      all.push_back(std::move(one));
    }
    put(shown_json(all, 2) + "\n");
  }
  return heard();
}

int Docs::run() {
  if (check_ && out_.empty() && stubs_.empty())
    return options_.fail(
        Error(Code::kUsage, "--check needs --out or --stubs", "gavel docs plugins --out plugins --check"));
  if (places_.empty()) places_.push_back(shipped("plugins"));
  for (const std::string& place : places_)
    if (const Result<void> gathered = gather(place); !gathered) return options_.fail(gathered.error());
  if (const Result<void> settled = settle(); !settled) return options_.fail(settled.error());
  return out_.empty() && stubs_.empty() ? print() : write_all();
}

}  // namespace gavel
