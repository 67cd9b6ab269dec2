// What lies at a path of the file system, as far as it can be asked: what cannot is not there.
#pragma once

#include <filesystem>

namespace gavel {

bool is_folder(const std::filesystem::path& path);  // links are followed
bool is_file(const std::filesystem::path& path);

}  // namespace gavel
