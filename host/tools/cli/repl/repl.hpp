// gavel repl: a prompt that stands in a game: Lua as in a handler, turns, undo, reload. Nothing is stored but
// by :save.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explain/session.hpp"

#include "args.hpp"
#include "game_options.hpp"
#include "line_editor.hpp"
#include "repl_why.hpp"
#include "show.hpp"

namespace gavel {

class ReplCommandLine {
 public:
  explicit ReplCommandLine(CLI::App& app);
  int run();

 private:
  // What a line came to, for people and for programs.
  struct Answer {
    std::string text;
    Json json = Json(Json::value_t::object);
    bool failed = false;
    // What :why tells of; nothing: what was typed can be refused nothing, and it tells of what came before.
    std::optional<std::vector<Refusal>> refused = {};
  };
  using Work = Answer (ReplCommandLine::*)(const std::string& rest);

  int loop(LineEditor& editor);
  std::string prompt(bool more) const;
  Answer obey(const std::string& line);
  Answer type(const std::string& text, bool& incomplete);

  Answer help(const std::string& rest);
  Answer state(const std::string& rest);
  Answer set(const std::string& rest);
  Answer call(const std::string& rest);
  Answer user(const std::string& rest);
  Answer turn(const std::string& rest);
  Answer explain(const std::string& rest);
  Answer why(const std::string& rest);
  Answer diff(const std::string& rest);
  Answer undo(const std::string& rest);
  Answer redo(const std::string& rest);
  Answer reload(const std::string& rest);
  Answer load(const std::string& rest);
  Answer save(const std::string& rest);
  Answer as(const std::string& rest);
  Answer seed(const std::string& rest);
  Answer now(const std::string& rest);
  Answer trace(const std::string& rest);

  Answer failed(const Error& error) const;
  Answer said(const std::string& text) const;
  Answer tried(const Result<Tried>& tried) const;
  Look explaining() const;
  bool tell(const Answer& answer);

  GameOptions game_;
  std::unique_ptr<Session> session_;
  std::string user_text_;
  std::optional<std::vector<Refusal>> refused_;  // by what was typed last; nothing: nothing was
  bool colour_ = false;
  bool quit_ = false;
  bool any_failed_ = false;
};

}  // namespace gavel
