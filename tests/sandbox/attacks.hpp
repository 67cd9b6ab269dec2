// The attacks of the sandbox: what a hostile handler does, and what must come of it.
#pragma once

#include <span>
#include <string>

namespace gavel::test {

struct Attack {
  const char* id;
  const char* body;      // of a handler, on one line
  const char* expected;  // a part of "code: message", or of what it returns as JSON text
  const char* top = "";  // stands in front of the handler, on its first line
};

std::span<const Attack> escapes();
std::span<const Attack> endless();
std::span<const Attack> memory_hogs();
std::span<const Attack> data_tricks();
std::span<const Attack> determinism();
std::span<const Attack> lasting();  // what would outlive the call

}  // namespace gavel::test
