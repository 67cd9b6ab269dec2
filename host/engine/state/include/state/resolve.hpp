// Finding the place that a path means in a document: keys and indices made to fit what stands there, `-`
// turned into an index, described pairs looked through. The result's path is one that Document's operations
// take.
#pragma once

#include <vector>

#include "state/json.hpp"
#include "state/path.hpp"
#include "state/pattern.hpp"

namespace gavel {

struct Place {
  enum class Miss {
    kNone,           // the node is there
    kMember,         // its parent is an object that lacks the key
    kAppend,         // its parent is an array, and it is the place after the last element
    kBeyond,         // its parent is an array, and the index is beyond that
    kNoIndex,        // its parent is an array, and the segment is no index
    kParent,         // objects on the way are missing too
    kInArray,        // an element on the way is missing
    kThroughScalar,  // a scalar or null stands on the way
  };

  Path path;                   // as it stands (or would stand) in the document
  Path shown;                  // the same without the steps into described pairs
  const Json* node = nullptr;  // nullptr exactly when miss != kNone
  Miss miss = Miss::kNone;
  bool described = false;  // the path ends in the value of a described pair
};

// Patterns that turn described pairs on, by path.
using DescribedPatterns = std::vector<Pattern>;

// [value, "text"]: what stands at a described place, where the patterns say so.
bool is_pair(const Json& json);

// Whether pairs are described ones there.
bool covered(const DescribedPatterns& patterns, PathView shown);
bool is_described(const DescribedPatterns& patterns, PathView shown, const Json& node);

Place resolve(const Json& root, PathView path, const DescribedPatterns& described = {});

// The place of a path that is as the document has it, steps into described pairs and all; of a pair, its
// value. Where nothing stands any more, a step that could have gone into a pair counts as one.
Place standing(const Json& root, PathView path, const DescribedPatterns& described);

}  // namespace gavel
