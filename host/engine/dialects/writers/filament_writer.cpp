// <variable_update>[[SET, path, value], …]</variable_update>; <variable_insert> and <variable_edit> for
// writes that look at what stands there; <state_update>{"ops":[…]}</state_update> of 3.0 for what only RFC
// 6902 can say.
#include <algorithm>
#include <array>
#include <iterator>

#include "base/ascii.hpp"
#include "state/path_text.hpp"

#include "patch_ops.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

// A word that every reader takes for this text: Latin letters, digits and Chinese characters, a letter first.
bool is_plain_word(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      // U+5000 to U+8FFF, three bytes each.
      if (byte < 0xE5 || byte > 0xE8) return false;
      at += 2;
    } else if (!is_ascii_letter(text[at]) && byte != '_') {
      const bool later = at > 0 && (is_ascii_digit(text[at]) || byte == '.');
      if (!later) return false;
    }
  }
  std::string lower;
  std::ranges::transform(text, std::back_inserter(lower), ascii_lower);
  return !text.empty() && lower != "true" && lower != "false" && lower != "null" && lower != "nan" &&
         lower != "infinity" && lower != "undefined" && lower != "none";
}

std::string word(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : quoted_json(Json(std::string(text)));
}

std::string written_element(const Json& json) {
  return json.is_string() ? word(string_of(json)) : quoted_json(json);
}

// A path between tags, where nothing can be quoted but inside of brackets: there a backslash keeps what
// follows from being markup.
std::string path_in_tag(PathView path) {
  constexpr std::string_view kMarkup = "<>&`";
  std::string out;
  for (const Segment segment : path) {
    const bool blank =
        !segment.key.empty() && (segment.key.find_first_of(" \t\r\n") != std::string_view::npos);
    if (segment.is_index || (!blank && segment.key.find_first_of(kMarkup) == std::string_view::npos)) {
      Path alone;
      alone.push(segment);
      if (segment.is_index) {
        out += to_dotted(alone);
      } else {
        out = child_text(out, segment.key);
      }
      continue;
    }
    out += "[\"";
    for (const char c : segment.key) {
      if (c == '"' || c == '\\' || kMarkup.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
    out += "\"]";
  }
  return out;
}

class FilamentWriter {
 public:
  Result<void> write(const Command& command) {
    Telling telling(command, "filament", notes_);
    if (command.expect_old && !telling.guesses_old() && patch_knows(command.verb)) return patch(telling);
    switch (command.verb) {
      case Verb::kSet:
        return set(telling);
      case Verb::kMerge:
        return merge(telling);
      case Verb::kEnsure:
        telling.option("mergeStrategy");
        return tagged(telling, "variable_insert");
      case Verb::kAdd:
      case Verb::kMul:
      case Verb::kDiv:
        if (!command.value->is_number())
          return telling.cannot_say("`" + std::string(telling.verb()) + "` of what is no number", "ir can");
        return update(telling, verb_name(command.verb));
      case Verb::kPush:
      case Verb::kPop:
      case Verb::kDelete:
        return update(telling, verb_name(command.verb));
      case Verb::kInsert:
      case Verb::kMove:
      case Verb::kCopy:
      case Verb::kTest:
        return patch(telling);
      default:
        return telling.cannot();
    }
  }

  Written finish() {
    close();
    if (text_.empty()) text_ = "<variable_update>\n[]\n</variable_update>";
    return {std::move(text_), std::move(notes_)};
  }

 private:
  enum class Form { kUpdate, kPatch };

  static bool patch_knows(Verb verb) {
    constexpr std::array kVerbs = {Verb::kSet,    Verb::kMerge, Verb::kAdd,  Verb::kInsert, Verb::kPush,
                                   Verb::kDelete, Verb::kMove,  Verb::kCopy, Verb::kTest};
    return std::find(kVerbs.begin(), kVerbs.end(), verb) != kVerbs.end();
  }

  Result<void> update(Telling& telling, std::string_view verb) {
    std::string op(verb);
    std::ranges::transform(op, op.begin(), ascii_upper);
    const std::optional<Json>& value = telling.command().value;
    put(Form::kUpdate,
        "[" + op + ", " + word(telling.text_path()) + (value ? ", " + written_element(*value) : "") + "]");
    return telling.finish();
  }

  Result<void> set(Telling& telling) {
    const Json* strategy = telling.option("mergeStrategy");
    if (strategy != nullptr) {
      if (*strategy == "deep") return telling.cannot_say("`set` that merges deeply", "ir and tavern can");
      return set_members(telling);
    }
    if (const Json* allow = telling.option("allowMissing"); allow != nullptr && *allow == false)
      return edits_in_place(telling.command()) ? tagged(telling, "variable_edit") : patch(telling);
    return update(telling, "set");
  }

  // A text such as `+= 5` would be arithmetic there, and the root has no name.
  static bool edits_in_place(const Command& command) {
    const Json& value = *command.value;
    const bool sum = value.is_string() && string_of(value).size() > 1 && string_of(value)[1] == '=';
    return !sum && (command.raw_path ? !command.raw_path->empty() : !command.path.empty());
  }

  Result<void> merge(Telling& telling) {
    const Json* strategy = telling.option("mergeStrategy");
    if (strategy == nullptr) return set_members(telling);
    if (*strategy == "deep")
      return telling.cannot_say("`merge` that goes deep", "ir, ops, mvu and tavern can");
    telling.note("`merge` that replaces is said as `SET`");
    return update(telling, "set");
  }

  Result<void> set_members(Telling& telling) {
    Result<const JsonObject*> members = members_of_merge(telling);
    if (!members) return std::move(members).error();
    for (const auto& [key, value] : **members)
      put(Form::kUpdate,
          "[SET, " + word(child_text(telling.text_path(), key)) + ", " + written_element(value) + "]");
    return telling.finish();
  }

  // <path> and <value> in a tag of their own.
  Result<void> tagged(Telling& telling, const std::string& tag) {
    std::string path = telling.text_path();
    if (path.empty())
      return telling.cannot_say("`" + std::string(telling.verb()) + "` of the whole state",
                                "ir and tavern can");
    if (path.find_first_of("<>&` \t\r\n") != std::string::npos) {
      Result<Path> read = telling.path();
      if (!read) return std::move(read).error();
      path = path_in_tag(*read);
    }
    close();
    add_text("<" + tag + "><path>" + path + "</path><value>" + quoted_json(*telling.command().value) +
             "</value></" + tag + ">");
    return telling.finish();
  }

  Result<void> patch(Telling& telling) {
    Result<PatchOps> said = patch_ops(telling);
    if (!said) return std::move(said).error();
    if (said->holds_test) close();
    for (const std::string& op : said->ops) put(Form::kPatch, op);
    if (said->holds_test) close();
    return {};
  }

  void put(Form form, std::string item) {
    if (form != form_) close();
    form_ = form;
    items_.push_back(std::move(item));
  }

  void close() {
    if (items_.empty()) return;
    if (form_ == Form::kPatch) {
      add_text("<state_update>\n{\"ops\":" + list_of(items_) + "}\n</state_update>");
    } else {
      add_text("<variable_update>\n" + list_of(items_) + "\n</variable_update>");
    }
    items_.clear();
  }

  void add_text(const std::string& text) { text_ += (text_.empty() ? "" : "\n") + text; }

  Form form_ = Form::kUpdate;
  std::vector<std::string> items_;
  std::string text_;
  std::vector<Warning> notes_;
};

// All or nothing holds for one envelope, and only 3.0's can ask for it, by a `test`.
Result<Written> write_transaction(std::span<const Command> commands) {
  std::vector<Warning> notes;
  std::vector<std::string> ops;
  bool holds_test = false;
  for (const Command& command : commands) {
    Telling telling(command, "filament", notes);
    telling.option("transaction");
    Result<PatchOps> said = patch_ops(telling);
    if (!said) return std::move(said).error();
    holds_test = holds_test || said->holds_test;
    ops.insert(ops.end(), said->ops.begin(), said->ops.end());
  }
  if (!holds_test) {
    return Error(Code::kUsage, "filament cannot say the option `transaction` of commands without a `test`",
                 "ir, ops and tavern carry options");
  }
  notes.push_back({"lowered", "all or nothing is said by the `test` that the block holds", {}});
  return Written{"<state_update>\n{\"ops\":" + list_of(ops) + "}\n</state_update>", std::move(notes)};
}

}  // namespace

Result<Written> write_filament(std::span<const Command> commands, const Mounts& /*mounts*/) {
  if (ask_for_transaction(commands)) return write_transaction(commands);
  return write_each(FilamentWriter(), commands);
}

}  // namespace gavel
