// Fields: the members of a command that is written as an object.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "sink.hpp"

namespace gavel {

// The members of an object, one after the other.
class Members {
 public:
  Members(const TokenList& tokens, std::size_t object)
      : list_(tokens), next_(object + 1), end_(tokens[object].next) {}

  bool next();
  // Unescaped. Valid until the next member.
  std::string_view key() const { return key_; }
  std::size_t value() const { return value_; }
  Span span() const { return span_; }

 private:
  const TokenList& list_;
  std::size_t next_;
  std::size_t end_;
  std::size_t value_ = 0;
  Span span_;
  std::string_view key_;
  std::string buffer_;
};

// Where the members called `names` are: the token of each value, 0 for one that is not there. One that
// is given twice is a problem; one that is unknown is warned of.
void find_fields(Draft& draft, const TokenList& tokens, std::size_t object,
                 std::span<const std::string_view> names, std::span<std::size_t> found);
template <std::size_t kCount>
std::array<std::size_t, kCount> find_fields(Draft& draft, const TokenList& tokens, std::size_t object,
                                            const std::array<std::string_view, kCount>& names) {
  std::array<std::size_t, kCount> found{};
  find_fields(draft, tokens, object, names, found);
  return found;
}

// Readers of single members; what does not fit becomes a problem of the draft. `token` 0: nothing happens.
class FieldReader {
 public:
  FieldReader(Sink& sink, Draft& draft, const TokenList& tokens, Words words = Words::kRefused)
      : draft_(draft),
        list_(tokens),
        limits_(sink.limits()),
        values_(sink.values(words, draft.proposal.warnings)) {}

  void value(std::size_t token);                         // -> command.value
  void old(std::size_t token);                           // -> command.expect_old
  void options(std::size_t token);                       // -> options
  void reason(std::size_t token);                        // -> command.reason
  void metadata(std::size_t token);                      // -> command.metadata
  void id(std::size_t token);                            // -> command.id
  bool place(std::size_t token, bool array_is_literal);  // -> command.path or raw_path
  std::optional<Json> json(std::size_t token, std::string_view name);
  std::optional<std::string> text(std::size_t token, std::string_view name);

 private:
  void literal_path(std::size_t token);

  Draft& draft_;
  const TokenList& list_;
  const Limits& limits_;
  Values values_;
};

}  // namespace gavel
