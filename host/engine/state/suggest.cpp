#include "state/suggest.hpp"

#include <algorithm>
#include <vector>

#include "base/utf8.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMaxWordBytes = 96;    // longer keys are not compared
constexpr std::size_t kMaxCandidates = 500;  // keys compared at one place
constexpr std::size_t kMaxNodes = 1'000;     // nodes looked at for the same last key
constexpr std::size_t kPlaceWork = 64;       // a place that is asked for, or a member that is looked up

std::u32string code_points(std::string_view text) {
  std::u32string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U && !out.empty()) {
      out.back() = (out.back() << 6U) | (byte & 0x3FU);
    } else {
      out.push_back(byte);
    }
  }
  return out;
}

// Levenshtein's distance, with the swap of two neighbours as one step, since that is what fingers do. Gives
// up once it cannot come below `bound`.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t bound, std::size_t& work) {
  const std::size_t apart = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (apart >= bound) return bound;
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
      least = std::min(least, next[j]);
    }
    before.swap(row);
    row.swap(next);
    work += row.size();
    // A swap may come out one below the row's least.
    if (least > bound) return bound;
  }
  return std::min(row[b.size()], bound);
}

// The node at the longest existing part of `path`; `path` is cut to it and `missing` gets the segment after
// it.
const Json* longest_existing(const Json& root, PathView path, const Seen& seen, Path& found, Segment& missing,
                             std::size_t& work) {
  const Json* node = &root;
  for (const Segment segment : path) {
    work += kPlaceWork;
    const Json* next = nullptr;
    const std::size_t bytes = found.bytes().size();
    if (node->is_array()) {
      const auto index = segment.is_index ? segment.index : index_of_key(segment.key);
      if (index && *index < node->size()) {
        next = &array_of(*node)[*index];
        found.push_index(*index);
      }
    } else if (node->is_object()) {
      next = member(*node, key_of(segment));
      if (next != nullptr) found.push_key(key_of(segment));
    }
    if (next == nullptr || (seen && !seen(found))) {
      found.truncate(bytes);
      missing = segment;
      return node;
    }
    node = next;
  }
  return nullptr;
}

// Breadth first for an object that has `key`, so that the nearest to the root is found.
std::optional<Path> find_key(const Json& root, std::string_view key, const Seen& seen_by, std::size_t& work) {
  std::vector<std::pair<const Json*, Path>> queue{{&root, Path()}};
  for (std::size_t at = 0, seen = 0; at < queue.size() && seen < kMaxNodes; ++at) {
    const Json* node = queue[at].first;
    work += kPlaceWork;
    if (!node->is_object()) continue;
    if (member(*node, key) != nullptr) {
      Path there = queue[at].second.child(key);
      if (!seen_by || seen_by(there)) return there;
    }
    for (const auto& [name, child] : object_of(*node)) {
      if (seen > kMaxNodes) break;
      work += seen_by || child.is_object() ? kPlaceWork : 1;
      if (!child.is_object() && !seen_by) {
        ++seen;
        continue;
      }
      Path there = queue[at].second.child(name);
      if (seen_by && !seen_by(there)) continue;  // and does not count
      if (++seen <= kMaxNodes && child.is_object()) queue.emplace_back(&child, std::move(there));
    }
  }
  return std::nullopt;
}

std::optional<std::string_view> nearest_of(std::string_view word,
                                           std::span<const std::string_view> candidates, std::size_t& work) {
  if (word.size() > kMaxWordBytes) return std::nullopt;
  const std::u32string wanted = code_points(word);
  std::optional<std::string_view> best;
  std::size_t best_distance = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    work += kPlaceWork;
    if (candidate.size() > kMaxWordBytes) continue;
    const std::size_t steps = distance(wanted, code_points(candidate), best_distance, work);
    if (steps < best_distance && steps < wanted.size()) {
      best = candidate;
      best_distance = steps;
    }
  }
  return best;
}

std::optional<std::string_view> only_near_of(std::string_view word,
                                             std::span<const std::string_view> candidates,
                                             std::size_t& work) {
  const auto near = nearest_of(word, candidates, work);
  if (!near) return std::nullopt;
  std::vector<std::string_view> others(candidates.begin(), candidates.end());
  std::erase(others, *near);
  return nearest_of(word, others, work) ? std::nullopt : near;
}

std::string as_hint(std::optional<std::string_view> near) {
  return near ? "did you mean \"" + std::string(*near) + "\"?" : "";
}

// A search that a budget pays for. `search` is given the work that is paid for already, adds its own to it,
// and returns an optional.
template <typename Search>
auto paid(HintBudget& budget, std::size_t work, const Search& search) -> decltype(search(work)) {
  if (budget.is_used_up()) return std::nullopt;
  auto found = search(work);
  budget.spend(work);
  return found;
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::size_t work = 0;
  return nearest_of(word, candidates, work);
}

std::optional<std::string_view> only_near(std::string_view word,
                                          std::span<const std::string_view> candidates) {
  std::size_t work = 0;
  return only_near_of(word, candidates, work);
}

std::string nearest_hint(std::string_view word, std::span<const std::string_view> candidates) {
  return as_hint(nearest(word, candidates));
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view before, std::string_view behind) {
  const auto near = nearest(word, candidates);
  if (!near) return "";
  return std::string("; did you mean ").append(before).append(*near).append(behind).append("?");
}

std::optional<Path> nearest_path(const Json& root, PathView path, const Seen& seen, std::size_t* looked) {
  std::size_t unasked = 0;
  std::size_t& work = looked == nullptr ? unasked : *looked;
  Path found;
  Segment missing;
  const Json* node = longest_existing(root, path, seen, found, missing, work);
  if (node == nullptr) return std::nullopt;
  if (node->is_object() && !missing.is_index) {
    std::vector<std::string_view> keys;
    for (const auto& [key, child] : object_of(*node)) {
      work += kPlaceWork;
      if (!seen || seen(found.child(key))) keys.push_back(key);
      if (keys.size() == kMaxCandidates) break;
    }
    if (const auto key = nearest_of(missing.key, keys, work)) return found.child(*key);
  }
  if (const Segment last = path.back(); !last.is_index) {
    if (auto elsewhere = find_key(root, last.key, seen, work)) return elsewhere;
  }
  if (found.empty() || (seen && !seen(found))) return std::nullopt;
  return found;
}

std::optional<Path> mended_path(const Json& root, PathView path, const Seen& seen, std::size_t* looked) {
  constexpr int kMostSlips = 4;
  Path wanted(path);
  std::size_t unasked = 0;
  std::size_t& work = looked == nullptr ? unasked : *looked;
  for (int slips = 0; slips < kMostSlips; ++slips) {
    std::optional<Path> near = nearest_path(root, wanted, seen, &work);
    if (!near || wanted.view().starts_with(*near)) return std::nullopt;
    Path found;
    Segment missing;
    longest_existing(root, wanted, seen, found, missing, work);
    if (near->parent() != found) return near;  // elsewhere, by its last key
    Path mended = *near;
    const std::size_t known = near->size();
    std::size_t i = 0;
    for (const Segment segment : wanted)
      if (i++ >= known) mended.push(segment);
    Path whole;
    if (longest_existing(root, mended, seen, whole, missing, work) == nullptr) {
      if (seen && !seen(mended)) return std::nullopt;
      return whole;
    }
    wanted = std::move(mended);
  }
  return std::nullopt;
}

void HintBudget::spend(std::size_t work) {
  left_ -= std::min(left_, work);
  spent_ += work;
}

// Gathering the candidates is paid for too, also where the word is too long to be compared.
std::optional<std::string_view> HintBudget::nearest(std::string_view word,
                                                    std::span<const std::string_view> candidates) {
  return paid(*this, kPlaceWork + candidates.size(),
              [&](std::size_t& work) { return nearest_of(word, candidates, work); });
}

std::optional<std::string_view> HintBudget::only_near(std::string_view word,
                                                      std::span<const std::string_view> candidates) {
  return paid(*this, kPlaceWork + candidates.size(),
              [&](std::size_t& work) { return only_near_of(word, candidates, work); });
}

std::string HintBudget::nearest_hint(std::string_view word, std::span<const std::string_view> candidates) {
  return as_hint(nearest(word, candidates));
}

std::optional<Path> HintBudget::nearest_path(const Json& root, PathView path, const Seen& seen) {
  return paid(*this, kPlaceWork,
              [&](std::size_t& work) { return gavel::nearest_path(root, path, seen, &work); });
}

std::optional<Path> HintBudget::mended_path(const Json& root, PathView path, const Seen& seen) {
  return paid(*this, kPlaceWork,
              [&](std::size_t& work) { return gavel::mended_path(root, path, seen, &work); });
}

}  // namespace gavel
