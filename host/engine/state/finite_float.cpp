#include "finite_float.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/c_locale.hpp"

namespace gavel {

std::optional<double> finite_float(std::string_view literal) {
  double value = 0;
  const std::errc error = std::from_chars(literal.data(), literal.data() + literal.size(), value).ec;
  // from_chars calls underflow out of range too.
  if (error == std::errc::result_out_of_range) {
    const CLocale plain;
    if (std::abs(std::strtod(std::string(literal).c_str(), nullptr)) < 1) return 0.0;
  }
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value == 0 ? 0.0 : value;
}

}  // namespace gavel
