// TestHost: what one test sees and does: a document, a clock, settings, dice of its own; its turns are real
// ones (turn/turn.hpp). It is the host of the test's own function; the handlers of the ruleset that its turns
// run have theirs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/problem.hpp"
#include "command/kernel.hpp"
#include "lua/host.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"
#include "state/suggest.hpp"

#include "first_difference.hpp"
#include "test_words.hpp"

namespace gavel {

// What the tests of one file share. Nothing of it changes.
struct TestWorld {
  std::shared_ptr<const Ruleset> ruleset;
  std::string folder;  // of the test file, where its fixtures are looked for
  Json state;          // that every test begins with
};

class TestHost : public Host {
 public:
  // REQUIRES: both outlive it; the sandbox is the ruleset's.
  static Result<TestHost> make(const TestWorld& world, Sandbox& sandbox);

  const Json* read(const PathText& path) override;
  const Json* read(PathView path) override;
  Path locate(const PathText& path) override;
  const Json& shown(PathView path, const Json& node) override;
  std::uint64_t generation() const override { return generation_; }
  const Json* field(std::size_t /*field*/) override { return nullptr; }
  Result<Json> call(std::size_t function, std::span<const Json> args) override;

  // The first expectation that was not met. It fails the test, even where the test caught the error.
  const std::optional<Difference>& unmet() const { return unmet_; }
  std::size_t expectations() const { return expectations_; }
  std::vector<std::string> take_logs() { return std::move(logs_); }
  // What failed beside the commands of its turns, and no expectation spoke of.
  const std::vector<std::string>& failures() const { return failures_; }

 private:
  TestHost(const TestWorld& world, Sandbox& sandbox, Document document, Json settings);

  Result<Json> fixture(TestAsk ask, std::span<const Json> args);
  Result<Json> give_state(std::span<const Json> args);
  Result<Json> set_clock(std::span<const Json> args);
  Result<Json> settle(const Json& settings);
  Result<Json> log(std::span<const Json> args);
  Result<Json> write(TestAsk ask, std::span<const Json> args);
  Result<Json> call_tool(std::span<const Json> args);
  Result<Json> run_command(Json command, const Json& options);
  Result<Json> turn(std::string_view text, std::string_view dialect, const Json& options);
  void keep_failures(const Json& verdict);
  void keep_history(const std::string& id, const std::string& user, const std::string& narration);
  Result<Json> one_line(std::string_view text, std::string_view dialect, const Json& options);
  Result<Json> expect(TestAsk ask, std::span<const Json> args);
  Result<Json> fail(std::string_view function, Difference difference, const Json* note = nullptr);
  Result<Json> expect_verdict(const Json& found, const Json& expected);

  const TestWorld* world_;
  Sandbox* sandbox_;
  Document document_;
  Context context_;
  Json chosen_ = Json(Json::value_t::object);  // settings of the campaign
  Json settings_;                              // in force
  Json campaign_ = Json(Json::value_t::object);
  Json history_ = Json(Json::value_t::array);
  std::string seed_ = "test";
  std::size_t turns_ = 0;
  std::uint64_t generation_ = 1;
  std::size_t expectations_ = 0;
  HintBudget hints_;
  std::optional<Difference> unmet_;
  std::vector<std::string> logs_;
  std::vector<std::string> failures_;
};

}  // namespace gavel
