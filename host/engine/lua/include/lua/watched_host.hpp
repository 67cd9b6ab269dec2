// WatchedHost: a Host that writes down what a handler asks of another one, and what that answers, in order.
// Whoever does not watch pays nothing: the host of a call is wrapped, or it is not.
//
// Watching changes nothing: the same call gives the same result and spends the same fuel.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lua/host.hpp"
#include "lua/sandbox.hpp"
#include "lua/vocabulary.hpp"

namespace gavel {

// A handler that ran, or something that one asked of ctx.
struct TraceRow {
  enum class What { kHandler, kCall };
  What what = What::kCall;
  std::size_t depth = 0;  // handlers around it
  HandlerId handler = 0;  // that ran, or that asked
  std::string name;       // "love/step (run)"; of a call "get", "set", "now", "view"
  Json args = Json(Json::value_t::array);
  bool nothing = true;  // nil was answered
  Json answer;          // what is long or deep is told in a few words
  std::string error;    // empty: it was answered
  std::string file;     // where it is asked; of a handler, where it starts
  std::size_t line = 0;
  std::uint64_t fuel = 0;  // spent by the asking handler so far; of a handler, in all
  std::uint64_t bytes = 0;
  std::uint64_t nanoseconds = 0;  // of a handler; by the machine's clock, so of no other use than to be shown
  std::size_t calls = 0;          // of a handler: what it asked, its own rows
};

struct HostTrace {
  static constexpr std::size_t kMostRows = 20'000;
  std::vector<TraceRow> rows;  // in the order in which they began
  std::size_t left_out = 0;    // that came when there was no room any more
  std::size_t depth = 0;       // handlers that are under way

  // Of all that happened, whether it has a row or not.
  std::map<HandlerId, std::size_t> runs;  // how often each handler ran
  std::size_t calls = 0;                  // of ctx
  Spent spent;                            // by the handlers that were not called by others
  std::uint64_t nanoseconds = 0;          // of these

  // Adds a row and returns its place; nothing: there is no room.
  std::optional<std::size_t> add(TraceRow row);
};

// A value for a row: itself where it is small, else a few words.
Json digest(const Json& json);

class WatchedHost final : public Host {
 public:
  // REQUIRES: all of them outlive it. `row`: that of the handler, nothing where it has none.
  WatchedHost(Host& inner, const Sandbox& sandbox, const Vocabulary& vocabulary, HandlerId handler,
              std::optional<std::size_t> row, HostTrace& trace)
      : inner_(inner),
        sandbox_(sandbox),
        vocabulary_(vocabulary),
        handler_(handler),
        row_(row),
        trace_(trace) {}

  const Json* read(const PathText& path) override;
  const Json* read(PathView path) override;
  Path locate(const PathText& path) override { return inner_.locate(path); }
  const Json& shown(PathView path, const Json& node) override;
  std::uint64_t generation() const override { return inner_.generation(); }
  const Json* field(std::size_t field) override;
  Result<Json> call(std::size_t function, std::span<const Json> args) override;
  std::uint64_t work() override { return inner_.work(); }

 private:
  TraceRow row_of(std::string name) const;
  std::optional<std::size_t> add(TraceRow row);
  const Json* note(TraceRow row, const Json* answer);

  Host& inner_;
  const Sandbox& sandbox_;
  const Vocabulary& vocabulary_;
  HandlerId handler_;
  std::optional<std::size_t> row_;
  HostTrace& trace_;
};

}  // namespace gavel
