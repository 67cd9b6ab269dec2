// The nearest of several words, and the nearest existing path: for the "did you mean" of error messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "state/path.hpp"

namespace gavel {

// The candidate with the smallest edit distance, if that is near enough to be a slip (a third of the word's
// length in code points, at least 1). The first of several.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

// The same where no other candidate is near too, so that the slip can be mended without asking.
std::optional<std::string_view> only_near(std::string_view word,
                                          std::span<const std::string_view> candidates);

// `; did you mean "x"?` for the end of a message, or nothing where no candidate is near. What stands on
// either side of the candidate may be another thing than a quotation mark.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates,
                         std::string_view before = "\"", std::string_view behind = "\"");

// `did you mean "x"?` as a hint of its own, or nothing.
std::string nearest_hint(std::string_view word, std::span<const std::string_view> candidates);

// A path that exists and is near to one that does not: the longest existing part, then the nearest key there,
// or, where none is near, a place elsewhere that ends with the same key. Bounded work, whatever the document,
// but for places that `seen` passes over. It tells which may be named at all; without it, every one. What
// looking costs is added to `looked`, in the measure of Document::work.
std::optional<Path> nearest_path(const Json& root, PathView path, const Seen& seen = {},
                                 std::size_t* looked = nullptr);

// A path that exists and as a whole is near to one that does not: slips mended segment by segment, or a place
// elsewhere that ends with the same key. Never only a part of the path. `looked` as above.
std::optional<Path> mended_path(const Json& root, PathView path, const Seen& seen = {},
                                std::size_t* looked = nullptr);

// What all suggestions for one text, file or turn may cost together, in the measure of Document::work.
// Whoever writes one may write any number of words that there are not, and each is compared with all that
// there are: once this is used up, nothing is near any more. A search that has begun is finished.
class HintBudget {
 public:
  static constexpr std::size_t kOfAFile = 1U << 22U;  // some 20,000 comparisons of usual names

  explicit HintBudget(std::size_t work = kOfAFile) : left_(work) {}

  // Nothing is looked for any more, and no candidates need to be gathered.
  bool is_used_up() const { return left_ == 0; }
  std::size_t spent() const { return spent_; }
  void spend(std::size_t work);

  // As the functions above.
  std::optional<std::string_view> nearest(std::string_view word,
                                          std::span<const std::string_view> candidates);
  std::optional<std::string_view> only_near(std::string_view word,
                                            std::span<const std::string_view> candidates);
  std::string nearest_hint(std::string_view word, std::span<const std::string_view> candidates);
  std::optional<Path> nearest_path(const Json& root, PathView path, const Seen& seen = {});
  std::optional<Path> mended_path(const Json& root, PathView path, const Seen& seen = {});

 private:
  std::size_t left_;
  std::size_t spent_ = 0;
};

}  // namespace gavel
