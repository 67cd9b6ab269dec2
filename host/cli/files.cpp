#include "files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
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
  return ::fsync(file) == 0;
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

Result<void> write_file(const std::string& name, const std::string& bytes) {
  const std::string beside = name + ".gavel-" + std::to_string(::getpid());
  const auto failed = [&](const char* what) {
    const std::string reason = std::strerror(errno);
    ::unlink(beside.c_str());
    return Error(Code::kUnreadable, std::string("cannot ") + what + " " + name + ": " + reason);
  };
  {
    const Descriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.number() < 0) return failed("write");
    if (!write_all(file.number(), bytes)) return failed("write");
  }
  if (::rename(beside.c_str(), name.c_str()) != 0) return failed("replace");
  return {};
}

}  // namespace gavel
