// WatchedHost: a Host that writes down what a handler asks of another one, and what that answers, in order.
// Whoever does not watch pays nothing: the host of a call is wrapped, or it is not.
//
// Watching changes nothing: the same call gives the same result and spends the same fuel.
#pragma once

#include <optional>
#include <string>

#include "lua/host.hpp"
#include "lua/sandbox.hpp"
#include "lua/trace.hpp"
#include "lua/vocabulary.hpp"

namespace gavel {

class WatchedHost final : public Host {
 public:
  // REQUIRES: all of them outlive it. `handler`: its event, nothing where it has none.
  WatchedHost(Host& inner, const Sandbox& sandbox, const Vocabulary& vocabulary,
              std::optional<std::size_t> handler, Trace& trace)
      : inner_(inner), sandbox_(sandbox), vocabulary_(vocabulary), handler_(handler), trace_(trace) {}

  const Json* read(const PathText& path) override;
  const Json* read(PathView path) override;
  Path locate(const PathText& path) override { return inner_.locate(path); }
  const Json& shown(PathView path, const Json& node) override;
  std::uint64_t generation() const override { return inner_.generation(); }
  const Json* field(std::size_t field) override;
  Result<Json> call(std::size_t function, std::span<const Json> args) override;
  std::uint64_t work() override { return inner_.work(); }

 private:
  TraceEvent event_of(std::string name) const;
  const Json* note(TraceEvent event, const Json* answer);

  Host& inner_;
  const Sandbox& sandbox_;
  const Vocabulary& vocabulary_;
  std::optional<std::size_t> handler_;
  Trace& trace_;
};

}  // namespace gavel
