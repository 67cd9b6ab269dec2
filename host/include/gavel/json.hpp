// Json: a JSON value to look at: what verdicts, states and campaigns tell beyond their named members. A value
// never changes, so that copies are cheap and share what they are part of. Key order is kept.
//
//   gavel::Json state = *campaigns.state("evening");
//   std::int64_t count = state["data"]["door"]["knocks"].integer();
//   state.at("data.door.knocks").text();      // by one path; "a.b[0]" or "/a/b/0"
//
// Looking for what is not there is no error: it gives null. To make one, write its text, or build it:
//
//   gavel::Json::object({{"title", "Evening"}, {"tools", gavel::Json::array({"move", "rest"})}})
//
// What parse() refuses cannot be built either: a key given twice, more than 128 containers in one another.
// Such a value is kRefused, and so is all that is built of it; check() says why, its text is empty, which no
// reader takes for JSON, and every function of Gavel's that is given one answers with that error.
//
// Thread-safe: any number of threads may look at one value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
template <typename T>
inline constexpr bool kIsJsonNumber = (std::is_integral_v<T> && sizeof(T) <= sizeof(std::int64_t) &&
                                       !std::is_same_v<T, char> && !std::is_same_v<T, wchar_t> &&
                                       !std::is_same_v<T, char8_t> && !std::is_same_v<T, char16_t> &&
                                       !std::is_same_v<T, char32_t>) ||
                                      std::is_floating_point_v<T>;

class GAVEL_API Json {
 public:
  enum class Kind { kNull, kBoolean, kInteger, kNumber, kString, kArray, kObject, kRefused };

  Json() noexcept;  // null
  // NOLINTBEGIN(google-explicit-constructor): so that members can be written as they are
  Json(const char* text);
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(std::nullptr_t) noexcept : Json() {}
  // Every integer, exactly; every floating-point number as the nearest double, and null where it is not
  // finite, for which JSON has no name. A character is a text of one character, so char and its like are none
  // of them.
  template <typename T>
  requires kIsJsonNumber<T> Json(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      *this = of_bool(number);
    } else if constexpr (std::is_floating_point_v<T>) {
      *this = of_double(static_cast<double>(number));
    } else if constexpr (std::is_signed_v<T>) {
      *this = of_signed(number);
    } else {
      *this = of_unsigned(number);
    }
  }
  template <typename T>
  requires(!std::is_same_v<std::remove_cv_t<T>, char>) Json(T* pointer)
  = delete;  // it would be `true`
  // NOLINTEND(google-explicit-constructor)
  static Json array(const std::vector<Json>& elements);
  static Json object(std::initializer_list<std::pair<std::string_view, Json>> members);
  static Json object(const std::vector<std::pair<std::string, Json>>& members);

  // RFC 8259 to the letter. Refused, with line and column: a key given twice, more than 128 containers in
  // one another, numbers that fit no 64 bits and no finite double, bad UTF-8.
  static Result<Json> parse(std::string_view text) noexcept;

  Kind kind() const noexcept;
  // Of what could not be built: why.
  Result<void> check() const noexcept;
  bool is_null() const noexcept { return kind() == Kind::kNull; }
  bool is_string() const noexcept { return kind() == Kind::kString; }
  bool is_array() const noexcept { return kind() == Kind::kArray; }
  bool is_object() const noexcept { return kind() == Kind::kObject; }

  // Of another kind: the fallback.
  bool boolean(bool fallback = false) const noexcept;
  std::int64_t integer(std::int64_t fallback = 0) const noexcept;             // also of 5.0
  std::uint64_t unsigned_integer(std::uint64_t fallback = 0) const noexcept;  // likewise, up to 2^64 - 1
  double number(double fallback = 0) const noexcept;                          // also of an integer
  std::string string(std::string_view fallback = {}) const;

  std::size_t size() const noexcept;  // elements or members; of a scalar: 0
  bool has(std::string_view key) const noexcept;
  // Null where there is none.
  Json operator[](std::string_view key) const noexcept;
  Json operator[](const char* key) const noexcept { return (*this)[std::string_view(key)]; }
  Json operator[](std::size_t index) const noexcept;
  Json operator[](int index) const noexcept;
  Json at(std::string_view path) const noexcept;
  std::vector<Json> elements() const;                         // of an array, else none
  std::vector<std::pair<std::string, Json>> members() const;  // of an object, in its order, else none

  // Compact, or with that many blanks for each level; of what could not be built: empty.
  std::string text(int indent = -1) const;

  // As JSON compares: the order of members does not count, 5 is 5.0. What could not be built equals nothing.
  friend GAVEL_API bool operator==(const Json& a, const Json& b) noexcept;

 private:
  friend struct JsonAccess;
  static Json of_bool(bool truth);
  static Json of_signed(std::int64_t number);
  static Json of_unsigned(std::uint64_t number);
  static Json of_double(double number);
  explicit Json(std::shared_ptr<const void> node) noexcept : node_(std::move(node)) {}

  std::shared_ptr<const void> node_;  // nullptr: null
};

GAVEL_NAMESPACE_END
