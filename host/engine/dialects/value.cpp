#include "value.hpp"

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/path.hpp"

namespace gavel {
namespace {

bool starts_number(std::string_view word) {
  return !word.empty() && (is_digit(word[0]) || (word[0] == '-' && word.size() > 1 && is_digit(word[1])));
}

bool same_word(std::string_view a, std::string_view lower_case) {
  if (a.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower_case[i]) return false;
  return true;
}

bool is_not_finite(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return word == "NaN" || word == "Infinity" || word == "inf" || word == "nan";
}

std::string named(std::string_view word) { return "\"" + shortened(printable(word), 60) + "\""; }

}  // namespace

Result<Json> number_of(std::string_view literal, const Limits& limits) {
  // Short integers, which nearly all are, without ceremony.
  const bool negative = literal.starts_with('-');
  const std::string_view digits = literal.substr(negative ? 1 : 0);
  if (!digits.empty() && digits.size() < 19 && literal.size() <= limits.max_number_chars &&
      (digits[0] != '0' || digits.size() == 1)) {
    std::int64_t value = 0;
    std::size_t i = 0;
    for (; i < digits.size() && is_digit(digits[i]); ++i) value = value * 10 + (digits[i] - '0');
    if (i == digits.size()) return Json(negative ? -value : value);
  }
  JsonReader reader(literal, limits);
  Result<Json> value = reader.value();
  if (value && !reader.at_end()) return Error(Code::kParseMalformed, named(literal) + " is not a number");
  return value;
}

Result<Json> Values::json(const TokenList& tokens, std::size_t token) {
  const Token& first = tokens[token];
  return first.is_object() || first.is_array() ? container(tokens, token) : scalar(tokens, first);
}

Result<std::string> text_of(const TokenList& tokens, const Token& token, const Limits& limits, bool script) {
  const std::string_view raw = tokens.inside(token);
  if (token.is_deep()) return too_deep(limits);
  if (raw.size() > limits.max_string_bytes) return too_many_bytes("a string", raw, limits);
  if (token.high && !is_valid_utf8(raw))
    return Error(Code::kParseMalformed, "a string whose bytes are not valid UTF-8", "send the text as UTF-8");
  if (token.plain || !token.is_string()) return std::string(raw);
  return unescaped(raw, token.quote != '"' || script, limits);
}

Result<Json> Values::scalar(const TokenList& tokens, const Token& token) {
  if (token.kind == Token::Kind::kWord) return word(tokens.inside(token), {token.begin, token.end});
  return Json(TRY(text_of(tokens, token, limits_, script())));
}

Result<Json> Values::word(std::string_view word, Span span) {
  const bool bare = rules_.words == Words::kBare;
  if (word == "null") return Json();
  if (bare ? same_word(word, "true") : word == "true") return Json(true);
  if (bare ? same_word(word, "false") : word == "false") return Json(false);
  if (starts_number(word)) {
    Result<Json> number = number_of(word, limits_);
    // What fits nowhere is refused; what is not a number after all may be text.
    const bool text = !number && (number.error().code == Code::kParseMalformed ||
                                  number.error().code == Code::kParseTruncated);
    if (!text) return number;
  }
  if (word.size() > 1 && word[0] == '+' && starts_number(word.substr(1))) {
    Result<Json> number = number_of(word.substr(1), limits_);
    if (number)
      mended("plus_sign", "the plus sign in front of " + named(word.substr(1)) + " was passed over", span);
    if (number || number.error().code == Code::kLimitSize) return number;
  }
  if (!bare && (word == "True" || word == "False" || word == "None")) {
    mended("python_literal", std::string(word) + " was read as JSON writes it", span);
    return word == "None" ? Json() : Json(word == "True");
  }
  if (rules_.arithmetic) {
    if (auto result = arithmetic(word, limits_)) return std::move(*result);
  }
  if (!bare && is_not_finite(word))
    return Error(Code::kValueRange, std::string(word) + " is not a number that a state can hold",
                 "give a finite number");
  if (rules_.words == Words::kRefused)
    return Error(Code::kParseMalformed, named(word) + " is not a JSON value", "put text into double quotes");
  if (word == "undefined") {
    mended("undefined", "undefined was read as null", span);
    return Json();
  }
  if (!is_valid_utf8(word)) return Error(Code::kParseMalformed, "text whose bytes are not valid UTF-8");
  if (word.find('\0') != std::string_view::npos)
    return Error(Code::kParseMalformed, "the text contains a NUL byte", "remove it");
  if (word.size() > limits_.max_string_bytes) return too_many_bytes("a text", word, limits_);
  if (!bare) mended("unquoted_text", named(word) + " has no quotes and was taken as text", span);
  return Json(std::string(word));
}

Result<void> Values::put(Json& container, std::string& key, Json value) const {
  if (container.is_array()) {
    array_of(container).push_back(std::move(value));
    return {};
  }
  JsonObject& object = object_of(container);
  if (object.find_slot(key) != JsonObject::kNone) {
    return Error(Code::kParseMalformed, "the key " + named(key) + " appears twice in one object",
                 "delete one of the two");
  }
  object.insert_after(object.last(), std::move(key), std::move(value));
  return {};
}

// Without recursion: a frame for each open container, the tokens in order.
Result<Json> Values::container(const TokenList& tokens, std::size_t root) {
  struct Frame {
    Json value;
    std::size_t end;
    std::string key;
  };
  std::vector<Frame> open;
  open.reserve(4);
  std::size_t i = root;
  for (;;) {
    const Token& token = tokens[i];
    if (token.is_object() || token.is_array()) {
      if (open.size() == limits_.max_depth) return too_deep(limits_);
      const Json empty(token.is_object() ? Json::value_t::object : Json::value_t::array);
      open.push_back({empty, token.next, {}});
      ++i;
    } else {
      Json read = TRY(scalar(tokens, token));
      ++i;
      Frame& frame = open.back();
      TRY(put(frame.value, frame.key, std::move(read)));
    }
    while (i == open.back().end) {
      Frame last = std::move(open.back());
      open.pop_back();
      if (open.empty()) return std::move(last.value);
      Frame& frame = open.back();
      TRY(put(frame.value, frame.key, std::move(last.value)));
    }
    Frame& frame = open.back();
    if (frame.value.size() >= limits_.max_children)
      return over_limit(Code::kLimitCount, "too many children in one container", limits_.max_children,
                        "max_children");
    if (!frame.value.is_object()) continue;
    std::string key = TRY(text_of(tokens, tokens[i], limits_, script()));
    if (key.size() > limits_.max_key_bytes) {
      return over_limit(Code::kLimitSize, "a key of " + std::to_string(key.size()) + " bytes",
                        limits_.max_key_bytes, "max_key_bytes");
    }
    frame.key = std::move(key);
    ++i;
  }
}

}  // namespace gavel
