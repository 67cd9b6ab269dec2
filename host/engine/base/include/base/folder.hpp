// Folder: a folder whose contents somebody else wrote. Nothing that is reached through it lies outside of it:
// names are plain, links are not followed, and only regular files are opened, without waiting for any.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gavel {

// The name of a file inside a folder, "/" between folders: no `..`, no `.`, no empty part, nothing absolute,
// no backslash, no control characters, valid UTF-8.
Result<void> check_file_name(std::string_view name);

class Folder {
 public:
  struct Entry {
    std::string name;
    enum class Kind { kFile, kFolder, kLink, kOther } kind = Kind::kFile;
  };

  // `path` itself may be a link: whoever names it means it. `shown` is what messages call it.
  static Result<Folder> open(const std::string& path, std::string shown);
  // A folder that lies nowhere: files by their names, "/" between folders.
  using Files = std::map<std::string, std::string, std::less<>>;
  static Folder of(std::shared_ptr<const Files> files, std::string shown);
  Folder(Folder&& other) noexcept;
  Folder& operator=(Folder&& other) noexcept;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  const std::string& shown() const { return shown_; }
  // How messages call something inside.
  std::string shown(std::string_view name) const;

  // By the bytes of the names.
  Result<std::vector<Entry>> entries(std::size_t most) const;
  // A folder inside, by one plain name.
  Result<Folder> folder(const std::string& name) const;
  // Whether something of that name is there, whatever it is.
  bool has(const std::string& name) const;
  // A file's bytes; `name` may lead through folders. At most `most` bytes, or limit.size. `limit` is the
  // limit's name.
  Result<std::string> read(std::string_view name, std::size_t most, std::string_view limit) const;

 private:
  Folder(int descriptor, std::string shown) : descriptor_(descriptor), shown_(std::move(shown)) {}
  Error refused(std::string_view name, int number) const;

  // ---- of a folder that lies nowhere
  std::vector<Entry> kept_entries() const;
  Result<Folder> kept_folder(const std::string& name) const;
  Result<std::string> kept_file(std::string_view name, std::size_t most, std::string_view limit) const;

  int descriptor_;
  std::string shown_;
  std::shared_ptr<const Files> files_;  // set: there is no descriptor
  std::string prefix_;                  // of the names in files_: "", "plugins/"
};

}  // namespace gavel
