#include "check_schemas.hpp"

#include <filesystem>
#include <set>
#include <system_error>

#include "ruleset/schema_library.hpp"
#include "ruleset/schema_reader.hpp"

#include "files.hpp"
#include "rules.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

// A file's shelf: the folder that holds core, extensions, rules and modes.
std::string shelf_of(const std::string& file) {
  static const std::set<std::string> kFolders = {"core", "extensions", "rules", "modes"};
  const fs::path folder = fs::path(file).parent_path();
  const fs::path shelf = kFolders.contains(folder.filename().string()) ? folder.parent_path() : folder;
  return shelf.empty() ? "." : shelf.string();
}

std::vector<FoundSchema> read_one(const std::string& file, const Limits& limits) {
  FoundSchema one;
  Result<std::string> text = read_file(file, limits.max_yaml_bytes, "max_yaml_bytes");
  if (!text) {
    one.problems.push_back({std::move(text).error(), {}, "a schema's file"});
  } else if (std::optional<Schema> schema = read_schema(*text, file, limits, one.problems)) {
    one.file = SchemaFile{std::move(*schema), std::move(*text)};
  }
  std::vector<FoundSchema> all;
  all.push_back(std::move(one));
  return all;
}

std::vector<FoundSchema> read_folder(const std::string& dir, const Limits& limits) {
  const Result<Folder> folder = Folder::open(dir, dir);
  return folder ? read_schema_folder(*folder, limits) : std::vector<FoundSchema>();
}

}  // namespace

std::optional<CheckedSchemas> check_schemas(const std::string& place, const std::vector<std::string>& dirs,
                                            const Limits& limits) {
  std::error_code error;
  const bool file = fs::is_regular_file(place, error);
  if (file && !place.ends_with(".yaml") && !place.ends_with(".yml")) return std::nullopt;
  std::vector<FoundSchema> found = file ? read_one(place, limits) : read_folder(place, limits);
  if (found.empty()) return std::nullopt;
  CheckedSchemas checked;
  std::vector<Schema> all;
  std::set<std::string> ids, files;
  for (FoundSchema& one : found) {
    for (Problem& problem : one.problems) checked.problems.push_back(std::move(problem));
    ++checked.count;
    if (!one.file) continue;
    ids.insert(one.file->schema.id);
    files.insert(one.file->schema.where.file);
    all.push_back(std::move(one.file->schema));
  }
  std::vector<std::string> others = dirs;
  if (file) others.insert(others.begin(), shelf_of(place));
  others.push_back(shipped("schemas"));
  for (const std::string& dir : others)
    for (FoundSchema& one : read_folder(dir, limits))
      if (one.file && ids.insert(one.file->schema.id).second) all.push_back(std::move(one.file->schema));
  std::vector<Problem> problems;
  SchemaLibrary::of(std::move(all), problems);
  // What is wrong elsewhere is not what was asked.
  for (Problem& problem : problems)
    if (files.contains(problem.error.where.file)) checked.problems.push_back(std::move(problem));
  return checked;
}

}  // namespace gavel
