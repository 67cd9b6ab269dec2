// LineEditor: lines from a person at a terminal, with history and completion, or from a pipe, without.
//
// Ctrl-C while a line is typed drops that line; Ctrl-D on an empty one ends.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gavel {

// What a word may become: where it begins in the text in front of the cursor, and its candidates, sorted.
struct Completion {
  std::size_t begin = 0;
  std::vector<std::string> candidates;
};
using Completer = std::function<Completion(const std::string& text)>;

class LineEditor {
 public:
  enum class Read { kLine, kDropped, kEnd };

  // `history_file`: a file that is read and written; empty: none.
  LineEditor(Completer completer, std::string history_file);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // The next line, without its end. Nothing is prompted for where no terminal listens.
  Read next(const std::string& prompt, std::string& line);

  // Whether somebody types; and whether lines can be edited: not in a build without libedit.
  bool interactive() const;
  static bool edits();

  struct State;

 private:
  std::unique_ptr<State> state_;
};

// What all candidates begin with.
std::string common_beginning(const std::vector<std::string>& candidates);

}  // namespace gavel
