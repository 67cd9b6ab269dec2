// Files in and out, with errors that name the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace gavel {

// The whole file, or standard input for "-". Refuses more than `most` bytes without reading it all; `limit`
// is that limit's name.
Result<std::string> read_file(const std::string& name, std::size_t most, std::string_view limit);

// ---- in folders that somebody else wrote
//
// Below a folder that holds ruleset.yaml or plugin.yaml, and below those in `plain`, nothing leads elsewhere:
// what is to be found or made there are plain files in plain folders, and a link on the way to one is
// refused.

// The one function that decides it: whether the way to a file, which need not be there, is plain.
Result<void> check_way(const std::string& name, const std::vector<std::string>& plain = {});

// A file that nobody named, found in such a folder: no link, and nothing that one would wait for.
Result<std::string> read_found(const std::string& name, std::size_t most, std::string_view limit);

// Writes beside a file and then renames, so that nobody ever sees half of it; its mode stays. Where its way
// need not be plain, a link stays a link, and what is no file (a pipe, a device) is written into.
Result<void> write_file(const std::string& name, const std::string& bytes,
                        const std::vector<std::string>& plain = {});

}  // namespace gavel
