#include "fields.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/path.hpp"
#include "state/suggest.hpp"

namespace gavel {

bool Members::next() {
  if (next_ >= end_) return false;
  const Token& key = list_[next_];
  value_ = next_ + 1;
  next_ = list_[value_].next;
  span_ = {key.begin, list_[value_].end};
  key_ = list_.inside(key);
  if (!key.plain) {
    Result<std::string> decoded = unescaped(key_, key.quote != '"', Limits());
    buffer_ = decoded ? std::move(*decoded) : std::string(key_);
    key_ = buffer_;
  }
  return true;
}

void find_fields(Draft& draft, const TokenList& tokens, std::size_t object,
                 std::span<const std::string_view> names, std::span<std::size_t> found) {
  for (Members members(tokens, object); members.next();) {
    const auto name = std::find(names.begin(), names.end(), members.key());
    if (name != names.end()) {
      std::size_t& place = found[static_cast<std::size_t>(name - names.begin())];
      if (place != 0) draft.problem("`" + std::string(*name) + "` is given twice");
      place = members.value();
      continue;
    }
    const std::string shown = shortened(printable(members.key()), 64);
    draft.warn("member.unknown", "the member \"" + shown + "\" is unknown and was ignored" +
                                     did_you_mean(members.key(), names));
  }
}

std::optional<Json> FieldReader::json(std::size_t token, std::string_view name) {
  if (token == 0) return std::nullopt;
  Result<Json> read = values_.json(list_, token);
  if (read) return std::move(*read);
  read.error().message = "`" + std::string(name) + "`: " + read.error().message;
  draft_.problem(read.error());
  return std::nullopt;
}

std::optional<std::string> FieldReader::text(std::size_t token, std::string_view name) {
  if (token == 0) return std::nullopt;
  const Token& found = list_[token];
  if (!found.is_string()) {
    if (list_.inside(found) != "null") draft_.problem("`" + std::string(name) + "` must be a string");
    return std::nullopt;
  }
  Result<std::string> read = text_of(list_, found, limits_);
  if (read) return std::move(*read);
  draft_.problem(read.error());
  return std::nullopt;
}

void FieldReader::value(std::size_t token) {
  if (auto read = json(token, "value")) draft_.command.value = std::move(*read);
}
void FieldReader::old(std::size_t token) {
  if (auto read = json(token, "old")) draft_.command.expect_old = std::move(*read);
}
void FieldReader::metadata(std::size_t token) {
  if (auto read = json(token, "metadata")) draft_.command.metadata = std::move(*read);
}
void FieldReader::reason(std::size_t token) {
  if (auto read = text(token, "reason")) draft_.command.reason = std::move(*read);
}
void FieldReader::id(std::size_t token) {
  if (auto read = text(token, "id")) draft_.command.id = std::move(*read);
}

void FieldReader::options(std::size_t token) {
  std::optional<Json> read = json(token, "options");
  if (!read || read->is_null()) return;
  if (!read->is_object()) return draft_.problem("`options` must be an object");
  draft_.options = std::move(*read);
}

bool FieldReader::place(std::size_t token, bool array_is_literal) {
  if (token == 0) return false;
  const Token& found = list_[token];
  if (found.is_string()) {
    if (auto read = text(token, "path")) draft_.place(std::move(*read));
  } else if (found.is_array() && array_is_literal) {
    literal_path(token);
  } else {
    draft_.problem(array_is_literal ? "`path` must be an array of keys, or a text"
                                    : "the path must be a string");
  }
  return true;
}

// Every segment that cannot be is named.
void FieldReader::literal_path(std::size_t token) {
  if (list_[token].next == token + 1) draft_.problem("`path` must not be empty", Code::kPathInvalid);
  std::size_t segments = 0;
  for (std::size_t i = token + 1; i < list_[token].next; i = list_[i].next) {
    if (++segments > limits_.max_path_segments) {
      return draft_.problem(over_limit(Code::kLimitDepth, "the path has too many segments",
                                       limits_.max_path_segments, "max_path_segments"));
    }
    const Token& segment = list_[i];
    if (segment.is_string()) {
      Result<std::string> key = text_of(list_, segment, limits_);
      if (!key) {
        draft_.problem(key.error());
        continue;
      }
      if (Result<void> checked = check_key(*key, limits_); !checked) draft_.problem(checked.error());
      draft_.command.path.push_key(*key);
    } else if (const auto index = index_of_key(list_.inside(segment));
               segment.kind == Token::Kind::kWord && index) {
      draft_.command.path.push_index(*index);
    } else {
      draft_.problem("`path` holds keys (strings) and indices, nothing else", Code::kPathInvalid);
    }
  }
}

}  // namespace gavel
