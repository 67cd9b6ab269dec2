#include "lua/pack_reader.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "state/shape.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostFolders = 16;  // inside one another

// The Lua files below a folder.
class FolderText {
 public:
  FolderText(const Limits& limits, std::vector<Problem>& problems) : limits_(limits), problems_(problems) {}

  // By name; "lib/words.lua" for what lies in a folder below.
  std::vector<PackFile> read(const Folder& top) {
    struct Open {
      const Folder* folder;
      std::optional<Folder> own;
      std::string prefix;
      std::vector<Folder::Entry> entries;
      std::size_t next = 0;
    };
    std::vector<Open> open;
    open.push_back({&top, std::nullopt, "", list(top), 0});
    while (!open.empty() && !full_) {
      Open& here = open.back();
      const Folder& folder = here.own ? *here.own : *here.folder;
      if (here.next == here.entries.size()) {
        open.pop_back();
        continue;
      }
      const Folder::Entry entry = here.entries[here.next++];
      const std::string name = here.prefix + entry.name;
      const bool hidden = entry.name.starts_with('.');  // what editors and version control keep there
      if (entry.kind == Folder::Entry::Kind::kFolder) {
        if (hidden) continue;
        if (open.size() >= kMostFolders) {
          refuse(folder.shown(entry.name), "folders are nested more than 16 deep", "fewer folders", "");
          continue;
        }
        Result<Folder> inner = folder.folder(entry.name);
        if (!inner) {
          problems_.push_back({std::move(inner).error(), {}, {}});
          continue;
        }
        std::vector<Folder::Entry> entries = list(*inner);
        open.push_back({nullptr, std::move(*inner), name + "/", std::move(entries), 0});
      } else {
        take(folder, entry, name);
      }
    }
    std::sort(files_.begin(), files_.end(),
              [](const PackFile& a, const PackFile& b) { return a.name < b.name; });
    return std::move(files_);
  }

 private:
  std::vector<Folder::Entry> list(const Folder& folder) {
    // Texts, tests and pictures may lie beside the Lua files.
    Result<std::vector<Folder::Entry>> entries = folder.entries(limits_.max_plugin_files * 4);
    if (entries) return std::move(*entries);
    problems_.push_back({std::move(entries).error(), {}, {}});
    return {};
  }

  void refuse(std::string file, std::string message, std::string expected, std::string hint,
              LineColumn at = {0, 0}) {
    Where where;
    where.file = std::move(file);
    where.line = at.line;
    where.column = at.column;
    problems_.push_back({Error(Code::kPluginInvalid, std::move(message), std::move(hint), std::move(where)),
                         {},
                         std::move(expected)});
  }

  void take(const Folder& folder, const Folder::Entry& entry, const std::string& name) {
    const std::string shown = folder.shown(entry.name);
    if (entry.kind == Folder::Entry::Kind::kLink) {
      refuse(shown, "found a link", "plain files and folders", "copy the file instead of linking it");
      return;
    }
    if (!name.ends_with(".lua") || name.ends_with("_test.lua")) return;
    if (entry.kind != Folder::Entry::Kind::kFile) {
      refuse(shown, "found a special file", "plain files and folders", "delete it");
      return;
    }
    if (Result<void> good = check_file_name(name); !good) {
      refuse(shown, good.error().message, "a plain file name", "rename the file");
      return;
    }
    if (files_.size() >= limits_.max_plugin_files) {
      refuse(shown, "more than " + std::to_string(limits_.max_plugin_files) + " Lua files (max_plugin_files)",
             "fewer files", "");
      full_ = true;
      return;
    }
    Result<std::string> text = folder.read(entry.name, limits_.max_plugin_bytes - bytes_, "max_plugin_bytes");
    if (!text) {
      full_ = text.error().code == Code::kLimitSize;
      problems_.push_back({std::move(text).error(), {}, full_ ? "a smaller plugin" : "a readable file"});
      return;
    }
    bytes_ += text->size();
    if (check_text(*text, shown)) files_.push_back({name, std::move(*text)});
  }

  bool check_text(std::string& text, const std::string& shown) {
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // Lua takes the mark for a word
    if (text.starts_with('\x1b')) {
      refuse(shown, "the file is compiled Lua", "Lua text",
             "put the source in its place; compiled Lua never runs", {1, 1});
      return false;
    }
    const std::size_t bad = find_invalid_utf8(text);
    if (bad != std::string::npos) {
      refuse(shown, "the bytes are not valid UTF-8", "UTF-8", "save the file as UTF-8",
             line_column(text, bad));
      return false;
    }
    if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
      refuse(shown, "found a NUL", "Lua text", "delete it, or write \\0 in a string", line_column(text, nul));
      return false;
    }
    return true;
  }

  const Limits& limits_;
  std::vector<Problem>& problems_;
  std::vector<PackFile> files_;
  std::size_t bytes_ = 0;
  bool full_ = false;
};

// The manifest's files first, in its order.
void arrange(Pack& pack, const std::string& manifest_file, std::vector<Problem>& problems) {
  std::vector<std::string_view> names;
  for (const PackFile& file : pack.files) names.push_back(file.name);
  for (std::size_t i = 0; i < pack.manifest.files.size(); ++i) {
    const std::string& name = pack.manifest.files[i];
    const auto found = std::find_if(pack.files.begin(), pack.files.end(),
                                    [&name](const PackFile& file) { return file.name == name; });
    // A file that is there and was refused has a problem of its own already.
    const std::string shown = manifest_file.substr(0, manifest_file.rfind('/') + 1) + name;
    const auto refused = [&shown](const Problem& one) { return one.error.where.file == shown; };
    if (found == pack.files.end() && std::ranges::none_of(problems, refused)) {
      Where where = pack.manifest.file_marks[i];
      where.file = manifest_file;
      std::string hint = nearest_hint(name, names);
      if (hint.empty()) hint = "write the file, or name the right one in `files`";
      problems.push_back({Error(Code::kPluginInvalid, "there is no file \"" + printable(name) + "\"",
                                std::move(hint), std::move(where)),
                          printable(name),
                          names.empty() ? "a Lua file in the plugin's folder" : listed(names)});
    }
  }
  // Stable: the rest stays in the order of names.
  const auto rank = [&pack](const PackFile& file) {
    const std::vector<std::string>& first = pack.manifest.files;
    return std::find(first.begin(), first.end(), file.name) - first.begin();
  };
  std::stable_sort(pack.files.begin(), pack.files.end(),
                   [&rank](const PackFile& a, const PackFile& b) { return rank(a) < rank(b); });
}

}  // namespace

std::optional<Pack> read_pack(const Folder& folder, const std::string& name, const Limits& limits,
                              std::vector<Problem>& problems) {
  std::vector<Problem> own;
  const std::string file = folder.shown("plugin.yaml");
  Result<std::string> text = folder.read("plugin.yaml", limits.max_yaml_bytes, "max_yaml_bytes");
  if (!text) {
    if (folder.has("plugin.yml") && !folder.has("plugin.yaml"))
      text.error().hint = "rename plugin.yml to plugin.yaml";
    problems.push_back({std::move(text).error(), {}, "the plugin's manifest"});
    return std::nullopt;
  }
  Pack pack;
  pack.folder = "plugins/" + name;
  pack.home = folder.shown();
  pack.manifest = read_manifest(*text, file, limits, own);
  pack.manifest_text = std::move(*text);
  pack.as = pack.manifest.plugin;
  if (is_plugin_name(pack.manifest.plugin) && pack.manifest.plugin != name) {
    Where where;
    where.file = file;
    where.line = where.column = 1;
    own.push_back(
        {Error(Code::kPluginInvalid,
               "the plugin calls itself " + pack.manifest.plugin + ", its folder " + printable(name),
               "rename the folder, or change `plugin:`", std::move(where)),
         pack.manifest.plugin, "plugin: " + printable(name)});
  }
  const bool named = !any_error(own);
  pack.files = FolderText(limits, own).read(folder);
  // Where the manifest could not be read, what it says of files means nothing.
  if (named) arrange(pack, file, own);
  const bool good = !any_error(own);
  std::move(own.begin(), own.end(), std::back_inserter(problems));
  return good ? std::optional(std::move(pack)) : std::nullopt;
}

std::vector<PackFile> read_library(const Folder& folder, const Limits& limits,
                                   std::vector<Problem>& problems) {
  return FolderText(limits, problems).read(folder);
}

}  // namespace gavel
