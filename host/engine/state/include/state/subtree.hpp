// Subtree: a value and all that lies in it, node by node, each with its path; without recursion, and as far
// as whoever walks likes.
//
//   for (Subtree nodes(root, Path()); nodes.next();) look(nodes.path(), nodes.json());
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "state/json.hpp"
#include "state/path.hpp"
#include "state/resolve.hpp"

namespace gavel {

class Subtree {
 public:
  // Which of a container's children comes first.
  enum class Order { kFirst, kLast };

  // `path` is the root's own. Below it, a described pair is passed over for its value, which has the pair's
  // path. REQUIRES: the value and the patterns stay as they are while it is walked.
  Subtree(const Json& root, Path path, Order order = Order::kLast);
  Subtree(const Json& root, Path path, const DescribedPatterns& described);

  // On to the next node, the root first; false: there is none.
  bool next();
  // Leaves out what lies in the node that next() came to.
  void pass() { json_ = nullptr; }
  // REQUIRES: next() was true.
  const Json& json() const { return *json_; }
  const Path& path() const { return path_; }
  // Nodes that are known to come; what the last one holds is not counted yet.
  std::size_t waiting() const { return todo_.size(); }

 private:
  void add_children();
  void add(const Json& child, Path path);

  std::vector<std::pair<const Json*, Path>> todo_;  // the next one is the last
  const Json* json_ = nullptr;
  Path path_;
  Order order_;
  const DescribedPatterns* described_ = nullptr;
};

}  // namespace gavel
