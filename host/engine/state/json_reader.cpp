#include "state/json_reader.hpp"

#include <charconv>
#include <utility>
#include <vector>

#include "base/utf8.hpp"

#include "finite_float.hpp"

namespace gavel {

// A container that is being read.
struct JsonReader::Frame {
  Json value;
  std::string key;        // of the member that is being read
  std::size_t begin = 0;  // offset of the opening bracket
};

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

std::string quoted_char(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x21 && byte < 0x7F) return std::string("'") + c + "'";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  return std::string("byte 0x") + kHex[byte >> 4U] + kHex[byte & 0xFU];
}

}  // namespace

void JsonReader::skip_blanks() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

bool JsonReader::skip(char c) {
  if (peek() != c || at_end()) return false;
  ++at_;
  return true;
}

Error JsonReader::error_at(std::size_t offset, Error error) const {
  const LineColumn at = line_column(text_, offset);
  error.where.line = at.line;
  error.where.column = at.column;
  error.where.offset = offset;
  return error;
}

Error JsonReader::unexpected(std::string_view wanted) const {
  if (at_end())
    return error_at(at_, Code::kParseTruncated,
                    "the text ends where " + std::string(wanted) + " should stand");
  return error_at(at_, Code::kParseMalformed,
                  "found " + quoted_char(text_[at_]) + " where " + std::string(wanted) + " should stand");
}

Result<Json> JsonReader::value(Span* span) {
  skip_blanks();
  const std::size_t begin = at_;
  Result<Json> read = peek() == '{' || peek() == '[' ? container() : scalar();
  if (span != nullptr) *span = {begin, at_};
  return read;
}

// One pass with an explicit stack: a frame for each open container.
Result<Json> JsonReader::container() {
  std::vector<Frame> open;
  for (;;) {
    skip_blanks();
    Json done;
    if (peek() == '{' || peek() == '[') {
      if (open.size() >= limits_.max_depth) {
        return error_at(at_,
                        limit_error(Code::kLimitDepth,
                                    "nested deeper than " + std::to_string(limits_.max_depth) + " containers",
                                    "max_depth", "flatten the value"));
      }
      const bool object = peek() == '{';
      open.push_back({object ? Json(Json::value_t::object) : Json(Json::value_t::array), {}, at_++});
      skip_blanks();
      if (!skip(object ? '}' : ']')) {
        TRY(read_key(open.back()));
        continue;
      }
      done = std::move(open.back().value);
      open.pop_back();
    } else {
      done = TRY(scalar());
    }
    // A value is complete: give it to its container, and close every container that ends here.
    for (bool more = false; !more;) {
      // `done` was moved from only where `more` ends the loop.  NOLINTNEXTLINE(bugprone-use-after-move)
      if (open.empty()) return done;
      Frame& frame = open.back();
      if (frame.value.size() >= limits_.max_children) {
        return error_at(frame.begin, limit_error(Code::kLimitCount,
                                                 "more than " + std::to_string(limits_.max_children) +
                                                     " children in one container",
                                                 "max_children"));
      }
      if (frame.value.is_object()) {
        JsonObject& object = object_of(frame.value);
        object.insert_after(object.last(), std::move(frame.key), std::move(done));
      } else {
        array_of(frame.value).push_back(std::move(done));
      }
      more = TRY(separator(frame));
      if (!more) {
        done = std::move(frame.value);
        open.pop_back();
      }
    }
  }
}

// After a child: true, another follows (its key is read); false, the container is closed.
Result<bool> JsonReader::separator(Frame& frame) {
  const bool object = frame.value.is_object();
  skip_blanks();
  if (skip(object ? '}' : ']')) return false;
  if (!skip(',')) return unexpected(object ? "',' or '}'" : "',' or ']'");
  TRY(read_key(frame));
  return true;
}

Result<void> JsonReader::read_key(Frame& frame) {
  if (!frame.value.is_object()) return {};
  skip_blanks();
  const std::size_t begin = at_;
  if (peek() != '"') return unexpected("a key in double quotes");
  std::string key = TRY(string());
  if (key.size() > limits_.max_key_bytes) {
    return error_at(begin, over_limit(Code::kLimitSize, "a key of " + std::to_string(key.size()) + " bytes",
                                      limits_.max_key_bytes, "max_key_bytes"));
  }
  if (object_of(frame.value).find_slot(key) != JsonObject::kNone) {
    return error_at(begin, Code::kParseMalformed,
                    "the key \"" + shortened(key, 64) + "\" appears twice in one object",
                    "delete one of the two");
  }
  frame.key = std::move(key);
  skip_blanks();
  if (!skip(':')) return unexpected("':'");
  return {};
}

Result<Json> JsonReader::scalar() {
  switch (peek()) {
    case '"':
      return Json(TRY(string()));
    case 't':
      return word("true", Json(true));
    case 'f':
      return word("false", Json(false));
    case 'n':
      return word("null", Json(nullptr));
    default:
      break;
  }
  if (peek() == '-' || is_digit(peek())) return number();
  return unexpected("a value");
}

Result<Json> JsonReader::word(std::string_view expected, Json value) {
  const std::string_view rest = text_.substr(at_, expected.size());
  if (rest != expected) {
    if (expected.substr(0, rest.size()) == rest) {
      at_ = text_.size();
      return unexpected("the rest of \"" + std::string(expected) + "\"");
    }
    return unexpected("a value");
  }
  at_ += expected.size();
  return value;
}

// Passes over the characters of a number; whether it is an integer.
Result<bool> JsonReader::number_literal() {
  const std::size_t begin = at_;
  const auto digits = [this] {
    const std::size_t first = at_;
    while (is_digit(peek())) ++at_;
    return at_ > first;
  };
  skip('-');
  const bool leading_zero = peek() == '0';
  const std::size_t first_digit = at_;
  if (!digits()) return unexpected("a digit");
  if (leading_zero && at_ > first_digit + 1)
    return error_at(begin, Code::kParseMalformed, "a number with a leading zero");
  bool integer = true;
  if (skip('.')) {
    integer = false;
    if (!digits()) return unexpected("a digit after the point");
  }
  if (peek() == 'e' || peek() == 'E') {
    integer = false;
    ++at_;
    if (!skip('+')) skip('-');
    if (!digits()) return unexpected("a digit of the exponent");
  }
  return integer;
}

Result<Json> JsonReader::number() {
  const std::size_t begin = at_;
  const bool integer = TRY(number_literal());
  const std::string_view literal = text_.substr(begin, at_ - begin);
  if (literal.size() > limits_.max_number_chars) {
    return error_at(
        begin, over_limit(Code::kLimitSize, "a number of " + std::to_string(literal.size()) + " characters",
                          limits_.max_number_chars, "max_number_chars"));
  }
  const char* last = literal.data() + literal.size();
  if (integer && literal.front() == '-') {
    std::int64_t value = 0;
    if (std::from_chars(literal.data(), last, value).ec == std::errc()) return Json(value);
  } else if (integer) {
    std::uint64_t value = 0;
    if (std::from_chars(literal.data(), last, value).ec == std::errc()) {
      return value <= INT64_MAX ? Json(static_cast<std::int64_t>(value)) : Json(value);
    }
  } else {
    if (const std::optional<double> value = finite_float(literal)) return Json(*value);
  }
  return error_at(
      begin, Code::kValueRange, shortened(literal, 40) + " does not fit a 64-bit number",
      integer ? "integers go from -9223372036854775808 to 18446744073709551615" : "floats go up to 1.8e308");
}

Result<std::string> JsonReader::string() {
  const std::size_t begin = at_++;
  std::string out;
  for (;;) {
    const std::size_t run = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<unsigned char>(text_[at_]) >= 0x20)
      ++at_;
    const std::string_view plain = text_.substr(run, at_ - run);
    if (const std::size_t bad = find_invalid_utf8(plain); bad != std::string_view::npos) {
      return error_at(run + bad, Code::kParseMalformed, "the bytes are not valid UTF-8",
                      "save the text as UTF-8");
    }
    if (out.size() + plain.size() > limits_.max_string_bytes) {
      return error_at(
          begin, limit_error(Code::kLimitSize,
                             "a string of more than " + std::to_string(limits_.max_string_bytes) + " bytes",
                             "max_string_bytes"));
    }
    out.append(plain);
    if (at_end()) return error_at(begin, Code::kParseTruncated, "the text ends inside this string");
    if (skip('"')) return out;
    if (peek() != '\\') {
      return error_at(at_, Code::kParseMalformed, "a bare control character in a string",
                      "write it as \\n, \\t or \\u00XX");
    }
    TRY(escape(out));
  }
}

Result<void> JsonReader::escape(std::string& out) {
  const std::size_t begin = at_++;
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  if (const std::size_t i = at_end() ? std::string_view::npos : kNames.find(text_[at_]);
      i != std::string_view::npos) {
    out.push_back(kValues[i]);
    ++at_;
    return {};
  }
  if (!skip('u')) return unexpected("an escape such as \\n or \\u00E9");
  char32_t code_point = TRY(hex4());
  if (code_point >= 0xD800 && code_point <= 0xDBFF &&
      std::string_view("\\u").starts_with(text_.substr(at_, 2)) && at_ + 2 > text_.size()) {
    at_ = text_.size();
    return unexpected("the other half of a surrogate pair");
  }
  if (code_point >= 0xD800 && code_point <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    char32_t low = TRY(hex4());
    if (low < 0xDC00 || low > 0xDFFF)
      return error_at(begin, Code::kParseMalformed, "half of a surrogate pair is alone");
    code_point = 0x10000 + ((code_point - 0xD800) << 10U) + (low - 0xDC00);
  }
  if (code_point >= 0xD800 && code_point <= 0xDFFF)
    return error_at(begin, Code::kParseMalformed, "half of a surrogate pair is alone");
  append_utf8(out, code_point);
  return {};
}

Result<char32_t> JsonReader::hex4() {
  char32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = peek();
    char32_t digit = 0;
    if (is_digit(c)) {
      digit = static_cast<char32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<char32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<char32_t>(c - 'A' + 10);
    } else {
      return unexpected("four hexadecimal digits");
    }
    value = value * 16 + digit;
    ++at_;
  }
  return value;
}

Result<Json> read_json(std::string_view text, const Limits& limits) {
  JsonReader reader(text, limits);
  if (text.starts_with("\xEF\xBB\xBF")) reader.seek(3);
  Json value = TRY(reader.value());
  reader.skip_blanks();
  if (!reader.at_end()) {
    return reader.error_at(reader.offset(), Code::kParseMalformed, "there is more text after the JSON value");
  }
  return value;
}

}  // namespace gavel
