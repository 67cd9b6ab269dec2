// Versions and ranges of versions. A range is a list of bounds that must all hold.
#include <algorithm>
#include <charconv>

#include "base/utf8.hpp"
#include "lua/manifest.hpp"

namespace gavel {
namespace {

// Large enough for any version, and small enough for one to be added.
constexpr std::uint32_t kMostNumber = 999'999'999;

// "1", "1.2", "1.2.3", and with kWild in front of the first that may be anything: "1.x", "*".
struct Partial {
  std::uint32_t numbers[3] = {0, 0, 0};
  std::size_t count = 0;
};

bool is_wild(std::string_view word) { return word == "x" || word == "X" || word == "*"; }

std::optional<std::uint32_t> number(std::string_view word) {
  std::uint32_t value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || read.ec != std::errc() || read.ptr != word.data() + word.size()) return std::nullopt;
  if (value > kMostNumber || (word.size() > 1 && word[0] == '0')) return std::nullopt;
  return value;
}

std::optional<Partial> partial(std::string_view text, bool wild) {
  Partial out;
  bool open = false;
  for (std::size_t begin = 0, part = 0; begin <= text.size(); ++part) {
    const std::size_t end = std::min(text.find('.', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (part == 3) return std::nullopt;
    if (wild && is_wild(word)) {
      open = true;
      continue;
    }
    const std::optional<std::uint32_t> value = number(word);
    if (!value || open) return std::nullopt;
    out.numbers[out.count++] = *value;
  }
  return out;
}

Version lowest(const Partial& partial) {
  return {partial.numbers[0], partial.numbers[1], partial.numbers[2]};
}

// The first version that does not share the first `kept` numbers.
Version next(const Partial& partial, std::size_t kept) {
  Version version;
  if (kept >= 1) version.major = partial.numbers[0];
  if (kept >= 2) version.minor = partial.numbers[1];
  if (kept >= 3) version.patch = partial.numbers[2];
  if (kept == 1) ++version.major;
  if (kept == 2) ++version.minor;
  if (kept == 3) ++version.patch;
  return version;
}

}  // namespace

// Reads the parts of a range: an operator, then a version that may be partial.
class RangeText {
 public:
  explicit RangeText(std::string_view text) : rest_(text) {}

  bool read(VersionRange& range) {
    skip_blanks();
    if (rest_.empty()) return false;
    while (!rest_.empty()) {
      if (!part(range)) return false;
      skip_blanks();
    }
    return true;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == ',')) rest_.remove_prefix(1);
  }

  std::string_view take_operator() {
    for (const std::string_view sign : {">=", "<=", ">", "<", "=", "^", "~"}) {
      if (!rest_.starts_with(sign)) continue;
      rest_.remove_prefix(sign.size());
      return sign;
    }
    return "=";
  }

  bool part(VersionRange& range) {
    const std::string_view sign = take_operator();
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
    const std::size_t end = std::min(rest_.find_first_of(" ,<>=^~"), rest_.size());
    const std::optional<Partial> read = partial(rest_.substr(0, end), sign == "=");
    rest_.remove_prefix(end);
    if (!read) return false;
    const Version low = lowest(*read);
    // With no number at all, any version will do.
    const std::optional<Version> high =
        read->count == 0 ? std::nullopt : std::optional(next(*read, read->count));
    if (sign == ">=") {
      range.keep(low, std::nullopt);
    } else if (sign == "<") {
      range.keep({}, low);
    } else if (sign == ">") {
      range.keep(*high, std::nullopt);
    } else if (sign == "<=") {
      range.keep({}, high);
    } else if (sign == "^") {
      std::size_t kept = 1;
      while (kept < read->count && read->numbers[kept - 1] == 0) ++kept;
      range.keep(low, next(*read, kept));
    } else if (sign == "~") {
      range.keep(low, next(*read, std::min<std::size_t>(read->count, 2)));
    } else {
      range.keep(low, high);
    }
    return true;
  }

  std::string_view rest_;
};

void VersionRange::keep(const Version& least, const std::optional<Version>& below) {
  bounds_.push_back({least, false});
  if (below) bounds_.push_back({*below, true});
}

bool VersionRange::holds(const Version& version) const {
  return std::all_of(bounds_.begin(), bounds_.end(), [&version](const Bound& bound) {
    return bound.upper ? version < bound.version : version >= bound.version;
  });
}

Result<VersionRange> VersionRange::parse(std::string_view text) {
  VersionRange range;
  const std::string shown = "\"" + printable(shortened(text, 60)) + "\"";
  if (text.size() > 200 || !RangeText(text).read(range)) {
    return Error(Code::kPluginInvalid, shown + " is not a version range",
                 "write 1.2, \">=1.2 <2\", \"^1.2\", \"~1.2\", 1.x or \"*\"");
  }
  // The highest of the lower bounds is the best candidate: no other version holds where it does not.
  Version best;
  for (const Bound& bound : range.bounds_)
    if (!bound.upper) best = std::max(best, bound.version);
  if (!range.holds(best)) {
    return Error(Code::kPluginInvalid, "no version can be in the range " + shown,
                 "the lower bound stands below the upper one, as in \">=1.2 <2\"");
  }
  return range;
}

Result<Version> parse_version(std::string_view text) {
  const std::optional<Partial> read = partial(text, false);
  if (!read || read->count != 3) {
    return Error(Code::kPluginInvalid, "\"" + printable(shortened(text, 60)) + "\" is not a version",
                 "write three numbers, such as 1.0.0");
  }
  return lowest(*read);
}

std::string to_text(const Version& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

}  // namespace gavel
