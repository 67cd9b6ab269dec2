// Verdict: what Gavel answers to a turn: what became of every command, what changed, what the narration says
// against the state, and what the model is to be told.
//
//   for (const gavel::Change& change : verdict.changes())
//     std::cout << change.path << ": " << change.before.text() << " -> " << change.after.text() << "\n";
//
// What is not named here stands in json(), by the names of the format.
//
// Immutable, and thread-safe. Copies are cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gavel/json.hpp"
#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
enum class Outcome {
  kAccepted,
  kRetry,           // nothing was kept; the model should answer again, with messages_to_append()
  kConflictReport,  // nothing was kept, and its attempts are used up; report() is for the player
};

enum class Status { kApplied, kAmended, kRejected, kSkipped, kDuplicate };

// A leaf of the state, before and after. Nothing stood or stands there: null, and `had` or `has` is false.
struct Change {
  std::string path;  // as text: a.b[0]
  Json segments;     // ["a", "b", 0]
  Json before;
  Json after;
  bool had = true;
  bool has = true;
  std::string cause;  // "command 0", "derive …", "automation …", "ttl"; empty among a command's own effects
};

struct Command {
  std::size_t index = 0;
  Status status = Status::kApplied;
  std::string verb;     // "set", "add", "call" …
  std::string path;     // as text
  std::string actor;    // whose text it stood in: "player"; empty: the turn's own actor
  std::string code;     // of one that was not applied: "authority.denied"
  std::string message;  // the same for people
  std::string hint;     // how to mend it
  std::string rule;     // of the game, that amended or denied it; and where it stands
  std::string at;
  std::vector<Change> effects;
  Json result;  // of a call or a get
};

// The narration says one thing, the state another.
struct Conflict {
  std::string kind;
  std::string subject;
  Json claimed;
  Json actual;
  std::string why;  // in the campaign's language
};

struct Message {
  std::string role;  // "system", "user", "assistant"
  std::string content;
};

// What the ruleset's plugins tell whoever plays: a callback's effect, a day that ended.
struct Event {
  std::string name;
  std::string by;  // the plugin's part that said so
  Json value;      // the event as it stands in json()
};

struct Remark {
  std::string code;
  std::string message;
};

class GAVEL_API Verdict {
 public:
  // One that was moved from may only be destroyed or assigned to.
  // REQUIRES: a verdict as Gavel wrote it.
  static Result<Verdict> parse(std::string text) noexcept;

  const std::string& turn() const noexcept;
  std::size_t attempt() const noexcept;
  Outcome outcome() const noexcept;
  bool accepted() const noexcept { return outcome() == Outcome::kAccepted; }
  std::uint64_t version() const noexcept;    // of the campaign, after it; without a store 0
  const std::string& hash() const noexcept;  // of the campaign's chain; without a store empty

  // For players. A draft that was not accepted is withheld where the ruleset says so, and empty here.
  std::string narration() const;
  std::vector<Command> commands() const;
  std::vector<Change> changes() const;
  std::vector<Conflict> conflicts() const;
  std::vector<Message> messages_to_append() const;
  std::vector<Event> events() const;
  std::vector<Remark> warnings() const;
  std::string report() const;  // of a conflict report, for players

  Json json() const noexcept;
  // Byte for byte as it is stored.
  const std::string& text() const noexcept;

  struct GAVEL_INTERNAL Impl;

 private:
  explicit Verdict(std::shared_ptr<const Impl> inside) noexcept : impl_(std::move(inside)) {}

  std::shared_ptr<const Impl> impl_;
};

GAVEL_NAMESPACE_END
