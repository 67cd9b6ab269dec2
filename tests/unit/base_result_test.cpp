#include <memory>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include "base/clock.hpp"
#include "base/result.hpp"

using gavel::Code;
using gavel::Error;
using gavel::IdSource;
using gavel::Result;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error(Code::kValueRange, "odd", "give an even number");
  return number / 2;
}

Result<void> must_be_even(int number) {
  if (number % 2 != 0) return Error(Code::kValueRange, "odd");
  return {};
}

Result<int> quarter(int number) {
  TRY(must_be_even(number));
  int found = TRY(half(number));
  found = TRY(half(found));
  return found;
}

// Counts how often it is copied.
struct Counted {
  int* copies;
  explicit Counted(int& count) : copies(&count) {}
  Counted(const Counted& other) : copies(other.copies) { ++*copies; }
  Counted(Counted&&) noexcept = default;
  Counted& operator=(const Counted&) = delete;
  Counted& operator=(Counted&&) = delete;
  ~Counted() = default;
};

Result<void> take_named(const Result<Counted>& named, int& copies) {
  const Counted copied = TRY(named);
  CHECK(copies == 1);
  Result<Counted> given = Counted(copies);
  const Counted moved = TRY(std::move(given));
  CHECK(copies == 1);
  CHECK(moved.copies == copied.copies);
  return {};
}

Result<std::string> text_of(Result<std::unique_ptr<std::string>> made) {
  const auto& text = TRY(std::move(made));  // a value, which the reference keeps
  return *text;
}

}  // namespace

TEST_CASE("a Result holds either the value or the error that a function returned") {
  const Result<int> good = half(8);
  REQUIRE(good.ok());
  CHECK(static_cast<bool>(good));
  CHECK(*good == 4);
  CHECK(good.value() == 4);

  const Result<int> bad = half(7);
  REQUIRE_FALSE(bad.ok());
  CHECK_FALSE(static_cast<bool>(bad));
  CHECK(bad.error().code == Code::kValueRange);
  CHECK(bad.error().message == "odd");
  CHECK(bad.error().hint == "give an even number");
}

TEST_CASE("a Result<void> is ok until it is given an error") {
  CHECK(Result<void>().ok());
  CHECK(must_be_even(2).ok());
  Result<void> bad = must_be_even(3);
  REQUIRE_FALSE(bad.ok());
  CHECK(bad.error().code == Code::kValueRange);
  const Error taken = std::move(bad).error();
  CHECK(taken.message == "odd");
}

TEST_CASE("a Result passes on a value that can only be moved") {
  Result<std::unique_ptr<std::string>> made = std::make_unique<std::string>("sword");
  REQUIRE(made.ok());
  CHECK((*made)->size() == 5);
  CHECK(made->get() != nullptr);
  const std::unique_ptr<std::string> taken = std::move(*made);
  CHECK(*taken == "sword");
}

TEST_CASE("TRY gives the value, or returns the error unchanged") {
  CHECK(quarter(12).value() == 3);
  CHECK(quarter(3).error().hint.empty());
  CHECK(quarter(6).error().hint == "give an even number");
}

TEST_CASE("TRY copies what has a name, moves everything else, and never refers to what is gone") {
  int copies = 0;
  CHECK(take_named(Counted(copies), copies).ok());
  CHECK(take_named(Error(Code::kUsage, "none"), copies).error().message == "none");
  CHECK(copies == 1);
  CHECK(text_of(std::make_unique<std::string>("sword")).value() == "sword");
}

TEST_CASE("an error without a place leaves every part of the place empty") {
  const Error error(Code::kPathUnknown, "nothing there");
  CHECK(error.where.file.empty());
  CHECK(error.where.line == 0);
  CHECK(error.where.column == 0);
  CHECK_FALSE(error.where.offset.has_value());
  CHECK(error.where.rule.empty());
  CHECK(error.hint.empty());
}

TEST_CASE("a Result cannot be made of nothing, nor silently ignored") {
  CHECK_FALSE(std::is_default_constructible_v<Result<int>>);
  CHECK(std::is_default_constructible_v<Result<void>>);
}

TEST_CASE("an id source counts from its start, and the same start gives the same ids") {
  IdSource first("t-1/");
  CHECK(first.next() == "t-1/1");
  CHECK(first.next() == "t-1/2");
  IdSource later("t-1/", 2);
  CHECK(later.next() == "t-1/2");
  IdSource bare("", 18446744073709551615U);
  CHECK(bare.next() == "18446744073709551615");
}
