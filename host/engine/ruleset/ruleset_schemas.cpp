#include "ruleset_schemas.hpp"

#include <map>
#include <set>

#include "base/utf8.hpp"
#include "ruleset/placeholders.hpp"
#include "ruleset/schema_reader.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

class SchemaSearch {
 public:
  SchemaSearch(const RulesetPlaces& places, const Limits& limits, std::vector<Problem>& problems)
      : places_(places), limits_(limits), problems_(problems) {}

  std::vector<SchemaFile> run(const Folder& home, const RulesetFile& file) {
    if (home.has("schemas")) take_own(home);
    std::vector<Named> wanted = file.schemas;
    wanted.insert(wanted.end(), file.offered.begin(), file.offered.end());
    wanted.insert(wanted.end(), places_.schemas.begin(), places_.schemas.end());
    // What is taken asks for what it depends on.
    for (const SchemaFile& own : found_) want_needs(own.schema, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Named one = wanted[i];
      if (!known_.insert(one.name).second) continue;
      if (const SchemaFile* taken = take(one)) want_needs(taken->schema, wanted);
    }
    return std::move(found_);
  }

 private:
  void tell(Error error, std::string expected) {
    problems_.push_back({std::move(error), {}, std::move(expected)});
  }

  void tell_all(std::vector<Problem>& problems) {
    for (Problem& problem : problems) problems_.push_back(std::move(problem));
  }

  static void want_needs(const Schema& schema, std::vector<Named>& wanted) {
    for (const SchemaNeed& need : schema.dependencies) wanted.push_back({need.id, need.where});
  }

  // All of them: whoever wrote them wants to hear what is wrong.
  void take_own(const Folder& home) {
    Result<Folder> folder = home.folder("schemas");
    if (!folder) return tell(std::move(folder).error(), "a plain folder");
    for (FoundSchema& one : read_schema_folder(*folder, limits_)) {
      tell_all(one.problems);
      if (!one.file) continue;
      known_.insert(one.file->schema.id);
      found_.push_back(std::move(*one.file));
    }
  }

  // The folders are only opened where something is looked for there.
  void open_folders() {
    if (opened_) return;
    opened_ = true;
    for (const std::string& dir : places_.schema_dirs) {
      Result<Folder> folder = Folder::open(dir, dir);
      if (!folder) {
        tell(std::move(folder).error(), "a folder with schemas");
        continue;
      }
      SchemasById& schemas = folders_.emplace_back();
      for (FoundSchema& one : read_schema_folder(*folder, limits_)) {
        if (!one.file) continue;
        std::string id = one.file->schema.id;
        schemas.emplace(std::move(id), std::move(one));
      }
    }
  }

  const SchemaFile* take(const Named& wanted) {
    open_folders();
    for (SchemasById& schemas : folders_) {
      const auto [begin, end] = schemas.equal_range(wanted.name);
      if (begin == end) continue;
      for (auto one = begin; one != end; ++one) {
        tell_all(one->second.problems);
        found_.push_back(std::move(*one->second.file));  // a second one of that id is told by the library
      }
      schemas.erase(begin, end);
      return &found_.back();
    }
    tell_missing(wanted);
    return nullptr;
  }

  std::string hint_for(const std::string& name) {
    if (hints_.is_used_up()) return {};
    std::vector<std::string_view> ids;
    for (const SchemaFile& one : found_) ids.push_back(one.schema.id);
    for (const SchemasById& schemas : folders_)
      for (const auto& [id, one] : schemas) ids.push_back(id);
    return hints_.nearest_hint(name, ids);
  }

  void tell_missing(const Named& wanted) {
    std::string hint = hint_for(wanted.name);
    if (hint.empty()) hint = "check the id, or give the folder that holds it with --schemas";
    std::string looked = "the ruleset's schemas/";
    for (const std::string& dir : places_.schema_dirs) looked += ", " + dir;
    problems_.push_back(
        {Error(Code::kPluginInvalid, "there is no schema \"" + shortened(printable(wanted.name), 64) + "\"",
               std::move(hint), wanted.where),
         wanted.name, "a schema's id, in " + looked});
  }

  const RulesetPlaces& places_;
  const Limits& limits_;
  std::vector<Problem>& problems_;
  std::vector<SchemaFile> found_;
  std::set<std::string> known_;                                              // found, or told to be missing
  using SchemasById = std::multimap<std::string, FoundSchema, std::less<>>;  // by id
  std::vector<SchemasById> folders_;
  HintBudget hints_;
  bool opened_ = false;
};

std::string value_text(const Json& value) {
  if (value.is_string()) return string_of(value);
  if (!value.is_array()) return to_text(value);
  std::string list;
  for (const Json& one : array_of(value)) list += (list.empty() ? "" : ", ") + value_text(one);
  return list;
}

// The parameter of an instance, or of the plugin where its instances agree.
Result<std::string> parameter(const std::vector<Pack>& packs, std::string_view name,
                              std::string_view parameter, HintBudget& hints) {
  std::vector<const Pack*> meant;
  std::vector<std::string_view> names;
  for (const Pack& pack : packs) {
    names.push_back(pack.as);
    names.push_back(pack.manifest.plugin);
    if (pack.as == name) meant.assign(1, &pack);
    if (pack.as == name) break;
    if (pack.manifest.plugin == name) meant.push_back(&pack);
  }
  const std::string shown = "{{" + std::string(name) + "." + std::string(parameter) + "}}";
  if (meant.empty()) {
    std::string hint = hints.nearest_hint(name, names);
    return Error(
        Code::kPluginInvalid, shown + ": the ruleset has no plugin \"" + std::string(name) + "\"",
        hint.empty() ? "add it to the ruleset's `plugins`, or leave this schema out" : std::move(hint));
  }
  std::vector<std::string_view> known;
  std::optional<std::string> value;
  for (const Pack* pack : meant) {
    for (const auto& [key, given] : object_of(pack->params)) {
      known.push_back(key);
      if (key != parameter) continue;
      std::string text = value_text(given);
      if (value && *value != text)
        return Error(Code::kPluginInvalid,
                     shown + ": the instances of " + std::string(name) + " differ in it",
                     "name one of them, such as {{" + pack->as + "." + std::string(parameter) + "}}");
      value = std::move(text);
    }
  }
  if (value) return std::move(*value);
  return Error(
      Code::kPluginInvalid,
      shown + ": the plugin " + std::string(name) + " has no parameter \"" + std::string(parameter) + "\"",
      hints.nearest_hint(parameter, known));
}

}  // namespace

std::vector<SchemaFile> gather_schemas(const Folder& folder, const RulesetPlaces& places,
                                       const RulesetFile& file, const Limits& limits,
                                       std::vector<Problem>& problems) {
  return SchemaSearch(places, limits, problems).run(folder, file);
}

std::string schema_file_name(const Schema& schema) {
  return "schemas/" + (schema.folder.empty() ? "" : schema.folder + "/") + schema.id + ".yaml";
}

SchemaLibrary filled_schemas(const RulesetSource& source, std::vector<Problem>& problems) {
  std::vector<Schema> schemas;
  HintBudget hints;
  for (const SchemaFile& file : source.schemas) {
    schemas.push_back(file.schema);
    const auto fill = [&](std::string_view name, std::string_view key) {
      return parameter(source.packs, name, key, hints);
    };
    for (Error& error : fill_placeholders(schemas.back(), fill))
      problems.push_back({std::move(error), {}, "a plugin's parameter, such as {{plugin.parameter}}"});
  }
  return SchemaLibrary::of(std::move(schemas), problems);
}

}  // namespace gavel
