#include "sqlite_file.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace gavel {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::size_t kLeastPage = 512;

Error no_store(const std::string& path, const std::string& what, Code code = Code::kStoreCorrupt) {
  Where where;
  where.file = path;
  return {code, path + " is not a store: " + what + "; nothing was changed",
          "name a file created by Gavel, or one that does not exist yet", std::move(where)};
}

std::uint64_t nanoseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(time.tv_nsec);
}

Error unreadable_store(const std::string& path) {
  const bool forbidden = errno == EACCES || errno == EPERM;
  Where where;
  where.file = path;
  return {Code::kStoreIo, path + ": " + std::strerror(errno),
          forbidden ? "give the process permission to read the file" : "check the path", std::move(where)};
}

}  // namespace

FileMark mark_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {};
  return {info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size), nanoseconds(info.st_mtim),
          nanoseconds(info.st_ctim)};
}

std::uint64_t size_of_file(const std::string& path) { return mark_of(path).size; }

Result<void> check_store_file(const std::string& path, bool read_only, bool& undecided) {
  undecided = false;
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    if (errno == ENOENT && !read_only) return {};
    return unreadable_store(path);
  }
  if (S_ISDIR(info.st_mode)) return no_store(path, "it is a folder", Code::kStoreIo);
  if (!S_ISREG(info.st_mode)) return no_store(path, "it is a pipe, a socket or a device", Code::kStoreIo);
  if (info.st_size == 0) {
    if (size_of_file(path + "-wal") > 0)
      return no_store(path, "it is empty, but there are changes for it in " + path + "-wal");
    if (read_only) return no_store(path, "it is empty");
    return {};
  }
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return unreadable_store(path);
  std::array<char, 128> head{};
  const ssize_t got = ::pread(file, head.data(), head.size(), 0);
  ::close(file);
  const bool whole = got == static_cast<ssize_t>(head.size()) &&
                     static_cast<std::uint64_t>(info.st_size) >= kLeastPage &&
                     std::string_view(head.data(), kMagic.size()) == kMagic;
  if (!whole) return no_store(path, "it is no SQLite database, or its beginning is damaged");
  std::uint32_t id = 0;
  for (std::size_t i = 68; i < 72; ++i) id = id << 8U | static_cast<unsigned char>(head.at(i));
  if (id != 0 && id != kApplicationId)
    return no_store(path, "it is a database of another program, or its header is damaged");
  undecided = id == 0;
  return {};
}

}  // namespace gavel
