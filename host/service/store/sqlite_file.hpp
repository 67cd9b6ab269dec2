// What lies at the path of a store, before SQLite is given it: SQLite would make a database of whatever it
// takes for an empty one, wait for a pipe, and bring the log of another program's database to its end.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace gavel {

inline constexpr std::uint32_t kApplicationId = 0x4756454C;  // "GVEL", in the file's header

// A file as it was, to find out whether somebody wrote it meanwhile.
struct FileMark {
  std::uint64_t device = 0, inode = 0, size = 0, modified = 0, changed = 0;
  bool operator==(const FileMark&) const = default;
};
FileMark mark_of(const std::string& path);  // all 0: there is none

// Bytes of the file; 0 where there is none.
std::uint64_t size_of_file(const std::string& path);

// Refused: a folder, a device, a pipe, a file that is no SQLite database, a database of another program. An
// empty file is refused for reading; for writing it counts as none. Nothing is changed by looking.
// `undecided`: it is a database without tables in its file, so that only SQLite can say.
Result<void> check_store_file(const std::string& path, bool read_only, bool& undecided);

}  // namespace gavel
