#include "command/command.hpp"

#include <algorithm>
#include <array>

#include "base/utf8.hpp"
#include "state/path_text.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

constexpr std::array<std::string_view, 12> kMembers = {"verb",     "path",     "raw_path", "from",
                                                       "raw_from", "value",    "options",  "expect_old",
                                                       "reason",   "metadata", "id",       "origin"};

enum class Value { kNone, kRequired, kOptional };

Value value_of(Verb verb) {
  switch (verb) {
    case Verb::kSet:
    case Verb::kMerge:
    case Verb::kEnsure:
    case Verb::kAdd:
    case Verb::kMul:
    case Verb::kDiv:
    case Verb::kInsert:
    case Verb::kPush:
    case Verb::kSplice:
    case Verb::kTest:
      return Value::kRequired;
    case Verb::kPull:
    case Verb::kCall:
      return Value::kOptional;
    default:
      return Value::kNone;
  }
}

// Collects what is wrong with one command.
class Reading {
 public:
  Reading(const Json& json, const Limits& limits, std::vector<Warning>& warnings)
      : json_(json), limits_(limits), warnings_(warnings) {}

  Result<Command> run() {
    if (!json_.is_object()) {
      return Error(Code::kParseMalformed,
                   "a command must be an object; found " + std::string(type_name(json_)), example());
    }
    if (!read_verb()) return finish();
    warn_of_unknown();
    read_place("path", "raw_path", command_.path, command_.raw_path, true);
    const bool relocates = command_.verb == Verb::kMove || command_.verb == Verb::kCopy;
    Path from;
    read_place("from", "raw_from", from, command_.raw_from, relocates);
    if (relocates && !command_.raw_from) command_.from = std::move(from);
    if (!relocates && (json_.contains("from") || json_.contains("raw_from")))
      problem("`from` belongs to `move` and `copy`");
    read_value();
    read_texts();
    read_the_options();
    return finish();
  }

 private:
  void problem(std::string what) { problems_.push_back(std::move(what)); }

  std::string example() const {
    const std::string verb(verb_name(command_.verb));
    if (command_.verb == Verb::kMove || command_.verb == Verb::kCopy) {
      return R"(for example {"verb":")" + verb + R"(","from":["a","b"],"path":["c"]})";
    }
    const bool value = value_of(command_.verb) != Value::kNone;
    return R"(for example {"verb":")" + verb + R"(","path":["a","b"])" + (value ? R"(,"value":1})" : "}");
  }

  bool read_verb() {
    const Json* verb = member(json_, "verb");
    if (verb == nullptr || !verb->is_string()) {
      problem(verb == nullptr ? "`verb` is missing" : "`verb` must be a string");
      return false;
    }
    const std::optional<Verb> known = verb_of(string_of(*verb));
    if (!known) {
      problem("there is no verb \"" + shortened(string_of(*verb), 64) + "\"" +
              did_you_mean(string_of(*verb), verb_names()));
      return false;
    }
    command_.verb = *known;
    return true;
  }

  void warn_of_unknown() {
    for (const auto& [name, value] : object_of(json_)) {
      if (std::find(kMembers.begin(), kMembers.end(), name) != kMembers.end()) continue;
      warnings_.push_back({"member.unknown",
                           "the member \"" + shortened(name, 64) + "\" is unknown and was ignored" +
                               did_you_mean(name, kMembers),
                           {}});
    }
  }

  void read_place(std::string_view name, std::string_view raw_name, Path& path,
                  std::optional<std::string>& raw, bool required) {
    const Json* literal = member(json_, name);
    const Json* text = member(json_, raw_name);
    if (literal != nullptr && text != nullptr) {
      problem("give `" + std::string(name) + "` or `" + std::string(raw_name) + "`, not both");
    } else if (literal != nullptr) {
      Result<Path> read = path_from_json(*literal, limits_);
      if (read) {
        path = std::move(*read);
      } else {
        code_ = read.error().code;
        limit_ = read.error().limit;
        problem("`" + std::string(name) + "`: " + read.error().message +
                (read.error().hint.empty() ? "" : "; " + read.error().hint));
      }
    } else if (text != nullptr) {
      if (text->is_string()) {
        raw = string_of(*text);
      } else {
        problem("`" + std::string(raw_name) + "` must be a string");
      }
    } else if (required) {
      problem("`" + std::string(name) + "` is missing");
    }
  }

  void read_value() {
    const Json* value = member(json_, "value");
    const Value wanted = value_of(command_.verb);
    if (value == nullptr && wanted == Value::kRequired) problem("`value` is missing");
    // 000 lets a delete carry `null`.
    const bool empty_delete = value != nullptr && value->is_null() && command_.verb == Verb::kDelete;
    if (value != nullptr && wanted == Value::kNone && !empty_delete) {
      problem("`" + std::string(verb_name(command_.verb)) + "` takes no `value`");
    }
    if (value != nullptr && wanted != Value::kNone) command_.value = *value;
  }

  void read_text(std::string_view name, std::string& text) {
    const Json* given = member(json_, name);
    if (given == nullptr || given->is_null()) return;
    if (given->is_string()) {
      text = string_of(*given);
    } else {
      problem("`" + std::string(name) + "` must be a string");
    }
  }

  void read_texts() {
    read_text("reason", command_.reason);
    read_text("id", command_.id);
    if (const Json* metadata = member(json_, "metadata")) command_.metadata = *metadata;
    if (const Json* old = member(json_, "expect_old")) command_.expect_old = *old;
    const Json* origin = member(json_, "origin");
    const Json* dialect = origin == nullptr ? nullptr : member(*origin, "dialect");
    if (dialect != nullptr && dialect->is_string()) command_.origin.dialect = string_of(*dialect);
  }

  void read_the_options() {
    const Json* options = member(json_, "options");
    if (options != nullptr && !options->is_null() && !options->is_object())
      problem("`options` must be an object");
    if (options != nullptr && options->is_object()) {
      command_.options = read_options(*options, command_.verb, problems_, warnings_);
    }
    if (command_.verb == Verb::kPull && command_.value.has_value() == command_.options.where.has_value()) {
      problem(command_.value ? "give `value` or `where`, not both"
                             : "`pull` needs a `value`, or the option `where`");
    }
  }

  Result<Command> finish() {
    if (problems_.empty()) return std::move(command_);
    std::string message = problems_.front();
    for (std::size_t i = 1; i < problems_.size(); ++i) message += "; " + problems_[i];
    Error error(problems_.size() == 1 ? code_ : Code::kParseMalformed, std::move(message), example());
    error.limit = std::move(limit_);
    return error;
  }

  const Json& json_;
  const Limits& limits_;
  std::vector<Warning>& warnings_;
  Command command_;
  std::vector<std::string> problems_;
  Code code_ = Code::kParseMalformed;
  std::string limit_;  // see Error
};

}  // namespace

Result<Command> read_command(const Json& json, const Limits& limits, std::vector<Warning>& warnings) {
  return Reading(json, limits, warnings).run();
}

Json write_command(const Command& command) {
  Json json(Json::value_t::object);
  json["verb"] = std::string(verb_name(command.verb));
  if (command.raw_path) {
    json["raw_path"] = *command.raw_path;
  } else {
    json["path"] = path_to_json(command.path);
  }
  if (command.raw_from) json["raw_from"] = *command.raw_from;
  if (command.from) json["from"] = path_to_json(*command.from);
  if (command.value) json["value"] = *command.value;
  if (command.options.given.is_object() && !command.options.given.empty())
    json["options"] = command.options.given;
  if (command.expect_old) json["expect_old"] = *command.expect_old;
  if (!command.reason.empty()) json["reason"] = command.reason;
  if (!command.metadata.is_null()) json["metadata"] = command.metadata;
  if (!command.id.empty()) json["id"] = command.id;
  Json origin(Json::value_t::object);
  origin["dialect"] = command.origin.dialect;
  if (command.origin.span)
    origin["span"] = Json::array({command.origin.span->begin, command.origin.span->end});
  origin["actor"] = std::string(actor_name(command.origin.actor));
  json["origin"] = std::move(origin);
  return json;
}

}  // namespace gavel
