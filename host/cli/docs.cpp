#include "docs.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "rules/manual.hpp"
#include "state/json_writer.hpp"

#include "files.hpp"
#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kExitStale = 1;
constexpr std::array<const char*, 2> kLanguages = {"en", "zh"};
constexpr std::array<const char*, 2> kManuals = {"MANUAL.md", "MANUAL.zh-CN.md"};
constexpr std::array<const char*, 2> kGuidances = {"GUIDANCE.md", "GUIDANCE.zh-CN.md"};
constexpr const char* kFooter =
    "Both documents are made from what plugins register, with their parameters' defaults, or as a ruleset "
    "sets\n"
    "them; the tables of parameters always show the defaults. With --out, MANUAL.md and GUIDANCE.md are\n"
    "written in English and Chinese.\n"
    "Exit code 0 when it was done, 1 where --check found a file that is out of date, 2 for errors.\n\n"
    "Examples:\n"
    "  gavel docs plugins/vitals\n"
    "  gavel docs rulesets/tabletop --for models --language zh\n"
    "  gavel docs plugins rulesets/xianxia --out plugins --check";

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

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

}  // namespace

Docs::Docs(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("docs", "Write the manual for people and the guidance for models");
  named(sub->add_option("DIR", places_,
                        "Plugins, folders of plugins, or rulesets (default: the plugins that are shipped)"),
        "...");
  sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--for", reader_, "people (default) or models"), "READER")
      ->check(CLI::IsMember({"people", "models"}));
  named(sub->add_option("--language", language_, "en (default) or zh"), "NAME")
      ->check(CLI::IsMember({"en", "zh"}));
  CLI::Option* out =
      named(sub->add_option("--out", out_, "Write all four documents into this folder"), "DIR");
  sub->add_flag("--check", check_, "With --out: write nothing, and say which of them are out of date")
      ->needs(out);
  sub->add_flag("--json", json_, "Every plugin's parts of both documents, in both languages, as JSON");
  sub->footer(kFooter);
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
  Ruleset::Built built = load_rules(folder, plugin_dirs_, Limits());
  if (built.ruleset == nullptr) {
    waiting_.push_back({lone ? name : std::string(), folder, std::move(built.problems)});
    return {};
  }
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
                 "mend it, or name also a ruleset that gives the plugin its parameters");
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

int Docs::write_all() const {
  bool stale = false;
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    for (const bool models : {false, true}) {
      const std::string file = (fs::path(out_) / (models ? kGuidances[i] : kManuals[i])).string();
      const std::string text = document(models, i);
      if (check_) {
        const Result<std::string> there = is_file(file) ? read_file(file, SIZE_MAX) : std::string();
        if (there && *there == text) continue;
        std::fprintf(stderr, "%s is out of date; gavel docs --out writes it\n", file.c_str());
        stale = true;
      } else if (const Result<void> written = write_file(file, text); !written) {
        show_error(written.error(), file, "", use_colour(Colour::kAuto, STDERR_FILENO));
        return kExitUsage;
      }
    }
  }
  return stale ? kExitStale : 0;
}

int Docs::print() const {
  if (!json_) {
    std::printf("%s", document(reader_ == "models", language_ == "zh" ? 1 : 0).c_str());
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
    std::printf("%s\n", to_text(all, 2).c_str());
  }
  return std::fflush(stdout) == 0 ? 0 : kExitUsage;
}

int Docs::run() {
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
  return out_.empty() ? print() : write_all();
}

}  // namespace gavel
