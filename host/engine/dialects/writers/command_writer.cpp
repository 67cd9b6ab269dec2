#include "command_writer.hpp"

#include <algorithm>
#include <array>

#include "state/path_text.hpp"

#include "quoting.hpp"

namespace gavel {
namespace {

// Which dialects have a word for a verb, for hints.
std::string_view dialects_with(Verb verb) {
  struct Row {
    Verb verb;
    std::string_view dialects;
  };
  constexpr std::array kRows = {
      Row{Verb::kEnsure, "ir, tavern, ops or filament"},
      Row{Verb::kAdd, "ir, tavern, mvu, patch or filament"},
      Row{Verb::kMul, "ir or filament"},
      Row{Verb::kDiv, "ir or filament"},
      Row{Verb::kInsert, "ir, tavern, mvu, patch or filament"},
      Row{Verb::kPop, "ir, ops or filament"},
      Row{Verb::kPull, "ir or tavern"},
      Row{Verb::kRestore, "ir or tavern"},
      Row{Verb::kSplice, "ir or ops"},
      Row{Verb::kMove, "ir, mvu, patch or filament"},
      Row{Verb::kCopy, "ir, patch or filament"},
      Row{Verb::kGet, "ir, ops, mvu or tavern"},
      Row{Verb::kTest, "ir, patch or filament"},
      Row{Verb::kCall, "ir, ops or mvu"},
  };
  const auto row = std::ranges::find(kRows, verb, &Row::verb);
  return row == kRows.end() ? "ir, tavern or ops" : row->dialects;
}

template <typename Value>
bool is_one_of(const Value& value, std::initializer_list<Value> values) {
  return std::ranges::find(values, value) != values.end();
}

}  // namespace

Result<Written> CommandWriter::run(std::span<const Command> commands) {
  transaction_ = std::ranges::any_of(commands, [](const Command& one) { return one.options.transaction; });
  for (const Command& command : commands) {
    command_ = &command;
    asked_ = Asked();
    write();
    if (!error_) check_rest();
    if (error_) return std::move(*error_);
  }
  close_list();
  std::string whole = finish(std::move(text_));
  if (error_) return std::move(*error_);
  return Written{std::move(whole), std::move(notes_)};
}

const Json* CommandWriter::option(std::string_view name) {
  const Json* value = member(command_->options.given, name);
  if (value == nullptr || asks_for_nothing(name, *value)) return nullptr;
  asked_.options.emplace_back(name);
  return value;
}

Json CommandWriter::options() {
  asked_.all_options = true;
  Json rest = command_->options.given;
  if (rest.is_object()) rest.erase("reason");
  return rest.is_object() && !rest.empty() ? rest : Json();
}

const Json* CommandWriter::old() {
  asked_.old = true;
  return command_->expect_old ? &*command_->expect_old : nullptr;
}

std::string CommandWriter::reason() {
  asked_.reason = true;
  return command_->why();
}

std::string CommandWriter::comment() {
  const std::string reason = this->reason();
  std::string line = one_line(reason);
  if (line != reason) note("the reason was changed to fit into a comment of one line");
  return line;
}

const Json* CommandWriter::metadata() {
  asked_.metadata = true;
  return command_->metadata.is_null() ? nullptr : &command_->metadata;
}

std::string CommandWriter::id() {
  asked_.id = true;
  return command_->id;
}

std::string CommandWriter::text_path() const {
  return command_->raw_path ? *command_->raw_path : to_dotted(command_->path);
}

std::string CommandWriter::text_from() const {
  if (command_->raw_from) return *command_->raw_from;
  return command_->from ? to_dotted(*command_->from) : "";
}

Path CommandWriter::path() { return path_of(command_->path, command_->raw_path); }

Path CommandWriter::from() { return path_of(command_->from.value_or(Path()), command_->raw_from); }

// Without a document, a text path means what it says in an empty one.
Path CommandWriter::path_of(const Path& path, const std::optional<std::string>& raw) {
  if (!raw) return path;
  Result<PathText> text = PathText::parse(*raw, Limits());
  if (text) return text->resolve(Json(Json::value_t::object));
  fail(std::move(text).error());
  return {};
}

bool CommandWriter::old_is_guess() const {
  return command_->origin.dialect == "mvu" || command_->origin.dialect == "memory";
}

const JsonObject* CommandWriter::merged_members() {
  const std::optional<Json>& value = command_->value;
  if (!value || !value->is_object() || value->empty()) {
    refuse_verb("what is not an object with members", "ir, tavern and ops can express it");
    return nullptr;
  }
  note("a shallow merge is said as one set for each member");
  return &object_of(*value);
}

std::optional<Json> CommandWriter::listed_arguments() {
  const std::optional<Json>& value = command_->value;
  const bool named = value && !value->is_array();
  if (path().size() != 1) refuse("`call` of a path", "ir can express it");
  if (named) refuse("`call` with arguments by name", "ir can express it");
  if (error_) return std::nullopt;
  if (!value) note("no arguments are said as an empty list");
  return value.value_or(Json(Json::value_t::array));
}

void CommandWriter::note(std::string what) {
  notes_.push_back({"lowered", std::move(what), command_->origin.span});
}

void CommandWriter::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void CommandWriter::refuse() {
  refuse("`" + std::string(verb()) + "`", std::string(dialects_with(command_->verb)) + " can express it");
}

void CommandWriter::refuse_verb(const std::string& of_what, const std::string& hint) {
  refuse("`" + std::string(verb()) + "` of " + of_what, hint);
}

void CommandWriter::refuse(const std::string& what, const std::string& hint) {
  Error error(Code::kUsage, std::string(dialect_) + " cannot express " + what, hint);
  if (command_->origin.span) error.where.offset = command_->origin.span->begin;
  fail(std::move(error));
}

void CommandWriter::add_text(std::string_view text) { text_.append(text_.empty() ? "" : "\n").append(text); }

void CommandWriter::add_item(const Frame& frame, std::string item) {
  if (frame != frame_) close_list();
  frame_ = frame;
  items_.push_back(std::move(item));
}

void CommandWriter::close_list() {
  if (items_.empty()) return;
  add_text(std::string(frame_.open).append(list_of(items_)).append(frame_.close));
  items_.clear();
}

void CommandWriter::add_call(std::string_view name, std::span<const std::string> arguments,
                             const std::string& comment) {
  text_.append(name).append("(");
  for (std::size_t i = 0; i < arguments.size(); ++i) text_.append(i == 0 ? "" : ", ").append(arguments[i]);
  text_.append(");").append(comment.empty() ? "" : "//").append(comment).append("\n");
}

// The value is what holds anyway for this verb, by table 2 of host/engine/command.
bool CommandWriter::asks_for_nothing(std::string_view name, const Json& value) const {
  const Verb verb = command_->verb;
  if (value.is_null()) return name != "ifEquals";
  if (is_one_of<std::string_view>(name,
                                  {"ifMissing", "ifExists", "dedupe", "softDelete", "transaction", "all"}))
    return value == false;
  if (name == "allowMissing" && value == true)
    return is_one_of(verb, {Verb::kSet, Verb::kEnsure, Verb::kInsert, Verb::kPush});
  if (name == "allowMissing" && value == false)
    return is_one_of(verb, {Verb::kAdd, Verb::kMul, Verb::kDiv, Verb::kPop, Verb::kPull, Verb::kSplice,
                            Verb::kDelete, Verb::kMove, Verb::kCopy, Verb::kGet});
  if (name == "mergeStrategy")
    return verb == Verb::kEnsure || value == (verb == Verb::kSet ? "replace" : "shallow");
  if (name == "position") return value == (verb == Verb::kPull ? "head" : "tail") && verb != Verb::kInsert;
  if (name == "overwrite" || name == "cascade") return value == true;
  return name == "tags" && value.empty();
}

void CommandWriter::check_option(const std::string& name, const Json& value) {
  if (asked_.all_options || name == "reason" ||
      std::ranges::find(asked_.options, name) != asked_.options.end())
    return;
  if (asks_for_nothing(name, value))
    return note("the option `" + name + "` asks for what holds anyway; it was left out");
  if (name == "tags")
    return note("the tags were left out: " + std::string(dialect_) + " has no place for them");
  // Only the table of host/engine/command knows which names mean something.
  std::vector<std::string> problems;
  std::vector<Warning> warnings;
  Json alone(Json::value_t::object);
  alone[name] = value;
  read_options(alone, command_->verb, problems, warnings);
  if (!warnings.empty() && name != "expect")
    return note("the option `" + name + "` is unknown and was left out");
  refuse("the option `" + name + "` of `" + std::string(verb()) + "`", "ir, ops and tavern carry options");
}

// What the writer has not asked for.
void CommandWriter::check_rest() {
  if (command_->options.given.is_object())
    for (const auto& [name, value] : object_of(command_->options.given)) check_option(name, value);
  if (command_->expect_old && !asked_.old) {
    if (!old_is_guess())
      return refuse("the old value of `" + std::string(verb()) + "`", "ir and ops carry it");
    note("the old value was left out: as a guess it could only have warned");
  }
  const auto leave_out = [this](const char* what) {
    note(std::string(what) + " was left out: " + std::string(dialect_) + " has no place for it");
  };
  if (!command_->why().empty() && !asked_.reason) leave_out("the reason");
  if (!command_->metadata.is_null() && !asked_.metadata) leave_out("the metadata");
  if (!command_->id.empty() && !asked_.id) leave_out("the id");
}

std::string child_text(const std::string& text, std::string_view key) {
  Path child;
  if (text.starts_with('/')) {
    child.push_key(key);
    return text + to_pointer(child);
  }
  // Behind something, a key is written otherwise than in front.
  if (!text.empty()) child.push_key("x");
  child.push_key(key);
  return text.empty() ? to_dotted(child) : text + to_dotted(child).substr(1);
}

bool ends_in_index(PathView path) {
  if (path.empty()) return false;
  const Segment last = path.back();
  return last.is_index || index_of_key(last.key).has_value();
}

}  // namespace gavel
