// [{"op":…,"path":[…],"value":…,"old":…,"reason":…,"metadata":…}], with Gavel's `options` and `id`. A path
// that the command names literally is an array, a text path stays the text that it was.
#include "state/path_text.hpp"

#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class OpsWriter {
 public:
  Result<void> write(const Command& command) {
    Telling telling(command, "ops", notes_);
    switch (command.verb) {
      case Verb::kSet:
        return put(telling, "assign", telling.options());
      case Verb::kGet:
      case Verb::kDelete:
      case Verb::kPush:
      case Verb::kPop:
      case Verb::kSplice:
        return put(telling, verb_name(command.verb), telling.options());
      case Verb::kMerge:
        return merge(telling);
      case Verb::kCall:
        return call(telling);
      case Verb::kEnsure:
        return ensure(telling);
      case Verb::kInsert:
        return insert(telling);
      case Verb::kTest:
        return test(telling);
      default:
        return telling.cannot();
    }
  }

  Written finish() { return {list_of(ops_), std::move(notes_)}; }

 private:
  static Json place(const Command& command) {
    return command.raw_path ? Json(*command.raw_path) : path_to_json(command.path);
  }

  Result<void> put(Telling& telling, std::string_view op, Json options) {
    const Command& command = telling.command();
    return put(telling, op, place(command), command.value, std::move(options));
  }

  Result<void> put(Telling& telling, std::string_view op, Json path, const std::optional<Json>& value,
                   Json options) {
    if (path.is_string() ? string_of(path).empty() : path.empty())
      return telling.cannot_say("`" + std::string(telling.verb()) + "` of the whole state",
                                "ir and tavern can");
    Json json(Json::value_t::object);
    json["op"] = std::string(op);
    json["path"] = std::move(path);
    if (value) json["value"] = *value;
    if (const Json* old = telling.old()) json["old"] = *old;
    if (options.is_object() && !options.empty()) json["options"] = std::move(options);
    if (std::string reason = telling.reason(); !reason.empty()) json["reason"] = std::move(reason);
    if (const Json* metadata = telling.metadata()) json["metadata"] = *metadata;
    if (std::string id = telling.id(); !id.empty()) json["id"] = std::move(id);
    ops_.push_back(quoted_json(json));
    return telling.finish();
  }

  // A merge of 003 is deep; without a strategy the IR's is shallow.
  Result<void> merge(Telling& telling) {
    Json options = telling.options();
    const Json* strategy = member(options, "mergeStrategy");
    if (strategy == nullptr || strategy->is_null()) {
      telling.note("`mergeStrategy` is said in so many words, as a merge of ops is deep");
      options["mergeStrategy"] = "shallow";
    } else if (*strategy == "deep") {
      options.erase("mergeStrategy");
    }
    return put(telling, "merge", std::move(options));
  }

  Result<void> call(Telling& telling) {
    Result<ListedCall> said = listed_call(telling);
    if (!said) return std::move(said).error();
    return put(telling, "callback", path_to_json(said->path), std::move(said->arguments), telling.options());
  }

  Result<void> ensure(Telling& telling) {
    Json options = telling.options();
    options["ifMissing"] = true;
    telling.note("`ensure` is said as `assign` with the option `ifMissing`");
    return put(telling, "assign", std::move(options));
  }

  // Into an array only: what an insertion into a map refuses, an assignment would overwrite.
  Result<void> insert(Telling& telling) {
    Result<Path> path = telling.path();
    if (!path) return std::move(path).error();
    const bool at_end = !path->empty() && path->back() == Segment{.key = "-"};
    if (!at_end && !ends_in_index(*path)) return telling.cannot();
    telling.note(at_end ? "`insert` at the end is said as `push`"
                        : "`insert` at an index is said as `splice`, which takes arrays only");
    Json options;
    // What else could be asked for speaks of the element, and would now speak of the array.
    for (const std::string_view name : {"tags", "transaction"}) {
      if (const Json* given = telling.option(name)) options[std::string(name)] = *given;
    }
    Json parent = telling.command().raw_path ? Json(to_dotted(path->parent())) : path_to_json(path->parent());
    if (at_end) return put(telling, "push", std::move(parent), telling.command().value, std::move(options));
    const Segment last = path->back();
    Json value(Json::value_t::object);
    value["start"] = last.is_index ? last.index : *index_of_key(last.key);
    value["deleteCount"] = 0;
    value["items"] = Json::array({*telling.command().value});
    return put(telling, "splice", std::move(parent), value, std::move(options));
  }

  Result<void> test(Telling& telling) {
    Json options = telling.options();
    if (member(options, "ifEquals") != nullptr) return telling.cannot();
    options["ifEquals"] = *telling.command().value;
    telling.note("`test` is said as `get` with the condition `ifEquals`");
    return put(telling, "get", place(telling.command()), std::nullopt, std::move(options));
  }

  std::vector<std::string> ops_;
  std::vector<Warning> notes_;
};

}  // namespace

Result<Written> write_ops(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return write_each(OpsWriter(), commands);
}

}  // namespace gavel
