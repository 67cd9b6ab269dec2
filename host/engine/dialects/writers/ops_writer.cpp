// [{"op":…,"path":[…],"value":…,"old":…,"reason":…,"metadata":…}], with Gavel's `options` and `id`. A path
// that the command names literally is an array, a text path stays the text that it was.
#include "state/path_text.hpp"

#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

class OpsWriter : public CommandWriter {
 public:
  OpsWriter() : CommandWriter("ops") {}

 private:
  void write() override {
    switch (command().verb) {
      case Verb::kSet:
        return put("assign", options());
      case Verb::kGet:
      case Verb::kDelete:
      case Verb::kPush:
      case Verb::kPop:
      case Verb::kSplice:
        return put(verb(), options());
      case Verb::kMerge:
        return merge();
      case Verb::kCall:
        return call();
      case Verb::kEnsure:
        return ensure();
      case Verb::kInsert:
        return insert();
      case Verb::kTest:
        return test();
      default:
        return refuse();
    }
  }

  std::string finish(std::string text) override { return text.empty() ? list_of({}) : text; }

  Json place() const { return command().raw_path ? Json(*command().raw_path) : path_to_json(command().path); }

  void put(std::string_view op, Json options) { put(op, place(), command().value, std::move(options)); }

  void put(std::string_view op, Json path, const std::optional<Json>& value, Json options) {
    if (path.is_string() ? string_of(path).empty() : path.empty())
      return refuse_verb("the whole state", "ir and tavern can express it");
    Json json(Json::value_t::object);
    json["op"] = std::string(op);
    json["path"] = std::move(path);
    if (value) json["value"] = *value;
    if (const Json* before = old()) json["old"] = *before;
    if (options.is_object() && !options.empty()) json["options"] = std::move(options);
    if (std::string why = reason(); !why.empty()) json["reason"] = std::move(why);
    if (const Json* given = metadata()) json["metadata"] = *given;
    if (std::string name = id(); !name.empty()) json["id"] = std::move(name);
    add_item({}, quoted_json(json));
  }

  // A merge of 003 is deep; without a strategy the IR's is shallow.
  void merge() {
    Json given = options();
    const Json* strategy = member(given, "mergeStrategy");
    if (strategy == nullptr || strategy->is_null()) {
      note("`mergeStrategy` is said in so many words, as a merge of ops is deep");
      given["mergeStrategy"] = "shallow";
    } else if (*strategy == "deep") {
      given.erase("mergeStrategy");
    }
    put("merge", std::move(given));
  }

  void call() {
    if (std::optional<Json> arguments = listed_arguments())
      put("callback", path_to_json(path()), arguments, options());
  }

  void ensure() {
    Json given = options();
    given["ifMissing"] = true;
    note("`ensure` is said as `assign` with the option `ifMissing`");
    put("assign", std::move(given));
  }

  // Into an array only: what an insertion into a map refuses, an assignment would overwrite.
  void insert() {
    const Path place = path();
    const bool at_end = !place.empty() && place.back() == Segment{.key = "-"};
    if (!at_end && !ends_in_index(place)) return refuse();
    note(at_end ? "`insert` at the end is said as `push`"
                : "`insert` at an index is said as `splice`, which takes arrays only");
    Json given;
    // What else could be asked for speaks of the element, and would now speak of the array.
    for (const std::string_view name : {"tags", "transaction"})
      if (const Json* one = option(name)) given[std::string(name)] = *one;
    Json parent = command().raw_path ? Json(to_dotted(place.parent())) : path_to_json(place.parent());
    if (at_end) return put("push", std::move(parent), command().value, std::move(given));
    const Segment last = place.back();
    Json splice(Json::value_t::object);
    splice["start"] = last.is_index ? last.index : *index_of_key(last.key);
    splice["deleteCount"] = 0;
    splice["items"] = Json::array({value()});
    put("splice", std::move(parent), splice, std::move(given));
  }

  void test() {
    Json given = options();
    if (member(given, "ifEquals") != nullptr) return refuse();
    given["ifEquals"] = value();
    note("`test` is said as `get` with the condition `ifEquals`");
    put("get", place(), std::nullopt, std::move(given));
  }
};

}  // namespace

Result<Written> write_ops(std::span<const Command> commands, const Mounts& /*mounts*/) {
  return OpsWriter().run(commands);
}

}  // namespace gavel
