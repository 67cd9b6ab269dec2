// Usage: what a ruleset's code did while tests ran: every handler with its calls, answers and costs, and
// every line of the plugins' files with how often it ran.
//
// One Usage serves any number of rulesets, one after the other. REQUIRES: one thread; it outlives the
// rulesets that it is given to.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lua/pack.hpp"
#include "lua/probe.hpp"

namespace gavel {

// What one handler did. Costs are its own: what handlers spent that ran inside it, such as the rules that
// judge what a tool writes, is theirs.
struct HandlerUse {
  std::string id;     // "limits/gold_step"
  std::string kind;   // "rule"
  std::string which;  // "run"
  std::string plugin;
  std::string file;  // where its function stands, as it lies on the disk
  std::size_t line = 0;
  std::uint64_t calls = 0;
  std::uint64_t errors = 0;
  std::uint64_t fuel = 0;
  std::uint64_t bytes = 0;
  std::uint64_t most_fuel = 0;   // of one call: what limits.max_handler_fuel bounds
  std::uint64_t most_bytes = 0;  // the same for limits.max_handler_bytes
  std::uint64_t fuel_limit = 0;
  std::uint64_t bytes_limit = 0;
  std::chrono::nanoseconds time{0};
  std::map<std::string, std::uint64_t> answers;  // by word: "allow", "deny" …
  std::set<std::string> tests;                   // that called it
};

class Usage final : public Probe {
 public:
  // `lines`: whether lines are counted too.
  explicit Usage(bool lines) : lines_(lines) {}

  // The packs of the ruleset that is loaded next. Files of others, and shared modules, are not counted.
  void enter(const std::vector<Pack>& packs);
  // Its handlers, those too that nothing will call.
  void expect(const Registry& registry, const Limits& limits);
  // What runs from here on, for HandlerUse::tests; what is proved afterwards does not count.
  void at(std::string test) { test_ = std::move(test); }
  void pause(bool paused) { paused_ = paused; }

  // By kind, then id, then handler.
  std::vector<HandlerUse> handlers() const;
  const std::map<std::string, FileLines>& files() const { return files_; }
  // The name of the handler whose function begins on that line: "limits/gold_step (run)"; empty: none does.
  std::string function_name(const std::string& file, std::size_t line) const;

  void begins() override;
  void ended(const Ended& call) override;
  FileLines* lines_of(const std::string& file) override;
  bool wants_lines() const override { return lines_; }
  bool counts() const override { return !paused_; }

 private:
  // A call that is under way, and what ran inside it so far.
  struct Open {
    std::chrono::steady_clock::time_point since;
    std::chrono::nanoseconds inner{0};
  };
  std::string at_home(const std::string& file) const;
  HandlerUse* use_of(const Registration& registration, const HandlerInfo& info);

  const bool lines_;
  bool paused_ = false;
  std::string test_;
  std::uint64_t fuel_limit_ = 0;
  std::uint64_t bytes_limit_ = 0;
  std::map<std::string, std::string> homes_;  // "plugins/limits/" -> where that lies
  std::map<std::string, FileLines> files_;    // INVARIANT: entries stay where they are
  std::map<std::string, HandlerUse> uses_;    // by file, kind, id and handler
  std::vector<Open> open_;
};

// Of one file: how many of its lines have code, how many of them ran, and the others.
struct LineTotals {
  std::size_t all = 0;
  std::size_t ran = 0;
  std::vector<std::pair<std::size_t, std::size_t>> missed;  // ranges, first and last; blank lines join them
};
LineTotals totals_of(const FileLines& lines);

// The whole as LCOV's tracefile: SF FN FNDA DA and their sums, file by file.
std::string lcov_text(const Usage& usage);

}  // namespace gavel
