// Telling: one command on its way into a dialect. A writer asks it for the parts that the dialect has a place
// for; what nobody asked for in the end is left out with a note where only the audit would have kept it, and
// refused where leaving it out would change what the command does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "command/command.hpp"

namespace gavel {

class Telling {
 public:
  // REQUIRES: `command` and `notes` outlive the telling.
  Telling(const Command& command, std::string_view dialect, std::vector<Warning>& notes);

  const Command& command() const { return command_; }
  std::string_view verb() const { return verb_name(command_.verb); }

  // Asking counts as saying.
  const Json* option(std::string_view name);  // nullptr: not given, or it asks for nothing
  Json options();                             // all of them, but for `reason`; null where there are none
  const Json* old();                          // expect_old, or nullptr
  std::string reason();
  std::string comment();  // the reason behind `//`: what fits into one line, with a note if that is less
  const Json* metadata();
  std::string id();

  // The places, as text and as the path that the text means where nothing is known of the document.
  std::string text_path() const;
  std::string text_from() const;
  Result<Path> path() const;
  Result<Path> from() const;

  // The command is said in another way than it was meant in.
  void note(std::string what);

  // "mvu cannot say `pull`": the verb itself, or something of it.
  Error cannot() const;
  Error cannot_say(const std::string& what, const std::string& hint) const;

  // REQUIRES: last. What was not asked for is left out with a note, or the command is refused.
  Result<void> finish();

  // Whether `old` was only a guess, which warns and never refuses.
  bool guesses_old() const;

 private:
  bool asks_for_nothing(std::string_view name, const Json& value) const;
  Result<void> finish_option(const std::string& name, const Json& value);

  const Command& command_;
  std::string_view dialect_;
  std::vector<Warning>& notes_;
  std::vector<std::string> said_;
  bool said_all_ = false;
  bool said_old_ = false;
  bool said_reason_ = false;
  bool said_metadata_ = false;
  bool said_id_ = false;
};

// A text path with one more key, in the form that the text has.
std::string child_text(const std::string& text, std::string_view key);

// The members of a shallow merge, for a dialect that says it as one `set` for each; with a note. An error: it
// does not come to the same.
Result<const JsonObject*> members_of_merge(Telling& telling);

// A `call` for a dialect in which a function has one name and a list of arguments; with a note where none
// were given. An error: it has a path, or its arguments have names.
struct ListedCall {
  Path path;       // of one segment
  Json arguments;  // an array
};
Result<ListedCall> listed_call(Telling& telling);

// Whether the last segment can be the index of an array: an array takes a key of digits for one.
bool ends_in_index(PathView path);

// Whether all or nothing was asked for by any of them.
bool ask_for_transaction(std::span<const Command> commands);

}  // namespace gavel
