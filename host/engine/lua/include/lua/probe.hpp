// Probe: looks on while the handlers of a program run: which, how often, what each spent, what it answered,
// and which lines of which files ran. It changes nothing: results, fuel and bytes are the same with it and
// without.
//
// One thread at a time: the programs that are given it must not be used by several at once.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "lua/registry.hpp"

namespace gavel {

struct Spent;

// How often the lines of one file ran, and its functions.
struct FileLines {
  static constexpr std::uint64_t kNothing = UINT64_MAX;  // no code stands there
  struct Function {
    std::size_t last_line = 0;
    std::uint64_t calls = 0;
  };
  std::vector<std::uint64_t> runs;            // by line, from 1
  std::map<std::size_t, Function> functions;  // by first line; several of one line are not told apart

  void mark(std::size_t line) {
    if (runs.size() <= line) runs.resize(line + 1, kNothing);
    if (runs[line] == kNothing) runs[line] = 0;
  }
};

class Probe {
 public:
  struct Ended {
    const Registration& registration;
    const HandlerInfo& handler;
    const Spent& spent;     // with what handlers spent that ran inside it
    std::string_view word;  // of the vocabulary's, if it answered one
    const Error* error = nullptr;
  };

  virtual ~Probe() = default;
  // A handler begins; others may begin and end before it ends.
  virtual void begins() = 0;
  virtual void ended(const Ended& call) = 0;
  // Where the lines of a file are counted, as messages name it; nullptr: they are not. Holds as long as the
  // probe. Asked for when the file is compiled, and once in every state.
  virtual FileLines* lines_of(const std::string& file) = 0;
  // Whether lines are of interest at all, and whether those that run now count.
  virtual bool wants_lines() const = 0;
  virtual bool counts() const { return true; }
};

}  // namespace gavel
