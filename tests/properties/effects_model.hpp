// A document beside a naive model of it: plain copies, expiries in a list. Random changes are made to both.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "state/document.hpp"

#include "json_random.hpp"

namespace gavel::testing {

using Plain = nlohmann::ordered_json;  // another implementation of ordered objects

struct Model {
  Plain data = Plain::object();
  Plain meta = Plain::object();  // without `expires`
  std::vector<std::pair<Path, std::int64_t>> expiries;
};

class TwinDocument {
 public:
  // Starts from a random state.
  explicit TwinDocument(Random& random);

  Document& document() { return document_; }
  Model& model() { return model_; }

  // One random change to both. Returns what was done, for messages.
  std::string change();

  // What differs between the two; empty if nothing.
  std::string difference() const;

 private:
  Json small_value(int depth);
  Path random_place(const Json& root, bool container);
  std::string put(Tree tree, bool amend);
  std::string erase(Tree tree);
  std::string splice();
  std::string take_out();
  std::string set_expiry();
  bool random_array(Path& at);
  Plain& model_root(Tree tree) { return tree == Tree::kData ? model_.data : model_.meta; }
  void drop_expiries(PathView place);
  void shift_expiries(PathView array, std::size_t from, std::size_t removed, std::size_t inserted);

  Random& random_;
  Document document_;
  Model model_;
};

// The plain form of a value, and its node at a path that exists.
Plain plain_of(const Json& json);
Plain& plain_at(Plain& root, PathView path);

// Both trees as text, key order and all.
std::string text_of(const Document& document);

}  // namespace gavel::testing
