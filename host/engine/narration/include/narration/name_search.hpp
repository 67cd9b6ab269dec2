// NameSearch: ctx.find_names(text, sources): the names that the state holds, found in a text in one pass,
// however many there are. What is a name, plugins say:
//
//   { path = "characters.*", names = {"name", "aliases"} }   members that are a text, or a list of texts
//   { path = "characters.*.skills.*", keys = true }           the last segments of the places themselves
//   plural = true: ASCII names also with an s behind; parts = true, or a list of words: single words of a
//   name, too, where they are capitalized, have three letters and are not in the list
//
//   heads = true, or a list of words: not the names but their last words are looked for (of scripts without
//   blanks the last one and two characters), where they are not the whole name and are not in the list
//
//   itself = true: the places hold texts; pieces = true: the words of a text are looked for (and every two
//   neighbouring characters of scripts without blanks), but for those in `parts`
//
// The answer is a list of { b, e, name, of = { { from, match } } }: bytes from 1, both inclusive; `from` is
// the source's place, `match` what its wildcards stand for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "state/document.hpp"
#include "state/name_finder.hpp"

namespace gavel {

// The names of one state, for one list of sources.
struct NameIndex {
  struct Owner {
    std::size_t from = 0;
    Json match;
  };
  std::string fingerprint;  // of all that it was built from
  std::size_t bytes = 0;
  std::vector<std::string> names;
  std::vector<std::vector<Owner>> owners;  // by name; the first few of each
  NameFinder finder;
};

// Indexes that were built before, by what they were built from: states differ from turn to turn in other
// things than names. Any thread.
class NameCache {
 public:
  std::shared_ptr<const NameIndex> find(std::string_view fingerprint);
  void keep(std::shared_ptr<const NameIndex> index);

 private:
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kMostBytes = 64U << 20U;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const NameIndex>> kept_;  // the last used first
};

class NameSearch {
 public:
  explicit NameSearch(NameCache& cache) : cache_(cache) {}

  // By source: whether any of its names is in a text. None is where the sources are wrong.
  std::vector<bool> present(const Document& document, const Json& sources, std::string_view text);

  struct Found {
    std::shared_ptr<const NameIndex> index;
    std::vector<NameFinder::Hit> hits;
  };
  Result<Found> hits(const Document& document, const Json& sources, std::string_view text);

  // `work`: the steps it came to, the same whether or not an index was at hand.
  Result<Json> find(const Document& document, std::span<const Json> args, std::uint64_t& work);

 private:
  struct Known {
    std::uint64_t generation = 0;  // of the document
    std::uint64_t walked = 0;      // places and members looked at in it, and texts gone through
    std::shared_ptr<const NameIndex> index;
  };
  Result<Known> index(const Document& document, const Json& sources);

  NameCache& cache_;
  std::map<std::string, Known, std::less<>> known_;  // of this turn, by sources
};

}  // namespace gavel
