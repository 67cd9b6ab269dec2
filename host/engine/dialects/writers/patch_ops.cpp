#include "patch_ops.hpp"

#include "state/path_text.hpp"

#include "quoting.hpp"

namespace gavel {
namespace {

// A text that is a pointer stays as it is; any other has to be read to become one.
std::string pointer_of(const std::optional<std::string>& raw, const Path& path) {
  return raw && raw->starts_with('/') ? *raw : to_pointer(path);
}

}  // namespace

void PatchOpsWriter::write_ops() {
  option("transaction");
  path_ = path();
  pointer_ = pointer_of(command().raw_path, path_);
  reason_ = reason();  // no word of the RFC, but one that its readers pass over
  tests_ = false;
  ops_.clear();
  write_old();
  write_op();
  holds_test_ = holds_test_ || tests_;
  const bool alone = tests_ && !transaction();
  if (alone) close_list();
  for (const std::string& op : ops_) add_item(frame_, op);
  if (alone) close_list();
}

void PatchOpsWriter::check_transaction() {
  if (!transaction()) return;
  if (!holds_test_)
    fail({Code::kUsage,
          std::string(dialect()) + " cannot express the option `transaction` of commands without a `test`",
          "ir, ops and tavern carry options"});
  notes_.push_back({"lowered", "all or nothing is said by the `test` that the block holds", {}});
}

void PatchOpsWriter::write_op() {
  switch (command().verb) {
    case Verb::kSet:
      return set();
    case Verb::kMerge:
      return merge();
    case Verb::kAdd:
      if (!value().is_number()) return refuse("`add` of what is not a number", "ir can express it");
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
      return put_test(value());
    default:
      return refuse();
  }
}

void PatchOpsWriter::put(const char* op, const std::string& pointer, const Json* value,
                         const std::string* from) {
  Json json(Json::value_t::object);
  json["op"] = op;
  if (from != nullptr) json["from"] = *from;
  json["path"] = pointer;
  if (value != nullptr) json["value"] = *value;
  if (!reason_.empty()) json["reason"] = reason_;
  ops_.push_back(quoted_json(json));
}

void PatchOpsWriter::put_test(const Json& value) {
  tests_ = true;
  put("test", pointer_, &value);
}

// An old value that refuses becomes a `test` in front.
void PatchOpsWriter::write_old() {
  if (!command().expect_old || old_is_guess()) return;
  const Json& before = *old();
  const bool whole = command().verb != Verb::kMerge && !command().options.merge_strategy;
  if (!whole || before.is_null())
    return refuse("this old value of `" + std::string(verb()) + "`", "ir and ops can express it");
  note("the old value became a `test` in front, in a block of their own");
  put_test(before);
}

void PatchOpsWriter::set() {
  if (const Json* strategy = option("mergeStrategy")) {
    if (*strategy == "deep") return refuse("`set` that merges deeply", "ir and tavern can express it");
    return set_members();
  }
  const Json* allow = option("allowMissing");
  if (allow != nullptr && *allow == false) return put("replace", pointer_, &value());
  set_any();
}

// An `add` sets a member, but it moves the elements of an array up.
void PatchOpsWriter::set_any() {
  const bool element = ends_in_index(path_);
  note(element ? "`set` of an element is said as `replace`, which refuses a missing one"
               : "`set` is said as `add`, which creates no parents");
  put(element ? "replace" : "add", pointer_, &value());
}

void PatchOpsWriter::merge() {
  const Json* strategy = option("mergeStrategy");
  if (strategy == nullptr) return set_members();
  if (*strategy == "deep") return refuse("`merge` that goes deep", "ir, ops, mvu and tavern can express it");
  note("`merge` that replaces is said as `set`");
  set_any();
}

void PatchOpsWriter::set_members() {
  const JsonObject* members = merged_members();
  if (members == nullptr) return;
  for (const auto& [key, value] : *members) {
    Path child;
    child.push_key(key);
    put("add", pointer_ + to_pointer(child), &value);
  }
}

void PatchOpsWriter::insert() {
  if (path_.empty()) return refuse("`insert` of the whole state", "ir can express it");
  if (!ends_in_index(path_) && path_.back().key != "-")
    note("`insert` of a member replaces one that exists, where it would have been refused");
  put("add", pointer_, &value());
}

void PatchOpsWriter::push() {
  const Json* position = option("position");
  const bool head = position != nullptr && *position == "head";
  note("`push` is said as `add`, which creates no array");
  put("add", pointer_ + (head ? "/0" : "/-"), &value());
}

void PatchOpsWriter::relocate() {
  const std::string pointer = pointer_of(command().raw_from, from());
  put(command().verb == Verb::kMove ? "move" : "copy", pointer_, nullptr, &pointer);
}

}  // namespace gavel
