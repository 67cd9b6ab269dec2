// Execution: one command on its way through the kernel. Private to host/engine/command; its parts stand in
// conditions.cpp, versions.cpp and one file for each family of verbs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "command/kernel.hpp"

namespace gavel {

class Execution {
 public:
  Execution(Document& document, const Command& command, const Context& context, Effects& effects)
      : document_(document),
        command_(command),
        options_(command.options),
        context_(context),
        effects_(effects),
        from_(effects.from()) {}

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
  // Prices of looking, in the measure of Document::work.
  static constexpr std::size_t kElement = 4;  // an element that is passed by
  static constexpr std::size_t kLookup = 16;  // a member that is looked for
  static constexpr std::size_t kEntry = 256;  // an entry of the recycle bin whose path is read
  // Whether two values are equal; the comparison is charged.
  bool same(const Json& a, const Json& b) const;
  static Stop duplicate(std::string message) {
    return {Status::kDuplicate, Error(Code::kPreconditionUnique, std::move(message))};
  }

  Step all(const Judge& judge);
  Step verb();
  Step check_missing();
  Step check_size();
  Step check_work();
  Stop used_up(Error error);
  void charge_compared() const;
  void charge_run(const JournalEntry& entry) const;

  // conditions.cpp
  Step find_places();
  Step find_place(const Path& path, const std::optional<std::string>& raw, Path& out);
  Step check_root(PathView path) const;
  Step check_mounts(PathView path) const;
  bool lies_in(PathView path, const std::string& root) const;
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
  bool has_hidden() const { return context_.sight != nullptr && is_outsider(command_.origin.actor); }
  // REQUIRES: has_hidden()
  bool hides(PathView path) const { return context_.sight->hides(path, command_.origin.actor); }
  Place find(const Path& target) const;
  bool may_hide_in(const Place& place) const;
  Seen sees() const;
  Stop may_not_read(PathView path) const;
  Stop may_not_read_all(PathView path) const;
  bool asks() const;
  bool is_blind() const;
  Step check_way(const Path& shown) const;
  Step check_bin() const;
  Step check_version_seen() const;
  Step check_inserted() const;
  bool keeps_hidden(const Path& source, const Path& to) const;
  Step check_brought(const Path& source, const Path& to) const;
  Path shown_of(PathView path) const { return standing(document_.data(), path, context_.described).shown; }
  Step check_reads() const;
  Json seen() const;
  Step redacted(Step stop) const;
  std::string named(PathView path) const;

  // versions.cpp
  Step check_host_keys() const;
  static bool names_version(PathView path);
  void raise_version(PathView path);
  void raise_versions();
  Step check_version() const;

  // place.cpp: finding out whether and how T can be written, and writing it
  Json settled(const Place& place, Json value);
  void keep_sealed(const Json& old, Json& now, const Path& shown);
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
  std::string a(const Json& value) const;

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
  Step find_bin(const Json& named, bool by_command, Path& bin) const;
  Step find_own_bin(Path& bin) const { return find_bin(Json(context_.recycle_bin), false, bin); }
  std::optional<Path> entry_origin(const Json& entry, const Path& at) const;
  bool takes_unseen(const Place& bin) const;
  Step check_binned(PathView shown, const Json& value, const Path& entry) const;
  Json entry_of(PathView shown, Json value) const;
  Step into_bin(const Path& bin, PathView path, PathView shown, Json value);
  Step restore();
  Step find_entry(const Path& bin, Path& entry) const;
  // verbs_move.cpp
  Step relocate();
  Step put_relocated(Json value, const std::vector<std::pair<Path, Expiry>>& expiries,
                     std::size_t source_bytes);
  // verbs_read.cpp
  Step get();
  Step test();

  Document& document_;
  const Command& command_;
  const Options& options_;
  const Context& context_;
  Effects& effects_;
  const Document::Savepoint from_;
  const std::size_t weight_before_ = document_.weight();

  Path target_;                  // `path` as the document reads it, `-` and all
  Path source_;                  // the same of `from`
  Path bin_;                     // where the command names one itself
  Place place_;                  // T: where `path` leads
  Place from_place_;             // of move and copy
  bool carries_hidden_ = false;  // what is moved or copied may hold what the actor cannot see
  bool collects_ = false;        // the verb added to T; its expiry is that of `added_`, not of T
  std::vector<Path> added_;
  std::vector<Path> expiring_;
  std::vector<Path> kept_;                 // see Proposed
  bool value_at_place_ = false;            // the value (or its `__version`) was written at T itself
  std::vector<const JsonObject*> raised_;  // whose versions this command has raised
  Outcome outcome_;
};

}  // namespace gavel
