#include "patch_ops.hpp"

#include "state/path_text.hpp"

#include "quoting.hpp"

namespace gavel {
namespace {

// The operations of one command.
class Operations {
 public:
  explicit Operations(Telling& telling) : telling_(telling) {}

  Result<PatchOps> run() {
    Result<Path> path = telling_.path();
    if (!path) return std::move(path).error();
    // A text that is a pointer stays as it is; any other has to be read to become one.
    const std::optional<std::string>& raw = telling_.command().raw_path;
    pointer_ = raw && raw->starts_with('/') ? *raw : to_pointer(*path);
    path_ = std::move(*path);
    reason_ = telling_.reason();  // no word of the RFC, but one that its readers pass over
    if (Result<void> old = say_old(); !old) return std::move(old).error();
    Result<void> said = say();
    if (said) said = telling_.finish();
    if (!said) return std::move(said).error();
    return std::move(result_);
  }

 private:
  const Json& value() const { return *telling_.command().value; }

  Result<void> say() {
    const Command& command = telling_.command();
    switch (command.verb) {
      case Verb::kSet:
        return set();
      case Verb::kMerge:
        return merge();
      case Verb::kAdd:
        if (!value().is_number()) return telling_.cannot_say("`add` of what is no number", "ir can");
        return put("delta", pointer_, &value());
      case Verb::kInsert:
        return insert();
      case Verb::kPush:
        return push();
      case Verb::kDelete:
        return put("remove", pointer_, nullptr);
      case Verb::kMove:
      case Verb::kCopy:
        return relocate();
      case Verb::kTest:
        result_.holds_test = true;
        return put("test", pointer_, &value());
      default:
        return telling_.cannot();
    }
  }

  Result<void> put(const char* op, const std::string& pointer, const Json* value,
                   const std::string* from = nullptr) {
    Json json(Json::value_t::object);
    json["op"] = op;
    if (from != nullptr) json["from"] = *from;
    json["path"] = pointer;
    if (value != nullptr) json["value"] = *value;
    if (!reason_.empty()) json["reason"] = reason_;
    result_.ops.push_back(quoted_json(json));
    return {};
  }

  // An old value that refuses becomes a `test` in front.
  Result<void> say_old() {
    const Command& command = telling_.command();
    if (!command.expect_old || telling_.guesses_old()) return {};
    const bool whole = command.verb != Verb::kMerge && !command.options.merge_strategy;
    if (!whole || command.expect_old->is_null())
      return telling_.cannot_say("this old value of `" + std::string(telling_.verb()) + "`",
                                 "ir and ops can");
    telling_.note("the old value became a `test` in front, in a block of their own");
    result_.holds_test = true;
    return put("test", pointer_, telling_.old());
  }

  Result<void> set() {
    const Json* strategy = telling_.option("mergeStrategy");
    if (strategy != nullptr) {
      if (*strategy == "deep") return telling_.cannot_say("`set` that merges deeply", "ir and tavern can");
      return set_members();
    }
    const Json* allow = telling_.option("allowMissing");
    if (allow != nullptr && *allow == false) return put("replace", pointer_, &value());
    return set_any();
  }

  // An `add` sets a member, but it moves the elements of an array up.
  Result<void> set_any() {
    const bool element = ends_in_index(path_);
    telling_.note(element ? "`set` of an element is said as `replace`, which refuses a missing one"
                          : "`set` is said as `add`, which creates no parents");
    return put(element ? "replace" : "add", pointer_, &value());
  }

  Result<void> merge() {
    const Json* strategy = telling_.option("mergeStrategy");
    if (strategy == nullptr) return set_members();
    if (*strategy == "deep")
      return telling_.cannot_say("`merge` that goes deep", "ir, ops, mvu and tavern can");
    telling_.note("`merge` that replaces is said as `set`");
    return set_any();
  }

  Result<void> set_members() {
    Result<const JsonObject*> members = members_of_merge(telling_);
    if (!members) return std::move(members).error();
    for (const auto& [key, value] : **members) {
      Path child;
      child.push_key(key);
      if (Result<void> done = put("add", pointer_ + to_pointer(child), &value); !done) return done;
    }
    return {};
  }

  Result<void> insert() {
    if (path_.empty()) return telling_.cannot_say("`insert` of the whole state", "ir can");
    if (!ends_in_index(path_) && path_.back().key != "-")
      telling_.note("`insert` of a member replaces one that exists, where it would have been refused");
    return put("add", pointer_, &value());
  }

  Result<void> push() {
    const Json* position = telling_.option("position");
    const bool head = position != nullptr && *position == "head";
    telling_.note("`push` is said as `add`, which creates no array");
    return put("add", pointer_ + (head ? "/0" : "/-"), &value());
  }

  Result<void> relocate() {
    Result<Path> from = telling_.from();
    if (!from) return std::move(from).error();
    const std::optional<std::string>& raw = telling_.command().raw_from;
    const std::string pointer = raw && raw->starts_with('/') ? *raw : to_pointer(*from);
    return put(telling_.command().verb == Verb::kMove ? "move" : "copy", pointer_, nullptr, &pointer);
  }

  Telling& telling_;
  Path path_;
  std::string pointer_;
  std::string reason_;
  PatchOps result_;
};

}  // namespace

Result<PatchOps> patch_ops(Telling& telling) { return Operations(telling).run(); }

}  // namespace gavel
