// Result<T>: a value, or an Error that says what went wrong, where, and how to mend it. The only way in which
// Gavel reports failure; exceptions stay inside the boundaries of libraries that throw.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/codes.hpp"

namespace gavel {

// Where something went wrong. Only what is known is filled in.
struct Where {
  std::string file;
  std::size_t line = 0;               // from 1; 0: unknown
  std::size_t column = 0;             // from 1, in code points; 0: unknown
  std::optional<std::size_t> offset;  // bytes into the text
  std::string rule;                   // the pattern, guard or plugin that spoke
};

struct Error {
  Code code;
  std::string message;  // what happened, with the values concerned: one sentence, no full stop needed
  std::string hint;     // how to mend it; may be empty
  Where where;
  std::string detail;  // lines for people: the source concerned, the way there; may be empty
  // What several share was used up: whatever was asked for, it was not wrong, and no repetition of it is.
  bool shared = false;
  std::string limit;  // the name of the limit that was met, as Limits has it; empty: none was
  std::string until;  // of a refusal that ends by itself: when, in the words of who refused; may be empty

  Error(Code code_in, std::string message_in, std::string hint_in = {}, Where where_in = {})
      : code(code_in), message(std::move(message_in)), hint(std::move(hint_in)), where(std::move(where_in)) {}
};

// A T or an Error. Converts from both, so that functions simply return either.
template <typename T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): functions return the value itself
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): or the error
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok().
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // REQUIRES: !ok().
  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error)  // NOLINT(google-explicit-constructor)
      : error_(std::make_unique<Error>(std::move(error))) {}

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok(). There is no value; this is for what treats every Result alike.
  void value() const {}

  // REQUIRES: !ok().
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::unique_ptr<Error> error_;  // almost always none: then one word is all that is handed on
};

}  // namespace gavel

// The value of a Result; if it has none, the enclosing function returns its Error:
//
//   const Path path = TRY(path_from_json(json, limits));
//   TRY(check_meta(meta));
//
// The value is moved out of what is temporary or passed by std::move, and copied out of what has a name. It
// is always a value, never a reference into a Result that is gone; of a Result<void> it is nothing.
//
// Use it for a whole statement, initializer, right-hand side or only argument: in a larger expression it is
// unspecified what of the rest has already happened when the function returns. In a lambda it returns from
// the lambda. Where the error is changed on its way (a place added, a code mapped), write the `if`.
//
// A statement expression, which gcc and clang have; __extension__ keeps -Wpedantic silent.
#define TRY(...)                                                                    \
  __extension__({                                                                   \
    auto&& try_result = (__VA_ARGS__);                                              \
    if (!try_result) return std::forward<decltype(try_result)>(try_result).error(); \
    std::forward<decltype(try_result)>(try_result).value();                         \
  })
