#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference_tree.hpp"

namespace gavel::reference {

// Readings of places where host/engine/command/README.md leaves a choice. Flip one when the README settles
// it.
inline constexpr bool kPastExpiryIsShape =
    false;  // `value.range` of a past expiresAt right after step 1, not at 9
inline constexpr bool kEchoedVersionStands =
    false;  // a model's own equal `__version` at the value's top: not raised
inline constexpr bool kBlockedWriterIsMismatch =
    false;  // `pop a.b` where a is a scalar: type.mismatch, not path.unknown
inline constexpr bool kTtlOnNewlyProtectedRefused =
    true;                                        // ttl on a node that this command makes protected: refused
inline constexpr bool kKeptListsNested = false;  // `kept` lists protected nodes inside protected nodes, too

// What ends a command early.
struct Refusal {
  std::string status;
  std::string code;
};
[[noreturn]] void reject(const char* code);
[[noreturn]] void skip(const char* code);
[[noreturn]] void duplicate();

struct Command {
  std::string verb;
  Path path;
  Path from;
  std::optional<Json> value;
  Json options;  // only those that count as given
  std::optional<Json> expect_old;
  bool old_only_warns = false;
  std::string reason;
  std::optional<Path> bin;  // recycleBinKey

  const Json* option(const char* name) const;
  bool flag(const char* name) const;
};

// Step 1. Throws the refusal `parse.malformed`.
Command read_command(const Json& json, const Node& root, std::int64_t now_ms);
// The options: refuses unknown meanings and wrong types, returns those that count as given.
Json read_options(const std::string& verb, const Json& given);
bool is_writing(const std::string& verb);

// Raises the version of the nearest object at or above a path, once for each object and command.
void raise_nearest(Node& root, const Path& path);

// What the verb did, as far as the later steps need it.
struct Effect {
  Path place;                   // where expect looks and the version is raised, `-` resolved
  std::vector<Path> expiring;   // where ttl and expiresAt go
  bool value_at_place = false;  // the value itself was written at `place`
  std::optional<Json> result;
};

// Step 6, by noun. All work on a copy of the state that is thrown away unless the command is applied.
struct Run {
  State& state;
  const Command& command;
  Node* target;  // T, or null
  bool guarded;  // the actor is model or player
  std::int64_t now_ms;
};
Effect run_set(Run& run);
Effect run_ensure(Run& run);
Effect run_arithmetic(Run& run);
Effect run_insert(Run& run);
Effect run_push(Run& run);
Effect run_pop(Run& run);
Effect run_pull(Run& run);
Effect run_splice(Run& run);
Effect run_delete(Run& run);
Effect run_restore(Run& run);
Effect run_move(Run& run);
Effect run_read(Run& run);

// The answer to a missing T for verbs that do not create it.
[[noreturn]] void missing_target(const Run& run);
// allowMissing for verbs whose `missing` is not T (move, copy, restore).
[[noreturn]] void missing_source(const Command& command);

// Writing helpers.
void replace(Node& old, Node fresh);  // the place keeps its `__version`s and its array identity
Node& make_place(State& state, const Path& path,
                 Path& place);  // creates parents and a null node there, or rejects
// push's own adding with dedupe left aside: position, limit. Returns the index of the new element.
std::size_t add_element(Run& run, Node& array, const Json& value);
bool fields_agree(const Node& element, const Json& value, const std::vector<std::string>& fields);
std::vector<std::string> unique_fields(const Command& command);
Path bin_path(const Run& run);

}  // namespace gavel::reference
