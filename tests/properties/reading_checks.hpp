// What must hold of every reading, whatever the text: for unit tests, property tests and fuzz targets alike,
// so it knows no test framework.
#pragma once

#include <string>
#include <string_view>

#include "dialects/reader.hpp"

namespace gavel::testing {

// The first promise of reading.hpp and proposal.hpp that a reading of `text` breaks; empty: it keeps them
// all.
std::string broken_promise(const Reading& reading, std::string_view text, const ReadOptions& options);

// Everything that a reading says, as text: two readings are the same exactly when their dumps are.
std::string dump(const Reading& reading);

// Fed in pieces of `size` bytes. REQUIRES: size > 0.
Reading read_pieces(std::string_view text, const ReadOptions& options, std::size_t size);
// Fed in two pieces.
Reading read_cut(std::string_view text, const ReadOptions& options, std::size_t at);

}  // namespace gavel::testing
