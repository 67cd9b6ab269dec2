// <updateMemory>, one call a line, </updateMemory>. Paths are relative to three mounts: set_status and
// set_attribute write a value, memory() merges shallowly or relocates.
#include <array>

#include "state/path_text.hpp"

#include "command_writer.hpp"
#include "memory_roots.hpp"
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

class MemoryWriter {
 public:
  explicit MemoryWriter(const Mounts& mounts) : mounts_(mounts) {}

  Result<void> write(const Command& command) {
    Telling telling(command, "memory", notes_);
    switch (command.verb) {
      case Verb::kSet:
        return set(telling);
      case Verb::kMerge:
        return merge(telling);
      case Verb::kDelete:
        return remove(telling);
      case Verb::kMove:
        return move(telling);
      default:
        return telling.cannot();
    }
  }

  Written finish() { return {"<updateMemory>\n" + text_ + "</updateMemory>", std::move(notes_)}; }

 private:
  using Arguments = std::vector<std::string>;

  // The mount that holds a path: of several, the deepest.
  Result<Relative> relative(const Telling& telling, const Path& path) const {
    const std::array<std::pair<Mount, const std::string*>, 3> mounts = {
        std::pair{Mount::kStatus, &mounts_.status}, std::pair{Mount::kAttribute, &mounts_.attribute},
        std::pair{Mount::kMemory, &mounts_.memory}};
    std::optional<Relative> best;
    for (const auto& [mount, text] : mounts) {
      Result<PathText> parsed = PathText::parse(*text, Limits());
      if (!parsed) return std::move(parsed).error();
      const Path at = parsed->resolve(Json(Json::value_t::object));
      if (!path.view().starts_with(at)) continue;
      Relative found{mount, Path(PathView(path.bytes().substr(at.bytes().size())))};
      if (!best || found.rest.bytes().size() < best->rest.bytes().size()) best = std::move(found);
    }
    if (!best) return telling.cannot_say("a path outside of its mounts", "ir and tavern name every path");
    if (best->mount == Mount::kMemory && !best->rest.empty()) {
      const std::string first = key_of(*best->rest.begin());
      if (first == "status" || first == "attribute")
        return telling.cannot_say("a path that starts with `" + first + "`", "ir and tavern name every path");
    }
    return std::move(*best);
  }

  Result<Relative> place(const Telling& telling) const {
    Result<Path> path = telling.path();
    if (!path) return std::move(path).error();
    Result<Relative> found = relative(telling, *path);
    if (found && found->rest.empty())
      return telling.cannot_say("`" + std::string(telling.verb()) + "` of a whole mount",
                                "ir and tavern name every path");
    return found;
  }

  Result<void> call(Telling& telling, std::string_view name, const Arguments& arguments) {
    const std::string comment = telling.comment();
    if (Result<void> done = telling.finish(); !done) return done;
    text_ += call_line(name, arguments, comment);
    return {};
  }

  Result<void> set(Telling& telling) {
    if (telling.option("mergeStrategy") != nullptr) {
      if (telling.command().options.merge_strategy == MergeStrategy::kDeep)
        return telling.cannot_say("`set` that merges deeply", "ir and tavern can");
      telling.note("`set` with a strategy is said as a merge");
      return put(telling);
    }
    Result<Relative> to = place(telling);
    if (!to) return std::move(to).error();
    const Json& value = *telling.command().value;
    if (to->mount == Mount::kMemory) {
      if (value.is_object()) {
        return telling.cannot_say("`set` of an object outside of status and attribute",
                                  "ir and tavern can; memory would merge it");
      }
      telling.note("`set` is said as memory(), which refuses to write over an object");
      return put(telling);
    }
    if (reads_as_json(value)) return telling.cannot_say("a text that is JSON itself", "ir and tavern can");
    Arguments arguments = {quoted_js(to_dotted(to->rest))};
    const bool attribute = to->mount == Mount::kAttribute;
    if (attribute) say_old(telling, arguments);
    arguments.push_back(quoted_argument(value));
    return call(telling, attribute ? "set_attribute" : "set_status", arguments);
  }

  static void say_old(Telling& telling, Arguments& arguments) {
    const Json* old = telling.old();
    if (old == nullptr) return;
    if (*old == 0 || (old->is_string() && string_of(*old).empty()) || *old == "_" || reads_as_json(*old)) {
      telling.note("the old value was left out: memory takes it for an unknown one");
    } else {
      arguments.push_back(quoted_argument(*old));
    }
  }

  Result<void> merge(Telling& telling) {
    const Json* strategy = telling.option("mergeStrategy");
    if (strategy == nullptr) return put(telling);
    if (*strategy == "deep")
      return telling.cannot_say("`merge` that goes deep", "ir, ops, mvu and tavern can");
    if (telling.command().value->is_object())
      return telling.cannot_say("`merge` of an object that replaces", "ir and tavern can");
    telling.note("`merge` that replaces is said as memory(), which refuses to write over an object");
    return put(telling);
  }

  // memory('p', v), or memory('parent', 'key', v) where v could be taken for a path.
  Result<void> put(Telling& telling) {
    Result<Relative> to = place(telling);
    if (!to) return std::move(to).error();
    const Json& value = *telling.command().value;
    if (reads_as_json(value)) return telling.cannot_say("a text that is JSON itself", "ir and tavern can");
    if (!reads_as_path(value))
      return call(telling, "memory", {quoted_js(to->text()), quoted_argument(value)});
    const auto [parent, last] = to->rest.view().split();
    const std::string above = to->text(parent);
    if (above.empty() || last.is_index)
      return telling.cannot_say("a text that could be a path, at this place", "ir and tavern can");
    return call(telling, "memory", {quoted_js(above), quoted_js(last.key), quoted_argument(value)});
  }

  Result<void> remove(Telling& telling) {
    Result<Relative> at = place(telling);
    if (!at) return std::move(at).error();
    Arguments arguments = {quoted_js(at->text())};
    if (telling.option("all") != nullptr) arguments.emplace_back("'all'");
    return call(telling, "delete", arguments);
  }

  Result<void> move(Telling& telling) {
    const Json* overwrite = telling.option("overwrite");
    if (overwrite == nullptr || *overwrite != false)
      return telling.cannot_say("`move` that overwrites", "ir, mvu and patch can");
    Result<Path> from = telling.from();
    if (!from) return std::move(from).error();
    Result<Relative> source = relative(telling, *from);
    if (!source) return std::move(source).error();
    Result<Relative> target = place(telling);
    if (!target) return std::move(target).error();
    const std::string to = target->text();
    if (source->rest.empty() || !can_be_target(*target, to))
      return telling.cannot_say("`move` between these places", "ir, mvu and patch can");
    return call(telling, "memory", {quoted_js(source->text()), quoted_js(to)});
  }

  const Mounts& mounts_;
  std::string text_;
  std::vector<Warning> notes_;
};

}  // namespace

Result<Written> write_memory(std::span<const Command> commands, const Mounts& mounts) {
  return write_each(MemoryWriter(mounts), commands);
}

}  // namespace gavel
