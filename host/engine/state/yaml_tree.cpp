#include "state/yaml_tree.hpp"

#include "base/utf8.hpp"
#include "state/json_writer.hpp"

namespace gavel {

Where YamlNode::place(std::uint32_t line, std::uint32_t column) const {
  Where where;
  where.file = tree_->file_;
  where.line = line;
  where.column = column;
  return where;
}

Where YamlNode::where() const { return mark_ == nullptr ? place(0, 0) : place(mark_->line, mark_->column); }

Where YamlNode::where_key() const {
  return mark_ == nullptr || mark_->key_line == 0 ? where() : place(mark_->key_line, mark_->key_column);
}

const YamlNode::Mark* YamlNode::child_mark(std::size_t index) const {
  return mark_ == nullptr ? nullptr : &tree_->marks_[mark_->children + index];
}

std::vector<YamlNode> YamlNode::children() const {
  std::vector<YamlNode> nodes;
  if (value_->is_object()) {
    for (const auto& [key, value] : object_of(*value_))
      nodes.push_back(YamlNode(tree_, &value, child_mark(nodes.size()), key));
  } else if (value_->is_array()) {
    for (const Json& value : array_of(*value_))
      nodes.push_back(YamlNode(tree_, &value, child_mark(nodes.size()), {}));
  }
  return nodes;
}

std::optional<YamlNode> YamlNode::member(std::string_view key) const {
  if (!value_->is_object()) return std::nullopt;
  const JsonObject& object = object_of(*value_);
  const JsonObject::Slot slot = object.find_slot(key);
  if (slot == JsonObject::kNone) return std::nullopt;
  // Nothing is ever taken out of a tree, so a member's slot is its place in order.
  return YamlNode(tree_, &object.item(slot).second, child_mark(slot), object.item(slot).first);
}

YamlNode YamlNode::element(std::size_t index) const {
  return {tree_, &array_of(*value_)[index], child_mark(index), {}};
}

Problem YamlNode::problem(std::string message, std::string found, std::string expected,
                          std::string hint) const {
  return {Error(Code::kPluginInvalid, std::move(message), std::move(hint), where()), std::move(found),
          std::move(expected)};
}

Problem YamlNode::key_problem(std::string message, std::string expected, std::string hint) const {
  return {Error(Code::kPluginInvalid, std::move(message), std::move(hint), where_key()), std::string(key_),
          std::move(expected)};
}

YamlNode YamlTree::at(PathView path) const {
  YamlNode node = top();
  for (const Segment& segment : path) {
    if (node.value().is_array()) {
      const std::optional<std::uint64_t> index = segment.is_index ? segment.index : index_of_key(segment.key);
      if (!index || *index >= node.value().size()) return node;
      node = node.element(*index);
    } else {
      const std::optional<YamlNode> next = node.member(key_of(segment));
      if (!next) return node;
      node = *next;
    }
  }
  return node;
}

std::string described(const Json& value) {
  constexpr std::size_t kShown = 60;
  switch (value.type()) {
    case Json::value_t::null:
      return "nothing";
    case Json::value_t::object:
      return value.empty() ? "an empty mapping" : "a mapping";
    case Json::value_t::array:
      return value.empty() ? "an empty list" : "a list";
    case Json::value_t::string:
      return "the text \"" + printable(shortened(string_of(value), kShown)) + "\"";
    case Json::value_t::boolean:
      return to_text(value);
    default:
      return "the number " + to_text(value);
  }
}

}  // namespace gavel
