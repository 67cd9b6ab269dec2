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
// Thread-safe: any number of threads may look at one value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
class GAVEL_API Json {
 public:
  enum class Kind { kNull, kBoolean, kInteger, kNumber, kString, kArray, kObject };

  Json() noexcept;  // null
  // NOLINTBEGIN(google-explicit-constructor): so that members can be written as they are
  Json(const char* text);
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(bool truth);
  Json(int number) : Json(static_cast<std::int64_t>(number)) {}
  Json(std::int64_t number);
  Json(double number);  // one that is not finite becomes null: JSON has no name for it
  // NOLINTEND(google-explicit-constructor)
  static Json array(const std::vector<Json>& elements);
  static Json object(std::initializer_list<std::pair<std::string_view, Json>> members);
  static Json object(const std::vector<std::pair<std::string, Json>>& members);

  // RFC 8259 to the letter. Refused, with line and column: a key given twice, more than 128 containers in
  // one another, numbers that fit no 64 bits and no finite double, bad UTF-8.
  static Result<Json> parse(std::string_view text) noexcept;

  Kind kind() const noexcept;
  bool is_null() const noexcept { return kind() == Kind::kNull; }
  bool is_string() const noexcept { return kind() == Kind::kString; }
  bool is_array() const noexcept { return kind() == Kind::kArray; }
  bool is_object() const noexcept { return kind() == Kind::kObject; }

  // Of another kind: the fallback.
  bool boolean(bool fallback = false) const noexcept;
  std::int64_t integer(std::int64_t fallback = 0) const noexcept;  // also of 5.0
  double number(double fallback = 0) const noexcept;               // also of an integer
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

  // Compact, or with that many blanks for each level.
  std::string text(int indent = -1) const;

  // As JSON compares: the order of members does not count, 5 is 5.0.
  friend GAVEL_API bool operator==(const Json& a, const Json& b) noexcept;

 private:
  friend struct JsonAccess;
  explicit Json(std::shared_ptr<const void> node) noexcept : node_(std::move(node)) {}

  std::shared_ptr<const void> node_;  // nullptr: null
};

GAVEL_NAMESPACE_END
