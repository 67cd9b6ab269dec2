// Checksums: the SHA-256 that a row carries of its own columns, so that a byte which changed on the disk is
// found when the row is read, and the row named.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "store/records.hpp"

namespace gavel {

// 32 bytes. Lengths are part of it, so that no two lists of columns have the same one.
std::string checksum_of(std::initializer_list<std::string_view> columns);

// A turn's record is covered by its hash, all else by the checksum; so every byte is hashed once.
std::string checksum_of(const Turn& turn);
std::string checksum_of(const Attempt& attempt);
// Of a checkpoint alone it says nothing of the campaign; earlier stores had no other. With the hash of the
// turn where the checkpoint stands, or of the origin, it is sound there and nowhere else.
std::string checksum_of(const Checkpoint& checkpoint);
std::string bound_checksum(std::string_view checksum, std::string_view hash);
std::string checksum_of(const Branch& branch);
std::string checksum_of(std::string_view campaign, const Head& head, std::string_view record);

}  // namespace gavel
