// Files in and out, with errors that name the file.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"

namespace gavel {

// The whole file, or standard input for "-". Refuses more than `max_bytes` without reading it all.
Result<std::string> read_file(const std::string& name, std::size_t max_bytes);

// Writes beside a file and then renames, so that nobody ever sees half of it; its mode stays, and a link
// stays a link. What is no file (a pipe, a device) is written into.
Result<void> write_file(const std::string& name, const std::string& bytes);

}  // namespace gavel
