// Watch: doing something again whenever one of its files has changed, until Ctrl-C.
//
// A change is a file of the kinds that authors write (.lua .yaml .yml .json) written, moved, made or removed,
// or a folder that came or went; hidden ones and what editors leave beside a file do not count. A burst of
// them is one change.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace gavel {

class Watch {
 public:
  // Files, and folders with all below them; links are not followed. What does not exist yet is waited for.
  // What happens from now on is told by the next wait(), also where it happens before that.
  static Result<std::unique_ptr<Watch>> over(std::vector<std::string> places);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Sleeps until something changes: the files, sorted, each once. Nothing: Ctrl-C (or SIGTERM), which only
  // here does not end the program by itself. `ready` is called when that holds.
  std::vector<std::string> wait(const std::function<void()>& ready);
  std::size_t folders() const;
  bool all() const;  // false: there are more than can be watched

 private:
  struct State;
  explicit Watch(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Where the files of a ruleset (or lone plugin) may lie: its folder, those given, and those shipped.
std::vector<std::string> places_of_rules(const std::string& folder, std::span<const std::string> plugin_dirs,
                                         std::span<const std::string> schema_dirs);

// Runs `round` now and after every change, and says on standard output when it waits: for people a line that
// begins with "waiting", with `json` an object {"waiting": …} in a line of its own. Returns what the last
// round returned, after Ctrl-C; or 2 where files cannot be watched.
int repeat_on_change(std::vector<std::string> places, bool json, const std::function<int()>& round);

}  // namespace gavel
