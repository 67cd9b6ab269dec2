#include "ruleset/placeholders.hpp"

#include <algorithm>

#include "base/ascii.hpp"

namespace gavel {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
  });
}

class Filling {
 public:
  Filling(const Fill& fill, Where where) : fill_(fill), where_(std::move(where)) {}

  void run(std::string& text) {
    std::string out;
    std::size_t at = 0;
    for (std::size_t open = text.find("{{"); open != std::string::npos; open = text.find("{{", open)) {
      const std::size_t close = text.find("}}", open + 2);
      if (close == std::string::npos) break;
      const std::string_view inner = std::string_view(text).substr(open + 2, close - open - 2);
      const std::size_t dot = inner.find('.');
      if (dot == std::string_view::npos || !is_word(inner.substr(0, dot)) ||
          !is_word(inner.substr(dot + 1))) {
        open += 2;
        continue;
      }
      out.append(text, at, open - at);
      Result<std::string> value = fill_(inner.substr(0, dot), inner.substr(dot + 1));
      if (value) out += *value;
      if (!value) tell(std::move(value).error(), text, open);
      at = open = close + 2;
    }
    if (at == 0) return;
    out.append(text, at);
    text = std::move(out);
  }

  std::vector<Error> take() { return std::move(errors_); }

 private:
  // A text of several lines begins on the line below the one that opens it.
  void tell(Error error, std::string_view text, std::size_t at) {
    error.where = where_;
    const auto lines = static_cast<std::size_t>(
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    if (text.find('\n') != std::string_view::npos) {
      error.where.line += lines + 1;
      error.where.column = 0;
    }
    const auto same = [&error](const Error& other) {
      return other.where.line == error.where.line && other.message == error.message;
    };
    if (std::none_of(errors_.begin(), errors_.end(), same)) errors_.push_back(std::move(error));
  }

  const Fill& fill_;
  Where where_;
  std::vector<Error> errors_;
};

}  // namespace

std::vector<Error> fill_placeholders(Schema& schema, const Fill& fill) {
  std::vector<Error> errors;
  const auto both = [&](Said& said, const Where& where) {
    const bool same = said.zh == said.en;
    Filling filling(fill, where);
    filling.run(said.en);
    if (same) said.zh = said.en;
    if (!same) filling.run(said.zh);
    for (Error& error : filling.take()) errors.push_back(std::move(error));
  };
  both(schema.instruction, schema.said_at);
  for (SchemaExample& example : schema.examples) {
    both(example.input, schema.where);
    both(example.output, schema.where);
  }
  return errors;
}

}  // namespace gavel
