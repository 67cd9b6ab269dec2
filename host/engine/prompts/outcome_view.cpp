#include "outcome_view.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/path.hpp"
#include "state/seen.hpp"

#include "words.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLines = 24;
constexpr std::size_t kMostValueBytes = 300;

std::string short_text(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  return value == nullptr ? "∅" : shortened(to_text(*value), kMostValueBytes);
}

Path path_of(const Json& line) {
  Path path;
  const Json* segments = member(line, "path");
  if (segments == nullptr || !segments->is_array()) return path;
  for (const Json& segment : array_of(*segments)) {
    if (segment.is_string())
      path.push_key(string_of(segment));
    else if (segment.is_number_unsigned() || (segment.is_number_integer() && wide(segment) >= 0))
      path.push_index(segment.get<std::uint64_t>());
  }
  return path;
}

class OutcomeLines {
 public:
  OutcomeLines(const Ruleset& ruleset, std::string_view language)
      : file_(ruleset.file()), fields_(file_.fields), language_(language) {}

  std::string run(const Json& verdict) {
    if (const Json* results = member(verdict, "tool_results"); results != nullptr && results->is_array())
      for (const Json& one : array_of(*results)) result(one);
    if (const Json* lines = member(verdict, "commands"); lines != nullptr && lines->is_array())
      for (const Json& line : array_of(*lines)) command(line);
    tell_lost(rows_at(verdict, "warnings"));
    for (const Json& conflict : rows_at(verdict, "conflicts"))
      add(std::string(prompt_word("not_so", language_)) + text_at(conflict, "why"));
    return std::move(text_);
  }

 private:
  void add(const std::string& line) {
    if (++lines_ == kMostLines) text_.append(prompt_word("more", language_)).append("\n");
    if (lines_ < kMostLines) text_ += "- " + line + "\n";
  }

  void result(const Json& one) {
    const std::string tool = text_at(one, "tool");
    if (text_at(one, "status") == "ok") {
      if (member(one, "result") != nullptr) add(tool + ": " + short_text(one, "result"));
      return;
    }
    const std::string until = text_at(one, "disabled_until");
    add(tool + ": " + std::string(prompt_word("not_done", language_)) + text_at(one, "reason") +
        (until.empty() ? "" : " (" + until + ")"));
  }

  // What of the reply was not read, or did more than it seems.
  void tell_lost(const JsonArray& warnings) {
    for (const char* word : {"reasoning_unclosed", "fence_unclosed", "tag_unclosed", "json_unread",
                             "json_not_commands", "set_dropped"}) {
      std::string code = word;
      code[code.find('_')] = '.';
      if (std::ranges::any_of(warnings, [&](const Json& one) { return text_at(one, "code") == code; }))
        add(std::string(prompt_word(word, language_)));
    }
  }

  // A call is shown by its result; what a rule changed of what it wrote is in its line.
  void command(const Json& line) {
    const Path path = path_of(line);
    if (!may_read(path)) return;
    const std::string status = text_at(line, "status"), place = to_dotted(path);
    const bool call = text_at(line, "verb") == "call";
    if (status == "amended" && member(line, "effective") != nullptr && may_read_amended(line))
      add(place + ": " + short_text(line, "proposed") + " → " + short_text(line, "effective") +
          (text_at(line, "why").empty() ? "" : " (" + text_at(line, "why") + ")"));
    else if (status == "rejected" && !call)
      add(text_at(line, "verb") + " " + place + ": " + std::string(prompt_word("not_done", language_)) +
          text_at(line, "message"));
    else if (const Json* result = member(line, "result"); !call && result != nullptr)
      add(place + ": " + short_text(Json{{"result", seen(*result, path)}}, "result"));
  }

  bool may_read(PathView path) const { return !fields_.hides(path, Actor::kModel); }

  // What was given to somebody else may hold what the model may not read.
  Json seen(const Json& value, const Path& path) const {
    if (!fields_.has_readers()) return value;
    return part_seen(value, path, file_.described_pairs, [this](PathView at) { return may_read(at); });
  }

  // The places that rules amended, where the line itself does not name them.
  bool may_read_amended(const Json& line) const {
    const Json* amendments = member(line, "amendments");
    return amendments == nullptr || std::ranges::all_of(array_of(*amendments), [this](const Json& one) {
             const Path path = path_of(one);
             return may_read(path) && !fields_.hides_below(path, Actor::kModel);
           });
  }

  const RulesetFile& file_;
  const FieldTable& fields_;
  std::string_view language_;
  std::string text_;
  std::size_t lines_ = 0;
};

}  // namespace

std::string view_outcome(const Ruleset& ruleset, const Json& verdict, std::string_view language) {
  return OutcomeLines(ruleset, language).run(verdict);
}

}  // namespace gavel
