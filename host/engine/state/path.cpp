#include "state/path.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/utf8.hpp"

namespace gavel {
namespace {

constexpr std::size_t kHeader = sizeof(std::uint32_t);
constexpr std::array<std::string_view, 3> kForbidden = {"__proto__", "prototype", "constructor"};

}  // namespace

std::size_t PathView::size() const { return static_cast<std::size_t>(std::distance(begin(), end())); }

void Path::push_key(std::string_view key) {
  const auto header = static_cast<std::uint32_t>(key.size() << 1U) | 1U;
  bytes_.append(reinterpret_cast<const char*>(&header), kHeader);
  bytes_.append(key);
}

void Path::push_index(std::uint64_t index) {
  constexpr std::uint32_t kIndexHeader = 0;
  bytes_.append(reinterpret_cast<const char*>(&kIndexHeader), kHeader);
  const std::uint64_t ordered = highest_first(index);
  bytes_.append(reinterpret_cast<const char*>(&ordered), sizeof ordered);
}

void Path::push(const Segment& segment) {
  if (segment.is_index) {
    push_index(segment.index);
  } else {
    push_key(segment.key);
  }
}

Path Path::child(std::string_view key) const {
  Path path = *this;
  path.push_key(key);
  return path;
}

Path Path::child(std::uint64_t index) const {
  Path path = *this;
  path.push_index(index);
  return path;
}

Json path_to_json(PathView path) {
  Json json(Json::value_t::array);
  for (const Segment segment : path) {
    if (segment.is_index) {
      json.push_back(segment.index <= INT64_MAX ? Json(static_cast<std::int64_t>(segment.index))
                                                : Json(segment.index));
    } else {
      json.push_back(std::string(segment.key));
    }
  }
  return json;
}

Result<Path> path_from_json(const Json& json, const Limits& limits) {
  constexpr std::string_view kForm = "write it as [\"a\", \"b\", 0]: strings and integers from 0";
  if (!json.is_array())
    return Error(Code::kParseMalformed, "a path is an array, not " + std::string(type_name(json)),
                 std::string(kForm) + (json.is_string() ? ", or give the text as `raw_path`" : ""));
  if (json.size() > limits.max_path_segments) {
    return over_limit(Code::kLimitDepth, "a path of " + std::to_string(json.size()) + " segments",
                      limits.max_path_segments, "max_path_segments");
  }
  Path path;
  for (const Json& segment : array_of(json)) {
    if (segment.is_string()) {
      path.push_key(string_of(segment));
    } else if (segment.is_number_unsigned() ||
               (segment.is_number_integer() && segment.get<std::int64_t>() >= 0)) {
      path.push_index(segment.get<std::uint64_t>());
    } else {
      return Error(Code::kParseMalformed, "a path segment is a string or an integer from 0",
                   std::string(kForm));
    }
  }
  return path;
}

std::optional<std::uint64_t> index_of_key(std::string_view key) {
  if (key.empty() || key.size() > 19 || (key.size() > 1 && key[0] == '0')) return std::nullopt;
  if (!std::all_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  std::uint64_t index = 0;
  std::from_chars(key.data(), key.data() + key.size(), index);
  return index;
}

std::string key_of(const Segment& segment) {
  return segment.is_index ? std::to_string(segment.index) : std::string(segment.key);
}

namespace {

Result<void> check_allowed(std::string_view key) {
  if (std::find(kForbidden.begin(), kForbidden.end(), key) == kForbidden.end()) return {};
  return Error(Code::kPathForbidden, "the key \"" + std::string(key) + "\" is never allowed",
               "use another key");
}

}  // namespace

Result<void> check_key(std::string_view key, const Limits& limits) {
  TRY(check_allowed(key));
  if (key.empty())
    return Error(Code::kPathInvalid, "a key is empty", "name the key between the dots or slashes");
  if (key.size() > limits.max_key_bytes) {
    return over_limit(Code::kLimitSize, "a key of " + std::to_string(key.size()) + " bytes",
                      limits.max_key_bytes, "max_key_bytes");
  }
  if (key.find('\0') != std::string_view::npos)
    return Error(Code::kPathInvalid, "a key holds a NUL character");
  if (!is_valid_utf8(key)) return Error(Code::kPathInvalid, "a key is not valid UTF-8");
  return {};
}

Result<void> check_path(PathView path, const Limits& limits) {
  // A forbidden key is the more serious finding: it is looked for in the whole path first.
  for (const Segment segment : path) TRY(segment.is_index ? Result<void>() : check_allowed(segment.key));
  // Twice this is the longest JSON Pointer it can have, which meta keeps as a key.
  if (path.bytes().size() > limits.max_path_bytes / 2) {
    return over_limit(Code::kLimitSize, "a path of " + std::to_string(path.bytes().size()) + " bytes",
                      limits.max_path_bytes / 2, "half of max_path_bytes");
  }
  std::size_t segments = 0;
  for (const Segment segment : path) {
    if (++segments > limits.max_path_segments) {
      return over_limit(Code::kLimitDepth, "a path of more segments than allowed", limits.max_path_segments,
                        "max_path_segments");
    }
    if (segment.is_index) continue;
    TRY(check_key(segment.key, limits));
  }
  return {};
}

}  // namespace gavel
