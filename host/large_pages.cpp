// Part of every program that mimalloc is linked to: has it ask the system for pages of 2 MiB. A big document
// is walked at random, and with pages of 4 KiB most steps into it miss the processor's table of pages as
// well.
#include <mimalloc.h>

namespace {

[[maybe_unused]] const bool kAsked = (mi_option_enable(mi_option_large_os_pages), true);

}  // namespace
