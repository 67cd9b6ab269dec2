#include "export_line.hpp"

#include <algorithm>

#include <openssl/evp.h>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "store/refusals.hpp"
#include "store/stored_json.hpp"

namespace gavel {
namespace {

// Whether the text is one JSON value from its first byte to its last, on one line.
bool is_plain_json(std::string_view text) {
  if (text.empty() || text.find_first_of("\r\n") != std::string_view::npos) return false;
  if (text.front() == '\xEF') return false;  // a byte order mark
  const Limits limits = stored_limits();
  JsonReader reader(text, limits);
  Span span;
  return reader.value(&span) && span == Span{0, text.size()};
}

// Whether the text survives as a JSON string.
bool is_plain_text(std::string_view text) {
  return is_valid_utf8(text) && std::none_of(text.begin(), text.end(), [](unsigned char c) {
           return c == 0x7F || (c < 0x20 && c != '\n' && c != '\r' && c != '\t');
         });
}

std::string encoded(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(size));
  return out;
}

std::optional<std::string> decoded(const std::string& text) {
  std::string out(3 * (text.size() / 4) + 3, '\0');
  const int size =
      EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                      reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  // OpenSSL counts the padding as bytes.
  std::size_t length = static_cast<std::size_t>(size);
  for (auto at = text.rbegin(); at != text.rend() && *at == '=' && length > 0; ++at) --length;
  out.resize(length);
  if (encoded(out) != text) return std::nullopt;
  return out;
}

Error bad_line(const std::string& what) { return {Code::kStoreCorrupt, what}; }

}  // namespace

void LineWriter::name(std::string_view name) {
  line_ += line_.empty() ? '{' : ',';
  append_quoted(line_, name);
  line_ += ':';
}

LineWriter& LineWriter::text(std::string_view name_in, std::string_view value) {
  name(name_in);
  append_quoted(line_, value);
  return *this;
}

LineWriter& LineWriter::number(std::string_view name_in, std::uint64_t value) {
  name(name_in);
  line_ += std::to_string(value);
  return *this;
}

LineWriter& LineWriter::time(std::string_view name_in, Time value) {
  name(name_in);
  line_ += std::to_string(value.ms);
  return *this;
}

LineWriter& LineWriter::bytes(std::string_view name_in, std::string_view value) {
  if (is_plain_json(value)) {
    name(name_in);
    line_ += value;
    return *this;
  }
  const bool plain = is_plain_text(value);
  return text(std::string(name_in) + (plain ? "_text" : "_base64"),
              plain ? std::string(value) : encoded(value));
}

Result<LineReader> LineReader::read(std::string_view line) {
  const Limits limits = stored_limits();
  JsonReader in(line, limits);
  LineReader read;
  if (!in.skip('{')) return bad_line("the line is not a JSON object");
  do {
    Result<Json> name = in.value();
    if (!name || !name->is_string()) return bad_line("a name is missing");
    in.skip_blanks();
    if (!in.skip(':')) return bad_line("a colon is missing");
    Span span;
    Result<Json> value = in.value(&span);
    if (!value) return bad_line(value.error().message);
    in.skip_blanks();
    read.members_.push_back(
        {string_of(*name), std::move(*value), line.substr(span.begin, span.end - span.begin)});
  } while (in.skip(','));
  if (!in.skip('}') || !in.at_end()) return bad_line("the line does not end with its object");
  return read;
}

const LineReader::Member* LineReader::find(const std::string& name) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&name](const Member& each) { return each.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

LineReader& LineReader::fail(const std::string& what) {
  if (failed_) failed_ = bad_line(what);
  return *this;
}

LineReader& LineReader::text(std::string_view name, std::string& to) {
  const Member* found = find(std::string(name));
  if (found == nullptr || !found->value.is_string()) return fail("no text \"" + std::string(name) + "\"");
  to = string_of(found->value);
  return *this;
}

bool LineReader::integer(std::string_view name, std::int64_t& to) {
  const Member* found = find(std::string(name));
  const bool fits = found != nullptr && found->value.is_number_integer() &&
                    wide(found->value) == static_cast<WideInteger>(found->value.get<std::int64_t>());
  if (fits) to = found->value.get<std::int64_t>();
  if (!fits) fail("no integer \"" + std::string(name) + "\"");
  return fits;
}

LineReader& LineReader::number(std::string_view name, std::uint64_t& to) {
  std::int64_t number = 0;
  if (!integer(name, number)) return *this;
  if (number < 0) return fail("\"" + std::string(name) + "\" is negative");
  to = static_cast<std::uint64_t>(number);
  return *this;
}

LineReader& LineReader::time(std::string_view name, Time& to) {
  integer(name, to.ms);
  return *this;
}

LineReader& LineReader::flag(std::string_view name, bool& to) {
  std::uint64_t set = 0;
  number(name, set);
  to = set != 0;
  return *this;
}

LineReader& LineReader::bytes(std::string_view name, std::string& to) {
  const std::string plain(name);
  if (const Member* found = find(plain)) {
    to = found->raw;
    return *this;
  }
  if (const Member* found = find(plain + "_text"); found != nullptr && found->value.is_string()) {
    to = string_of(found->value);
    return *this;
  }
  if (const Member* found = find(plain + "_base64"); found != nullptr && found->value.is_string()) {
    if (std::optional<std::string> bytes = decoded(string_of(found->value))) {
      to = std::move(*bytes);
      return *this;
    }
  }
  return fail("no \"" + plain + "\"");
}

}  // namespace gavel
