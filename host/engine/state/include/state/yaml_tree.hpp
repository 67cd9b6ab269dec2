// YamlTree: a value that somebody wrote in a file, and where each part of it stands there, so that whoever
// checks the meaning of it can say file, line and column.
//
// A YamlNode is a place in a tree: a value, its key, and both their positions. It points into the tree.
// REQUIRES: the tree outlives its nodes and does not move.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

class YamlTree;

class YamlNode {
 public:
  // Where a node stands. Lines and columns from 1.
  struct Mark {
    std::uint32_t line = 0, column = 0;
    std::uint32_t key_line = 0, key_column = 0;  // 0: no member of a mapping
    std::uint32_t children = 0;  // the marks of its children, in order, start here in the tree
  };

  const Json& value() const { return *value_; }
  const Json* operator->() const { return value_; }
  // Of a member of a mapping; else empty.
  std::string_view key() const { return key_; }
  Where where() const;
  // The key's place; the value's where there is no key.
  Where where_key() const;

  // The children of a mapping or list, in the order written; empty for all else.
  std::vector<YamlNode> children() const;
  std::optional<YamlNode> member(std::string_view key) const;
  // REQUIRES: a list that is longer.
  YamlNode element(std::size_t index) const;

  // A problem that is about this value, or about its key.
  Problem problem(std::string message, std::string found, std::string expected, std::string hint) const;
  Problem key_problem(std::string message, std::string expected, std::string hint) const;

 private:
  friend class YamlTree;
  YamlNode(const YamlTree* tree, const Json* value, const Mark* mark, std::string_view key)
      : tree_(tree), value_(value), mark_(mark), key_(key) {}
  const Mark* child_mark(std::size_t index) const;
  Where place(std::uint32_t line, std::uint32_t column) const;

  const YamlTree* tree_;
  const Json* value_;
  const Mark* mark_;  // nullptr: positions are unknown
  std::string_view key_;
};

class YamlTree {
 public:
  // A value without positions: every place is the file. For values that came another way than by a file.
  YamlTree(Json root, std::string file) : file_(std::move(file)), root_(std::move(root)) {}

  const std::string& file() const { return file_; }
  const Json& root() const { return root_; }
  Json& root() { return root_; }  // to move out of; the positions then speak for nothing
  YamlNode top() const { return {this, &root_, marked_ ? &mark_ : nullptr, {}}; }

  // The node at a path, or, where the path leads nowhere, the last one on the way.
  YamlNode at(PathView path) const;
  Where where(PathView path) const { return at(path).where(); }
  Where where_key(PathView path) const { return at(path).where_key(); }

 private:
  friend class YamlNode;
  friend class YamlBuilder;

  std::string file_;
  Json root_;
  YamlNode::Mark mark_;
  std::vector<YamlNode::Mark> marks_;
  bool marked_ = false;
};

// A value as a message names it: `the text "abc"`, `the number 5`, `true`, `a list`, `a mapping`, `nothing`.
std::string described(const Json& value);

}  // namespace gavel
