// DeriveGraph: the derived values that exist in a document and what each was computed from. It says which
// have to be computed again after a change, and in which order; it computes nothing itself.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "ruleset/kinds.hpp"
#include "state/document.hpp"
#include "state/effects.hpp"

namespace gavel {

class DeriveGraph {
 public:
  // One derived value: a derive at one of its places.
  struct Instance {
    std::size_t derive = 0;
    Path target;
    std::vector<Json> match;  // what the wildcards stand for
    std::vector<Path> reads;
    std::size_t times = 0;  // computed since `begin`
    bool dirty = false;
    bool gone = false;
  };

  // Finds every place; all of them are to be computed. Price: the document.
  void build(const Kinds& kinds, const Json& root);
  bool built() const { return built_; }
  // A new round of computing: counts start again.
  void begin();
  // Something changed at a place: places come and go, and what was computed from it is to be computed again.
  void touch(const Kinds& kinds, const Json& root, const Effect& effect);
  // A value was written by its own instance: all others that read it are to be computed again.
  void written(std::size_t id);

  // The next one to be computed; nothing: all is as it should be.
  std::optional<std::size_t> next();
  Instance& at(std::size_t id) { return instances_[id]; }
  // What it was computed from this time.
  void computed(std::size_t id, std::vector<Path> reads);
  // Whether it asked for its own value, or for something inside it.
  bool reads_itself(std::size_t id) const;
  // If it depends on itself: all that do with it, in order.
  std::vector<std::size_t> cycle(std::size_t id) const;

 private:
  using Ids = std::set<std::size_t>;

  void add(const Kinds& kinds, std::size_t derive, const Path& parent);
  void remove(std::size_t id);
  void mark(std::size_t id);
  void mark_readers(PathView place, std::size_t but);
  void find_places(const Kinds& kinds, const Json& root, PathView changed);
  // The instances whose values stand at, above or below a place.
  std::vector<std::size_t> producers(PathView place) const;

  bool built_ = false;
  PatternIndex parents_;            // of all derives' parents; ids: derives
  std::vector<Pattern> parent_of_;  // by derive
  std::vector<Instance> instances_;
  std::map<std::string, Ids, std::less<>> targets_;  // by the bytes of a path
  std::map<std::string, Ids, std::less<>> readers_;
  // In ruleset order, then by place. Nothing else may decide, or a document whose values are all computed
  // anew would get new members in another order than one where only some are.
  std::set<std::tuple<std::size_t, std::string, std::size_t>> dirty_;
};

}  // namespace gavel
