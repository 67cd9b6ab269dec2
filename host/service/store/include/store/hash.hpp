// The hashes that the store's records carry.
#pragma once

#include <string>
#include <string_view>

namespace gavel {

// SHA-256 as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// The hash of a turn: SHA-256 of the hash before it, as its 64 digits, and the turn's record. Of a campaign's
// origin: with nothing before it.
std::string chain_hash(std::string_view previous, std::string_view record);

}  // namespace gavel
