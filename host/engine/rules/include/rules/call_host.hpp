// CallHost: the document and the turn as one handler sees them while it runs, behind ctx.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "lua/host.hpp"
#include "rules/referee_state.hpp"

namespace gavel {

class CallHost : public Host {
 public:
  CallHost(RefereeState& state, const Registered& source, Actor writer = Actor::kTool)
      : state_(state), source_(source), writer_(writer), since_(state.begin) {}

  const Json* read(const PathText& path) override;
  const Json* read(PathView path) override;
  Path locate(const PathText& path) override;
  const Json& shown(PathView path, const Json& node) override;
  std::uint64_t generation() const override { return state_.document.generation(); }
  const Json* field(std::size_t field) override;
  Result<Json> call(std::size_t function, std::span<const Json> args) override;
  std::uint64_t work() override { return std::exchange(work_, 0); }

  // From now on every place that is read is noted, and what a derived value may not depend on is an error.
  void trace(std::vector<Path>& reads) { reads_ = &reads; }
  // Parameters of the handler's own, over those of its plugin: ctx.params.
  void lay_over(const Json& params);
  // What counts as before, for ctx.before and ctx.changes; else the turn's beginning.
  void look_from(Document::Savepoint since) { since_ = since; }
  // What it must not have asked for, if it did.
  const std::string& impure() const { return impure_; }
  // The first write that was refused: it fails the whole handler, even if that caught it.
  const std::optional<Error>& denied() const { return denied_; }

 private:
  void note_others(const PathText& path, const Json& data) const;
  const Json* params_of_plugin() const;
  Result<Json> before(const Json& path);
  Result<Json> changes(std::span<const Json> args);
  Result<Json> history(std::span<const Json> args);
  Result<Json> log(std::span<const Json> args);
  Result<Json> roll(std::span<const Json> args);
  Result<Json> write(Ask ask, std::span<const Json> args);
  Result<Json> emit(std::span<const Json> args);
  Result<Json> remember(std::span<const Json> args);
  Result<Json> find_words(std::span<const Json> args);
  Result<Path> place(const Json& path) const;
  Result<PathText> parsed(const std::string& raw) const;
  Path meant(const PathText& text) const;
  void settle(Path& path, std::optional<std::string>& raw) const;

  RefereeState& state_;
  const Registered& source_;
  Actor writer_;
  Document::Savepoint since_;
  std::vector<Path>* reads_ = nullptr;
  std::string impure_;
  std::optional<Error> denied_;
  std::size_t logged_ = 0;
  mutable std::uint64_t work_ = 0;  // of the last call or read
  std::optional<Json> params_;      // where they are not the plugin's alone
};

}  // namespace gavel
