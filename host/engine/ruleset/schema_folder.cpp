// A folder of schema files.

#include <array>

#include "ruleset/schema_reader.hpp"

namespace gavel {
namespace {

constexpr std::array<const char*, 4> kFolders = {"core", "extensions", "rules", "modes"};

class SchemaFolder {
 public:
  explicit SchemaFolder(const Limits& limits) : limits_(limits) {}

  std::vector<FoundSchema> read(const Folder& top) {
    read_files(top, "");
    for (const char* name : kFolders) {
      if (!top.has(name)) continue;
      Result<Folder> folder = top.folder(name);
      if (folder) read_files(*folder, name);
      if (!folder) tell(std::move(folder).error(), "a plain folder");
    }
    return std::move(out_);
  }

 private:
  void tell(Error error, std::string expected) {
    FoundSchema broken;
    broken.problems.push_back({std::move(error), {}, std::move(expected)});
    out_.push_back(std::move(broken));
  }

  void read_files(const Folder& folder, const std::string& name) {
    Result<std::vector<Folder::Entry>> entries = folder.entries(kMostSchemas);
    if (!entries) return tell(std::move(entries).error(), "a folder of schemas");
    for (const Folder::Entry& entry : *entries) {
      if (entry.kind == Folder::Entry::Kind::kFolder) continue;
      if (entry.name.ends_with(".yaml") || entry.name.ends_with(".yml")) read_file(folder, entry.name, name);
    }
  }

  void read_file(const Folder& folder, const std::string& name, const std::string& part) {
    Result<std::string> text = folder.read(name, limits_.max_yaml_bytes, "max_yaml_bytes");
    if (!text) return tell(std::move(text).error(), "a schema's file");
    FoundSchema one;
    std::optional<Schema> schema = read_schema(*text, folder.shown(name), limits_, one.problems);
    if (schema) {
      schema->folder = part;
      one.file = SchemaFile{std::move(*schema), std::move(*text)};
    }
    out_.push_back(std::move(one));
  }

  const Limits& limits_;
  std::vector<FoundSchema> out_;
};

}  // namespace

std::vector<FoundSchema> read_schema_folder(const Folder& folder, const Limits& limits) {
  return SchemaFolder(limits).read(folder);
}

}  // namespace gavel
