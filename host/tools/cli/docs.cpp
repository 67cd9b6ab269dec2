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
constexpr const char* kDocsFooter =
    "Both documents are made from what plugins register, with their parameters' defaults, or as a ruleset "
    "sets\n"
    "them; the tables of parameters always show the defaults. The reference tells authors every word that a\n"
    "plugin may write. With --out, MANUAL.md, GUIDANCE.md and REFERENCE.md are written in English and "
    "Chinese;\n"
    "with --stubs, the files by which lua-language-server knows all of it, and what this game has beside "
    "it;\n"
    "beside that folder .luacheckrc, where that is not an author's own, and .luarc.json where there is "
    "none.\n"
    "Exit code 0 when it was done, 1 where --check found a file that is out of date, 2 for errors.\n\n"
    "Examples:\n"
    "  gavel docs plugins/vitals\n"
    "  gavel docs rulesets/tabletop --for models --language zh\n"
    "  gavel docs --for authors\n"
    "  gavel docs rulesets/mine --stubs rulesets/mine/.gavel\n"
    "  gavel docs plugins rulesets/xianxia --out plugins --check";

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
  constexpr std::array kTold = {"# What models are told", "# 告知模型的内容"};
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
  CLI::App* sub = app.add_subcommand(
      "docs", "Write the manual, the guidance for models, and the files for authors' editors");
  named(sub->add_option("DIR", places_,
                        "Plugins, folders of plugins, or rulesets (default: the plugins that are shipped)"),
        "...");
  sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--for", reader_, "people (default), models or authors"), "READER")
      ->check(CLI::IsMember({"people", "models", "authors"}));
  named(sub->add_option("--language", language_, "en (default) or zh"), "NAME")
      ->check(CLI::IsMember({"en", "zh"}));
  named(sub->add_option("--out", out_, "Write all six documents into this folder"), "DIR");
  named(sub->add_option("--stubs", stubs_, "Write the stubs for lua-language-server into this folder"),
        "DIR");
  sub->add_flag("--check", check_, "With --out or --stubs: write nothing, and say which are out of date");
  sub->add_flag("--json", json_, "Every plugin's parts of both documents, in both languages, as JSON");
  sub->footer(kDocsFooter);
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
  Ruleset::Built built = load_logged(folder, plugin_dirs_, Limits());
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
  for (const Waiting& one : waiting_)
    for (const Problem& problem : one.problems)
      std::fprintf(stderr, "%s\n", problem_line(problem, use_colour(Colour::kAuto, STDERR_FILENO)).c_str());
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
  for (const std::string& plugin : plugins)
    if (Result<void> added = add(plugin); !added) return added;
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
  Result<std::vector<PackFile>> stubs = stub_files(rulesets_, language_);
  if (!stubs) return stubs;
  for (PackFile& stub : *stubs) add((fs::path(stubs_) / stub.name).string(), stub.text);
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

// Stubs of what there is no more would go on telling of it.
bool Docs::tell_leftovers(const std::vector<PackFile>& files) const {
  bool found = false;
  std::error_code error;
  if (stubs_.empty()) return false;
  for (fs::directory_iterator at(stubs_, error), end; !error && at != end; at.increment(error)) {
    const std::string name = (fs::path(stubs_) / at->path().filename()).string();
    if (!name.ends_with(".lua") || std::ranges::find(files, name, &PackFile::name) != files.end()) continue;
    std::fprintf(stderr, "%s describes something that no longer exists; delete it\n",
                 printable(name).c_str());
    found = true;
  }
  return found;
}

int Docs::write_all() const {
  const Result<std::vector<PackFile>> files = this->files();
  if (!files) {
    show_error(files.error(), "", "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  // Gavel alone names these files: a link in the place of one is refused, in writing and in comparing.
  const auto plain_for = [this](const PackFile& file) {
    std::vector<std::string> plain = places_;
    plain.push_back((fs::path(".") / file.name).parent_path().string());
    return plain;
  };
  for (const PackFile& file : *files) {
    const Result<void> way = check_way(file.name, plain_for(file));
    if (way) continue;
    show_error(way.error(), file.name, "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  std::error_code ignored;  // what cannot be made, cannot be written into either
  if (!stubs_.empty() && !check_) fs::create_directories(stubs_, ignored);
  bool stale = check_ && tell_leftovers(*files);
  for (const PackFile& file : *files) {
    if (check_) {
      if (!is_kept(file)) stale = true;
    } else if (const Result<void> written = write_file(file.name, file.text, plain_for(file)); !written) {
      show_error(written.error(), file.name, "", use_colour(Colour::kAuto, STDERR_FILENO));
      return kExitUsage;
    }
  }
  return stale ? kExitStale : 0;
}

int Docs::print() const {
  if (reader_ == "authors") {
    put(reference(language_));
  } else if (!json_) {
    put(printable_lines(document(reader_ == "models", language_ == "zh" ? 1 : 0)));
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
  if (check_ && out_.empty() && stubs_.empty()) {
    show_error(
        Error(Code::kUsage, "--check needs --out or --stubs", "gavel docs plugins --out plugins --check"), "",
        "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  if (places_.empty()) places_.push_back(shipped("plugins"));
  for (const std::string& place : places_) {
    if (const Result<void> gathered = gather(place); !gathered) {
      show_error(gathered.error(), "", "", use_colour(Colour::kAuto, STDERR_FILENO));
      return kExitUsage;
    }
  }
  if (const Result<void> settled = settle(); !settled) {
    show_error(settled.error(), "", "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  return out_.empty() && stubs_.empty() ? print() : write_all();
}

}  // namespace gavel
