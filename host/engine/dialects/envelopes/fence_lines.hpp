// FenceLines: the lines that may end a code fence. Each line is looked at once, however many fences ask for
// the line that ends them.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "dialects/reading.hpp"

#include "window.hpp"

namespace gavel {

// The marks of fences on a line.
struct LineMarks {
  std::size_t line = 0;  // where the line begins
  Span text;             // the line without the blanks around it
  std::size_t lead = 0;  // marks that it starts with
  bool opens = false;    // behind those is a language and nothing else
  std::size_t tail = 0;  // marks right behind a value: some models close a fence at the end of the last line
};

// All places are those of the whole text; the window starts at `base` in it.
class FenceLines {
 public:
  explicit FenceLines(char mark) : mark_(mark) {}

  // The first line from `from` on that ends a fence of `run` marks. A line that opens another ends only one
  // that holds data. Nothing: there is none, or the window needs more.
  // REQUIRES: a line begins at `from`, and run >= 3.
  std::optional<LineMarks> find(const Window& window, std::size_t base, std::size_t from, std::size_t run,
                                bool data);

 private:
  // Lines by the marks they start with. Each knows the next one that starts with more, so a search takes no
  // more steps than its fence has marks.
  struct Step {
    std::size_t at;    // in lines_
    std::size_t next;  // in steps
  };
  struct Leads {
    std::vector<Step> steps;
    std::vector<std::size_t> waiting;  // for a line that starts with more
  };

  void clear(std::size_t from);
  void add(const LineMarks& marks);
  void add_lead(Leads& leads, std::size_t at);
  std::size_t first_lead(const Leads& leads, std::size_t from, std::size_t run) const;
  std::size_t first_tail(std::size_t from, std::size_t run) const;

  char mark_;
  std::size_t first_ = 0;                                  // from there on, lines were looked at
  std::size_t next_ = 0;                                   // up to there
  std::vector<LineMarks> lines_;                           // those that may end a fence
  Leads any_;                                              // end data
  Leads plain_;                                            // open nothing: end any fence
  std::map<std::size_t, std::vector<std::size_t>> tails_;  // marks -> in lines_
};

}  // namespace gavel
