// <updateMemory>, one call a line, </updateMemory>. Paths are relative to three mounts: set_status and
// set_attribute write a value, memory() merges shallowly or relocates.
#include <array>

#include "state/path_text.hpp"

#include "calls.hpp"
#include "command_writer.hpp"
#include "quoting.hpp"
#include "writers.hpp"

namespace gavel {
namespace {

enum class Mount { kStatus, kAttribute, kMemory };

// A path as the calls see it.
struct Relative {
  Mount mount = Mount::kMemory;
  Path rest;

  // As an argument of memory() and delete(), where a first segment names the other two mounts.
  std::string text(PathView path) const {
    std::string below = to_dotted(path);
    if (mount == Mount::kMemory) return below;
    const std::string name = mount == Mount::kStatus ? "status" : "attribute";
    return name + (below.empty() || below.starts_with("[") ? "" : ".") + below;
  }
  std::string text() const { return text(rest); }
};

// Whether a quoted text would be read as the JSON that it holds.
bool reads_as_json(const Json& value) {
  if (!value.is_string()) return false;
  const std::string& text = string_of(value);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && (text[begin] == '{' || text[begin] == '[');
}

// Whether a quoted text could be read as the path that something is moved to.
bool reads_as_path(const Json& value) {
  return value.is_string() && string_of(value).find_first_of("./[") != std::string::npos;
}

bool can_be_target(const Relative& to, const std::string& text) {
  const std::string_view root = std::string_view(text).substr(0, text.find('.'));
  const std::size_t segments = to.rest.size() + (to.mount == Mount::kMemory ? 0 : 1);
  return segments >= 2 && is_memory_root(root) && text.find_first_of(" \t\r\n[]\"'") == std::string::npos;
}

class MemoryWriter : public CommandWriter {
 public:
  explicit MemoryWriter(const Mounts& mounts) : CommandWriter("memory"), mounts_(mounts) {}

 private:
  using Arguments = std::vector<std::string>;

  void write() override {
    switch (command().verb) {
      case Verb::kSet:
        return set();
      case Verb::kMerge:
        return merge();
      case Verb::kDelete:
        return remove();
      case Verb::kMove:
        return move();
      default:
        return refuse();
    }
  }

  std::string finish(std::string text) override { return "<updateMemory>\n" + text + "</updateMemory>"; }

  // The path below the mount that holds it: of several, the deepest. Nothing: refused.
  std::optional<Relative> relative(const Path& path) {
    const std::array<std::pair<Mount, const std::string*>, 3> mounts = {
        std::pair{Mount::kStatus, &mounts_.status}, std::pair{Mount::kAttribute, &mounts_.attribute},
        std::pair{Mount::kMemory, &mounts_.memory}};
    std::optional<Relative> best;
    for (const auto& [mount, text] : mounts) {
      Result<PathText> parsed = PathText::parse(*text, Limits());
      if (!parsed) {
        fail(std::move(parsed).error());
        return std::nullopt;
      }
      const Path at = parsed->resolve(Json(Json::value_t::object));
      if (!path.view().starts_with(at)) continue;
      Relative found{mount, Path(PathView(path.bytes().substr(at.bytes().size())))};
      if (!best || found.rest.bytes().size() < best->rest.bytes().size()) best = std::move(found);
    }
    constexpr const char* kHint = "ir and tavern name every path";
    if (!best) {
      refuse("a path outside of its mounts", kHint);
    } else if (best->mount == Mount::kMemory && !best->rest.empty()) {
      const std::string first = key_of(*best->rest.begin());
      if (first == "status" || first == "attribute") refuse("a path that starts with `" + first + "`", kHint);
    }
    return best;
  }

  std::optional<Relative> place() {
    std::optional<Relative> found = relative(path());
    if (found && found->rest.empty()) refuse_verb("a whole mount", "ir and tavern name every path");
    return found;
  }

  void call(std::string_view name, const Arguments& arguments) { add_call(name, arguments, comment()); }

  void set() {
    if (option("mergeStrategy") != nullptr) {
      if (command().options.merge_strategy == MergeStrategy::kDeep)
        return refuse("`set` that merges deeply", "ir and tavern can express it");
      note("`set` with a strategy is said as a merge");
      return put();
    }
    const std::optional<Relative> to = place();
    if (!to) return;
    if (to->mount == Mount::kMemory) {
      if (value().is_object())
        return refuse("`set` of an object outside of status and attribute",
                      "ir and tavern can; memory would merge it");
      note("`set` is said as memory(), which refuses to write over an object");
      return put();
    }
    if (reads_as_json(value())) return refuse("a text that is JSON itself", "ir and tavern can express it");
    Arguments arguments = {quoted_js(to_dotted(to->rest))};
    const bool attribute = to->mount == Mount::kAttribute;
    if (attribute) write_old(arguments);
    arguments.push_back(quoted_argument(value()));
    call(attribute ? "set_attribute" : "set_status", arguments);
  }

  void write_old(Arguments& arguments) {
    const Json* before = old();
    if (before == nullptr) return;
    if (*before == 0 || (before->is_string() && string_of(*before).empty()) || *before == "_" ||
        reads_as_json(*before)) {
      note("the old value was left out: memory takes it for an unknown one");
    } else {
      arguments.push_back(quoted_argument(*before));
    }
  }

  void merge() {
    const Json* strategy = option("mergeStrategy");
    if (strategy == nullptr) return put();
    if (*strategy == "deep")
      return refuse("`merge` that goes deep", "ir, ops, mvu and tavern can express it");
    if (value().is_object())
      return refuse("`merge` of an object that replaces", "ir and tavern can express it");
    note("`merge` that replaces is said as memory(), which refuses to write over an object");
    put();
  }

  // memory('p', v), or memory('parent', 'key', v) where v could be taken for a path.
  void put() {
    const std::optional<Relative> to = place();
    if (!to) return;
    if (reads_as_json(value())) return refuse("a text that is JSON itself", "ir and tavern can express it");
    if (!reads_as_path(value())) return call("memory", {quoted_js(to->text()), quoted_argument(value())});
    if (to->rest.empty()) return;
    const auto [parent, last] = to->rest.view().split();
    const std::string above = to->text(parent);
    if (above.empty() || last.is_index)
      return refuse("a text that could be a path, at this place", "ir and tavern can express it");
    call("memory", {quoted_js(above), quoted_js(last.key), quoted_argument(value())});
  }

  void remove() {
    const std::optional<Relative> at = place();
    if (!at) return;
    Arguments arguments = {quoted_js(at->text())};
    if (option("all") != nullptr) arguments.emplace_back("'all'");
    call("delete", arguments);
  }

  void move() {
    const Json* overwrite = option("overwrite");
    if (overwrite == nullptr || *overwrite != false)
      return refuse("a a `move` that overwrites its target its target", "ir, mvu and patch can express it");
    const std::optional<Relative> source = relative(from());
    const std::optional<Relative> target = place();
    if (!source || !target) return;
    const std::string to = target->text();
    if (source->rest.empty() || !can_be_target(*target, to))
      return refuse("`move` between these places", "ir, mvu and patch can express it");
    call("memory", {quoted_js(source->text()), quoted_js(to)});
  }

  const Mounts& mounts_;
};

}  // namespace

Result<Written> write_memory(std::span<const Command> commands, const Mounts& mounts) {
  return MemoryWriter(mounts).run(commands);
}

}  // namespace gavel
