#include "state/subtree.hpp"

#include <algorithm>

namespace gavel {

Subtree::Subtree(const Json& root, Path path, Order order) : order_(order) {
  todo_.emplace_back(&root, std::move(path));
}

Subtree::Subtree(const Json& root, Path path, const DescribedPatterns& described)
    : Subtree(root, std::move(path)) {
  if (!described.empty()) described_ = &described;
}

void Subtree::add(const Json& child, Path path) {
  const bool pair = described_ != nullptr && is_described(*described_, path, child);
  todo_.emplace_back(pair ? &array_of(child)[0] : &child, std::move(path));
}

bool Subtree::next() {
  if (json_ != nullptr) add_children();
  if (todo_.empty()) return false;
  json_ = todo_.back().first;
  path_ = std::move(todo_.back().second);
  todo_.pop_back();
  return true;
}

void Subtree::add_children() {
  const std::size_t first = todo_.size();
  if (json_->is_object()) {
    for (const auto& [key, child] : object_of(*json_)) add(child, path_.child(key));
  } else if (json_->is_array()) {
    std::uint64_t i = 0;
    for (const Json& child : array_of(*json_)) add(child, path_.child(i++));
  }
  if (order_ == Order::kFirst) std::reverse(todo_.begin() + static_cast<std::ptrdiff_t>(first), todo_.end());
}

}  // namespace gavel
