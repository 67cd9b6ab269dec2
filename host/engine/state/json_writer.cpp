#include "state/json_writer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace gavel {
namespace {

void append_float(std::string& out, double value, bool canonical_form) {
  constexpr double kTwo63 = 9223372036854775808.0;
  std::array<char, 40> text{};
  if (canonical_form && value == std::floor(value) && value >= -kTwo63 && value < 2 * kTwo63) {
    const auto end = value < 0
                         ? std::to_chars(text.begin(), text.end(), static_cast<std::int64_t>(value)).ptr
                         : std::to_chars(text.begin(), text.end(), static_cast<std::uint64_t>(value)).ptr;
    out.append(text.data(), end);
    return;
  }
  const std::string_view digits(text.data(), std::to_chars(text.begin(), text.end(), value).ptr);
  out.append(digits);
  if (digits.find_first_of(".e") == std::string_view::npos) out.append(".0");  // a float stays a float
}

void append_scalar(std::string& out, const Json& json, bool canonical_form) {
  std::array<char, 24> text{};
  switch (json.type()) {
    case Json::value_t::string:
      append_quoted(out, string_of(json));
      break;
    case Json::value_t::boolean:
      out.append(json.get<bool>() ? "true" : "false");
      break;
    case Json::value_t::number_float:
      append_float(out, json.get<double>(), canonical_form);
      break;
    case Json::value_t::number_integer:
      out.append(text.data(), std::to_chars(text.begin(), text.end(), json.get<std::int64_t>()).ptr);
      break;
    case Json::value_t::number_unsigned:
      out.append(text.data(), std::to_chars(text.begin(), text.end(), json.get<std::uint64_t>()).ptr);
      break;
    default:
      out.append("null");
      break;
  }
}

// Writes one value with a stack of open containers.
class Writer {
 public:
  Writer(std::string& out, int indent, bool canonical_form)
      : out_(out), indent_(indent), canonical_(canonical_form) {}

  void write(const Json& root) {
    begin(root);
    while (!open_.empty()) {
      if (const Json* child = next_child(); child != nullptr) {
        begin(*child);
      } else {
        end();
      }
    }
  }

 private:
  struct Frame {
    const Json* json;
    std::size_t next = 0;                       // child to write next: an array's index, or into `sorted`
    JsonObject::Slot slot = JsonObject::kNone;  // the same in an object that is written in its own order
  };
  using Sorted = std::vector<const JsonObject::value_type*>;

  void begin(const Json& json) {
    if (!is_container(json)) {
      append_scalar(out_, json, canonical_);
      return;
    }
    if (json.empty()) {
      out_.append(json.is_object() ? "{}" : "[]");
      return;
    }
    out_.push_back(json.is_object() ? '{' : '[');
    open_.push_back({&json});
    if (!json.is_object()) return;
    Frame& frame = open_.back();
    frame.slot = object_of(json).begin().slot();
    if (!canonical_) return;
    Sorted& sorted = sorted_.emplace_back();
    sorted.reserve(json.size());
    for (const auto& item : object_of(json)) sorted.push_back(&item);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->first < b->first; });
  }

  // Writes what stands in front of the next child, or returns nullptr at the end.
  const Json* next_child() {
    Frame& frame = open_.back();
    if (frame.next == frame.json->size()) return nullptr;
    if (frame.next > 0) out_.push_back(',');
    line_break();
    const std::size_t i = frame.next++;
    if (frame.json->is_array()) return &array_of(*frame.json)[i];
    const JsonObject& object = object_of(*frame.json);
    const JsonObject::value_type& item = canonical_ ? *sorted_.back()[i] : object.item(frame.slot);
    if (!canonical_) frame.slot = object.after(frame.slot);
    append_quoted(out_, item.first);
    out_.append(indent_ < 0 ? ":" : ": ");
    return &item.second;
  }

  void end() {
    const bool object = open_.back().json->is_object();
    open_.pop_back();
    if (object && canonical_) sorted_.pop_back();
    line_break();
    out_.push_back(object ? '}' : ']');
  }

  void line_break() {
    if (indent_ < 0) return;
    out_.push_back('\n');
    out_.append(open_.size() * static_cast<std::size_t>(indent_), ' ');
  }

  std::string& out_;
  int indent_;
  bool canonical_;
  std::vector<Frame> open_;
  std::vector<Sorted> sorted_;  // of a canonical text, for every open object
};

// Whether one of eight bytes is a quote, a backslash or a control character; now and then also where none is.
bool may_need_escape(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL, kHighs = 0x8080808080808080ULL;
  const std::uint64_t quote = word ^ (kOnes * '"'), back = word ^ (kOnes * '\\');
  return ((((word - kOnes * 0x20) & ~word) | ((quote - kOnes) & ~quote) | ((back - kOnes) & ~back)) &
          kHighs) != 0;
}

template <typename Word>
Word word_at(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

bool needs_escape(char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\'; }

// Where the first byte stands that cannot be written as it is.
const char* plain_until(const char* at, const char* end) {
  const std::ptrdiff_t size = end - at;
  if (size >= 8) {
    while (end - at >= 8 && !may_need_escape(word_at<std::uint64_t>(at))) at += 8;
    if (end - at < 8 && !may_need_escape(word_at<std::uint64_t>(end - 8))) return end;
  } else if (size >= 4) {
    const std::uint64_t front = word_at<std::uint32_t>(at);
    if (!may_need_escape(front << 32U | word_at<std::uint32_t>(end - 4))) return end;
  }
  while (at != end && !needs_escape(*at)) ++at;
  return at;
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out.push_back('\\');
    out.push_back(c);
  } else if (c == '\n') {
    out.append("\\n");
  } else if (c == '\t') {
    out.append("\\t");
  } else if (c == '\r') {
    out.append("\\r");
  } else {
    out.append("\\u00");
    out.push_back(kHex[byte >> 4U]);
    out.push_back(kHex[byte & 0xFU]);
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const char* plain = plain_until(at, end);
  if (std::array<char, 64> quoted; plain == end && text.size() + 2 <= quoted.size()) {
    quoted[0] = quoted[text.size() + 1] = '"';
    std::copy(at, end, quoted.data() + 1);
    out.append(quoted.data(), text.size() + 2);
    return;
  }
  out.push_back('"');
  for (;; plain = plain_until(at, end)) {
    out.append(at, plain);
    if (plain == end) break;
    append_escaped(out, *plain);
    at = plain + 1;
  }
  out.push_back('"');
}

void append_text(std::string& out, const Json& json, int indent) { Writer(out, indent, false).write(json); }

std::string to_text(const Json& json, int indent) {
  std::string out;
  append_text(out, json, indent);
  return out;
}

void append_canonical(std::string& out, const Json& json) { Writer(out, -1, true).write(json); }

std::string canonical(const Json& json) {
  std::string out;
  append_canonical(out, json);
  return out;
}

}  // namespace gavel
