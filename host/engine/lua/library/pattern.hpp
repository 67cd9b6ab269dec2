// Pattern: Lua's pattern matching with every step counted, so that a pattern that tries everything ends like
// any other endless loop. The whole of Lua's patterns: classes, sets, captures, positions, %b, %f, back
// references, anchors.
//
// It recurses only where a pattern must be able to go back, as deep as the number of its items and no deeper
// than kDeepest; repetitions loop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lua_api.hpp"

namespace gavel {

class Matcher {
 public:
  static constexpr int kMostCaptures = 32;
  static constexpr int kDeepest = 200;

  // REQUIRES: both outlive the matcher.
  Matcher(lua_State* lua, std::string_view subject, std::string_view pattern)
      : lua_(lua),
        subject_(subject.data()),
        subject_end_(subject.data() + subject.size()),
        pattern_end_(pattern.data() + pattern.size()),
        pattern_(pattern.data()) {}

  // Where a match that starts at `from` ends, or nullptr. `pattern` has lost its anchor. Raises.
  const char* match(const char* from);
  // Steps not yet charged.
  void settle();

  int captures() const { return level_; }
  // Pushes capture number `index` (from 0); without captures, number 0 is the whole match.
  void push_capture(int index, const char* from, const char* to);
  // Pushes all captures, or the whole match where there are none. How many.
  int push_captures(const char* from, const char* to, bool whole);

 private:
  static constexpr std::ptrdiff_t kOpen = -1;
  static constexpr std::ptrdiff_t kPosition = -2;

  struct Capture {
    const char* begin = nullptr;
    std::ptrdiff_t size = 0;
  };

  const char* try_match(const char* at, const char* item);
  const char* special(const char* at, const char* item, const char*& next, bool& done);
  const char* repeat_most(const char* at, const char* item, const char* end);
  const char* repeat_least(const char* at, const char* item, const char* end);
  const char* start_capture(const char* at, const char* item, std::ptrdiff_t what);
  const char* end_capture(const char* at, const char* item);
  const char* balance(const char* at, const char* item);
  const char* back_reference(const char* at, int digit);
  const char* item_end(const char* item);
  bool fits(const char* at, const char* item, const char* end) const;
  bool in_set(int c, const char* item, const char* last) const;
  int capture_to_close();
  void step();

  lua_State* lua_;
  const char* subject_;
  const char* subject_end_;
  const char* pattern_end_;
  const char* pattern_;
  int level_ = 0;
  int depth_ = 0;
  std::uint64_t steps_ = 0;
  Capture captures_[kMostCaptures];
};

// Whether a byte is of the class that `%letter` names, in the C locale.
bool in_class(int c, int letter);

}  // namespace gavel
