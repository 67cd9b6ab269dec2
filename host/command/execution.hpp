// Execution: one command on its way through the kernel. Private to host/command; its parts stand in
// conditions.cpp, versions.cpp and one file for each family of verbs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command/kernel.hpp"

namespace gavel {

class Execution {
 public:
  Execution(Document& document, const Command& command, const Context& context)
      : document_(document),
        command_(command),
        options_(command.options),
        context_(context),
        from_(document.savepoint()) {}

  Outcome run(const Judge& judge);

 private:
  // Why a command ends early.
  struct Stop {
    Status status;
    Error error;
  };
  // Nothing: go on.
  using Step = std::optional<Stop>;

  static Stop reject(Code code, std::string message, std::string hint = {}) {
    return {Status::kRejected, Error(code, std::move(message), std::move(hint))};
  }
  static Stop skip(Code code, std::string message) {
    return {Status::kSkipped, Error(code, std::move(message))};
  }
  static Stop duplicate(std::string message) {
    return {Status::kDuplicate, Error(Code::kPreconditionUnique, std::move(message))};
  }

  Step all(const Judge& judge);
  Step verb();
  Step check_missing();
  Step check_size() const;

  // conditions.cpp
  Step find_places();
  Step find_place(const Path& path, const std::optional<std::string>& raw, Path& out);
  Step check_root(PathView path) const;
  Step conditions();
  Step check_old();
  Step check_expect();
  Step check_duplicate();
  void record_idempotency();
  Step find_expiring();
  Step check_time();
  // The nearest existing path as a hint.
  std::string nearest_hint(PathView path) const;

  // reading.cpp
  bool has_hidden() const { return context_.hides && is_outsider(command_.origin.actor); }
  // REQUIRES: has_hidden()
  bool hides(PathView path) const { return context_.hides(path, command_.origin.actor); }
  std::optional<Path> hidden_in(const Json& node, const Path& path) const;
  Stop may_not_read(PathView path) const;
  bool asks() const;
  Step check_taken_along(const Place& source, const Path& to) const;
  Step check_reads() const;
  Json seen() const;
  Step hushed(Step stop) const;
  std::string named(PathView path) const;

  // versions.cpp
  Step check_host_keys() const;
  static bool names_version(PathView path);
  void raise_version(PathView path);
  void raise_versions();
  Step check_version() const;

  // place.cpp: finding out whether and how T can be written, and writing it
  Json settled(const Place& place, Json value) const;
  Step missing_target();  // for verbs that need T
  Step not_creatable(const Place& place) const;
  Step fits(std::size_t segments, const Json& value) const;
  Step room_in(const Json& container, std::size_t more) const;
  Step store(const Place& place, Json value);
  Place again(PathView path) const { return resolve(document_.data(), path, context_.described); }
  // The place as a whole: of a described pair, the pair.
  Path whole(const Place& place) const { return place.described ? place.path.parent() : place.path; }
  const Json& node() const { return *place_.node; }
  std::string shown() const;
  static std::string a(const Json& value);

  // verbs_write.cpp
  Step set();
  Step merge(MergeStrategy strategy);
  Step merge_members(bool deep);
  Step arithmetic();
  // verbs_collect.cpp
  Step push();
  Step push_onto(const Place& array);
  Step insert();
  Step insert_unique();
  Step insert_into_object();
  Step insert_into_array();
  Step insert_element();
  Result<std::string> unique_key(const Json& value) const;
  bool agrees(const Json& element, const Json& value) const;
  // verbs_take.cpp
  Step needs_array();
  Step pop();
  Step pull();
  Step splice();
  bool matches(const Json& element) const;
  // verbs_remove.cpp
  Step remove();
  Step remove_all();
  Step find_bin(Path& bin) const;
  Step into_bin(const Path& bin, PathView path, PathView shown, Json value);
  Step restore();
  Step find_entry(const Path& bin, Path& entry) const;
  // verbs_move.cpp
  Step relocate();
  Step put_relocated(Json value, const std::vector<std::pair<Path, Time>>& expiries,
                     std::size_t source_bytes);
  // verbs_read.cpp
  Step get();
  Step test();

  Document& document_;
  const Command& command_;
  const Options& options_;
  const Context& context_;
  const Document::Savepoint from_;
  const std::size_t weight_before_ = document_.weight();

  Path target_;            // `path` as the document reads it, `-` and all
  Path source_;            // the same of `from`
  Path bin_;               // where the command names one itself
  Place place_;            // T: where `path` leads
  Place from_place_;       // of move and copy
  bool collects_ = false;  // the verb added to T; its expiry is that of `added_`, not of T
  std::vector<Path> added_;
  std::vector<Path> expiring_;
  bool value_at_place_ = false;            // the value (or its `__version`) was written at T itself
  std::vector<const JsonObject*> raised_;  // whose versions this command has raised
  Outcome outcome_;
};

}  // namespace gavel
