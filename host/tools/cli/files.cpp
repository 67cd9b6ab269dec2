#include "files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/limits.hpp"
#include "base/on_disk.hpp"

#include "streams.hpp"

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

namespace {

namespace fs = std::filesystem;

// `opened` may have failed.
Result<std::string> read_opened(int opened, const std::string& name, std::size_t most,
                                std::string_view limit) {
  const Descriptor file(opened);
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
    if (bytes.size() > most) {
      Error error = unreadable(name, "it is too large");
      error.code = Code::kLimitSize;
      error.message = over_limit(error.code, error.message, most, limit).message;
      return error;
    }
    if (got == 0) return bytes;
  }
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found && !error;
}

// What is at a path, when it is neither a plain file, nor a folder, nor nothing.
const char* oddity_at(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::symlink_status(path, error).type();
  if (type == fs::file_type::symlink) return "a link";
  const bool special = type == fs::file_type::fifo || type == fs::file_type::socket ||
                       type == fs::file_type::block || type == fs::file_type::character;
  return special ? "no plain file" : nullptr;
}

bool holds_plain_files(const fs::path& folder, const std::vector<std::string>& plain) {
  std::error_code error;
  return is_there(folder / "ruleset.yaml") || is_there(folder / "plugin.yaml") ||
         std::ranges::any_of(plain,
                             [&](const std::string& one) { return fs::equivalent(folder, one, error); });
}

// Whether a folder or one above it is such a one, wherever it really lies.
bool lies_in_plain(const fs::path& folder, const std::vector<std::string>& plain) {
  std::error_code error;
  for (fs::path at = fs::canonical(folder, error); !at.empty(); at = at.parent_path()) {
    if (holds_plain_files(at, plain)) return true;
    if (at == at.root_path()) break;
  }
  return false;
}

}  // namespace

Result<std::string> read_file(const std::string& name, std::size_t most, std::string_view limit) {
  return read_opened(name == "-" ? 0 : ::open(name.c_str(), O_RDONLY | O_CLOEXEC), name, most, limit);
}

Result<void> check_way(const std::string& name, const std::vector<std::string>& plain) {
  std::error_code error;
  const fs::path whole = fs::absolute(name, error).lexically_normal();
  fs::path at = whole.root_path();
  bool no_links = holds_plain_files(at, plain);
  for (const fs::path& part : whole.relative_path()) {
    if (part.empty()) break;  // "folder/"
    at /= part;
    const char* oddity = oddity_at(at);
    if (oddity != nullptr && no_links) {
      Where where;
      where.file = name;
      return Error(Code::kUnreadable,
                   at.string() + " is " + oddity + "; only plain files and folders are used there",
                   "put a plain one in its place", std::move(where));
    }
    if (!no_links) no_links = oddity != nullptr ? lies_in_plain(at, plain) : holds_plain_files(at, plain);
  }
  return {};
}

Result<std::string> read_found(const std::string& name, std::size_t most, std::string_view limit) {
  TRY(check_way(name));
  if (std::error_code error; is_there(name) && !fs::is_directory(name, error) && !is_file(name))
    return unreadable(name, "it is no regular file", "replace it by a plain file");
  return read_opened(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), name, most, limit);
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

Result<void> write_file(const std::string& name, const std::string& bytes,
                        const std::vector<std::string>& plain) {
  TRY(check_way(name, plain));
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
  if (written && ::rename(beside.c_str(), target.c_str()) == 0) {
    note_done();
    return {};
  }
  const std::string what = std::strerror(errno);
  ::unlink(beside.c_str());
  return unwritable(name, what);
}

}  // namespace gavel
