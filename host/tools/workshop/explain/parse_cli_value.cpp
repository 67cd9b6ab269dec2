#include "explain/parse_cli_value.hpp"

#include <vector>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/suggest.hpp"

namespace gavel {
namespace {

// The first '=' that stands in no bracket and in no quotes; npos: none.
std::size_t equals_sign(std::string_view text) {
  int brackets = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[') {
      ++brackets;
    } else if (c == ']') {
      --brackets;
    } else if (c == '=' && brackets <= 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

bool is_text_shape(const Json& shapes, std::string_view name) {
  const Json* shape = member(shapes, name);
  const Json* kind = shape == nullptr ? nullptr : member(*shape, "kind");
  return kind != nullptr && (*kind == "str" || *kind == "enum" || *kind == "path");
}

std::string loose_in_quotes(std::string_view text) { return "\"" + shortened(printable(text), 80) + "\""; }

Result<Command> write_of(std::string_view verb_word, std::string_view path, std::optional<Json> value) {
  const std::optional<Verb> verb = verb_of(verb_word);
  if (!verb || !is_writing(*verb)) {
    std::vector<std::string_view> names(verb_names().begin(), verb_names().end());
    return Error(Code::kUsage,
                 loose_in_quotes(verb_word) + " is not a verb that writes" + did_you_mean(verb_word, names),
                 "set, add, insert, push, pull, delete, merge …");
  }
  Command command;
  command.verb = *verb;
  command.raw_path = std::string(path);
  command.value = std::move(value);
  return command;
}

}  // namespace

Json loose_value(std::string_view text, const Limits& limits) {
  Result<Json> json = read_json(text, limits);
  return json ? std::move(*json) : Json(as_utf8(text));
}

Result<Json> loose_object(std::span<const std::string> words, const Json& shapes, const Limits& limits) {
  if (words.size() == 1 && words[0].find_first_not_of(" \t\n") != std::string::npos &&
      words[0][words[0].find_first_not_of(" \t\n")] == '{')
    return read_json(words[0], limits);
  Json object(Json::value_t::object);
  for (const std::string& word : words) {
    const std::size_t at = equals_sign(word);
    if (at == std::string::npos || at == 0)
      return Error(Code::kUsage, loose_in_quotes(word) + " is not an argument",
                   "write name=value, such as delta=-5, or all of them as one JSON object");
    const std::string name = as_utf8(word.substr(0, at));
    if (object.contains(name)) return Error(Code::kUsage, loose_in_quotes(name) + " is given twice");
    const std::string text = word.substr(at + 1);
    const bool plain = is_text_shape(shapes, name) && !text.starts_with('"');
    object[name] = plain ? Json(as_utf8(text)) : loose_value(text, limits);
  }
  return object;
}

Result<Command> loose_write(std::span<const std::string> words, Actor actor, const Limits& limits) {
  Result<Command> command = Error(Code::kUsage, "say what is written",
                                  "PATH=VALUE, or VERB PATH VALUE such as: add shelf.books -5");
  if (words.size() == 1 && words[0].starts_with('{')) {
    const Json json = TRY(read_json(words[0], limits));
    std::vector<Warning> warnings;
    command = read_command(json, limits, warnings);
  } else if (words.size() == 1) {
    const std::size_t at = equals_sign(words[0]);
    if (at == std::string::npos || at == 0)
      return Error(Code::kUsage, loose_in_quotes(words[0]) + " says no value",
                   "PATH=VALUE, or VERB PATH VALUE such as: add shelf.books -5");
    command = write_of("set", words[0].substr(0, at), loose_value(words[0].substr(at + 1), limits));
  } else if (words.size() == 2) {
    const bool removes = words[0] == "delete" || words[0] == "pop";
    command = removes ? write_of(words[0], words[1], std::nullopt)
                      : write_of("set", words[0], loose_value(words[1], limits));
  } else if (words.size() == 3) {
    command = write_of(words[0], words[1], loose_value(words[2], limits));
  }
  if (command) command->origin.actor = actor;
  return command;
}

}  // namespace gavel
