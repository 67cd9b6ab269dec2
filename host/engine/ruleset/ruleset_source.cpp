#include "ruleset/ruleset_source.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/folder.hpp"
#include "base/utf8.hpp"
#include "lua/pack_reader.hpp"
#include "ruleset/field_violations.hpp"
#include "ruleset/loading.hpp"
#include "state/json_reader.hpp"
#include "state/path.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"
#include "state/yaml_reader.hpp"

#include "ruleset_schemas.hpp"

namespace gavel {

std::string plugin_name_of(const std::string& folder) {
  const std::filesystem::path inside = std::filesystem::path(folder) / "plugin.yaml";
  return std::filesystem::absolute(inside).lexically_normal().parent_path().filename().string();
}

namespace {

class SourceReader {
 public:
  SourceReader(const RulesetPlaces& places, const Limits& limits, std::vector<Problem>& problems)
      : places_(places), limits_(limits), problems_(problems) {}

  bool run(RulesetSource& source) {
    Result<Folder> folder = Folder::open(places_.folder, places_.folder);
    if (!folder) return tell(std::move(folder).error(), "the ruleset's folder");
    if (!read_from(*folder, source)) return false;
    if (!places_.library_dir.empty()) read_modules(source);
    return !any_error(problems_);
  }

  // A folder that holds its shared modules too.
  bool run_in(const Folder& folder, RulesetSource& source) {
    stored_ = true;
    if (!read_from(folder, source)) return false;
    if (folder.has("lib")) {
      Result<Folder> library = folder.folder("lib");
      if (library) source.library = read_library(*library, source.file.limits, problems_);
    }
    return !any_error(problems_);
  }

  // A ruleset of nothing but one plugin and what it requires.
  bool run_plugin(RulesetSource& source, const std::string& given, const std::string& file) {
    const std::filesystem::path folder(places_.folder);
    const std::string name = plugin_name_of(places_.folder);
    const std::string text =
        given.empty() ? "ruleset: " + name + "\nversion: 0.0.0\nplugins: [" + name + "]\n" : given;
    source.file = read_ruleset_file(text, file.empty() ? places_.folder : file, limits_, problems_);
    if (source.file.tree == nullptr || source.file.plugins.empty() || any_error(problems_)) return false;
    if (given.empty()) {
      // Nobody wrote such a ruleset: what it asks for is the plugin's own file.
      Where& where = source.file.plugins.front().where;
      where.file = (folder / "plugin.yaml").lexically_normal().string();
      where.line = where.column = 1;
    }
    // Also where the plugin is ".".
    std::string parent = (folder / "..").lexically_normal().string();
    if (parent.size() > 1 && parent.back() == '/') parent.pop_back();
    Result<Folder> around = Folder::open(parent, parent);
    if (!around) return tell(std::move(around).error(), "the folder that the plugin lies in");
    folders_.push_back(std::move(*around));
    open_given_folders();
    // What is required is used too, and what that requires.
    for (std::size_t i = 0; i < source.file.plugins.size(); ++i) {
      std::vector<Problem> again;  // told when the packs are read
      const std::optional<Pack> pack = find_pack(source.file.plugins[i], limits_, again);
      if (!pack) continue;
      for (const Requirement& one : pack->manifest.requirements) {
        const auto same = [&one](const PluginUse& use) { return use.id == one.plugin; };
        if (std::any_of(source.file.plugins.begin(), source.file.plugins.end(), same)) continue;
        PluginUse use = source.file.plugins.front();
        use.id = use.as = one.plugin;
        // No ruleset asks for it: the manifest does.
        use.where.file = pack->home + "/plugin.yaml";
        use.where.line = one.line;
        use.where.column = one.column;
        source.file.plugins.push_back(std::move(use));
      }
    }
    read_packs(source.file, source.packs);
    if (!places_.library_dir.empty()) read_modules(source);
    return !any_error(problems_);
  }

 private:
  bool read_from(const Folder& folder, RulesetSource& source) {
    Result<std::string> text = folder.read("ruleset.yaml", limits_.max_yaml_bytes, "max_yaml_bytes");
    if (!text) return tell(std::move(text).error(), "the ruleset's file");
    source.file = read_ruleset_file(*text, folder.shown("ruleset.yaml"), limits_, problems_);
    if (source.file.tree == nullptr) return false;
    source.file_text = std::move(*text);
    open_folders(folder);
    read_packs(source.file, source.packs);
    source.schemas = gather_schemas(folder, places_, source.file, limits_, problems_);
    if (!source.file.state.empty()) read_state(folder, source);
    return true;
  }

  bool tell(Error error, std::string expected) {
    problems_.push_back({std::move(error), {}, std::move(expected)});
    return false;
  }

  // The folders in which plugins lie, the ruleset's own first.
  void open_folders(const Folder& folder) {
    if (folder.has("plugins")) {
      Result<Folder> own = folder.folder("plugins");
      if (own) folders_.push_back(std::move(*own));
      if (!own) tell(std::move(own).error(), "a plain folder");
    }
    open_given_folders();
  }

  void open_given_folders() {
    for (const std::string& dir : places_.plugin_dirs) {
      Result<Folder> opened = Folder::open(dir, dir);
      if (opened) folders_.push_back(std::move(*opened));
      if (!opened) tell(std::move(opened).error(), "a folder with plugins");
    }
  }

  void read_packs(const RulesetFile& file, std::vector<Pack>& packs) {
    // Where a plugin is missing or broken, what others require of it is not told as well.
    bool whole = true;
    std::vector<Pack> read;  // each plugin once, however many instances it has
    for (const PluginUse& use : file.plugins) {
      auto known = std::find_if(read.begin(), read.end(),
                                [&use](const Pack& pack) { return pack.manifest.plugin == use.id; });
      if (known == read.end()) {
        if (std::find(broken_.begin(), broken_.end(), use.id) != broken_.end()) continue;
        std::optional<Pack> pack = find_pack(use, file.limits, problems_);
        if (!pack) {
          whole = false;
          broken_.push_back(use.id);
          continue;
        }
        read.push_back(std::move(*pack));
        known = read.end() - 1;
      }
      Pack pack = *known;
      pack.as = use.as;
      pack.asked = use.where;
      pack.params =
          check_params(pack.manifest, use.with ? &*use.with : nullptr, use.where, limits_, problems_);
      packs.push_back(std::move(pack));
    }
    if (whole) {
      std::vector<Problem> found;
      steps_ = order_packs(packs, found);
      name_near_plugins(packs, found);
      name_homes(found, packs);
      std::move(found.begin(), found.end(), std::back_inserter(problems_));
    } else {
      tell_duplicates(file);
    }
  }

  // Two of one name, where the order of loading, which tells it too, cannot be asked for.
  void tell_duplicates(const RulesetFile& file) {
    for (auto use = file.plugins.begin(); use != file.plugins.end(); ++use) {
      const auto first = std::find_if(file.plugins.begin(), use,
                                      [&use](const PluginUse& other) { return other.as == use->as; });
      if (first == use) continue;
      problems_.push_back(
          {Error(Code::kPluginInvalid,
                 "two plugins are called " + use->as + "; the first at " + std::to_string(first->where.line) +
                     ":" + std::to_string(first->where.column),
                 "give one of them a name of its own: {id: " + use->id + ", as: …}", use->where),
           use->as, "a name for every instance"});
    }
  }

  std::optional<Pack> find_pack(const PluginUse& use, const Limits& limits, std::vector<Problem>& problems) {
    for (const Folder& place : folders_) {
      if (!place.has(use.id)) continue;
      Result<Folder> folder = place.folder(use.id);
      if (folder) return read_pack(*folder, use.id, limits, problems);
      problems.push_back({std::move(folder).error(), {}, "a plain folder with a plugin"});
      return std::nullopt;
    }
    tell_missing(use, problems);
    return std::nullopt;
  }

  // The plugins that lie somewhere, whether the ruleset lists them or not. The folders are looked through
  // once, however many plugins are missing.
  const std::vector<std::string>& names_in_folders() {
    if (names_) return *names_;
    std::vector<std::string>& names = names_.emplace();
    for (const Folder& place : folders_) {
      Result<std::vector<Folder::Entry>> entries = place.entries(10'000);
      if (!entries) continue;
      for (Folder::Entry& entry : *entries)
        if (entry.kind == Folder::Entry::Kind::kFolder) names.push_back(std::move(entry.name));
    }
    return names;
  }

  // What no plugin is called cannot be listed either: a requirement of it is misspelt.
  void name_near_plugins(const std::vector<Pack>& packs, std::vector<Problem>& found) {
    if (found.empty()) return;
    const std::vector<std::string>& names = names_in_folders();
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::set<std::string_view> there(known.begin(), known.end());
    std::multimap<std::pair<std::string_view, std::size_t>, Error*> told;  // by file and line
    for (Problem& problem : found)
      told.emplace(std::pair(std::string_view(problem.error.where.file), problem.error.where.line),
                   &problem.error);
    for (const Pack& pack : packs) {
      const std::string file = pack.folder + "/plugin.yaml";
      for (const Requirement& one : pack.manifest.requirements) {
        if (there.contains(one.plugin)) continue;
        const std::string near = hints_.nearest_hint(one.plugin, known);
        const auto [begin, end] = told.equal_range({file, one.line});
        for (auto at = begin; at != end && !near.empty(); ++at)
          if (at->second->hint.starts_with("add " + one.plugin + " ")) at->second->hint = near;
      }
    }
  }

  void tell_missing(const PluginUse& use, std::vector<Problem>& problems) {
    std::string looked;
    for (const Folder& place : folders_) looked += (looked.empty() ? "" : ", ") + place.shown();
    std::string hint;
    if (!hints_.is_used_up()) {
      const std::vector<std::string>& names = names_in_folders();
      hint = hints_.nearest_hint(use.id, std::vector<std::string_view>(names.begin(), names.end()));
    }
    if (hint.empty()) hint = "check the name, or give the folder that holds it with --plugins";
    problems.push_back(
        {Error(Code::kPluginInvalid, "there is no plugin " + use.id, std::move(hint), use.where), use.id,
         looked.empty() ? "a folder " + use.id + " in the ruleset's plugins/"
                        : "a folder " + use.id + " in " + looked});
  }

  void read_state(const Folder& folder, RulesetSource& source) {
    const RulesetFile& file = source.file;
    const std::string shown = folder.shown(file.state);
    Result<std::string> text = folder.read(file.state, limits_.max_state_bytes, "max_state_bytes");
    if (!text) {
      // At the line that names it: there the author can mend it.
      Error error = std::move(text).error();
      error.message = shown + " " + error.message;
      error.where = file.state_mark;
      tell(std::move(error), "the initial state");
      return;
    }
    std::optional<YamlTree> tree;
    if (file.state.ends_with(".json")) {
      Result<Json> json = read_json(*text, file.limits);
      if (!json) {
        json.error().where.file = shown;
        tell(std::move(json).error(), "JSON");
        return;
      }
      tree.emplace(std::move(*json), shown);
    } else {
      tree = read_yaml(*text, shown, file.limits, problems_);
    }
    if (!tree || !check_state(*tree)) return;
    const std::size_t most = stored_ ? 0 : limits_.max_problems;
    for (FieldViolation& one : field_violations(tree->root(), file.fields, file.described_pairs, most)) {
      Problem problem = tree->at(one.path).problem(
          "the initial state: " + one.error.message, described(tree->at(one.path).value()), "",
          one.error.hint.empty()
              ? "fix the value, or the row \"" + one.error.where.rule + "\" of `fields` in ruleset.yaml"
              : one.error.hint);
      problem.error.code = one.error.code;
      problems_.push_back(std::move(problem));
    }
    source.state = std::move(tree->root());
    source.state_text = std::move(*text);
  }

  // An object, the keys of which paths can name.
  bool check_state(const YamlTree& tree) {
    constexpr Shape kStateShape = {.kinds = kMapping, .expected = "the state's members"};
    if (!check_shape(tree.top(), kStateShape, limits_, problems_)) return false;
    std::size_t found = 0;
    std::vector<YamlNode> todo{tree.top()};
    while (!todo.empty() && found < limits_.max_problems) {
      const YamlNode node = todo.back();
      todo.pop_back();
      std::vector<YamlNode> children = node.children();
      std::reverse(children.begin(), children.end());
      for (const YamlNode& child : children)
        if (child.value().is_structured()) todo.push_back(child);
      if (!node.value().is_object()) continue;
      std::reverse(children.begin(), children.end());
      for (const YamlNode& child : children) {
        Result<void> good = check_key(child.key(), limits_);
        if (good || ++found > limits_.max_problems) continue;
        Problem problem = child.key_problem(good.error().message, "another key", good.error().hint);
        problem.error.code = good.error().code;
        problems_.push_back(std::move(problem));
      }
    }
    return found == 0;
  }

  void read_modules(RulesetSource& source) {
    Result<Folder> folder = Folder::open(places_.library_dir, places_.library_dir);
    if (folder) source.library = read_library(*folder, source.file.limits, problems_);
    if (!folder) tell(std::move(folder).error(), "a folder with Lua modules");
  }

 public:
  void arrange(RulesetSource& source) {
    source.order = to_text(steps_, source.packs);
    source.packs = arranged(std::move(source.packs), steps_);
  }

 private:
  const RulesetPlaces& places_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
  std::vector<Folder> folders_;  // all of them opened before anything is looked for
  std::optional<std::vector<std::string>> names_;
  HintBudget hints_;
  std::vector<std::string> broken_;
  // What is stored was taken once, perhaps by a Gavel that asked less: campaigns that are played by it go on.
  bool stored_ = false;
  std::vector<LoadStep> steps_;
};

}  // namespace

namespace {

std::optional<RulesetSource> gather(const RulesetPlaces& places, const Limits& limits,
                                    std::vector<Problem>& problems, RulesetSource* part,
                                    const std::function<bool(SourceReader&, RulesetSource&)>& run) {
  // An error that stood here before is no fault of this ruleset.
  std::vector<Problem> own;
  RulesetSource source;
  SourceReader gathering(places, limits, own);
  const bool good = run(gathering, source);
  if (good) gathering.arrange(source);
  for (Problem& problem : own) problems.push_back(std::move(problem));
  if (good) return source;
  if (part != nullptr) *part = std::move(source);
  return std::nullopt;
}

}  // namespace

std::optional<RulesetSource> read_ruleset(const RulesetPlaces& places, const Limits& limits,
                                          std::vector<Problem>& problems, RulesetSource* part) {
  return gather(places, limits, problems, part,
                [](SourceReader& gathering, RulesetSource& source) { return gathering.run(source); });
}

std::optional<RulesetSource> read_ruleset_in(const Folder& folder, const Limits& limits,
                                             std::vector<Problem>& problems) {
  const RulesetPlaces nowhere;
  RulesetSource source;
  SourceReader gathering(nowhere, limits, problems);
  if (!gathering.run_in(folder, source)) return std::nullopt;
  gathering.arrange(source);
  return source;
}

std::optional<RulesetSource> read_lone_plugin(const RulesetPlaces& places, const Limits& limits,
                                              std::vector<Problem>& problems, const std::string& text,
                                              const std::string& file, RulesetSource* part) {
  return gather(places, limits, problems, part, [&](SourceReader& gathering, RulesetSource& source) {
    return gathering.run_plugin(source, text, file);
  });
}

}  // namespace gavel
