// Seals: the SHA-256 that a row carries of its own columns, so that a byte which changed on the disk is
// found when the row is read, and the row named.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "store/records.hpp"

namespace gavel {

// 32 bytes. Lengths are part of it, so that no two lists of columns have the same one.
std::string seal_of(std::initializer_list<std::string_view> columns);

// A turn's record is covered by its hash, all else by the seal; so every byte is hashed once.
std::string seal_of(const Turn& turn);
std::string seal_of(const Attempt& attempt);
std::string seal_of(const Checkpoint& checkpoint);
std::string seal_of(const Branch& branch);
std::string seal_of(std::string_view campaign, const Head& head, std::string_view record);

}  // namespace gavel
