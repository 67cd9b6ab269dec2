// CommandWriter: what the writers of all dialects have in common. A writer asks for the parts of a command
// that its dialect has a place for; what it has not asked for in the end is left out with a note where only
// the audit would have kept it, and refused where leaving it out would change what the command does.
//
// A writer must not know the document: a text path is handed on as it was written wherever the dialect takes
// one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "command/command.hpp"
#include "dialects/dialect.hpp"

namespace gavel {

class CommandWriter {
 public:
  virtual ~CommandWriter() = default;
  CommandWriter(const CommandWriter&) = delete;
  CommandWriter& operator=(const CommandWriter&) = delete;

  // All of them in order; the first that the dialect cannot express is the end.
  Result<Written> run(std::span<const Command> commands);

 protected:
  explicit CommandWriter(std::string_view dialect) : dialect_(dialect) {}

  // Writes the command at hand.
  virtual void write() = 0;
  // The whole text, from what was written.
  virtual std::string finish(std::string text) { return text; }

  std::string_view dialect() const { return dialect_; }
  const Command& command() const { return *command_; }
  std::string_view verb() const { return verb_name(command_->verb); }
  // REQUIRES: the verb has one.
  const Json& value() const { return *command_->value; }
  // Whether one of all commands asks for all or nothing.
  bool transaction() const { return transaction_; }

  // Parts of the command; whoever asks for one writes it.
  const Json* option(std::string_view name);  // nullptr: not given, or it asks for nothing
  Json options();                             // all of them, but for `reason`; null where there are none
  const Json* old();                          // expect_old, or nullptr
  std::string reason();
  std::string comment();  // the reason behind `//`: what fits into one line, with a note if that is less
  const Json* metadata();
  std::string id();

  // The places, as text and as the path that the text means where nothing is known of the document. A text
  // that means none refuses the command, and the path is empty.
  std::string text_path() const;
  std::string text_from() const;
  Path path();
  Path from();

  // Whether `old` is only a guess, which warns and never refuses.
  bool old_is_guess() const;
  // The members of a shallow merge, for a dialect that has one `set` for each; with a note. nullptr, and the
  // command is refused: it does not come to the same.
  const JsonObject* merged_members();
  // The arguments of a `call`, for a dialect in which a function has one name and a list of them; with a note
  // where none were given. Nothing, and the command is refused: it has a path, or its arguments have names.
  std::optional<Json> listed_arguments();

  // The command is written in another way than it was meant in.
  void note(std::string what);
  // "mvu cannot express `pull`": the verb itself, or something of it. The first refusal counts.
  void refuse();
  void refuse(const std::string& what, const std::string& hint);
  void refuse_verb(const std::string& of_what, const std::string& hint);
  void fail(Error error);

  // Texts are on lines of their own; items that follow one another with the same frame are one list in it.
  struct Frame {
    std::string_view open, close;
    bool operator==(const Frame&) const = default;
  };
  void add_text(std::string_view text);
  void add_item(const Frame& frame, std::string item);
  void close_list();
  // `name(a, b);//comment` and a line break.
  void add_call(std::string_view name, std::span<const std::string> arguments, const std::string& comment);

  std::vector<Warning> notes_;

 private:
  bool asks_for_nothing(std::string_view name, const Json& value) const;
  void check_option(const std::string& name, const Json& value);
  void check_rest();
  Path path_of(const Path& path, const std::optional<std::string>& raw);

  std::string_view dialect_;
  const Command* command_ = nullptr;
  bool transaction_ = false;
  std::optional<Error> error_;
  std::string text_;
  Frame frame_;
  std::vector<std::string> items_;
  // What was asked for of the command at hand.
  struct Asked {
    std::vector<std::string> options;
    bool all_options = false, old = false, reason = false, metadata = false, id = false;
  };
  Asked asked_;
};

// A text path with one more key, in the form that the text has.
std::string child_text(const std::string& text, std::string_view key);

// Whether the last segment can be the index of an array: an array takes a key of digits for one.
bool ends_in_index(PathView path);

}  // namespace gavel
