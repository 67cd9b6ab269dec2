// The stores that the suite runs over, and what a test needs to play a campaign on one. A store joins the
// suite by one row in subjects(); the cases stay as they are.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "store/export.hpp"
#include "store/hash.hpp"
#include "store/store.hpp"

namespace gavel::testing {

// A folder that goes when the test ends.
class Scratch {
 public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

struct Subject {
  std::string name;
  // A new, empty store; the scratch folder outlives it.
  std::function<std::unique_ptr<Store>(const Scratch&)> open;
};
const std::vector<Subject>& subjects();

// Runs a case on every store.
void on_every_store(const std::function<void(Store&)>& run);

// The value of a call that must succeed.
template <typename T>
T must(Result<T> result) {
  if (!result) FAIL("unexpected " << code_name(result.error().code) << ": " << result.error().message);
  return std::move(*result);
}
inline void must(const Result<void>& result) {
  if (!result) FAIL("unexpected " << code_name(result.error().code) << ": " << result.error().message);
}

// The code's name of a call that must be refused.
template <typename T>
std::string refusal(const Result<T>& result) {
  if (result) return "(nothing refused)";
  CHECK_FALSE(result.error().message.empty());
  return std::string(code_name(result.error().code));
}

// A campaign being played: makes requests that fit where it stands.
class Play {
 public:
  // Creates it.
  Play(Store& store, std::string id);

  // A turn behind the head, on the head's branch.
  Append next(const std::string& turn, const std::string& text = "go") const;
  // A turn behind another one, that opens a branch.
  Append branching(const std::string& turn, const std::string& parent, const std::string& branch) const;
  // Commits next() and moves on.
  void take(const std::string& turn, const std::string& text = "go");
  void take(const Append& append);
  // A change that is no turn.
  Update change(const std::string& record = R"({"changed":true})") const;
  void make(const Update& update);
  NewAttempt attempt(const std::string& turn, std::uint64_t number, const std::string& text) const;

  Head head;
  const std::string id;

 private:
  Store& store_;
};

// What a campaign is, whole, as text: its export without the line that ends it.
std::string exported(Store& store, std::string_view campaign);

}  // namespace gavel::testing
