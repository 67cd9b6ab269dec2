#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace gavel::reference {

using Json = nlohmann::ordered_json;

// JSON equality as the README words it: key order does not matter, 5 equals 5.0, true is not 1, integers
// compare exactly.
bool equal(const Json& left, const Json& right);

// -1, 0 or 1; both must be numbers. Exact also between a 64-bit integer and a float.
int compare_numbers(const Json& left, const Json& right);

// A JSON integer as written (5, not 5.0).
bool is_integer(const Json& value);
bool is_number(const Json& value);
__extension__ typedef __int128 Wide;  // holds every JSON integer and the sum of any two
Wide wide(const Json& integer);

// Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS[.fff](Z|±HH:MM)`, or nothing.
std::optional<std::int64_t> parse_time(const std::string& text);
// `YYYY-MM-DDTHH:MM:SS[.fff]Z`; the fraction only where there is one.
std::string format_time(std::int64_t time_ms);

}  // namespace gavel::reference
