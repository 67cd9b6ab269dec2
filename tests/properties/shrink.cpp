#include "shrink.hpp"

#include <algorithm>

namespace gavel::testing {

namespace {

class Shrinker {
 public:
  Shrinker(Case failing, const std::function<bool(const Case&)>& still_fails, int budget)
      : best_(std::move(failing)), still_fails_(still_fails), budget_(budget) {}

  Case run() {
    bool smaller = true;
    while (smaller && budget_ > 0) {
      smaller = drop_batches();
      for (std::size_t i = 0; i < best_.batches.size(); ++i) smaller = reduce_batch(i) || smaller;
      smaller = reduce([](Case& c) -> Json& { return c.document; }) || smaller;
    }
    return best_;
  }

 private:
  using Part = std::function<Json&(Case&)>;

  bool try_case(const Case& candidate) {
    if (budget_-- <= 0 || !still_fails_(candidate)) return false;
    best_ = candidate;
    return true;
  }

  // Runs of batches first, from half of them down to one.
  bool drop_batches() {
    bool smaller = false;
    for (std::size_t length = std::max<std::size_t>(best_.batches.size() / 2, 1); length > 0; length /= 2) {
      for (std::size_t at = 0; at + length <= best_.batches.size();) {
        Case candidate = best_;
        const auto first = candidate.batches.begin() + static_cast<std::ptrdiff_t>(at);
        candidate.batches.erase(first, first + static_cast<std::ptrdiff_t>(length));
        if (try_case(candidate)) {
          smaller = true;
        } else {
          ++at;
        }
      }
    }
    return smaller;
  }

  bool reduce_batch(std::size_t index) {
    bool smaller = reduce([index](Case& c) -> Json& { return c.batches[index].commands; });
    Case candidate = best_;
    if (candidate.batches[index].leave_undone) {
      candidate.batches[index].leave_undone = false;
      smaller = try_case(candidate) || smaller;
    }
    candidate = best_;
    if (candidate.batches[index].actor != "model") {
      candidate.batches[index].actor = "model";
      smaller = try_case(candidate) || smaller;
    }
    return smaller;
  }

  // Every node of one JSON part, the large ones first: gone, else something plain in its stead.
  bool reduce(const Part& part) {
    bool smaller = false;
    std::vector<Json::json_pointer> pointers = pointers_of(part(best_));
    for (std::size_t i = 0; i < pointers.size() && budget_ > 0; ++i) {
      if (!part(best_).contains(pointers[i])) continue;
      if (erase(part, pointers[i]) || simplify(part, pointers[i])) {
        smaller = true;
        pointers = pointers_of(part(best_));
        i = i > 0 ? i - 1 : i;
      }
    }
    return smaller;
  }

  bool erase(const Part& part, const Json::json_pointer& pointer) {
    Case candidate = best_;
    Json& parent = part(candidate).at(pointer.parent_pointer());
    if (parent.is_array()) {
      parent.erase(std::stoul(pointer.back()));
    } else {
      parent.erase(pointer.back());
    }
    return try_case(candidate);
  }

  bool simplify(const Part& part, const Json::json_pointer& pointer) {
    const Json now = part(best_).at(pointer);
    std::vector<Json> plainer{nullptr, 0, 1};
    if (now.is_string()) plainer.emplace_back("a");
    if (now.is_object()) plainer.emplace_back(Json::object());
    if (now.is_array()) plainer.emplace_back(Json::array());
    // Only downwards in this order, so that no two values replace each other for ever.
    for (const Json& value : plainer) {
      if (now.dump() == value.dump()) return false;
      Case candidate = best_;
      part(candidate).at(pointer) = value;
      if (try_case(candidate)) return true;
    }
    return false;
  }

  static void collect(const Json& node, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
    if (!at.empty()) out.push_back(at);
    if (node.is_object()) {
      for (const auto& [key, item] : node.items()) collect(item, at / key, out);
    } else if (node.is_array()) {
      for (std::size_t i = 0; i < node.size(); ++i) collect(node[i], at / i, out);
    }
  }

  static std::vector<Json::json_pointer> pointers_of(const Json& json) {
    std::vector<Json::json_pointer> out;
    collect(json, Json::json_pointer(), out);
    return out;
  }

  Case best_;
  const std::function<bool(const Case&)>& still_fails_;
  int budget_;
};

}  // namespace

Case shrink(Case failing, const std::function<bool(const Case&)>& still_fails, int budget) {
  return Shrinker(std::move(failing), still_fails, budget).run();
}

}  // namespace gavel::testing
