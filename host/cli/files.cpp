#include "files.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gavel {
namespace {

Error unreadable(const std::string& name, const std::string& what, const std::string& hint = {}) {
  Where where;
  where.file = name;
  return {Code::kUnreadable, "cannot read " + (name == "-" ? "standard input" : name) + ": " + what, hint,
          std::move(where)};
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ > 2) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int file, const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t wrote = ::write(file, bytes.data() + at, bytes.size() - at);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    at += static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::string& name, std::size_t max_bytes) {
  const Descriptor file(name == "-" ? 0 : ::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0)
    return unreadable(name, std::strerror(errno), errno == ENOENT ? "check the name and the folder" : "");
  struct stat info {};
  if (::fstat(file.number(), &info) == 0 && S_ISDIR(info.st_mode)) return unreadable(name, "it is a folder");
  std::string bytes;
  constexpr std::size_t kChunk = 1U << 16U;
  for (;;) {
    const std::size_t size = bytes.size();
    bytes.resize(size + kChunk);
    const ssize_t got = ::read(file.number(), bytes.data() + size, kChunk);
    bytes.resize(size + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(name, std::strerror(errno));
    if (bytes.size() > max_bytes) {
      Error error = unreadable(name, "it has more than " + std::to_string(max_bytes) + " bytes");
      error.code = Code::kLimitSize;
      return error;
    }
    if (got == 0) return bytes;
  }
}

namespace {

Error unwritable(const std::string& name, const std::string& what) {
  return {Code::kUnreadable, "cannot write " + name + ": " + what};
}

// A pipe or a device takes the bytes as they come; nothing stands in its place afterwards.
Result<void> write_into(const std::string& name, const std::string& bytes) {
  const Descriptor file(::open(name.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0 || !write_all(file.number(), bytes)) return unwritable(name, std::strerror(errno));
  return {};
}

}  // namespace

Result<void> write_file(const std::string& name, const std::string& bytes) {
  struct stat info {};
  const bool there = ::stat(name.c_str(), &info) == 0;
  if (there && S_ISDIR(info.st_mode)) return unwritable(name, "it is a folder");
  if (there && !S_ISREG(info.st_mode)) return write_into(name, bytes);
  // Behind a link, the file that it names is the one to replace.
  std::error_code nowhere;
  const std::filesystem::path real =
      there ? std::filesystem::canonical(name, nowhere) : std::filesystem::path(name);
  const std::string target = nowhere ? name : real.string();
  const std::string beside = target + ".gavel-" + std::to_string(::getpid());
  const mode_t mode = there ? info.st_mode & 07777U : 0644U;
  bool written = false;
  {
    const Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    written = file.number() >= 0 && write_all(file.number(), bytes) && ::fsync(file.number()) == 0 &&
              ::fchmod(file.number(), mode) == 0;
  }
  if (written && ::rename(beside.c_str(), target.c_str()) == 0) return {};
  const std::string what = std::strerror(errno);
  ::unlink(beside.c_str());
  return unwritable(name, what);
}

}  // namespace gavel
