// <UpdateVariable>, one `_.verb('path', …);//reason` a line, </UpdateVariable>.
#include "state/path_text.hpp"

#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class MvuWriter : public CommandWriter {
 public:
  MvuWriter() : CommandWriter("mvu") {}

 private:
  using Arguments = std::vector<std::string>;

  void write() override {
    const std::string path = quoted_js(text_path());
    switch (command().verb) {
      case Verb::kSet:
        return set();
      case Verb::kMerge:
        return merge();
      case Verb::kAdd:
        if (!value().is_number()) return refuse("`add` of what is not a number", "ir can express it");
        return call("add", {path, quoted_json(value())});
      case Verb::kInsert:
        return insert();
      case Verb::kPush:
        return call("push", {path, quoted_argument(value())});
      case Verb::kPull:
        return pull();
      case Verb::kMove:
        return call("move", {quoted_js(text_from()), path});
      case Verb::kDelete:
      case Verb::kGet:
        return call(verb(), {path});
      case Verb::kCall:
        return callback();
      default:
        return refuse();
    }
  }

  std::string finish(std::string text) override { return "<UpdateVariable>\n" + text + "</UpdateVariable>"; }

  void call(std::string_view name, const Arguments& arguments) {
    add_call("_." + std::string(name), arguments, comment());
  }

  // `_.set` and `_.merge`, with the old value in the middle.
  void write_over(std::string_view name) {
    Arguments arguments = {quoted_js(text_path())};
    if (const Json* before = old()) arguments.push_back(quoted_argument(*before));
    arguments.push_back(quoted_argument(value()));
    call(name, arguments);
  }

  void set() {
    const Json* strategy = option("mergeStrategy");
    if (strategy == nullptr) return write_over("set");
    note("`set` with a strategy is said as a merge");
    return *strategy == "deep" ? write_over("merge") : set_members();
  }

  void merge() {
    const Json* strategy = option("mergeStrategy");
    if (strategy == nullptr) return set_members();
    if (*strategy == "deep") return write_over("merge");
    note("`merge` that replaces is said as `set`");
    write_over("set");
  }

  void set_members() {
    const JsonObject* members = merged_members();
    if (members == nullptr) return;
    const Json* before = old();
    const std::string reason = comment();
    for (const auto& [key, value] : *members) {
      Arguments arguments = {quoted_js(child_text(text_path(), key))};
      const Json* old_member = before == nullptr ? nullptr : member(*before, key);
      if (old_member != nullptr) arguments.push_back(quoted_argument(*old_member));
      arguments.push_back(quoted_argument(value));
      add_call("_.set", arguments, reason);
    }
  }

  void insert() {
    const Path place = path();
    if (place.empty()) return refuse("`insert` of the whole state", "ir can express it");
    const Segment last = place.back();
    if (!ends_in_index(place) && last.key != "-")
      note("`insert` of a member replaces one that exists, where it would have been refused");
    call("insert",
         {quoted_js(to_dotted(place.parent())),
          last.is_index ? std::to_string(last.index) : quoted_js(last.key), quoted_argument(value())});
  }

  // `_.remove` takes out the first element that is equal; a number would be taken for an index.
  void pull() {
    const Json* count = option("count");
    if (count == nullptr || *count != 1 || !command().value || has_type(value(), "integer"))
      return refuse("`pull`, except of a single element that is not an integer",
                    "ir and tavern can express it");
    call("remove", {quoted_js(text_path()), quoted_argument(value())});
  }

  void callback() {
    const std::optional<Json> list = listed_arguments();
    if (!list) return;
    Arguments arguments = {quoted_js(key_of(path().back()))};
    for (const Json& argument : array_of(*list)) arguments.push_back(quoted_argument(argument));
    call("callback", arguments);
  }
};

}  // namespace

Result<Written> write_mvu(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return MvuWriter().run(commands);
}

}  // namespace gavel
