#include "command_writer.hpp"

#include <algorithm>
#include <array>

#include "state/path_text.hpp"

#include "quoting.hpp"

namespace gavel {
namespace {

// Which dialects have a word for a verb, for hints.
std::string_view speakers_of(Verb verb) {
  switch (verb) {
    case Verb::kEnsure:
      return "ir, tavern, ops or filament";
    case Verb::kAdd:
      return "ir, tavern, mvu, patch or filament";
    case Verb::kMul:
    case Verb::kDiv:
      return "ir or filament";
    case Verb::kInsert:
      return "ir, tavern, mvu, patch or filament";
    case Verb::kPop:
      return "ir, ops or filament";
    case Verb::kPull:
    case Verb::kRestore:
      return "ir or tavern";
    case Verb::kSplice:
      return "ir or ops";
    case Verb::kMove:
      return "ir, mvu, patch or filament";
    case Verb::kCopy:
      return "ir, patch or filament";
    case Verb::kGet:
      return "ir, ops, mvu or tavern";
    case Verb::kTest:
      return "ir, patch or filament";
    case Verb::kCall:
      return "ir, ops or mvu";
    default:
      return "ir, tavern or ops";
  }
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_one_of(Verb verb, std::initializer_list<Verb> verbs) {
  return std::find(verbs.begin(), verbs.end(), verb) != verbs.end();
}

// Without a document, a text path means what it says in an empty one.
Result<Path> path_of(const Path& path, const std::optional<std::string>& raw) {
  if (!raw) return path;
  Result<PathText> text = PathText::parse(*raw, Limits());
  if (!text) return std::move(text).error();
  return text->resolve(Json(Json::value_t::object));
}

}  // namespace

Telling::Telling(const Command& command, std::string_view dialect, std::vector<Warning>& notes)
    : command_(command), dialect_(dialect), notes_(notes) {}

const Json* Telling::option(std::string_view name) {
  const Json* value = member(command_.options.given, name);
  if (value == nullptr || asks_for_nothing(name, *value)) return nullptr;
  said_.emplace_back(name);
  return value;
}

Json Telling::options() {
  said_all_ = true;
  Json rest = command_.options.given;
  if (rest.is_object()) rest.erase("reason");
  return rest.is_object() && !rest.empty() ? rest : Json();
}

const Json* Telling::old() {
  said_old_ = true;
  return command_.expect_old ? &*command_.expect_old : nullptr;
}

std::string Telling::reason() {
  said_reason_ = true;
  return command_.why();
}

std::string Telling::comment() {
  const std::string reason = this->reason();
  std::string line = one_line(reason);
  if (line != reason) note("the reason was changed to fit into a comment of one line");
  return line;
}

const Json* Telling::metadata() {
  said_metadata_ = true;
  return command_.metadata.is_null() ? nullptr : &command_.metadata;
}

std::string Telling::id() {
  said_id_ = true;
  return command_.id;
}

std::string Telling::text_path() const {
  return command_.raw_path ? *command_.raw_path : to_dotted(command_.path);
}

std::string Telling::text_from() const {
  if (command_.raw_from) return *command_.raw_from;
  return command_.from ? to_dotted(*command_.from) : "";
}

Result<Path> Telling::path() const { return path_of(command_.path, command_.raw_path); }

Result<Path> Telling::from() const { return path_of(command_.from.value_or(Path()), command_.raw_from); }

void Telling::note(std::string what) { notes_.push_back({"lowered", std::move(what), command_.origin.span}); }

Error Telling::cannot() const {
  return cannot_say("`" + std::string(verb()) + "`", std::string(speakers_of(command_.verb)) + " can");
}

Error Telling::cannot_say(const std::string& what, const std::string& hint) const {
  Error error(Code::kUsage, std::string(dialect_) + " cannot say " + what, hint);
  if (command_.origin.span) error.where.offset = command_.origin.span->begin;
  return error;
}

bool Telling::guesses_old() const {
  return command_.origin.dialect == "mvu" || command_.origin.dialect == "memory";
}

// The value is what holds anyway for this verb, by table 2 of host/engine/command.
bool Telling::asks_for_nothing(std::string_view name, const Json& value) const {
  const Verb verb = command_.verb;
  if (value.is_null()) return name != "ifEquals";
  if (is_one_of(name, {"ifMissing", "ifExists", "dedupe", "softDelete", "transaction", "all"}))
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

Result<void> Telling::finish_option(const std::string& name, const Json& value) {
  if (said_all_ || name == "reason" || std::find(said_.begin(), said_.end(), name) != said_.end()) return {};
  if (asks_for_nothing(name, value)) {
    note("the option `" + name + "` asks for what holds anyway; it was left out");
    return {};
  }
  if (name == "tags") {
    note("the tags were left out: " + std::string(dialect_) + " has no place for them");
    return {};
  }
  // Only the table of host/engine/command knows which names mean something.
  std::vector<std::string> problems;
  std::vector<Warning> warnings;
  Json alone(Json::value_t::object);
  alone[name] = value;
  read_options(alone, command_.verb, problems, warnings);
  if (!warnings.empty() && name != "expect") {
    note("the option `" + name + "` is unknown and was left out");
    return {};
  }
  return cannot_say("the option `" + name + "` of `" + std::string(verb()) + "`",
                    "ir, ops and tavern carry options");
}

Result<void> Telling::finish() {
  if (command_.options.given.is_object()) {
    for (const auto& [name, value] : object_of(command_.options.given)) {
      if (Result<void> done = finish_option(name, value); !done) return done;
    }
  }
  if (command_.expect_old && !said_old_) {
    if (!guesses_old())
      return cannot_say("the old value of `" + std::string(verb()) + "`", "ir and ops carry it");
    note("the old value was left out: as a guess it could only have warned");
  }
  const auto left_out = [this](const char* what) {
    note(std::string(what) + " was left out: " + std::string(dialect_) + " has no place for it");
  };
  if (!command_.why().empty() && !said_reason_) left_out("the reason");
  if (!command_.metadata.is_null() && !said_metadata_) left_out("the metadata");
  if (!command_.id.empty() && !said_id_) left_out("the id");
  return {};
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

Result<const JsonObject*> members_of_merge(Telling& telling) {
  const std::optional<Json>& value = telling.command().value;
  if (!value || !value->is_object() || value->empty()) {
    return telling.cannot_say("`" + std::string(telling.verb()) + "` of what is no object with members",
                              "ir, tavern and ops can");
  }
  telling.note("a shallow merge is said as one set for each member");
  return &object_of(*value);
}

Result<ListedCall> listed_call(Telling& telling) {
  const std::optional<Json>& value = telling.command().value;
  Result<Path> path = telling.path();
  if (!path) return std::move(path).error();
  if (path->size() != 1) return telling.cannot_say("`call` of a path", "ir can");
  if (value && !value->is_array()) return telling.cannot_say("`call` with arguments by name", "ir can");
  if (!value) telling.note("no arguments are said as an empty list");
  return ListedCall{std::move(*path), value.value_or(Json(Json::value_t::array))};
}

bool ends_in_index(PathView path) {
  if (path.empty()) return false;
  const Segment last = path.back();
  return last.is_index || index_of_key(last.key).has_value();
}

bool ask_for_transaction(std::span<const Command> commands) {
  return std::any_of(commands.begin(), commands.end(),
                     [](const Command& command) { return command.options.transaction; });
}

}  // namespace gavel
