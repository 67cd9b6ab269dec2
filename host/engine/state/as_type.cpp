#include "state/as_type.hpp"

#include <cmath>

#include "state/json_writer.hpp"

namespace gavel {
namespace {

constexpr double kExact = 9e15;  // integers below are exact as floats

std::optional<Json> number_in(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  const std::size_t begin = text.find_first_not_of(" \t\r\n+");
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  if (text.size() > kLongest) return std::nullopt;
  Json read = Json::parse(text, nullptr, false);
  if (!read.is_number() || !std::isfinite(read.get<double>())) return std::nullopt;
  return read;
}

std::optional<Json> as_integer(const Json& number) {
  if (number.is_number_integer()) return number;
  const double value = number.get<double>();
  if (!(std::abs(value) < kExact)) return std::nullopt;
  return Json(static_cast<std::int64_t>(std::llround(value)));
}

std::optional<Json> as_boolean(const Json& value) {
  if (value == Json("true") || value == Json("True") || value == Json("TRUE") || value == Json(1))
    return true;
  if (value == Json("false") || value == Json("False") || value == Json("FALSE") || value == Json(0))
    return false;
  return std::nullopt;
}

}  // namespace

std::optional<Json> as_type(const Json& value, std::string_view type) {
  if (has_type(value, type)) return value;
  if (value.is_null() || is_container(value)) return std::nullopt;
  if (type == "string") return Json(to_text(value));
  if (type == "boolean") return as_boolean(value);
  if (type == "array") return Json(JsonArray{value});
  if (type != "number" && type != "integer") return std::nullopt;
  std::optional<Json> number;
  if (value.is_number()) number = value;
  if (value.is_string()) number = number_in(string_of(value));
  if (!number || type == "number") return number;
  return as_integer(*number);
}

}  // namespace gavel
