// <variable_update>[[SET, path, value], …]</variable_update>; <variable_insert> and <variable_edit> for
// writes that look at what is there; <state_update>{"ops":[…]}</state_update> of 3.0 for what only RFC
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

class FilamentWriter : public PatchOpsWriter {
 public:
  FilamentWriter() : PatchOpsWriter("filament", {"<state_update>\n{\"ops\":", "}\n</state_update>"}) {}

 private:
  // All or nothing holds for one envelope, and only 3.0's can ask for it.
  void write() override {
    if (transaction() || (command().expect_old && !old_is_guess() && patch_knows(command().verb)))
      return write_ops();
    switch (command().verb) {
      case Verb::kSet:
        return set();
      case Verb::kMerge:
        return merge();
      case Verb::kEnsure:
        option("mergeStrategy");
        return tagged("variable_insert");
      case Verb::kAdd:
      case Verb::kMul:
      case Verb::kDiv:
        if (!value().is_number()) return refuse_verb("what is not a number", "ir can express it");
        return update(verb());
      case Verb::kPush:
      case Verb::kPop:
      case Verb::kDelete:
        return update(verb());
      case Verb::kInsert:
      case Verb::kMove:
      case Verb::kCopy:
      case Verb::kTest:
        return write_ops();
      default:
        return refuse();
    }
  }

  std::string finish(std::string text) override {
    check_transaction();
    return text.empty() ? "<variable_update>\n[]\n</variable_update>" : text;
  }

  static bool patch_knows(Verb verb) {
    constexpr std::array kVerbs = {Verb::kSet,    Verb::kMerge, Verb::kAdd,  Verb::kInsert, Verb::kPush,
                                   Verb::kDelete, Verb::kMove,  Verb::kCopy, Verb::kTest};
    return std::ranges::find(kVerbs, verb) != kVerbs.end();
  }

  void add_operation(const std::string& op, std::string_view path, const std::optional<Json>& value) {
    constexpr Frame kUpdate = {"<variable_update>\n", "\n</variable_update>"};
    add_item(kUpdate, "[" + op + ", " + word(path) + (value ? ", " + written_element(*value) : "") + "]");
  }

  void update(std::string_view verb) {
    std::string op(verb);
    std::ranges::transform(op, op.begin(), ascii_upper);
    add_operation(op, text_path(), command().value);
  }

  void set() {
    if (const Json* strategy = option("mergeStrategy")) {
      if (*strategy == "deep") return refuse("`set` that merges deeply", "ir and tavern can express it");
      return set_members();
    }
    if (const Json* allow = option("allowMissing"); allow != nullptr && *allow == false)
      return edits_in_place(command()) ? tagged("variable_edit") : write_ops();
    update("set");
  }

  // A text such as `+= 5` would be arithmetic there, and the root has no name.
  static bool edits_in_place(const Command& command) {
    const Json& value = *command.value;
    const bool sum = value.is_string() && string_of(value).size() > 1 && string_of(value)[1] == '=';
    return !sum && (command.raw_path ? !command.raw_path->empty() : !command.path.empty());
  }

  void merge() {
    const Json* strategy = option("mergeStrategy");
    if (strategy == nullptr) return set_members();
    if (*strategy == "deep")
      return refuse("`merge` that goes deep", "ir, ops, mvu and tavern can express it");
    note("`merge` that replaces is said as `SET`");
    update("set");
  }

  void set_members() {
    const JsonObject* members = merged_members();
    if (members == nullptr) return;
    for (const auto& [key, value] : *members) add_operation("SET", child_text(text_path(), key), value);
  }

  // <path> and <value> in a tag of their own.
  void tagged(const std::string& tag) {
    std::string place = text_path();
    if (place.empty()) return refuse_verb("the whole state", "ir and tavern can express it");
    if (place.find_first_of("<>&` \t\r\n") != std::string::npos) place = path_in_tag(path());
    close_list();
    add_text("<" + tag + "><path>" + place + "</path><value>" + quoted_json(value()) + "</value></" + tag +
             ">");
  }
};

}  // namespace

Result<Written> write_filament(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return FilamentWriter().run(commands);
}

}  // namespace gavel
