// WordIndex: the words of many lists found in one pass over a text. The lists come from plugins; what a word
// means, the host does not know.
//
// A list is { group = { "word", "some words", … }, … }. Words of letters are found as whole words in any
// case, ’ standing for '; words that begin with another character where they are. Of several words of one
// list that start at a place the longest counts, and what it covers is not looked at again. The group `_`
// holds words that mean nothing, but keep shorter ones in them from being found.
//
// Built once, then immutable: any thread.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

class WordIndex {
 public:
  static constexpr std::size_t kMostBytes = 4U << 20U;  // of all words together
  static constexpr std::size_t kMostLists = 256;

  struct Hit {
    std::uint32_t begin = 0, end = 0;  // bytes of the text
    std::uint32_t group = 0;           // its place in the list's groups
  };
  using Hits = std::vector<std::vector<Hit>>;  // by list, each in order of the text, none overlapping another

  // What is wrong with a list; empty: nothing.
  static std::string check(const Json& list);

  // The number of a list; the same for the same list. REQUIRES: check found nothing; not after `build`.
  Result<std::uint32_t> add(const Json& list);
  void build();

  // Linear in the text.
  Hits find(std::string_view text) const;
  std::size_t lists() const { return groups_.size(); }
  const std::string& group(std::uint32_t list, std::uint32_t number) const { return groups_[list][number]; }
  // The group's number, or nothing.
  std::optional<std::uint32_t> group_of(std::uint32_t list, std::string_view name) const;

 private:
  struct Word {
    std::string text;  // in small letters
    std::uint32_t list = 0, group = 0;
    bool letters = false;  // begins with one: a whole word
    bool silent = false;   // of the group `_`
  };
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  class Pass;

  std::vector<std::vector<std::string>> groups_;
  std::unordered_map<std::string, std::uint32_t> known_;  // lists by their text
  std::size_t bytes_ = 0;
  std::vector<Word> words_;               // after `build`: by first token, list, length downwards
  std::vector<Range> slots_;              // open addressing by hash of the token
  std::vector<std::string> slot_tokens_;  // beside them
  std::bitset<1U << 16U> starts_;         // by the first two bytes of a token: whether a word begins so
};

}  // namespace gavel
