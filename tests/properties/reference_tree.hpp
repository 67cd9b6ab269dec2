#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "reference_value.hpp"

namespace gavel::reference {

struct Segment {
  bool is_index = false;  // as written: 0 rather than "0"
  std::uint64_t index = 0;
  std::string key;
  // What it is called on an object, and how two segments compare ("0" and 0 are the same place wherever they
  // stand).
  std::string text() const { return is_index ? std::to_string(index) : key; }
};
using Path = std::vector<Segment>;

Segment key_segment(std::string key);
Segment index_segment(std::uint64_t index);
Path path_to(const Path& base, Segment last);
Path parent_of(const Path& path);
bool same_path(const Path& left, const Path& right);
bool starts_with(const Path& path, const Path& prefix);  // also true when they are the same
std::string pointer_text(const Path& path);
Json path_json(const Path& path);
// A JSON path array; nothing when it is none (a segment that is neither a string nor an integer >= 0).
std::optional<Path> path_from_json(const Json& json);
// A text path against the document: `a.b[0]["k.x"]` or `/a/b/0`.
struct Node;
std::optional<Path> resolve_text(const Node& root, const std::string& text);
// The index a segment means on an array of this size (`-` is the place after the last), or nothing if it is
// none.
std::optional<std::uint64_t> array_index(const Segment& segment, std::size_t size);

// A JSON value in which every node also carries its own expiry and every array element its own identity, so
// that both follow the node wherever plain vector operations take it.
struct Member;
struct Node {
  enum class Kind { kScalar, kObject, kArray };
  Kind kind = Kind::kScalar;
  Json scalar;  // null
  std::vector<Member> members;
  std::vector<Node> elements;
  std::optional<std::int64_t> expires;
  std::uint64_t place = 0;  // identity within its array
  bool raised = false;      // this command has raised its version already

  bool is_object() const { return kind == Kind::kObject; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_null() const { return kind == Kind::kScalar && scalar.is_null(); }
  bool is_number() const { return kind == Kind::kScalar && scalar.is_number(); }
  std::size_t size() const;
  Node* member(const std::string& key);
  const Node* member(const std::string& key) const;
};
struct Member {
  std::string key;
  Node node;
};

struct State {
  Node root;
  std::int64_t recycled = 0;
  std::set<std::pair<std::string, std::string>> idempotency;  // pointer text of the path, key
  std::uint64_t next_place = 1;
};

Node node_from_json(State& state, const Json& json);
Json json_from_node(const Node& node);
Node* child(Node& node, const Segment& segment);
const Node* child(const Node& node, const Segment& segment);
Node* find(Node& root, const Path& path);
const Node* find(const Node& root, const Path& path);
void remove_at(Node& root, const Path& path);  // the node must be there and not be the root
// The path as the document names it: keys on objects, indices on arrays. Missing parts stay as written.
Path normalized(const Node& root, const Path& path);
// True when a scalar, a null, or an array met by a non-index stands on the way to this missing node.
bool blocked(const Node& root, const Path& path);

bool is_protected(const Node& node);
bool holds_protected(const Node& node);  // is or holds one
// Whether every protected node of `before` stands at its place in `after` and is protected still.
bool protected_stand(const Node& before, const Node* after);

void drop_expiries(Node& node);
void sweep(State& state, std::int64_t now_ms);

}  // namespace gavel::reference
