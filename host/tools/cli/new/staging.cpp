#include "staging.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <stdlib.h>
#include <system_error>

#include "files.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

Error there_already(const std::string& target) {
  return {Code::kUsage, target + " is already there, and nothing is overwritten",
          "take another name, or another place with --in"};
}

Error not_made(const std::string& what, const std::string& why) {
  return {Code::kUnreadable, what + " cannot be made: " + why};
}

}  // namespace

Staging::~Staging() {
  std::error_code ignored;
  if (!holder_.empty()) fs::remove_all(holder_, ignored);
  if (done_) return;
  std::ranges::reverse(made_);
  for (const std::string& folder : made_) fs::remove(folder, ignored);  // only where it is empty
}

Result<void> Staging::open(const std::string& target) {
  target_ = target;
  TRY(check_way(target));
  std::error_code error;
  if (fs::symlink_status(target, error).type() != fs::file_type::not_found) return there_already(target);
  const fs::path above =
      fs::path(target).parent_path().empty() ? fs::path(".") : fs::path(target).parent_path();
  std::vector<fs::path> missing;
  for (fs::path at = above; !at.empty() && !fs::exists(at, error); at = at.parent_path())
    missing.push_back(at);
  std::ranges::reverse(missing);
  for (const fs::path& folder : missing) {
    if (!fs::create_directory(folder, error)) return not_made(folder.string(), error.message());
    made_.push_back(folder.string());
  }
  std::string holder = (above / ".gavel-new-XXXXXX").string();
  if (::mkdtemp(holder.data()) == nullptr)
    return not_made("a folder in " + above.string(), std::strerror(errno));
  holder_ = holder;
  place_ = (fs::path(holder) / fs::path(target).filename()).string();
  return {};
}

Result<void> Staging::add(const std::string& name, const std::string& text) {
  const fs::path file = name.empty() ? fs::path(place_) : fs::path(place_) / name;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) return not_made(file.parent_path().string(), error.message());
  return write_file(file.string(), text);
}

Result<void> Staging::put() {
  // Not what somebody else has put there meanwhile, not even an empty folder.
  int result = ::renameat2(AT_FDCWD, place_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE);
  if (result != 0 && errno == EINVAL) {  // a file system that cannot promise that
    std::error_code error;
    if (fs::symlink_status(target_, error).type() != fs::file_type::not_found) return there_already(target_);
    result = ::rename(place_.c_str(), target_.c_str());
  }
  if (result != 0 && errno == EEXIST) return there_already(target_);
  if (result != 0) return not_made(target_, std::strerror(errno));
  done_ = true;
  return {};
}

void Staging::take_back() {
  std::error_code ignored;
  if (done_) fs::remove_all(target_, ignored);
  done_ = false;
}

}  // namespace gavel
