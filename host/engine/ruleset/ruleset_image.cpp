#include "ruleset/ruleset_image.hpp"

#include "base/limit_table.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "ruleset_schemas.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostBytes = 1U << 30U;

Ruleset::Built refused(std::string what) {
  Ruleset::Built built;
  built.problems.push_back({Error(Code::kPluginInvalid, std::move(what)), {}, "a ruleset's image", false});
  return built;
}

// The limits of an image; what it leaves out stays as it is.
bool read_limits(const Json& image, Limits& limits) {
  const Json* given = member(image, "limits");
  if (given == nullptr || !given->is_object()) return false;
  for (const auto& [name, value] : object_of(*given)) {
    const LimitRow* row = find_limit(name);
    if (row == nullptr || !value.is_number_integer() || wide(value) < 0) return false;
    limits.*(row->member) = value.get<std::size_t>();
  }
  return true;
}

}  // namespace

std::string ruleset_image(const RulesetSource& source) {
  Json limits(Json::value_t::object);
  for (const LimitRow& row : limit_table())
    limits[std::string(row.name)] = static_cast<std::uint64_t>(source.file.limits.*(row.member));
  Folder::Files files;  // by name, so that the same files give the same text
  files["ruleset.yaml"] = source.file_text;
  if (!source.file.state.empty()) files[source.file.state] = source.state_text;
  for (const Pack& pack : source.packs) {
    const std::string folder = "plugins/" + pack.manifest.plugin + "/";
    files[folder + "plugin.yaml"] = pack.manifest_text;
    for (const PackFile& file : pack.files) files[folder + file.name] = file.text;
  }
  for (const SchemaFile& file : source.schemas) files[schema_file_name(file.schema)] = file.text;
  for (const PackFile& file : source.library) files["lib/" + file.name] = file.text;
  Json image(Json::value_t::object);
  image["gavel_ruleset"] = 1;
  image["ruleset"] = source.file.name;
  image["version"] = to_text(source.file.version);
  image["limits"] = std::move(limits);
  Json& texts = image["files"] = Json(Json::value_t::object);
  for (auto& [name, text] : files) texts[name] = text;
  return to_text(image);
}

Ruleset::Built ruleset_of_image(std::string_view image, const Limits& limits, Probe* probe) {
  Limits wide = limits;
  wide.max_string_bytes = wide.max_key_bytes = kMostBytes;
  Result<Json> json = read_json(image, wide);
  if (!json) return refused("the image of a ruleset cannot be read: " + json.error().message);
  const Json* form = member(*json, "gavel_ruleset");
  const Json* name = member(*json, "ruleset");
  const Json* texts = member(*json, "files");
  if (form == nullptr || *form != 1 || name == nullptr || !name->is_string() || texts == nullptr ||
      !texts->is_object())
    return refused("this is no image of a ruleset, or one of a newer Gavel");
  Limits own = limits;
  if (!read_limits(*json, own)) return refused("the image of a ruleset names limits that do not exist");
  auto files = std::make_shared<Folder::Files>();
  for (const auto& [file, text] : object_of(*texts)) {
    if (!text.is_string() || !check_file_name(file))
      return refused("the image of a ruleset holds no plain files");
    (*files)[file] = string_of(text);
  }
  Ruleset::Built built;
  const Folder folder = Folder::of(std::move(files), "rulesets/" + string_of(*name));
  std::optional<RulesetSource> source = read_ruleset_in(folder, own, built.problems);
  if (!source) return built;
  Ruleset::Built loaded = Ruleset::build(std::move(*source), probe);
  built.ruleset = std::move(loaded.ruleset);
  for (Problem& problem : loaded.problems) built.problems.push_back(std::move(problem));
  return built;
}

}  // namespace gavel
