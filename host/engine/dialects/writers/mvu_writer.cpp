// <UpdateVariable>, one `_.verb('path', …);//reason` a line, </UpdateVariable>.
#include "state/path_text.hpp"

#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class MvuWriter {
 public:
  Result<void> write(const Command& command) {
    Telling telling(command, "mvu", notes_);
    switch (command.verb) {
      case Verb::kSet:
        return set(telling);
      case Verb::kMerge:
        return merge(telling);
      case Verb::kAdd:
        if (!command.value->is_number()) return telling.cannot_say("`add` of what is no number", "ir can");
        return call(telling, "add", {quoted_js(telling.text_path()), quoted_json(*command.value)});
      case Verb::kInsert:
        return insert(telling);
      case Verb::kPush:
        return call(telling, "push", {quoted_js(telling.text_path()), quoted_argument(*command.value)});
      case Verb::kPull:
        return pull(telling);
      case Verb::kDelete:
        return call(telling, "delete", {quoted_js(telling.text_path())});
      case Verb::kMove:
        return call(telling, "move", {quoted_js(telling.text_from()), quoted_js(telling.text_path())});
      case Verb::kGet:
        return call(telling, "get", {quoted_js(telling.text_path())});
      case Verb::kCall:
        return callback(telling);
      default:
        return telling.cannot();
    }
  }

  Written finish() { return {"<UpdateVariable>\n" + text_ + "</UpdateVariable>", std::move(notes_)}; }

 private:
  using Arguments = std::vector<std::string>;

  Result<void> call(Telling& telling, std::string_view name, const Arguments& arguments) {
    const std::string comment = telling.comment();
    if (Result<void> done = telling.finish(); !done) return done;
    text_ += call_line("_." + std::string(name), arguments, comment);
    return {};
  }

  // `_.set` and `_.merge`, with the old value in the middle.
  Result<void> write_over(Telling& telling, std::string_view name) {
    Arguments arguments = {quoted_js(telling.text_path())};
    if (const Json* old = telling.old()) arguments.push_back(quoted_argument(*old));
    arguments.push_back(quoted_argument(*telling.command().value));
    return call(telling, name, arguments);
  }

  Result<void> set(Telling& telling) {
    const Json* strategy = telling.option("mergeStrategy");
    if (strategy == nullptr) return write_over(telling, "set");
    telling.note("`set` with a strategy is said as a merge");
    return *strategy == "deep" ? write_over(telling, "merge") : set_members(telling);
  }

  Result<void> merge(Telling& telling) {
    const Json* strategy = telling.option("mergeStrategy");
    if (strategy == nullptr) return set_members(telling);
    if (*strategy == "deep") return write_over(telling, "merge");
    telling.note("`merge` that replaces is said as `set`");
    return write_over(telling, "set");
  }

  Result<void> set_members(Telling& telling) {
    Result<const JsonObject*> members = members_of_merge(telling);
    if (!members) return std::move(members).error();
    const Json* old = telling.old();
    const std::string comment = telling.comment();
    if (Result<void> done = telling.finish(); !done) return done;
    for (const auto& [key, value] : **members) {
      Arguments arguments = {quoted_js(child_text(telling.text_path(), key))};
      const Json* old_member = old == nullptr ? nullptr : member(*old, key);
      if (old_member != nullptr) arguments.push_back(quoted_argument(*old_member));
      arguments.push_back(quoted_argument(value));
      text_ += call_line("_.set", arguments, comment);
    }
    return {};
  }

  Result<void> insert(Telling& telling) {
    Result<Path> path = telling.path();
    if (!path) return std::move(path).error();
    if (path->empty()) return telling.cannot_say("`insert` of the whole state", "ir can");
    const Segment last = path->back();
    if (!ends_in_index(*path) && last.key != "-")
      telling.note("`insert` of a member replaces one that exists, where it would have been refused");
    return call(telling, "insert",
                {quoted_js(to_dotted(path->parent())),
                 last.is_index ? std::to_string(last.index) : quoted_js(last.key),
                 quoted_argument(*telling.command().value)});
  }

  // `_.remove` takes out the first element that is equal; a number would be taken for an index.
  Result<void> pull(Telling& telling) {
    const Command& command = telling.command();
    const Json* count = telling.option("count");
    if (count == nullptr || *count != 1 || !command.value || has_type(*command.value, "integer"))
      return telling.cannot_say("`pull`, but for one element that is no integer", "ir and tavern can");
    return call(telling, "remove", {quoted_js(telling.text_path()), quoted_argument(*command.value)});
  }

  Result<void> callback(Telling& telling) {
    Result<ListedCall> said = listed_call(telling);
    if (!said) return std::move(said).error();
    Arguments arguments = {quoted_js(key_of(said->path.back()))};
    for (const Json& argument : array_of(said->arguments)) arguments.push_back(quoted_argument(argument));
    return call(telling, "callback", arguments);
  }

  std::string text_;
  std::vector<Warning> notes_;
};

}  // namespace

Result<Written> write_mvu(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return write_each(MvuWriter(), commands);
}

}  // namespace gavel
