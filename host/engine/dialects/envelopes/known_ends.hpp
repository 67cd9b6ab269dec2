// KnownEnds: ends that were looked for, kept by what they end, so that all searches for one end together look
// at the text once. What is in code or in an example may ask again and again for an end far behind.
#pragma once

#include <map>
#include <string>

#include "markup.hpp"
#include "window.hpp"

namespace gavel {

class KnownEnds {
 public:
  // What `search` gives: it looks for the end called `key` in the window from `at` on. The window starts at
  // `base` in the text.
  template <typename Search>
  Closing find(const std::string& key, const Window& window, std::size_t base, std::size_t at,
               Search search) {
    const auto known = known_.find(key);
    if (known != known_.end() && known->second.from <= base + at && lies_from(known->second.found, base + at))
      return shifted(known->second.found, base);
    Closing found = search();
    if (!found.mark && !found.restart) window.ends(window.size());
    if (!window.needs_more()) known_[key] = {base + at, shifted(found, std::size_t(0) - base)};
    return found;
  }

 private:
  struct Known {
    std::size_t from = 0;  // in the text; between there and what was found is nothing
    Closing found;         // in the text
  };

  // Offsets of the text become those of a window, or, with -base, the other way round.
  static Closing shifted(Closing closing, std::size_t base) {
    if (closing.restart) *closing.restart -= base;
    if (closing.mark) {
      closing.mark->begin -= base;
      closing.mark->end -= base;
    }
    return closing;
  }
  static bool lies_from(const Closing& closing, std::size_t at) {
    if (closing.mark) return closing.mark->begin >= at;
    return !closing.restart || *closing.restart >= at;
  }

  std::map<std::string, Known, std::less<>> known_;
};

}  // namespace gavel
