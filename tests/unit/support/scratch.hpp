// A folder of its own for a test, gone with the test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace gavel::testing {

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "gavel-test-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::filesystem::path at(std::string_view name) const { return root_ / name; }
  std::string path(std::string_view name = "") const {
    return name.empty() ? root_.string() : at(name).string();
  }

  void write(std::string_view name, std::string_view bytes) const {
    std::filesystem::create_directories(at(name).parent_path());
    std::ofstream(at(name), std::ios::binary) << bytes;
  }

  // A text without the folder's own name.
  std::string plain(std::string text) const {
    const std::string prefix = root_.string() + "/";
    for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
      text.erase(at, prefix.size());
    return text;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace gavel::testing
