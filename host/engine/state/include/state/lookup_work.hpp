// What looking things up came to on this thread: in patterns, and in lists of values. Tables that many hands
// ask have no way to hand it back; whoever has somebody pay for the asking takes the difference.
#pragma once

#include <cstddef>

namespace gavel {

// In the measure of Document::work. It only grows; whoever looks only to tell of it puts it back.
inline thread_local std::size_t lookup_work = 0;

constexpr std::size_t kPatternWork = 8;  // a pattern held against a path, or a step through an index

}  // namespace gavel
