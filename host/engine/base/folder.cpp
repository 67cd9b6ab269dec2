#include "base/folder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "base/limits.hpp"
#include "base/utf8.hpp"

namespace gavel {
namespace {

Error unreadable(std::string shown, const std::string& what, std::string hint = {}) {
  Where where;
  where.file = std::move(shown);
  return {Code::kUnreadable, "cannot be read: " + what, std::move(hint), std::move(where)};
}

Folder::Entry::Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return Folder::Entry::Kind::kFile;
  if (S_ISDIR(mode)) return Folder::Entry::Kind::kFolder;
  return S_ISLNK(mode) ? Folder::Entry::Kind::kLink : Folder::Entry::Kind::kOther;
}

// Neither the folder's owner nor a FIFO in it can keep the reader waiting.
constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

Result<std::string> read_all(int descriptor, const std::string& shown, std::size_t most,
                             std::string_view limit) {
  std::string bytes;
  constexpr std::size_t kChunk = 1U << 16U;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kChunk);
    const ssize_t got = ::read(descriptor, bytes.data() + size, kChunk);
    bytes.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(shown, std::strerror(errno));
    if (bytes.size() > most) {
      Error error = over_limit(Code::kLimitSize, "the file is too large", most, limit);
      error.hint = "split the file";
      error.where.file = shown;
      return error;
    }
    if (got == 0) return bytes;
  }
}

}  // namespace

Result<void> check_file_name(std::string_view name) {
  const auto bad = [](const char* what) {
    return Error(Code::kPluginInvalid, what, "name a file inside the folder, such as lib/words.lua");
  };
  if (name.empty()) return bad("the name is empty");
  if (name.size() > 255) return bad("the name has more than 255 bytes");
  if (!is_valid_utf8(name)) return bad("the name is not valid UTF-8");
  if (printable(name) != name) return bad("the name holds a control character");
  if (name.front() == '/') return bad("the name is absolute");
  if (name.find('\\') != std::string_view::npos) return bad("the name holds a backslash");
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    if (part == "..") return bad("the name leads out of the folder");
    if (part.empty() || part == ".") return bad("a part of the name is empty or `.`");
    begin = end + 1;
  }
  return {};
}

Result<Folder> Folder::open(const std::string& path, std::string shown) {
  const bool terminated = path.find('\0') == std::string::npos;
  const int descriptor = terminated ? ::open(path.c_str(), kFolderFlags & ~O_NOFOLLOW) : -1;
  if (descriptor < 0) {
    const int number = terminated ? errno : ENOENT;
    return unreadable(std::move(shown), std::strerror(number),
                      number == ENOENT ? "check the name of the folder" : "");
  }
  return Folder(descriptor, std::move(shown));
}

Folder Folder::of(std::shared_ptr<const Files> files, std::string shown) {
  Folder folder(-1, std::move(shown));
  folder.files_ = std::move(files);
  return folder;
}

Folder::Folder(Folder&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      shown_(std::move(other.shown_)),
      files_(std::move(other.files_)),
      prefix_(std::move(other.prefix_)) {}

Folder& Folder::operator=(Folder&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  shown_.swap(other.shown_);
  files_.swap(other.files_);
  prefix_.swap(other.prefix_);
  return *this;
}

Folder::~Folder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string Folder::shown(std::string_view name) const {
  std::string out = shown_;
  if (!out.empty() && out.back() != '/') out += '/';
  return out + printable(name);
}

Error Folder::refused(std::string_view name, int number) const {
  if (number == ELOOP || number == EMLINK || number == ENOTDIR) {
    return unreadable(shown(name), "it is a link, or is behind one", "copy the file instead of linking it");
  }
  return unreadable(shown(name), std::strerror(number), number == ENOENT ? "check the name" : "");
}

Result<std::vector<Folder::Entry>> Folder::entries(std::size_t most) const {
  if (files_ != nullptr) return kept_entries();
  const int again = ::openat(descriptor_, ".", kFolderFlags);
  if (again < 0) return refused("", errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(again), ::closedir);
  if (!stream) {
    ::close(again);
    return refused("", ENOMEM);
  }
  std::vector<Entry> found;
  while (const dirent* entry = ::readdir(stream.get())) {  // NOLINT(concurrency-mt-unsafe): its own stream
    const std::string_view name = static_cast<const char*>(entry->d_name);
    if (name == "." || name == "..") continue;
    if (found.size() >= most) {
      Error error =
          over_limit(Code::kLimitCount, "the folder holds too many files", most, "max_plugin_files");
      error.where.file = shown_;
      return error;
    }
    struct stat info {};
    if (::fstatat(descriptor_, static_cast<const char*>(entry->d_name), &info, AT_SYMLINK_NOFOLLOW) != 0)
      continue;  // gone meanwhile
    found.push_back({std::string(name), kind_of(info.st_mode)});
  }
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return found;
}

Result<Folder> Folder::folder(const std::string& name) const {
  if (files_ != nullptr) return kept_folder(name);
  const int descriptor = ::openat(descriptor_, name.c_str(), kFolderFlags);
  if (descriptor < 0) return refused(name, errno);
  return Folder(descriptor, shown(name));
}

bool Folder::has(const std::string& name) const {
  if (files_ != nullptr) return files_->contains(prefix_ + name) || kept_folder(name).ok();
  struct stat info {};
  return ::fstatat(descriptor_, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<std::string> Folder::read(std::string_view name, std::size_t most, std::string_view limit) const {
  if (Result<void> good = check_file_name(name); !good) {
    Error error = std::move(good).error();
    error.where.file = shown(name);
    return error;
  }
  if (files_ != nullptr) return kept_file(name, most, limit);
  if (const std::size_t slash = name.find('/'); slash != std::string_view::npos) {
    Folder inner(-1, shown_);
    std::string_view rest = name;
    for (std::size_t at = slash; at != std::string_view::npos; at = rest.find('/')) {
      const Folder& outer = inner.descriptor_ < 0 ? *this : inner;
      inner = TRY(outer.folder(std::string(rest.substr(0, at))));
      rest.remove_prefix(at + 1);
    }
    return inner.read(rest, most, limit);
  }
  const int descriptor = ::openat(descriptor_, std::string(name).c_str(), kFileFlags);
  if (descriptor < 0) return refused(name, errno);
  const Folder file(descriptor, {});  // closes it
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode))
    return unreadable(shown(name), "it is no regular file", "replace it by a plain file");
  return read_all(descriptor, shown(name), most, limit);
}

std::vector<Folder::Entry> Folder::kept_entries() const {
  std::vector<Entry> found;
  for (auto at = files_->lower_bound(prefix_); at != files_->end() && at->first.starts_with(prefix_); ++at) {
    const std::string_view rest = std::string_view(at->first).substr(prefix_.size());
    const std::size_t slash = rest.find('/');
    const std::string name(rest.substr(0, slash));
    if (!found.empty() && found.back().name == name) continue;
    found.push_back({name, slash == std::string_view::npos ? Entry::Kind::kFile : Entry::Kind::kFolder});
  }
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return found;
}

Result<Folder> Folder::kept_folder(const std::string& name) const {
  const std::string prefix = prefix_ + name + "/";
  const auto first = files_->lower_bound(prefix);
  if (first == files_->end() || !first->first.starts_with(prefix)) return refused(name, ENOENT);
  Folder inner = of(files_, shown(name));
  inner.prefix_ = prefix;
  return inner;
}

Result<std::string> Folder::kept_file(std::string_view name, std::size_t most, std::string_view limit) const {
  const auto found = files_->find(prefix_ + std::string(name));
  if (found == files_->end()) return refused(name, ENOENT);
  if (found->second.size() <= most) return found->second;
  Error error = over_limit(Code::kLimitSize, "the file is too large", most, limit);
  error.where.file = shown(name);
  return error;
}

}  // namespace gavel
