#include "line_editor.hpp"

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <iostream>
#include <unistd.h>

#include "base/utf8.hpp"

#ifdef GAVEL_LIBEDIT
#include <histedit.h>
#endif

// libedit keeps a few strings of its own when it ends; nothing else calls wcsdup.
#if defined(GAVEL_LIBEDIT) && defined(__SANITIZE_ADDRESS__)
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions() {
  return "leak:wcsdup\n";
}
#endif

namespace gavel {

std::string common_beginning(const std::vector<std::string>& candidates) {
  if (candidates.empty()) return {};
  std::string common = candidates.front();
  for (const std::string& one : candidates) {
    const auto end = std::mismatch(common.begin(), common.end(), one.begin(), one.end()).first;
    common.erase(end, common.end());
  }
  // Not in the middle of a character.
  while (!common.empty() && common.size() < candidates.front().size() &&
         (static_cast<unsigned char>(candidates.front()[common.size()]) & 0xC0U) == 0x80U)
    common.pop_back();
  return common;
}

#ifdef GAVEL_LIBEDIT

struct LineEditor::State {
  Completer completer;
  std::string history_file;
  std::string prompt;
  bool terminal = false;
  bool dropped = false;  // the line that is being read, by Ctrl-C
  EditLine* edit = nullptr;
  History* history = nullptr;

  ~State() {
    if (history != nullptr) {
      HistEvent event;
      if (!history_file.empty()) ::history(history, &event, H_SAVE, history_file.c_str());
      history_end(history);
    }
    if (edit != nullptr) el_end(edit);
  }
};

namespace {

LineEditor::State* state_of(EditLine* edit) {
  void* data = nullptr;
  el_get(edit, EL_CLIENTDATA, &data);
  return static_cast<LineEditor::State*>(data);
}

char* prompt_of(EditLine* edit) { return state_of(edit)->prompt.data(); }

void show_candidates(const std::vector<std::string>& candidates) {
  constexpr std::size_t kMostShown = 60;
  std::fputs("\n", stdout);
  for (std::size_t i = 0; i < candidates.size() && i < kMostShown; ++i)
    std::printf("%s  ", printable(candidates[i]).c_str());
  if (candidates.size() > kMostShown) std::printf("… %zu more", candidates.size() - kMostShown);
  std::fputs("\n", stdout);
  std::fflush(stdout);
}

unsigned char complete(EditLine* edit, int /*key*/) {
  const LineInfo* line = el_line(edit);
  const std::string text(line->buffer, line->cursor);
  const Completion completion = state_of(edit)->completer(text);
  if (completion.candidates.empty()) return CC_REFRESH_BEEP;
  const std::string typed = text.substr(std::min(completion.begin, text.size()));
  const std::string common = common_beginning(completion.candidates);
  if (common.size() > typed.size() && common.starts_with(typed)) {
    el_insertstr(edit, common.c_str() + typed.size());
    return CC_REFRESH;
  }
  if (completion.candidates.size() == 1) return CC_REFRESH_BEEP;
  show_candidates(completion.candidates);
  return CC_REDISPLAY;
}

unsigned char drop(EditLine* edit, int /*key*/) {
  state_of(edit)->dropped = true;
  return CC_NEWLINE;
}

}  // namespace

LineEditor::LineEditor(Completer completer, std::string history_file) : state_(std::make_unique<State>()) {
  state_->completer = std::move(completer);
  state_->history_file = std::move(history_file);
  state_->terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
  if (!state_->terminal) return;
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) std::setlocale(LC_CTYPE, "");
  HistEvent event;
  state_->edit = el_init("gavel", stdin, stdout, stderr);
  state_->history = history_init();
  if (state_->edit == nullptr || state_->history == nullptr) return;
  ::history(state_->history, &event, H_SETSIZE, 1000);
  ::history(state_->history, &event, H_SETUNIQUE, 1);
  if (!state_->history_file.empty()) ::history(state_->history, &event, H_LOAD, state_->history_file.c_str());
  el_set(state_->edit, EL_CLIENTDATA, state_.get());
  el_set(state_->edit, EL_PROMPT, prompt_of);
  el_set(state_->edit, EL_EDITOR, "emacs");
  el_set(state_->edit, EL_HIST, ::history, state_->history);
  el_set(state_->edit, EL_ADDFN, "gavel-complete", "complete the word", complete);
  el_set(state_->edit, EL_BIND, "^I", "gavel-complete", nullptr);
  // While a line is typed, Ctrl-C is a key like any other; while one runs, it is the signal that ends it.
  el_set(state_->edit, EL_SETTY, "-d", "-isig", nullptr);
  el_set(state_->edit, EL_ADDFN, "gavel-drop", "drop the line", drop);
  el_set(state_->edit, EL_BIND, "^C", "gavel-drop", nullptr);
}

bool LineEditor::edits() { return true; }

LineEditor::Read LineEditor::next(const std::string& prompt, std::string& line) {
  if (state_->edit == nullptr || !state_->terminal)
    return std::getline(std::cin, line) ? Read::kLine : Read::kEnd;
  state_->prompt = prompt;
  state_->dropped = false;
  int count = 0;
  // libedit itself shows the prompt first and sets the terminal up after it: a Ctrl-C or Ctrl-D typed in
  // between would be taken for a signal or for nothing.
  el_set(state_->edit, EL_PREP_TERM, 1);
  const char* read = el_gets(state_->edit, &count);
  if (state_->dropped) return Read::kDropped;
  if (read == nullptr || count <= 0) return Read::kEnd;
  line.assign(read, static_cast<std::size_t>(count));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  HistEvent event;
  if (line.find_first_not_of(" \t") != std::string::npos)
    ::history(state_->history, &event, H_ENTER, line.c_str());
  return Read::kLine;
}

#else

struct LineEditor::State {
  bool terminal = false;
};

// NOLINTNEXTLINE(performance-unnecessary-value-param): the other one keeps both
LineEditor::LineEditor(Completer /*completer*/, std::string /*history_file*/)
    : state_(std::make_unique<State>()) {
  state_->terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

bool LineEditor::edits() { return false; }

LineEditor::Read LineEditor::next(const std::string& prompt, std::string& line) {
  if (state_->terminal) {
    std::fputs(prompt.c_str(), stdout);
    std::fflush(stdout);
  }
  errno = 0;
  if (std::getline(std::cin, line)) return Read::kLine;
  if (errno != EINTR) return Read::kEnd;
  std::cin.clear();
  std::clearerr(stdin);
  std::fputs("\n", stdout);
  return Read::kDropped;
}

#endif

LineEditor::~LineEditor() = default;

bool LineEditor::interactive() const { return state_->terminal; }

}  // namespace gavel
