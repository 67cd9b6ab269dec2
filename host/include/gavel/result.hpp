// Result and Error: how every call of libgavel answers. Nothing of it throws into your program (but
// for std::bad_alloc, where a plain value is copied); what cannot be done comes back as an Error that says
// what, where, and how to mend it.
//
//   gavel::Result<gavel::Ruleset> rules = gavel::Ruleset::load("rulesets/minimal");
//   if (!rules) std::cerr << gavel::describe(rules.error()) << "\n";
//
// This page and the ten beside it need the standard library and nothing else. All of them are in namespace
// gavel; its inline namespace v1 keeps their symbols apart from those of other versions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#define GAVEL_API __attribute__((visibility("default")))
#define GAVEL_INTERNAL __attribute__((visibility("hidden")))

// libgavel itself has names of the same kind inside, and opens the namespace without `inline`.
#ifdef GAVEL_INSIDE
#define GAVEL_NAMESPACE_BEGIN namespace gavel::v1 {
#define GAVEL_NAMESPACE_END }
#else
#define GAVEL_NAMESPACE_BEGIN namespace gavel::inline v1 {
#define GAVEL_NAMESPACE_END }
#endif

GAVEL_NAMESPACE_BEGIN
struct Error {
  // Stable, `area.what`: "store.unknown_campaign", "turn.conflict", "plugin.invalid", "usage". Programs
  // decide by it.
  std::string code = {};
  std::string message = {};  // one sentence for people
  std::string hint = {};     // how to mend it; may be empty
  // Where, as far as it is known: a file that somebody wrote, and the rule or plugin that spoke.
  std::string file = {};
  std::size_t line = 0;    // from 1; 0: unknown
  std::size_t column = 0;  // from 1, in code points; 0: unknown
  std::string rule = {};
  std::string detail = {};  // lines for people: the source concerned; may be empty
};

// "file:3:7: message (hint) [code]".
GAVEL_API std::string describe(const Error& error);

// The version of the library that runs, "0.2.0"; and of this page, as numbers.
GAVEL_API const char* version() noexcept;
#define GAVEL_VERSION_MAJOR 0
#define GAVEL_VERSION_MINOR 2

// Says on standard error which error was not looked at, and ends the process: a fault of the program.
[[noreturn]] GAVEL_API void no_value(const Error& error) noexcept;

// A T or an Error; functions return either. Not thread-safe, like any plain value.
template <typename T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor,bugprone-forwarding-reference-overload): functions return the
  // value or the error itself, and what is a Result already is none of these
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // What becomes a T by itself: `return "text";` where a Result<std::string> is asked for.
  template <typename U>
  requires(std::is_convertible_v<U&&, T> && !std::is_convertible_v<U&&, Error> &&
           !std::is_same_v<std::remove_cvref_t<U>, T> && !std::is_same_v<std::remove_cvref_t<U>, Result>)
      Result(U&& value)
      : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor,bugprone-forwarding-reference-overload)

  bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  // REQUIRES: ok(); else the process ends.
  T& value() & noexcept { return *checked(); }
  const T& value() const& noexcept { return *const_cast<Result*>(this)->checked(); }
  T&& value() && noexcept { return std::move(*checked()); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return checked(); }
  const T* operator->() const noexcept { return &value(); }

  // REQUIRES: !ok().
  const Error& error() const& noexcept { return *std::get_if<1>(&state_); }
  Error&& error() && noexcept { return std::move(*std::get_if<1>(&state_)); }

 private:
  T* checked() noexcept {
    if (!ok()) no_value(error());
    return std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }

  // REQUIRES: !ok().
  const Error& error() const& noexcept { return *error_; }
  Error&& error() && noexcept { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

GAVEL_NAMESPACE_END
